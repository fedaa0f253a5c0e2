// SPDX-License-Identifier: Apache-2.0
//
// What the harnesses of GTK widgets share: a model that holds no items, frames, and the rows.
//
// A frame counts from the new offset to the end of GTK's layout phase: it has then bound and placed
// its widgets. No row includes the painting, which is measured as a row of its own.

#pragma once
#include "../peer.h"
#include <gtk/gtk.h>

// MARK: A model that holds no items

#define PEER_TYPE_ITEM (peer_item_get_type())
G_DECLARE_FINAL_TYPE(PeerItem, peer_item, PEER, ITEM, GObject)
struct _PeerItem {
  GObject parent;
  guint index;
};
G_DEFINE_TYPE(PeerItem, peer_item, G_TYPE_OBJECT)
static void peer_item_class_init(PeerItemClass *class) { (void)class; }
static void peer_item_init(PeerItem *item) { (void)item; }

#define PEER_TYPE_MODEL (peer_model_get_type())
G_DECLARE_FINAL_TYPE(PeerModel, peer_model, PEER, MODEL, GObject)
struct _PeerModel {
  GObject parent;
  guint count;
};

static GType model_type(GListModel *list) {
  (void)list;
  return PEER_TYPE_ITEM;
}

static guint model_count(GListModel *list) { return PEER_MODEL(list)->count; }

static gpointer model_item(GListModel *list, guint index) {
  if (index >= PEER_MODEL(list)->count) return NULL;
  PeerItem *item = g_object_new(PEER_TYPE_ITEM, NULL);
  item->index = index;
  return item;
}

static void model_interface(GListModelInterface *interface) {
  interface->get_item_type = model_type;
  interface->get_n_items = model_count;
  interface->get_item = model_item;
}

G_DEFINE_TYPE_WITH_CODE(PeerModel, peer_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, model_interface))
static void peer_model_class_init(PeerModelClass *class) { (void)class; }
static void peer_model_init(PeerModel *model) { (void)model; }

// MARK: Cells

/// True where cells show their text by GtkInscription, which GTK has for cells of lists: its size does not depend on
/// the text, which Pango shapes when it is painted. GtkLabel has it shaped when it is measured.
static gboolean is_inscription;

static GtkWidget *new_text(void) { return is_inscription ? gtk_inscription_new("") : gtk_label_new(""); }

static void set_text(GtkWidget *widget, const char *text) {
  if (is_inscription)
    gtk_inscription_set_text(GTK_INSCRIPTION(widget), text);
  else
    gtk_label_set_text(GTK_LABEL(widget), text);
}

// MARK: Frames

static GtkWidget *window;
static double layout_end, paint_end;
static gboolean is_painted;

/// Called before all handlers of "paint". A handler of this file would come after those of the surface, which paint.
static gboolean paint_will_begin(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  (void)hint, (void)count, (void)values, (void)data;
  layout_end = peer_thread_time();
  return TRUE;
}

static void paint_did_end(GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  paint_end = peer_thread_time();
  is_painted = TRUE;
}

static void run_frame(void) {
  is_painted = FALSE;
  gtk_widget_queue_draw(window);
  while (!is_painted) g_main_context_iteration(NULL, TRUE);
}

/// What frames took, in milliseconds of the thread.
typedef struct {
  int count;
  /// Up to the end of the layout phase, of that the call that sets the offset, and the painting after it.
  double *whole, *call, *paint;
} Samples;

/// Sets an offset, runs the frame, and keeps what both took.
static void measure(GtkAdjustment *adjustment, double offset, Samples *samples, int frame) {
  double start = peer_thread_time();
  gtk_adjustment_set_value(adjustment, offset);
  samples->call[frame] = peer_thread_time() - start;
  run_frame();
  samples->whole[frame] = layout_end - start;
  samples->paint[frame] = paint_end - layout_end;
}

/// True where the call that sets the offset binds and places cells by itself.
static gboolean binds_in_call;

/// Prints the first `count` times of a row.
static void print_frames(const char *peer, const char *row, Samples *samples, int count) {
  char name[32];
  peer_print(peer, row, samples->whole, count);
  snprintf(name, sizeof name, "%s-paint", row);
  peer_print(peer, name, samples->paint, count);
  if (!binds_in_call) return;
  snprintf(name, sizeof name, "%s-bind", row);
  peer_print(peer, name, samples->call, count);
}

/// Removes the space that the theme leaves around the content of a cell, 3 points: a row of GtkGridView is then as high
/// as in every other scene.
static void remove_padding(void) {
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(style, "gridview > child { padding: 0; }", -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(style);
}

static GtkWidget *open_window(void) {
  remove_padding();
  window = gtk_window_new();
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  gtk_window_set_default_size(GTK_WINDOW(window), PEER_WIDTH, PEER_HEIGHT);
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  gtk_window_present(GTK_WINDOW(window));
  while (!gtk_widget_get_mapped(window)) g_main_context_iteration(NULL, TRUE);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  g_signal_add_emission_hook(g_signal_lookup("paint", GDK_TYPE_FRAME_CLOCK), 0, paint_will_begin, NULL, NULL);
  g_signal_connect(clock, "after-paint", G_CALLBACK(paint_did_end), NULL);
  run_frame();
  return scroller;
}

/// Opens a display and prints the version of GTK.
static gboolean begin(const char *peer) {
  if (!gtk_init_check()) {
    fprintf(stderr, "%s: there is no display; run it under Xvfb\n", peer);
    return FALSE;
  }
  char version[32];
  snprintf(version, sizeof version, "%u.%u.%u", gtk_get_major_version(), gtk_get_minor_version(),
           gtk_get_micro_version());
  peer_version(peer, version);
  return TRUE;
}

/// Scrolls to offsets all over the content, and then on from a third of it.
static void run_scrolling(const char *peer, GtkAdjustment *adjustment, Samples *samples) {
  for (int frame = 0; frame < samples->count; frame++)
    measure(adjustment, peer_offset((uint32_t)frame, gtk_adjustment_get_upper(adjustment)), samples, frame);
  print_frames(peer, "jump", samples, samples->count);

  double offset = gtk_adjustment_get_upper(adjustment) / 3;
  measure(adjustment, offset, samples, 0);
  for (int frame = 0; frame < samples->count; frame++) measure(adjustment, offset += PEER_STEP, samples, frame);
  int rows = peer_row_means(samples->whole, samples->count);
  peer_row_means(samples->call, samples->count);
  peer_row_means(samples->paint, samples->count);
  print_frames(peer, "scroll", samples, rows);
}

static void run_insertion(const char *peer, PeerModel *model, Samples *samples) {
  guint middle = model->count / 2;
  for (int frame = 0; frame < samples->count; frame++) {
    double start = peer_thread_time();
    model->count++;
    g_list_model_items_changed(G_LIST_MODEL(model), middle, 0, 1);
    run_frame();
    samples->whole[frame] = layout_end - start;
  }
  peer_print(peer, "insert", samples->whole, samples->count);
}

/// Shows a view that `make` makes over a model, and measures every row.
static inline int run_rows(const char *peer, guint items, int frames, GtkWidget *make(GListModel *),
                           void scroll_to(GtkWidget *view, guint index)) {
  GtkWidget *scroller = open_window();
  Samples samples = {frames, g_new(double, frames), g_new(double, frames), g_new(double, frames)};
  PeerModel *model = g_object_new(PEER_TYPE_MODEL, NULL);
  model->count = items;
  double start = peer_thread_time();
  GtkWidget *view = make(G_LIST_MODEL(model));
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), view);
  run_frame();
  samples.whole[0] = layout_end - start;
  peer_print(peer, "open", samples.whole, 1);
  run_frame();

  run_scrolling(peer, gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), &samples);
  scroll_to(view, items / 2);
  run_frame();
  run_frame();
  run_insertion(peer, model, &samples);
  peer_print_memory(peer, "memory");
  return 0;
}
