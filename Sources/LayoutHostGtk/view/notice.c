// SPDX-License-Identifier: Apache-2.0
//
// notice.c: the messages of the window: its menu, a bar above the view for errors, and a text for
// an empty view.
#include "viewer.h"

static void on_response(GtkInfoBar *bar, int response, gpointer data) {
  (void)response, (void)data;
  gtk_widget_set_visible(GTK_WIDGET(bar), FALSE);
}

GtkInfoBar *lv_bar_new(void) {
  GtkWidget *bar = gtk_info_bar_new(), *text = gtk_label_new(NULL), *button;
  gtk_label_set_wrap(GTK_LABEL(text), TRUE);
  gtk_label_set_xalign(GTK_LABEL(text), 0);
  gtk_label_set_max_width_chars(GTK_LABEL(text), 60);
  gtk_widget_set_hexpand(text, TRUE);
  gtk_info_bar_add_child(GTK_INFO_BAR(bar), text);
  button = gtk_info_bar_add_button(GTK_INFO_BAR(bar), "Show it _unconfined", GTK_RESPONSE_ACCEPT);
  gtk_widget_set_tooltip_text(button, "In a process of its own that may do what you may");
  gtk_info_bar_set_show_close_button(GTK_INFO_BAR(bar), TRUE);
  gtk_info_bar_set_message_type(GTK_INFO_BAR(bar), GTK_MESSAGE_WARNING);
  gtk_widget_set_visible(bar, FALSE);
  g_object_set_data(G_OBJECT(bar), "text", text);
  g_object_set_data(G_OBJECT(bar), "button", button);
  g_signal_connect(bar, "response", G_CALLBACK(on_response), NULL);
  return GTK_INFO_BAR(bar);
}

char *lv_reason_of(const GError *error) {
  const char *remedy = g_strrstr(error->message, "; ");
  gboolean is_option = remedy != NULL && strstr(remedy, "--tier") != NULL;
  return is_option ? g_strndup(error->message, (gsize)(remedy - error->message)) : g_strdup(error->message);
}

void lv_bar_tell(GtkInfoBar *bar, const char *title, const GError *error) {
  gboolean lacks_sandbox = g_error_matches(error, LH_ERROR, LH_ERROR_SANDBOX);
  char *reason = lv_reason_of(error), *given = g_strdup_printf("%s: %s", title, reason);
  // The title may be a path.
  char *text = g_utf8_make_valid(given, -1);
  g_free(reason);
  g_free(given);
  gtk_label_set_text(g_object_get_data(G_OBJECT(bar), "text"), text);
  gtk_widget_set_visible(g_object_get_data(G_OBJECT(bar), "button"), lacks_sandbox);
  gtk_widget_set_visible(GTK_WIDGET(bar), TRUE);
  g_free(text);
}

/// Shows the text where the list is empty and stays so: a folder that is being read, or that could not be,
/// may have pictures.
static void show_if_empty(GtkWidget *words) {
  GListModel *items = g_object_get_data(G_OBJECT(words), "items");
  LvFolder *folder = g_object_get_data(G_OBJECT(words), "folder");
  gboolean is_known = folder == NULL || (!lv_folder_is_loading(folder) && lv_folder_get_error(folder) == NULL);
  gtk_widget_set_visible(words, is_known && g_list_model_get_n_items(items) == 0);
}

GtkWidget *lv_notice_over(GtkWidget *view, GListModel *items, LvFolder *folder, const char *text) {
  GtkWidget *overlay = gtk_overlay_new(), *words = gtk_label_new(text);
  gtk_widget_add_css_class(words, "lv-empty");
  gtk_widget_add_css_class(words, "dim-label");
  gtk_widget_set_can_target(words, FALSE);
  gtk_widget_set_vexpand(overlay, TRUE);
  gtk_overlay_set_child(GTK_OVERLAY(overlay), view);
  gtk_overlay_add_overlay(GTK_OVERLAY(overlay), words);
  g_object_set_data_full(G_OBJECT(words), "items", g_object_ref(items), g_object_unref);
  g_signal_connect_object(items, "items-changed", G_CALLBACK(show_if_empty), words, G_CONNECT_SWAPPED);
  if (folder != NULL) {
    g_object_set_data_full(G_OBJECT(words), "folder", g_object_ref(folder), g_object_unref);
    g_signal_connect_object(folder, "notify::loading", G_CALLBACK(show_if_empty), words, G_CONNECT_SWAPPED);
  }
  show_if_empty(words);
  return overlay;
}

GtkWidget *lv_menu_new(void) {
  GMenu *menu = g_menu_new();
  GtkWidget *button = gtk_menu_button_new();
  g_menu_append(menu, "_Save a picture…", "win.save-picture");
  g_menu_append(menu, "_Dark", "win.dark");
  g_menu_append(menu, "Zoom _in", "win.zoom-in");
  g_menu_append(menu, "Zoom _out", "win.zoom-out");
  g_menu_append(menu, "_Normal size", "win.zoom-reset");
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "open-menu-symbolic");
  g_object_unref(menu);
  return button;
}
