// SPDX-License-Identifier: Apache-2.0
//
// LhCollectionView over the same model, with the same cells, in the same window.
//
//   peer-widget flow|waterfall --items N --frames F [--inscription]

#include "scene.h"

#include <layouthost-gtk4/layouthost-gtk4.h>

static const char *layout;

static void set_up(LhCellFactory *factory, LhCell *cell, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *label = new_text();
  gtk_widget_set_size_request(label, PEER_CELL_HEIGHT, 10);
  lh_cell_set_child(cell, label);
}

/// Heights from 40 to 119, as `layouthost bench` spreads them.
static int height_of(guint index) { return 40 + (int)(peer_hash(index) % 80); }

static void bind(LhCellFactory *factory, LhCell *cell, gpointer data) {
  (void)factory, (void)data;
  char text[16];
  guint index = PEER_ITEM(lh_cell_get_item(cell))->index;
  GtkWidget *label = lh_cell_get_child(cell);
  snprintf(text, sizeof text, "%u", index);
  set_text(label, text);
  // Its own height: a cell that prefers another one than the answer is placed again.
  if (strcmp(layout, "waterfall") == 0) gtk_widget_set_size_request(label, PEER_CELL_HEIGHT, height_of(index));
}

static GVariant *size_of(LhCollectionView *view, gpointer item, guint section, guint index, gpointer data) {
  (void)view, (void)item, (void)section, (void)data;
  return g_variant_new("(dd)", (double)PEER_CELL_WIDTH, (double)height_of(index));
}

static void set_property(LhCollectionView *view, const char *name, GVariant *value) {
  GError *error = NULL;
  if (lh_collection_view_set_property_value(view, name, value, &error)) return;
  fprintf(stderr, "peer-widget: %s\n", error->message);
  exit(1);
}

static GtkWidget *make_view(GListModel *model) {
  LhCellFactory *factory = lh_signal_cell_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  GListModel *selection = G_LIST_MODEL(gtk_no_selection_new(g_object_ref(model)));
  GtkWidget *widget = lh_collection_view_new(selection, factory);
  LhCollectionView *view = LH_COLLECTION_VIEW(widget);
  GError *error = NULL;
  if (!lh_collection_view_set_layout(view, layout, FALSE, &error)) {
    fprintf(stderr, "peer-widget: %s\n", error->message);
    exit(1);
  }
  if (strcmp(layout, "waterfall") == 0) {
    lh_collection_view_set_answer(view, "sizeForItem", size_of, NULL, NULL);
    set_property(view, "columnCount", g_variant_new_int64(PEER_COLUMNS));
    set_property(view, "columnSpacing", g_variant_new_double(0));
    set_property(view, "rowSpacing", g_variant_new_double(0));
  } else {
    set_property(view, "itemSize", g_variant_new("(dd)", (double)PEER_CELL_WIDTH, (double)PEER_CELL_HEIGHT));
    set_property(view, "minimumLineSpacing", g_variant_new_double(0));
    set_property(view, "minimumInteritemSpacing", g_variant_new_double(0));
  }
  return widget;
}

static void scroll_to(GtkWidget *view, guint index) {
  lh_collection_view_scroll_to(LH_COLLECTION_VIEW(view), 0, index, LH_SCROLL_TO_START, NULL);
}

int main(int count, char **words) {
  layout = count > 1 ? words[1] : "flow";
  is_inscription = peer_flag(count, words, "--inscription");
  const char *peer = strcmp(layout, "waterfall") == 0 ? "LhCollectionView, masonry"
                     : is_inscription                 ? "LhCollectionView, inscription"
                                                      : "LhCollectionView";
  guint items = (guint)peer_option(count, words, "--items", 100000);
  int frames = (int)peer_option(count, words, "--frames", 200);
  binds_in_call = TRUE;
  return begin(peer) ? run_rows(peer, items, frames, make_view, scroll_to) : 1;
}
