// SPDX-License-Identifier: Apache-2.0
//
// saving.c: pictures into files: of the view, into a file that a person names, and of the window, for
// `--picture`.
#include "window.h"

// A file that a person names.

/// Writes the view into a file; the name says the format, and must be a path.
static gboolean write_view(LvWindow *self, GFile *file, GError **error) {
  char *path = g_file_get_path(file), *name = g_file_get_parse_name(file);
  gboolean done = FALSE;
  if (path == NULL)
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "%s has no path on this computer; choose a folder on it", name);
  else if (!lv_is_png(path))
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                "%s does not end in .png; pictures are PNG only", name);
  else
    done = lv_write_picture(GTK_WIDGET(self->view), path, error);
  g_free(name);
  g_free(path);
  return done;
}

static void on_picture_named(GtkNativeDialog *dialog, int response, LvWindow *self) {
  GError *error = NULL;
  if (response == GTK_RESPONSE_ACCEPT) {
    GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    if (!write_view(self, file, &error)) lv_bar_tell(self->bar, "The picture was not written", error);
    g_clear_error(&error);
    g_object_unref(file);
  }
  g_object_unref(dialog);
}

void lv_saving_ask(LvWindow *self) {
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
      "Save a picture of the view", self->window, GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), "view.png");
  g_signal_connect(dialog, "response", G_CALLBACK(on_picture_named), self);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

// The file of `--picture`.

/// Writes the picture, unless there was an error before.
static void write_window(LvWindow *self, const GError *before) {
  GError *error = before != NULL ? g_error_copy(before) : NULL;
  if (error == NULL && lv_write_picture(GTK_WIDGET(self->window), self->picture, &error)) return;
  g_printerr("layouthost view: %s\n", error->message);
  g_error_free(error);
  lv_fail();
}

static gboolean write_and_end(gpointer data) {
  LvWindow *self = data;
  if (self->folder != NULL && lv_folder_is_loading(self->folder)) return G_SOURCE_CONTINUE;
  // Waits until pictures are loaded and nothing moves, half a minute at most.
  if (self->patience-- > 0 &&
      (self->room <= 1 || lv_pictures_under_way() > 0 || lh_collection_view_is_moving(self->view)))
    return G_SOURCE_CONTINUE;
  write_window(self, self->folder != NULL ? lv_folder_get_error(self->folder) : NULL);
  self->writing = 0;
  gtk_window_close(self->window);
  return G_SOURCE_REMOVE;
}

void lv_saving_write_and_end(LvWindow *self) {
  self->patience = 60;
  self->writing = g_timeout_add(500, write_and_end, self);
}
