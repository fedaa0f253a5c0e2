// SPDX-License-Identifier: Apache-2.0
//
// picture.c: pictures from files: the proportions, from the header, and the pixels; both rotated by the
// EXIF orientation.
#include "viewer.h"

// Proportions.

/// The facts from the loader so far.
typedef struct Head {
  int width;
  int height;
  gboolean is_known;  ///< All that the head says was read.
} Head;

static void take_size(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  Head *head = data;
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format(loader);
  char *name = format != NULL ? gdk_pixbuf_format_get_name(format) : NULL;
  // These formats report the orientation only with decoded pixels, so their decoder runs up to the
  // first line.
  gboolean may_be_turned = g_strcmp0(name, "jpeg") == 0 || g_strcmp0(name, "tiff") == 0;
  head->width = width;
  head->height = height;
  head->is_known = !may_be_turned;
  // A size of 0 by 0 ends the decoder before it allocates memory.
  gdk_pixbuf_loader_set_size(loader, may_be_turned, may_be_turned);
  g_free(name);
}

static void take_pixels(GdkPixbufLoader *loader, gpointer data) {
  (void)loader;
  ((Head *)data)->is_known = TRUE;
}

/// True when the displayed picture has its width and height swapped (EXIF orientation).
static gboolean is_turned(GdkPixbufLoader *loader) {
  GdkPixbuf *pixels = gdk_pixbuf_loader_get_pixbuf(loader);
  const char *code = pixels != NULL ? gdk_pixbuf_get_option(pixels, "orientation") : NULL;
  return code != NULL && code[0] >= '5' && code[0] <= '8' && code[1] == '\0';
}

double lv_picture_ratio(GFile *file) {
  GInputStream *stream = G_INPUT_STREAM(g_file_read(file, NULL, NULL));
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  Head head = {0, 0, FALSE};
  guchar bytes[1 << 14];
  double ratio = 1;
  gboolean is_open = TRUE;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(take_size), &head);
  g_signal_connect(loader, "area-prepared", G_CALLBACK(take_pixels), &head);
  while (stream != NULL && !head.is_known) {
    gssize count = g_input_stream_read(stream, bytes, sizeof bytes, NULL, NULL);
    if (count <= 0 || !gdk_pixbuf_loader_write(loader, bytes, (gsize)count, NULL)) break;
  }
  // Some decoders begin only when they have the whole file.
  if (!head.is_known) {
    gdk_pixbuf_loader_close(loader, NULL);
    is_open = FALSE;
  }
  if (head.width > 0 && head.height > 0)
    ratio = is_turned(loader) ? (double)head.height / head.width : (double)head.width / head.height;
  if (is_open) gdk_pixbuf_loader_close(loader, NULL);
  g_object_unref(loader);
  g_clear_object(&stream);
  return ratio;
}

// Pixels.

/// Lets a large picture be reduced while it is decoded. One of shapes is drawn as large as it may be; one
/// of pixels is never enlarged, which would only take memory.
static void limit(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format(loader);
  double scale = *(const int *)data / (double)MAX(MAX(width, height), 1);
  if (width <= 0 || height <= 0) return;
  if (scale < 1 || (format != NULL && gdk_pixbuf_format_is_scalable(format)))
    gdk_pixbuf_loader_set_size(loader, MAX((int)(width * scale + 0.5), 1), MAX((int)(height * scale + 0.5), 1));
}

/// Passes a whole stream to a loader, and closes that.
static gboolean decode(GdkPixbufLoader *loader, GInputStream *stream, GCancellable *cancellable,
                       GError **error) {
  guchar bytes[1 << 16];
  gssize count;
  while ((count = g_input_stream_read(stream, bytes, sizeof bytes, cancellable, error)) > 0)
    if (!gdk_pixbuf_loader_write(loader, bytes, (gsize)count, error)) break;
  if (count == 0) return gdk_pixbuf_loader_close(loader, error);
  gdk_pixbuf_loader_close(loader, NULL);
  return FALSE;
}

/// Returns the pixels of a loader as they are displayed.
static GdkTexture *texture_of(GdkPixbufLoader *loader, GError **error) {
  GdkPixbuf *pixels = gdk_pixbuf_loader_get_pixbuf(loader), *upright;
  GdkTexture *made;
  if (pixels == NULL) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the file has no picture");
    return NULL;
  }
  upright = gdk_pixbuf_apply_embedded_orientation(pixels);
  made = gdk_texture_new_for_pixbuf(upright);
  g_object_unref(upright);
  return made;
}

GdkTexture *lv_picture_read(GFile *file, int side, GCancellable *cancellable, GError **error) {
  GInputStream *stream = G_INPUT_STREAM(g_file_read(file, cancellable, error));
  GdkPixbufLoader *loader;
  GdkTexture *made = NULL;
  if (stream == NULL) return NULL;
  loader = gdk_pixbuf_loader_new();
  g_signal_connect(loader, "size-prepared", G_CALLBACK(limit), &side);
  if (decode(loader, stream, cancellable, error)) made = texture_of(loader, error);
  g_object_unref(loader);
  g_object_unref(stream);
  return made;
}
