// SPDX-License-Identifier: Apache-2.0
//
// card.c: cells: a picture that is loaded in the background, or a title over text; and headings.
#include "viewer.h"

/// The limits of the size of a loaded picture, pixels.
#define LEAST_SIDE 512
#define MOST_SIDE 4096

/// The largest size of a loaded picture at the present zoom, pixels.
static int side = LEAST_SIDE;

/// The number of pictures being loaded.
static guint under_way = 0;

guint lv_pictures_under_way(void) { return under_way; }

static GQuark loading(void) { return g_quark_from_static_string("lv-loading"); }

/// A picture that a task reads.
typedef struct {
  GFile *file;
  int side;
} LvWanted;

static void wanted_free(gpointer data) {
  g_object_unref(((LvWanted *)data)->file);
  g_free(data);
}

static void read_picture(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  LvWanted *wanted = data;
  GError *error = NULL;
  GdkTexture *texture = lv_picture_read(wanted->file, wanted->side, cancellable, &error);
  (void)source;
  if (texture != NULL) g_task_return_pointer(task, texture, g_object_unref);
  else g_task_return_error(task, error);
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

static void stop_loading(LhCell *cell) {
  GCancellable *cancellable = g_object_get_qdata(G_OBJECT(cell), loading());
  if (cancellable != NULL) g_cancellable_cancel(cancellable);
  g_object_set_qdata(G_OBJECT(cell), loading(), NULL);
}

/// Loads a picture. The cell shows the one that it has until then.
static void load(LhCell *cell, GFile *file) {
  GCancellable *cancellable = g_cancellable_new();
  GTask *task = g_task_new(cell, cancellable, picture_read, NULL);
  LvWanted *wanted = g_new(LvWanted, 1);
  *wanted = (LvWanted){g_object_ref(file), side};
  stop_loading(cell);
  g_task_set_task_data(task, wanted, wanted_free);
  // A cancelled picture may still be in the decoder: its result is dropped.
  g_task_set_return_on_cancel(task, TRUE);
  under_way++;
  g_task_run_in_thread(task, read_picture);
  g_object_unref(task);
  g_object_set_qdata_full(G_OBJECT(cell), loading(), cancellable, g_object_unref);
}

void lv_cards_set_detail(LhCollectionView *view, double zoom) {
  double wanted = LEAST_SIDE * MAX(1, zoom) * gtk_widget_get_scale_factor(GTK_WIDGET(view));
  int fits = LEAST_SIDE;
  while (fits < wanted && fits < MOST_SIDE) fits *= 2;
  if (fits == side) return;
  side = fits;
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(view)); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    // A cell that is kept for later has no item, a heading has a list.
    gpointer item = LH_GTK_IS_CELL(child) ? lh_cell_get_item(LH_GTK_CELL(child)) : NULL;
    if (LV_IS_ITEM(item) && LV_ITEM(item)->file != NULL) load(LH_GTK_CELL(child), LV_ITEM(item)->file);
  }
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
  (void)factory, (void)data;
  stop_loading(cell);
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
