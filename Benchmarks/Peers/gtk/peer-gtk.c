// SPDX-License-Identifier: Apache-2.0
//
// GtkGridView and GtkListView over a model of their own, in a real window.
//
//   peer-gtk grid|list --items N --frames F [--inscription]

#include "scene.h"

// MARK: Cells

static gboolean is_list;

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *label = new_text();
  gtk_widget_set_size_request(label, PEER_CELL_HEIGHT, is_list ? 10 : PEER_CELL_HEIGHT);
  gtk_list_item_set_child(cell, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
  (void)factory, (void)data;
  guint index = PEER_ITEM(gtk_list_item_get_item(cell))->index;
  char text[16];
  snprintf(text, sizeof text, "%u", index);
  GtkWidget *label = gtk_list_item_get_child(cell);
  set_text(label, text);
  if (is_list) gtk_widget_set_size_request(label, PEER_CELL_HEIGHT, 10 + (int)(peer_hash(index) % 10));
}

static GtkWidget *make_view(GListModel *model) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(g_object_ref(model)));
  if (is_list) return gtk_list_view_new(selection, factory);
  GtkWidget *view = gtk_grid_view_new(selection, factory);
  gtk_grid_view_set_min_columns(GTK_GRID_VIEW(view), PEER_COLUMNS);
  gtk_grid_view_set_max_columns(GTK_GRID_VIEW(view), PEER_COLUMNS);
  return view;
}

static void scroll_to(GtkWidget *view, guint index) {
  gtk_widget_activate_action(view, "list.scroll-to-item", "u", index);
}

int main(int count, char **words) {
  is_list = count > 1 && strcmp(words[1], "list") == 0;
  is_inscription = peer_flag(count, words, "--inscription");
  const char *peer = is_list ? "GTK ListView" : is_inscription ? "GTK GridView, inscription" : "GTK GridView";
  guint items = (guint)peer_option(count, words, "--items", 1000000);
  int frames = (int)peer_option(count, words, "--frames", 200);
  return begin(peer) ? run_rows(peer, items, frames, make_view, scroll_to) : 1;
}
