// SPDX-License-Identifier: Apache-2.0
//
// main.c: the program behind `layouthost view`.
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

/// Returns true for a name that ends in .png, in any case.
static gboolean is_png(const char *name) {
  gsize length = strlen(name);
  return length > 4 && g_ascii_strcasecmp(name + length - 4, ".png") == 0;
}

static gboolean read_options(LvOptions *options, int *argc, char ***argv, GError **error) {
  char **rest = NULL;
  const GOptionEntry entries[] = {
      {"layout", 'l', 0, G_OPTION_ARG_STRING, &options->layout, "The layout: an id or a file", "ID"},
      {"plugins", 'p', 0, G_OPTION_ARG_FILENAME, &options->plugins, "A folder of plugins to watch", "DIR"},
      {"records", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->records, "Records", "FILE"},
      {"title", 't', 0, G_OPTION_ARG_STRING, &options->title, "The title of the window", "TEXT"},
      {"picture", 0, 0, G_OPTION_ARG_FILENAME, &options->picture, "Write a picture of the window and end",
       "FILE"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options->dark, "Begin with the dark theme", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, "FOLDER"},
      {0}};
  GOptionContext *context = g_option_context_new(NULL);
  gboolean done;
  g_option_context_set_summary(context, "Shows a folder of pictures through layouts that are plugins.");
  g_option_context_add_main_entries(context, entries, NULL);
  done = g_option_context_parse(context, argc, argv, error);
  g_option_context_free(context);
  if (!done) return FALSE;
  options->source = rest != NULL ? g_strdup(rest[0]) : NULL;
  // A launcher passes no folder: the default is the user's pictures.
  if (rest == NULL && options->records == NULL) {
    const char *pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES);
    options->source = g_strdup(pictures != NULL ? pictures : g_get_home_dir());
  }
  if ((options->source == NULL) == (options->records == NULL) || (rest != NULL && rest[1] != NULL)) {
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "name one folder of pictures");
    done = FALSE;
  }
  if (done && options->picture != NULL && !is_png(options->picture)) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s does not end in .png; --picture writes PNG only", options->picture);
    done = FALSE;
  }
  if (options->title == NULL) options->title = g_path_get_basename(options->source != NULL ? options->source : "LayoutHost");
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
