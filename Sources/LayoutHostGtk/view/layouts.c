// SPDX-License-Identifier: Apache-2.0
//
// layouts.c: the layouts in the window's menu, and plugins that come and go.
#include "window.h"

char *lv_layouts_shown_id(LvWindow *self) {
  struct lh_view *engine = lh_collection_view_get_engine(self->view);
  lh_layout *layout = engine != NULL ? lh_view_layout(engine) : NULL;
  char *id = g_strdup(layout != NULL ? lh_layout_id(layout) : NULL);
  lh_layout_free(layout);
  return id;
}

static gboolean shows(LvWindow *self, const char *name) {
  char *id = lv_layouts_shown_id(self);
  gboolean is_shown = g_strcmp0(id, name) == 0;
  g_free(id);
  return is_shown;
}

gboolean lv_layouts_show(LvWindow *self, const char *name, GError **error) {
  const char *file = g_hash_table_lookup(self->files, name);
  char *place = file != NULL ? g_strdup_printf("%s#%s", file, name) : g_strdup(name);
  gboolean done = lh_collection_view_set_layout(self->view, place, TRUE, error);
  g_free(place);
  if (!done) return FALSE;
  lv_zoom_fit(self);
  lv_controls_fill(self->controls, self->view);
  return TRUE;
}

static guint position_of(LvWindow *self, const char *name) {
  guint count = g_list_model_get_n_items(G_LIST_MODEL(self->names));
  for (guint i = 0; i < count; i++)
    if (g_strcmp0(gtk_string_list_get_string(self->names, i), name) == 0) return i;
  return GTK_INVALID_LIST_POSITION;
}

void lv_layouts_choose_shown(LvWindow *self, const char *place) {
  char *id = lv_layouts_shown_id(self);
  const char *name = id != NULL ? id : place;
  self->is_listing = TRUE;
  if (strchr(place, '/') != NULL) {
    char *file = g_strndup(place, strcspn(place, "#"));
    g_hash_table_insert(self->files, g_strdup(name), g_canonicalize_filename(file, NULL));
    g_free(file);
  }
  if (position_of(self, name) == GTK_INVALID_LIST_POSITION) gtk_string_list_append(self->names, name);
  gtk_drop_down_set_selected(self->menu, position_of(self, name));
  self->is_listing = FALSE;
  g_free(id);
}

/// Tells that a layout was refused; the bar may offer to show it all the same.
static void refuse(LvWindow *self, const char *name, const GError *error) {
  char *refused = g_strdup(name);
  g_free(self->refused);
  self->refused = refused;
  lv_bar_tell(self->bar, refused, error);
}

/// Says what a person can do where a picture of a layout cannot be made in a sandbox.
static void advise(GError **error, const char *name) {
  char *reason = lv_reason_of(*error);
  g_clear_error(error);
  g_set_error(error, LH_ERROR, LH_ERROR_SANDBOX,
              "%s: %s; trust its file with 'layouthost trust add', or leave --picture out and show it "
              "unconfined in the window",
              name, reason);
  g_free(reason);
}

gboolean lv_layouts_show_first(LvWindow *self, const char *name, GError **error) {
  const char *usual = self->has_pictures ? "gallery" : "flow";
  GError *why = NULL;
  if (name == NULL) name = usual;
  if (lv_layouts_show(self, name, &why)) {
    lv_layouts_choose_shown(self, name);
    return TRUE;
  }
  if (!g_error_matches(why, LH_ERROR, LH_ERROR_SANDBOX) || self->picture != NULL) {
    if (g_error_matches(why, LH_ERROR, LH_ERROR_SANDBOX)) advise(&why, name);
    g_propagate_error(error, why);
    return FALSE;
  }
  if (lv_layouts_show(self, usual, error)) {
    lv_layouts_choose_shown(self, usual);
    refuse(self, name, why);
  }
  g_error_free(why);
  return self->refused != NULL;
}

static void on_chosen(GtkDropDown *menu, GParamSpec *spec, LvWindow *self) {
  GtkStringObject *chosen = gtk_drop_down_get_selected_item(menu);
  GError *error = NULL;
  (void)spec;
  if (self->is_listing || chosen == NULL) return;
  // The menu also reports when it is set back to the present layout.
  if (shows(self, gtk_string_object_get_string(chosen))) return;
  gtk_widget_set_visible(GTK_WIDGET(self->bar), FALSE);
  if (lv_layouts_show(self, gtk_string_object_get_string(chosen), &error)) return;
  refuse(self, gtk_string_object_get_string(chosen), error);
  g_error_free(error);
  lv_layouts_choose_shown(self, lh_collection_view_get_layout(self->view));
}

/// Runs the refused layout in a process without a sandbox, with the user's consent.
static void on_bar(GtkInfoBar *bar, int response, LvWindow *self) {
  GError *error = NULL;
  LhLayoutTier before = lh_collection_view_get_tier(self->view);
  (void)bar;
  if (response != GTK_RESPONSE_ACCEPT || self->refused == NULL) return;
  lh_collection_view_set_tier(self->view, LH_LAYOUT_TIER_WORKER);
  if (lv_layouts_show(self, self->refused, &error)) {
    lv_layouts_choose_shown(self, self->refused);
  } else {
    lv_bar_tell(self->bar, self->refused, error);
    g_error_free(error);
  }
  lh_collection_view_set_tier(self->view, before);
}

void lv_layouts_list(LvWindow *self) {
  const char *const directories[] = {self->plugins};
  lh_library *library = lh_library_new(directories, self->plugins != NULL ? 1 : 0, NULL);
  GtkStringObject *chosen = gtk_drop_down_get_selected_item(self->menu);
  char *name = chosen != NULL ? g_strdup(gtk_string_object_get_string(chosen))
                              : g_strdup(lh_collection_view_get_layout(self->view));
  char *file = name != NULL ? g_strdup(g_hash_table_lookup(self->files, name)) : NULL;
  self->is_listing = TRUE;
  gtk_string_list_splice(self->names, 0, g_list_model_get_n_items(G_LIST_MODEL(self->names)), NULL);
  g_hash_table_remove_all(self->files);
  for (uint32_t i = 0; library != NULL && i < lh_library_count(library); i++) {
    lh_plugin plugin = LH_TABLE(lh_plugin);
    if (!lh_library_get(library, i, &plugin, NULL) || plugin.refusal != NULL) continue;
    if (position_of(self, plugin.layout) != GTK_INVALID_LIST_POSITION) continue;
    gtk_string_list_append(self->names, plugin.layout);
    if (self->plugins != NULL && g_str_has_prefix(plugin.path, self->plugins))
      g_hash_table_insert(self->files, g_strdup(plugin.layout), g_strdup(plugin.path));
  }
  lh_library_free(library);
  // The present layout stays in the menu, even if its file was removed or is elsewhere.
  if (name != NULL && position_of(self, name) == GTK_INVALID_LIST_POSITION) {
    gtk_string_list_append(self->names, name);
    if (file != NULL) g_hash_table_insert(self->files, g_strdup(name), g_strdup(file));
  }
  if (name != NULL) gtk_drop_down_set_selected(self->menu, position_of(self, name));
  g_free(name);
  g_free(file);
  self->is_listing = FALSE;
}

static gboolean list_later(gpointer data) {
  LvWindow *self = data;
  self->listing = 0;
  lv_layouts_list(self);
  return G_SOURCE_REMOVE;
}

static void on_folder(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                      LvWindow *self) {
  (void)monitor, (void)file, (void)other, (void)event;
  // A file is read when it has settled.
  g_clear_handle_id(&self->listing, g_source_remove);
  self->listing = g_timeout_add(300, list_later, self);
}

static void follow(LvWindow *self) {
  GFile *folder;
  GError *error = NULL;
  if (self->plugins == NULL) return;
  folder = g_file_new_for_path(self->plugins);
  self->monitor = g_file_monitor_directory(folder, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL) g_signal_connect(self->monitor, "changed", G_CALLBACK(on_folder), self);
  if (!lh_collection_view_follow_directory(self->view, self->plugins, &error))
    lv_bar_tell(self->bar, "The folder of plugins cannot be watched", error);
  g_clear_error(&error);
  g_object_unref(folder);
}

void lv_layouts_begin(LvWindow *self) {
  g_signal_connect(self->menu, "notify::selected-item", G_CALLBACK(on_chosen), self);
  g_signal_connect(self->bar, "response", G_CALLBACK(on_bar), self);
  follow(self);
}
