// SPDX-License-Identifier: Apache-2.0
//
// window.c: the window: its header and menu, the view, and what it remembers.
#include "window.h"

// Actions.

static void save_picture(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  lv_saving_ask(data);
}

static void zoom_in(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  lv_zoom_set(data, ((LvWindow *)data)->zoom * 1.25);
}

static void zoom_out(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  lv_zoom_set(data, ((LvWindow *)data)->zoom / 1.25);
}

static void zoom_reset(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  lv_zoom_set(data, 1);
}

// The window.

static GVariant *answer_ratio(LhCollectionView *view, gpointer item, guint section, guint index,
                              gpointer data) {
  LvItem *shown = item;
  (void)view, (void)section, (void)index, (void)data;
  if (shown == NULL) return NULL;
  return g_variant_new_double(shown->file != NULL ? lv_item_ratio(shown) : 1.8);
}

static void fill_controls(LvWindow *self) { lv_controls_fill(self->controls, self->view); }

static void on_failed(LhCollectionView *view, GError *error, LvWindow *self) {
  (void)view, (void)self;
  g_debug("%s", error->message);
}

static void on_activate(LhCollectionView *view, guint section, guint index, LvWindow *self) {
  GListModel *sections = gtk_flatten_list_model_get_model(GTK_FLATTEN_LIST_MODEL(self->items));
  GListModel *list = g_list_model_get_item(sections, section);
  LvItem *item = list != NULL ? g_list_model_get_item(list, index) : NULL;
  (void)view;
  if (item != NULL && item->file != NULL) {
    char *uri = g_file_get_uri(item->file);
    gtk_show_uri(self->window, uri, GDK_CURRENT_TIME);
    g_free(uri);
  }
  g_clear_object(&item);
  g_clear_object(&list);
}

static void set_dark(GSimpleAction *action, GVariant *state, gpointer data) {
  (void)data;
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
               g_variant_get_boolean(state), NULL);
  g_simple_action_set_state(action, state);
}

static char *memory_path(void) {
  return g_build_filename(g_get_user_config_dir(), "layouthost", "view.ini", NULL);
}

static gboolean on_close(GtkWindow *window, LvWindow *self) {
  GKeyFile *memory = g_key_file_new();
  char *path = memory_path(), *folder = g_path_get_dirname(path);
  int width, height;
  gtk_window_get_default_size(window, &width, &height);
  g_key_file_set_integer(memory, "window", "width", width);
  g_key_file_set_integer(memory, "window", "height", height);
  g_key_file_set_boolean(memory, "window", "maximized", gtk_window_is_maximized(window));
  g_key_file_set_double(memory, "window", "zoom", self->zoom);
  g_mkdir_with_parents(folder, 0700);
  g_key_file_save_to_file(memory, path, NULL);
  g_key_file_unref(memory);
  g_free(folder);
  g_free(path);
  return FALSE;
}

static void remember(LvWindow *self) {
  GKeyFile *memory = g_key_file_new();
  char *path = memory_path();
  gtk_window_set_default_size(self->window, 960, 640);
  self->zoom = 1;
  if (g_key_file_load_from_file(memory, path, G_KEY_FILE_NONE, NULL)) {
    int width = g_key_file_get_integer(memory, "window", "width", NULL);
    int height = g_key_file_get_integer(memory, "window", "height", NULL);
    double zoom = g_key_file_get_double(memory, "window", "zoom", NULL);
    if (width > 100 && height > 100) gtk_window_set_default_size(self->window, width, height);
    if (zoom > 0) self->zoom = CLAMP(zoom, 0.25, 6);
    if (g_key_file_get_boolean(memory, "window", "maximized", NULL)) gtk_window_maximize(self->window);
  }
  g_key_file_unref(memory);
  g_free(path);
}

static GtkWidget *make_properties(LvWindow *self) {
  GtkWidget *button = gtk_menu_button_new(), *popover = gtk_popover_new();
  GtkWidget *scrolled = gtk_scrolled_window_new();
  self->controls = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6));
  gtk_scrolled_window_set_propagate_natural_width(GTK_SCROLLED_WINDOW(scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 420);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(self->controls));
  gtk_popover_set_child(GTK_POPOVER(popover), scrolled);
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "preferences-system-symbolic");
  gtk_widget_set_tooltip_text(button, "Properties of the layout");
  // Properties may have changed since: by zoom, or by a new version of the plugin.
  g_signal_connect_swapped(popover, "show", G_CALLBACK(fill_controls), self);
  return button;
}

static void add_actions(LvWindow *self, GtkApplication *app, gboolean dark) {
  static const GActionEntry entries[] = {
      {.name = "save-picture", .activate = save_picture},
      {.name = "zoom-in", .activate = zoom_in},
      {.name = "zoom-out", .activate = zoom_out},
      {.name = "zoom-reset", .activate = zoom_reset},
      {.name = "dark", .state = "false", .change_state = set_dark},
  };
  static const char *const keys[][5] = {
      {"win.save-picture", "<Control>s", NULL},
      {"win.zoom-in", "<Control>plus", "<Control>equal", "<Control>KP_Add", NULL},
      {"win.zoom-out", "<Control>minus", "<Control>KP_Subtract", NULL},
      {"win.zoom-reset", "<Control>0", "<Control>KP_0", NULL}};
  g_action_map_add_action_entries(G_ACTION_MAP(self->window), entries, G_N_ELEMENTS(entries), self);
  for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
    gtk_application_set_accels_for_action(app, keys[i][0], &keys[i][1]);
  if (dark)
    g_action_group_change_action_state(G_ACTION_GROUP(self->window), "dark", g_variant_new_boolean(TRUE));
}

static void add_header(LvWindow *self) {
  GtkWidget *header = gtk_header_bar_new();
  self->names = gtk_string_list_new(NULL);
  self->menu = GTK_DROP_DOWN(gtk_drop_down_new(G_LIST_MODEL(g_object_ref(self->names)), NULL));
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->menu), "Layout");
  gtk_header_bar_pack_start(GTK_HEADER_BAR(header), GTK_WIDGET(self->menu));
  gtk_header_bar_pack_start(GTK_HEADER_BAR(header), make_properties(self));
  gtk_header_bar_pack_end(GTK_HEADER_BAR(header), lv_menu_new());
  gtk_window_set_titlebar(self->window, header);
}

static void on_folder_read(LvFolder *folder, GParamSpec *spec, GtkInfoBar *bar) {
  const GError *error = lv_folder_get_error(folder);
  (void)spec;
  if (error != NULL) lv_bar_tell(bar, "The folder cannot be read", error);
}

static void add_view(LvWindow *self) {
  GtkWidget *scrolled = gtk_scrolled_window_new();
  GtkMultiSelection *selection = gtk_multi_selection_new(g_object_ref(self->items));
  LhCellFactory *headings = lv_heading_factory(self->titles);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  self->bar = lv_bar_new();
  self->view = LH_COLLECTION_VIEW(lh_collection_view_new(NULL, lv_card_factory()));
  lh_collection_view_set_header_factory(self->view, headings);
  lh_collection_view_set_text_property(self->view, "title");
  lh_collection_view_set_enable_rubberband(self->view, TRUE);
  lh_collection_view_set_answer(self->view, "aspectRatioForItem", answer_ratio, NULL, NULL);
  lh_collection_view_set_model(self->view, G_LIST_MODEL(selection));
  g_object_unref(headings);
  g_object_unref(selection);
  g_signal_connect(self->view, "activate", G_CALLBACK(on_activate), self);
  g_signal_connect(self->view, "layout-failed", G_CALLBACK(on_failed), self);
  lv_zoom_add_gestures(self, scrolled);
  lv_zoom_follow(self, gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scrolled)));
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(self->view));
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->bar));
  gtk_box_append(GTK_BOX(box), lv_notice_over(scrolled, self->items, self->folder,
                                              self->has_pictures ? "There are no pictures in this folder."
                                                                 : "There is nothing to show."));
  gtk_window_set_child(self->window, box);
  if (self->folder != NULL)
    g_signal_connect_object(self->folder, "notify::loading", G_CALLBACK(on_folder_read), self->bar, 0);
}

static void window_free(gpointer data, GObject *window) {
  LvWindow *self = data;
  (void)window;
  g_clear_handle_id(&self->listing, g_source_remove);
  g_clear_handle_id(&self->writing, g_source_remove);
  g_clear_handle_id(&self->fitting, g_source_remove);
  g_clear_object(&self->monitor);
  g_clear_pointer(&self->followed, lv_followed_free);
  g_clear_object(&self->items);
  g_clear_object(&self->folder);
  g_clear_object(&self->names);
  g_ptr_array_unref(self->titles);
  g_hash_table_destroy(self->files);
  g_free(self->plugins);
  g_free(self->picture);
  g_free(self->refused);
  g_free(self);
}

/// The user's folder of plugins, made if it is not there; null where that fails.
static char *own_plugins(void) {
  char *path = g_build_filename(g_get_user_data_dir(), "layouthost", "plugins", NULL);
  if (g_mkdir_with_parents(path, 0700) == 0) return path;
  g_free(path);
  return NULL;
}

GtkWindow *lv_window_new(GtkApplication *app, const LvOptions *options, GError **error) {
  GPtrArray *titles;
  LvFolder *folder;
  GListModel *items = lv_source_open(options, &titles, &folder, error);
  LvWindow *self;
  if (items == NULL) return NULL;
  self = g_new0(LvWindow, 1);
  self->items = items;
  self->folder = folder;
  self->titles = titles;
  self->has_pictures = options->records == NULL;
  self->card_height = lv_has_glyphs(items) ? 140 : 96;
  self->plugins = options->plugins != NULL ? g_strdup(options->plugins) : own_plugins();
  self->picture = g_strdup(options->picture);
  self->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  self->window = GTK_WINDOW(gtk_application_window_new(app));
  g_object_weak_ref(G_OBJECT(self->window), window_free, self);
  gtk_window_set_title(self->window, options->title);
  lv_add_style();
  remember(self);
  add_header(self);
  add_view(self);
  add_actions(self, app, options->dark);
  if (options->follow != NULL)
    self->followed = lv_records_follow(
        options, gtk_flatten_list_model_get_model(GTK_FLATTEN_LIST_MODEL(items)), titles, self->bar);
  lv_layouts_list(self);
  if (!lv_layouts_show_first(self, options->layout, error)) {
    gtk_window_destroy(self->window);
    return NULL;
  }
  g_signal_connect(self->window, "close-request", G_CALLBACK(on_close), self);
  lv_layouts_begin(self);
  if (self->picture != NULL) lv_saving_write_and_end(self);
  gtk_window_present(self->window);
  return self->window;
}
