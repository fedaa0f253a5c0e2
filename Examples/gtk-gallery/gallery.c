// SPDX-License-Identifier: Apache-2.0
//
// A folder of pictures with a search that filters as you type: what stays moves to its new place.
#include <layouthost-gtk4/layouthost-gtk4.h>

static GtkEditable *search;

static gboolean matches(gpointer info, gpointer data) {
  const char *type = g_file_info_get_content_type(info), *name = g_file_info_get_display_name(info);
  return type != NULL && g_str_has_prefix(type, "image/") && strstr(name, gtk_editable_get_text(search)) != NULL;
}

#define FILE_OF(info) G_FILE(g_file_info_get_attribute_object(info, "standard::file"))

static GVariant *ratio(LhCollectionView *view, gpointer info, guint section, guint index, gpointer data) {
  int width = 1, height = 1;
  if (info == NULL || gdk_pixbuf_get_file_info(g_file_peek_path(FILE_OF(info)), &width, &height) == NULL)
    return NULL;
  return g_variant_new_double((double)width / height);
}

static void setup(LhCellFactory *factory, LhCell *cell) { lh_cell_set_child(cell, gtk_picture_new()); }

static void bind(LhCellFactory *factory, LhCell *cell) {
  gtk_picture_set_file(GTK_PICTURE(lh_cell_get_child(cell)), FILE_OF(lh_cell_get_item(cell)));
  lh_cell_set_accessible_label(cell, g_file_info_get_display_name(lh_cell_get_item(cell)));
}

static void search_changed(GtkFilter *filter) { gtk_filter_changed(filter, GTK_FILTER_CHANGE_DIFFERENT); }

static void open(GtkApplication *app, GFile **files) {
  GtkWidget *window = gtk_application_window_new(app), *bar = gtk_header_bar_new();
  GtkDirectoryList *folder = gtk_directory_list_new("standard::*", files[0]);
  GtkFilter *filter = GTK_FILTER(gtk_custom_filter_new(matches, NULL, NULL));
  GtkFilterListModel *found = gtk_filter_list_model_new(G_LIST_MODEL(folder), filter);
  LhCellFactory *factory = lh_signal_cell_factory_new();
  GtkWidget *view, *scrolled = gtk_scrolled_window_new(), *entry = gtk_search_entry_new();
  search = GTK_EDITABLE(entry);
  g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  view = lh_collection_view_new(G_LIST_MODEL(gtk_multi_selection_new(G_LIST_MODEL(found))), factory);
  lh_collection_view_set_answer(LH_COLLECTION_VIEW(view), "aspectRatioForItem", ratio, NULL, NULL);
  g_object_set(view, "layout", "gallery", NULL);
  g_signal_connect_swapped(entry, "search-changed", G_CALLBACK(search_changed), filter);
  gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), entry);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
  g_object_set(window, "titlebar", bar, "child", scrolled, "default-width", 900, "default-height", 600, NULL);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  GtkApplication *app = gtk_application_new(NULL, G_APPLICATION_HANDLES_OPEN);
  if (argc != 2) {
    g_printerr("usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  g_signal_connect(app, "open", G_CALLBACK(open), NULL);
  return g_application_run(G_APPLICATION(app), argc, argv);
}
