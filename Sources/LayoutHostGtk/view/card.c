// SPDX-License-Identifier: Apache-2.0
//
// card.c: cells: a picture that is loaded in the background, or a title over text; and headings.
#include "viewer.h"

/// The maximum size of a loaded picture, pixels.
#define LARGEST 512

/// The number of pictures being loaded.
static guint under_way = 0;

guint lv_pictures_under_way(void) { return under_way; }

static GQuark loading(void) { return g_quark_from_static_string("lv-loading"); }

static void read_picture(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  GError *error = NULL;
  GInputStream *stream = G_INPUT_STREAM(g_file_read(data, cancellable, &error));
  GdkPixbuf *pixels = stream == NULL ? NULL
                                     : gdk_pixbuf_new_from_stream_at_scale(stream, LARGEST, LARGEST, TRUE,
                                                                           cancellable, &error);
  (void)source;
  g_clear_object(&stream);
  if (pixels == NULL) {
    g_task_return_error(task, error);
    return;
  }
  // Rotated by the EXIF orientation, like its ratio.
  GdkPixbuf *upright = gdk_pixbuf_apply_embedded_orientation(pixels);
  g_task_return_pointer(task, gdk_texture_new_for_pixbuf(upright), g_object_unref);
  g_object_unref(upright);
  g_object_unref(pixels);
}

static GtkWidget *part(LhCell *cell, const char *name) {
  return g_object_get_data(G_OBJECT(lh_cell_get_child(cell)), name);
}

static void picture_read(GObject *source, GAsyncResult *result, gpointer data) {
  LhCell *cell = LH_GTK_CELL(source);
  GError *error = NULL;
  GdkTexture *texture = g_task_propagate_pointer(G_TASK(result), &error);
  (void)data;
  under_way--;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || lh_cell_get_child(cell) == NULL) {
    g_clear_error(&error);
    g_clear_object(&texture);
    return;
  }
  gtk_picture_set_paintable(GTK_PICTURE(part(cell, "picture")), GDK_PAINTABLE(texture));
  if (error != NULL) gtk_widget_set_tooltip_text(GTK_WIDGET(cell), error->message);
  g_clear_error(&error);
  g_clear_object(&texture);
}

static void load(LhCell *cell, GFile *file) {
  GCancellable *cancellable = g_cancellable_new();
  GTask *task = g_task_new(cell, cancellable, picture_read, NULL);
  g_task_set_task_data(task, g_object_ref(file), g_object_unref);
  // A cancelled picture may still be in the decoder: its result is dropped.
  g_task_set_return_on_cancel(task, TRUE);
  under_way++;
  g_task_run_in_thread(task, read_picture);
  g_object_unref(task);
  g_object_set_qdata_full(G_OBJECT(cell), loading(), cancellable, g_object_unref);
}

static GtkWidget *label(GtkWidget *box, const char *name, const char *class, gboolean wraps) {
  GtkWidget *made = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(made), 0);
  gtk_label_set_wrap(GTK_LABEL(made), wraps);
  gtk_label_set_wrap_mode(GTK_LABEL(made), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize(GTK_LABEL(made), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(made, class);
  gtk_box_append(GTK_BOX(box), made);
  g_object_set_data(G_OBJECT(box), name, made);
  return made;
}

// The height of a picture follows from its proportions in the file's header, before it is loaded.
// GtkPicture itself requests the height of its pixels for any width.

static GtkSizeRequestMode frame_mode(GtkWidget *frame) {
  (void)frame;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void frame_measure(GtkWidget *frame, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline) {
  LvItem *item = g_object_get_data(G_OBJECT(frame), "item");
  gboolean is_height = orientation == GTK_ORIENTATION_VERTICAL && for_size > 0 && item != NULL;
  *minimum = 0;
  *natural = is_height ? (int)(for_size / lv_item_ratio(item) + 0.5) : 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void frame_allocate(GtkWidget *frame, int width, int height, int baseline) {
  gtk_widget_allocate(gtk_widget_get_first_child(frame), width, height, baseline, NULL);
}

static GtkWidget *make_frame(GtkWidget *picture) {
  GtkWidget *frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(frame), picture);
  gtk_widget_set_layout_manager(frame, gtk_custom_layout_new(frame_mode, frame_measure, frame_allocate));
  gtk_widget_set_vexpand(frame, TRUE);
  return frame;
}

static void setup(LhCellFactory *factory, LhCell *cell, gpointer data) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *picture = gtk_picture_new(), *frame = make_frame(picture);
  (void)factory, (void)data;
  gtk_widget_add_css_class(box, "lv-card");
  gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
  gtk_box_append(GTK_BOX(box), frame);
  g_object_set_data(G_OBJECT(box), "frame", frame);
  g_object_set_data(G_OBJECT(box), "picture", picture);
  label(box, "glyph", "lv-glyph", FALSE);
  label(box, "title", "lv-title", FALSE);
  label(box, "body", "lv-body", TRUE);
  gtk_label_set_lines(GTK_LABEL(g_object_get_data(G_OBJECT(box), "body")), 6);
  lh_cell_set_child(cell, box);
}

static void bind(LhCellFactory *factory, LhCell *cell, gpointer data) {
  LvItem *item = lh_cell_get_item(cell);
  (void)factory, (void)data;
  g_object_set_data_full(G_OBJECT(part(cell, "frame")), "item", g_object_ref(item), g_object_unref);
  gtk_widget_set_visible(part(cell, "frame"), item->file != NULL);
  gtk_widget_set_visible(part(cell, "glyph"), item->glyph != NULL && *item->glyph != 0);
  gtk_widget_set_visible(part(cell, "title"), item->file == NULL);
  gtk_label_set_text(GTK_LABEL(part(cell, "glyph")), item->glyph != NULL ? item->glyph : "");
  gtk_widget_set_visible(part(cell, "body"), item->file == NULL && item->body != NULL && *item->body != 0);
  gtk_label_set_text(GTK_LABEL(part(cell, "title")), item->title);
  gtk_label_set_text(GTK_LABEL(part(cell, "body")), item->body != NULL ? item->body : "");
  gtk_widget_set_tooltip_text(GTK_WIDGET(cell), item->title);
  if (item->file != NULL) load(cell, item->file);
}

static void unbind(LhCellFactory *factory, LhCell *cell, gpointer data) {
  GCancellable *cancellable = g_object_get_qdata(G_OBJECT(cell), loading());
  (void)factory, (void)data;
  if (cancellable != NULL) g_cancellable_cancel(cancellable);
  g_object_set_qdata(G_OBJECT(cell), loading(), NULL);
  gtk_picture_set_paintable(GTK_PICTURE(part(cell, "picture")), NULL);
}

LhCellFactory *lv_card_factory(void) {
  LhCellFactory *factory = lh_signal_cell_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
  return factory;
}

static void setup_heading(LhCellFactory *factory, LhCell *cell, gpointer data) {
  GtkWidget *label_widget = gtk_label_new(NULL);
  (void)factory, (void)data;
  gtk_label_set_xalign(GTK_LABEL(label_widget), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label_widget), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(label_widget, "lv-heading");
  lh_cell_set_child(cell, label_widget);
}

static void bind_heading(LhCellFactory *factory, LhCell *cell, gpointer data) {
  GPtrArray *titles = data;
  guint section = lh_cell_get_section(cell);
  const char *title = section < titles->len ? g_ptr_array_index(titles, section) : "";
  (void)factory;
  // Footers show nothing.
  if (!g_str_equal(lh_cell_get_element_kind(cell), "header")) title = "";
  gtk_label_set_text(GTK_LABEL(lh_cell_get_child(cell)), title);
  lh_cell_set_accessible_label(cell, title);
}

static void drop_titles(gpointer data, GClosure *closure) {
  (void)closure;
  g_ptr_array_unref(data);
}

LhCellFactory *lv_heading_factory(GPtrArray *titles) {
  LhCellFactory *factory = lh_signal_cell_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(setup_heading), NULL);
  g_signal_connect_data(factory, "bind", G_CALLBACK(bind_heading), g_ptr_array_ref(titles), drop_titles, 0);
  return factory;
}
