// SPDX-License-Identifier: Apache-2.0
//
// window.c: the window: layouts in a menu, their properties, zoom, pictures to a file, plugins that come
// and go.
#include "viewer.h"

typedef struct {
  GtkWindow *window;
  LhCollectionView *view;
  GtkStringList *names;
  GtkDropDown *menu;
  GtkBox *controls;
  GtkInfoBar *bar;
  char *refused;  ///< The layout that the bar is about; null for none.
  GListModel *items;
  GPtrArray *titles;
  char *plugins, *picture;
  GFileMonitor *monitor;
  GHashTable *files;  ///< Files of layouts in the followed folder, by id.
  double zoom, zoom_before;
  gboolean is_listing, has_pictures;
  int room, patience;
  guint listing, writing;  ///< The timers, removed with the window; 0 for none.
  double card_height;  ///< Of text.
} LvWindow;

// Pictures of the view.

static void tell(LvWindow *self, const char *title, const GError *error) {
  lv_bar_tell(self->bar, title, error);
}

static void on_picture_named(GtkNativeDialog *dialog, int response, LvWindow *self) {
  GError *error = NULL;
  if (response == GTK_RESPONSE_ACCEPT) {
    GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    char *path = g_file_get_path(file);
    if (path != NULL && !lv_write_picture(GTK_WIDGET(self->view), path, &error))
      tell(self, "The picture was not written", error);
    g_clear_error(&error);
    g_free(path);
    g_object_unref(file);
  }
  g_object_unref(dialog);
}

static void save_picture(GSimpleAction *action, GVariant *parameter, gpointer data) {
  LvWindow *self = data;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
      "Save a picture of the view", self->window, GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");
  (void)action, (void)parameter;
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), "view.png");
  g_signal_connect(dialog, "response", G_CALLBACK(on_picture_named), self);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

// Zoom. A layout has its size property under one of a few names; the others are skipped.

static void set_if_there(LvWindow *self, const char *name, GVariant *value) {
  lh_collection_view_set_property_value(self->view, name, value, NULL);
}

/// Sizes of pictures in the layouts whose items are of one size.
static const struct {
  const char *layout;
  double width, height;
} SIZES[] = {{"flow", 160, 160}, {"spring", 160, 160}, {"carousel", 400, 300},
             {"coverflow", 360, 270}, {"pendulum", 140, 105}};

/// The id of the present layout, which may have been named by its file.
static char *shown_id(LvWindow *self) {
  struct lh_view *engine = lh_collection_view_get_engine(self->view);
  lh_layout *layout = engine != NULL ? lh_view_layout(engine) : NULL;
  char *id = g_strdup(layout != NULL ? lh_layout_id(layout) : NULL);
  lh_layout_free(layout);
  return id;
}

static gboolean shows(LvWindow *self, const char *name) {
  char *id = shown_id(self);
  gboolean is_shown = g_strcmp0(id, name) == 0;
  g_free(id);
  return is_shown;
}

static void fit(LvWindow *self) {
  char *name = shown_id(self);
  double zoom = self->zoom, room = MAX(gtk_widget_get_width(GTK_WIDGET(self->view)), 1);
  gboolean has_headings = self->titles->len > 1 || *(char *)g_ptr_array_index(self->titles, 0) != 0;
  self->room = (int)room;
  for (gsize i = 0; i < G_N_ELEMENTS(SIZES); i++)
    if (g_strcmp0(name, SIZES[i].layout) == 0)
      set_if_there(self, "itemSize",
                   self->has_pictures ? g_variant_new("(dd)", SIZES[i].width * zoom, SIZES[i].height * zoom)
                                      : g_variant_new("(dd)", 220 * zoom, self->card_height * zoom));
  set_if_there(self, "lineAlignment", g_variant_new_string("leading"));
  set_if_there(self, "targetHeight", g_variant_new_double(180 * zoom));
  set_if_there(self, "columnCount", g_variant_new_int64(CLAMP((int)(room / (190 * zoom)), 1, 100)));
  set_if_there(self, "columnSpacing", g_variant_new_double(10));
  set_if_there(self, "rowSpacing", g_variant_new_double(10));
  set_if_there(self, "sectionInset", g_variant_new("(dddd)", 10.0, 10.0, 10.0, 10.0));
  if (has_headings) set_if_there(self, "headerReferenceSize", g_variant_new("(dd)", 40.0, 40.0));
  set_if_there(self, "sectionHeadersPinToVisibleBounds", g_variant_new_boolean(TRUE));
  g_free(name);
}

static void set_zoom(LvWindow *self, double zoom) {
  self->zoom = CLAMP(zoom, 0.25, 6);
  fit(self);
}

static void zoom_in(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  set_zoom(data, ((LvWindow *)data)->zoom * 1.25);
}

static void zoom_out(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  set_zoom(data, ((LvWindow *)data)->zoom / 1.25);
}

static void zoom_reset(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  set_zoom(data, 1);
}

static void on_pinch_begin(GtkGesture *gesture, GdkEventSequence *sequence, LvWindow *self) {
  (void)gesture, (void)sequence;
  self->zoom_before = self->zoom;
}

static void on_pinch(GtkGestureZoom *gesture, double scale, LvWindow *self) {
  (void)gesture;
  set_zoom(self, self->zoom_before * scale);
}

static gboolean on_control_wheel(GtkEventControllerScroll *scroll, double dx, double dy, LvWindow *self) {
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
  (void)dx;
  if ((state & GDK_CONTROL_MASK) == 0) return FALSE;
  set_zoom(self, self->zoom * (dy > 0 ? 1 / 1.1 : 1.1));
  return TRUE;
}

// Layouts.

static GVariant *answer_ratio(LhCollectionView *view, gpointer item, guint section, guint index,
                              gpointer data) {
  LvItem *shown = item;
  (void)view, (void)section, (void)index, (void)data;
  if (shown == NULL) return NULL;
  return g_variant_new_double(shown->file != NULL ? lv_item_ratio(shown) : 1.8);
}

static void fill_controls(LvWindow *self) { lv_controls_fill(self->controls, self->view); }

static gboolean show_layout(LvWindow *self, const char *name, GError **error) {
  const char *file = g_hash_table_lookup(self->files, name);
  char *place = file != NULL ? g_strdup_printf("%s#%s", file, name) : g_strdup(name);
  gboolean done = lh_collection_view_set_layout(self->view, place, TRUE, error);
  g_free(place);
  if (!done) return FALSE;
  fit(self);
  fill_controls(self);
  return TRUE;
}

static void on_failed(LhCollectionView *view, GError *error, LvWindow *self) {
  (void)view, (void)self;
  g_debug("%s", error->message);
}

static guint position_of(LvWindow *self, const char *name) {
  guint count = g_list_model_get_n_items(G_LIST_MODEL(self->names));
  for (guint i = 0; i < count; i++)
    if (g_strcmp0(gtk_string_list_get_string(self->names, i), name) == 0) return i;
  return GTK_INVALID_LIST_POSITION;
}

/// Selects the present layout in the menu, and adds it if it is missing.
static void choose_shown(LvWindow *self, const char *place) {
  char *id = shown_id(self);
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

static void on_chosen(GtkDropDown *menu, GParamSpec *spec, LvWindow *self) {
  GtkStringObject *chosen = gtk_drop_down_get_selected_item(menu);
  GError *error = NULL;
  (void)spec;
  if (self->is_listing || chosen == NULL) return;
  // The menu also reports when it is set back to the present layout.
  if (shows(self, gtk_string_object_get_string(chosen))) return;
  gtk_widget_set_visible(GTK_WIDGET(self->bar), FALSE);
  if (show_layout(self, gtk_string_object_get_string(chosen), &error)) return;
  g_free(self->refused);
  self->refused = g_strdup(gtk_string_object_get_string(chosen));
  tell(self, self->refused, error);
  g_error_free(error);
  choose_shown(self, lh_collection_view_get_layout(self->view));
}

/// Runs the refused layout in a process without a sandbox, with the user's consent.
static void on_bar(GtkInfoBar *bar, int response, LvWindow *self) {
  GError *error = NULL;
  LhLayoutTier before = lh_collection_view_get_tier(self->view);
  (void)bar;
  if (response != GTK_RESPONSE_ACCEPT || self->refused == NULL) return;
  lh_collection_view_set_tier(self->view, LH_LAYOUT_TIER_WORKER);
  if (show_layout(self, self->refused, &error)) {
    choose_shown(self, self->refused);
  } else {
    tell(self, self->refused, error);
    g_error_free(error);
  }
  lh_collection_view_set_tier(self->view, before);
}

/// Lists all layouts, those of the followed folder first.
static void list_layouts(LvWindow *self) {
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
  list_layouts(self);
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
    tell(self, "The folder of plugins cannot be watched", error);
  g_clear_error(&error);
  g_object_unref(folder);
}

// The window.

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
  static const char *const keys[][4] = {{"win.save-picture", "<Control>s", NULL},
                                        {"win.zoom-in", "<Control>plus", "<Control>equal", NULL},
                                        {"win.zoom-out", "<Control>minus", NULL},
                                        {"win.zoom-reset", "<Control>0", NULL}};
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

static void add_view(LvWindow *self) {
  GtkWidget *scrolled = gtk_scrolled_window_new();
  GtkGesture *pinch = gtk_gesture_zoom_new();
  GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkMultiSelection *selection = gtk_multi_selection_new(g_object_ref(self->items));
  LhCellFactory *headings = lv_heading_factory(self->titles);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  self->bar = lv_bar_new();
  g_signal_connect(self->bar, "response", G_CALLBACK(on_bar), self);
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
  g_signal_connect(pinch, "begin", G_CALLBACK(on_pinch_begin), self);
  g_signal_connect(pinch, "scale-changed", G_CALLBACK(on_pinch), self);
  g_signal_connect(wheel, "scroll", G_CALLBACK(on_control_wheel), self);
  gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(scrolled, GTK_EVENT_CONTROLLER(pinch));
  gtk_widget_add_controller(scrolled, wheel);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(self->view));
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->bar));
  gtk_box_append(GTK_BOX(box), lv_notice_over(scrolled, self->items,
                                              self->has_pictures ? "There are no pictures in this folder."
                                                                 : "There is nothing to show."));
  gtk_window_set_child(self->window, box);
}

static gboolean write_and_end(gpointer data) {
  LvWindow *self = data;
  GError *error = NULL;
  // Waits until pictures are loaded and nothing moves, half a minute at most.
  if (self->patience-- > 0 &&
      (self->room <= 1 || lv_pictures_under_way() > 0 || lh_collection_view_is_moving(self->view)))
    return G_SOURCE_CONTINUE;
  if (!lv_write_picture(GTK_WIDGET(self->window), self->picture, &error)) {
    g_printerr("layouthost view: %s\n", error->message);
    g_error_free(error);
    lv_fail();
  }
  self->writing = 0;
  gtk_window_close(self->window);
  return G_SOURCE_REMOVE;
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  LvWindow *self = data;
  (void)clock;
  // Columns follow the window, in steps.
  if (ABS(gtk_widget_get_width(widget) - self->room) > 40) fit(self);
  return G_SOURCE_CONTINUE;
}

static void window_free(gpointer data, GObject *window) {
  LvWindow *self = data;
  (void)window;
  g_clear_handle_id(&self->listing, g_source_remove);
  g_clear_handle_id(&self->writing, g_source_remove);
  g_clear_object(&self->monitor);
  g_clear_object(&self->items);
  g_clear_object(&self->names);
  g_ptr_array_unref(self->titles);
  g_hash_table_destroy(self->files);
  g_free(self->plugins);
  g_free(self->picture);
  g_free(self->refused);
  g_free(self);
}

GtkWindow *lv_window_new(GtkApplication *app, const LvOptions *options, GError **error) {
  GPtrArray *titles;
  GListModel *items = lv_source_open(options, &titles, error);
  LvWindow *self;
  const char *layout = options->layout;
  if (items == NULL) return NULL;
  self = g_new0(LvWindow, 1);
  self->items = items;
  self->titles = titles;
  self->has_pictures = options->records == NULL;
  self->card_height = lv_has_glyphs(items) ? 140 : 96;
  self->plugins = g_strdup(options->plugins);
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
  list_layouts(self);
  if (layout == NULL) layout = self->has_pictures ? "gallery" : "flow";
  if (!show_layout(self, layout, error)) {
    gtk_window_destroy(self->window);
    return NULL;
  }
  choose_shown(self, layout);
  g_signal_connect(self->menu, "notify::selected-item", G_CALLBACK(on_chosen), self);
  g_signal_connect(self->window, "close-request", G_CALLBACK(on_close), self);
  gtk_widget_add_tick_callback(GTK_WIDGET(self->view), on_tick, self, NULL);
  follow(self);
  self->patience = 60;
  if (self->picture != NULL) self->writing = g_timeout_add(500, write_and_end, self);
  gtk_window_present(self->window);
  return self->window;
}
