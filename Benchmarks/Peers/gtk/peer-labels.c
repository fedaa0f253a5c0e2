// SPDX-License-Identifier: Apache-2.0
//
// The labels of the other harnesses without a view: their texts are set and they are measured. No view whose cells are
// labels can bind and place them in less.
//
//   peer-labels --items N --frames F

#include "scene.h"

/// A row enters above or below those that fill the viewport.
enum { ROWS = PEER_HEIGHT / PEER_CELL_HEIGHT + 1, LABELS = ROWS * PEER_COLUMNS };

static GtkWidget *labels[LABELS];

static GtkWidget *make_labels(void) {
  GtkWidget *fixed = gtk_fixed_new();
  for (int i = 0; i < LABELS; i++) {
    labels[i] = new_text();
    gtk_widget_set_size_request(labels[i], PEER_CELL_HEIGHT, 10);
    double x = i % PEER_COLUMNS * PEER_CELL_WIDTH, y = (double)(i / PEER_COLUMNS) * PEER_CELL_HEIGHT;
    gtk_fixed_put(GTK_FIXED(fixed), labels[i], x, y);
  }
  return fixed;
}

/// Shows an item in a label.
static void show(GtkWidget *label, guint index) {
  char text[16];
  int least, natural;
  snprintf(text, sizeof text, "%u", index);
  set_text(label, text);
  gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, -1, &least, &natural, NULL, NULL);
}

/// Shows items from `first` on in the labels from `start` to `end`, and paints them. Returns the time of the former.
static double show_some(int start, int end, guint first) {
  double before = peer_thread_time();
  for (int i = start; i < end; i++) show(labels[i], first + (guint)i);
  double taken = peer_thread_time() - before;
  run_frame();
  return taken;
}

int main(int count, char **words) {
  const char *peer = "GtkLabel alone";
  guint items = (guint)peer_option(count, words, "--items", 100000);
  int frames = (int)peer_option(count, words, "--frames", 200);
  if (!begin(peer)) return 1;
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(open_window()), make_labels());
  run_frame();
  double *times = g_new(double, frames);
  for (int frame = 0; frame < frames; frame++)
    times[frame] = show_some(0, LABELS, (guint)peer_offset((uint32_t)frame, items));
  peer_print(peer, "jump-bind", times, frames);

  for (int frame = 0; frame < frames; frame++) {
    int row = frame / PEER_ROW_FRAMES % ROWS;
    gboolean enters = frame % PEER_ROW_FRAMES == 0;
    times[frame] = show_some(row * PEER_COLUMNS, (row + enters) * PEER_COLUMNS, items / 3 + (guint)frame);
  }
  peer_print(peer, "scroll-bind", times, peer_row_means(times, frames));
  return 0;
}
