// SPDX-License-Identifier: Apache-2.0
//
// look.c: the style of the window, and screenshots of it.
#include <errno.h>
#include <stdio.h>

#include "viewer.h"

// A picture covers the background of its cell, so the outline, which is drawn over it, shows the selection.
// The focus alone is dashed, on a selected cell it is a second line. The view has the theme's background
// itself, for pictures of it.
static const char *const STYLE =
    ".lv-card, .lv-card box, .lv-card picture { padding: 0; margin: 0; border: none; box-shadow: none; } "
    ".lv-glyph { font-size: 220%; padding: 4px 8px 0; } .lv-title { font-weight: bold; padding: 6px 8px 0; } "
    ".lv-body { padding: 0 8px 6px; } .lv-heading { font-weight: bold; font-size: 120%; padding: 4px 8px; } "
    ".lv-empty { font-size: 120%; } "
    "gridview.collection { background: @theme_bg_color; } "
    "gridview.collection > child { padding: 0; border-radius: 6px; "
    "background: mix(@theme_bg_color, @theme_fg_color, 0.06); } "
    "gridview.collection > child:selected { background: @theme_selected_bg_color; "
    "outline: 3px solid @theme_selected_bg_color; outline-offset: -3px; } "
    "gridview.collection > child:focus-visible { outline: 2px dashed @theme_selected_bg_color; "
    "outline-offset: -2px; } "
    "gridview.collection > child:selected:focus-visible { outline: 9px double @theme_selected_bg_color; "
    "outline-offset: -9px; }";

void lv_add_style(void) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, STYLE, -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

/// Returns 0, or the system's reason.
static int write_file(GBytes *bytes, const char *path) {
  gsize size;
  const void *data = g_bytes_get_data(bytes, &size);
  FILE *file = fopen(path, "wb");
  int reason = 0;
  if (file == NULL) return errno;
  if (fwrite(data, 1, size, file) < size) reason = errno;
  if (fclose(file) != 0 && reason == 0) reason = errno;
  return reason;
}

gboolean lv_is_png(const char *name) {
  gsize length = strlen(name);
  return length > 4 && g_ascii_strcasecmp(name + length - 4, ".png") == 0;
}

/// Adds a widget to a drawing, at its corner. A paintable of it would be empty where it changes before the next frame.
static void add(GtkWidget *widget, GtkSnapshot *snapshot, int width, int height) {
  GtkWidget *parent = gtk_widget_get_parent(widget);
  graphene_point_t corner;
  if (parent != NULL && gtk_widget_compute_point(widget, parent, &GRAPHENE_POINT_INIT(0, 0), &corner)) {
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-corner.x, -corner.y));
    gtk_widget_snapshot_child(parent, widget, snapshot);
  } else {
    GdkPaintable *paintable = gtk_widget_paintable_new(widget);
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    g_object_unref(paintable);
  }
}

/// Draws a widget with the pixels of its screen.
static GdkTexture *draw(GtkWidget *widget, GError **error) {
  GtkNative *native = gtk_widget_get_native(widget);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  int scale = gtk_widget_get_scale_factor(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  GskRenderNode *node;
  GdkTexture *texture = NULL;
  gtk_snapshot_scale(snapshot, (float)scale, (float)scale);
  add(widget, snapshot, width, height);
  node = gtk_snapshot_free_to_node(snapshot);
  if (node != NULL && native != NULL)
    texture = gsk_renderer_render_texture(gtk_native_get_renderer(native), node,
                                          &GRAPHENE_RECT_INIT(0, 0, width * scale, height * scale));
  else
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "there is nothing on screen to draw");
  g_clear_pointer(&node, gsk_render_node_unref);
  return texture;
}

gboolean lv_write_picture(GtkWidget *widget, const char *path, GError **error) {
  GdkTexture *texture = draw(widget, error);
  GBytes *png;
  int reason;
  if (texture == NULL) return FALSE;
  png = gdk_texture_save_to_png_bytes(texture);
  reason = write_file(png, path);
  if (reason != 0)
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason),
                "%s could not be written: %s; name another file", path, g_strerror(reason));
  g_bytes_unref(png);
  g_object_unref(texture);
  return reason == 0;
}
