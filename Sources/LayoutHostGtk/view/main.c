// SPDX-License-Identifier: Apache-2.0
//
// main.c: the program behind `layouthost view`.
#include <locale.h>

#include "viewer.h"

static int status = 0;

void lv_fail(void) { status = 1; }

static void on_activate(GtkApplication *app, gpointer data) {
  GError *error = NULL;
  if (lv_window_new(app, data, &error) != NULL) return;
  g_printerr("layouthost view: %s\n", error->message);
  g_error_free(error);
  lv_fail();
}

/// The folder that is shown where the command line names nothing, as from a launcher: the user's
/// pictures, or the home directory where the configured folder is not there.
static char *default_folder(void) {
  const char *pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES);
  gboolean is_there = pictures != NULL && g_file_test(pictures, G_FILE_TEST_IS_DIR);
  return g_strdup(is_there ? pictures : g_get_home_dir());
}

/// Puts the title in place: the given one, or the name of the folder. GTK takes UTF-8 only.
static void complete_title(LvOptions *options) {
  char *title = options->title != NULL ? g_utf8_make_valid(options->title, -1)
                                       : g_filename_display_basename(options->source != NULL ? options->source
                                                                                             : "LayoutHost");
  g_free(options->title);
  options->title = title;
}

/// Parses the command line; the caller frees `rest`. Titles and layouts are bytes, as file names are: GLib
/// would convert text from the locale, which has no "ö" under LANG=C.
static gboolean parse(LvOptions *options, char ***rest, int *argc, char ***argv, GError **error) {
  const GOptionEntry entries[] = {
      {"layout", 'l', 0, G_OPTION_ARG_FILENAME, &options->layout, "The layout: an id or a file", "ID"},
      {"plugins", 'p', 0, G_OPTION_ARG_FILENAME, &options->plugins,
       "A folder of plugins to watch in place of your own", "DIR"},
      {"records", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->records, "Records", "FILE"},
      {"follow", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->follow, "The file of the records",
       "FILE"},
      {"again", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &options->again,
       "A word of the command that prints them", "WORD"},
      {"title", 't', 0, G_OPTION_ARG_FILENAME, &options->title, "The title of the window", "TEXT"},
      {"picture", 0, 0, G_OPTION_ARG_FILENAME, &options->picture, "Write a picture of the window and end",
       "FILE"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options->dark, "Begin with the dark theme", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, rest, NULL, "FOLDER"},
      {0}};
  GOptionContext *context = g_option_context_new(NULL);
  gboolean done;
  g_option_context_set_summary(context, "Shows a folder of pictures through layouts that are plugins.");
  g_option_context_add_main_entries(context, entries, NULL);
  done = g_option_context_parse(context, argc, argv, error);
  g_option_context_free(context);
  return done;
}

static gboolean read_options(LvOptions *options, int *argc, char ***argv, GError **error) {
  char **rest = NULL;
  gboolean done = TRUE;
  if (!parse(options, &rest, argc, argv, error)) return FALSE;
  if (rest != NULL) options->source = g_strdup(rest[0]);
  else if (options->records == NULL) options->source = default_folder();
  if ((options->source == NULL) == (options->records == NULL) || (rest != NULL && rest[1] != NULL)) {
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "name one folder of pictures");
    done = FALSE;
  }
  if (done && options->picture != NULL && !lv_is_png(options->picture)) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s does not end in .png; --picture writes PNG only", options->picture);
    done = FALSE;
  }
  complete_title(options);
  if (options->plugins != NULL) {
    char *whole = g_canonicalize_filename(options->plugins, NULL);
    g_free(options->plugins);
    options->plugins = whole;
  }
  g_strfreev(rest);
  return done;
}

int main(int argc, char **argv) {
  LvOptions options = {0};
  GError *error = NULL;
  GtkApplication *app;
  int result;
  // Before GLib reads the command line: GTK would set it later.
  setlocale(LC_ALL, "");
  // GTK notes it with each file that is saved.
  g_set_application_name("LayoutHost");
  if (!read_options(&options, &argc, &argv, &error)) {
    g_printerr("layouthost view: %s\nTry 'layouthost view --help'.\n", error->message);
    g_error_free(error);
    return 2;
  }
  if (!gtk_init_check()) {
    g_printerr("layouthost view: there is no display; start it in a graphical session, or set DISPLAY or "
               "WAYLAND_DISPLAY\n");
    return 1;
  }
  app = gtk_application_new("io.github.layouthost.View", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "activate", G_CALLBACK(on_activate), &options);
  result = g_application_run(G_APPLICATION(app), 1, argv);
  g_object_unref(app);
  return result != 0 ? result : status;
}
