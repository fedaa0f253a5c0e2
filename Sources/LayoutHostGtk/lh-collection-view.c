// SPDX-License-Identifier: Apache-2.0
//
// lh-collection-view.c: the GTK widget: its class, its life, and its focus.
#include "view-private.h"

/**
 * LhCollectionView:
 *
 * A view of a list model whose layout is a plugin, chosen by its id or its file. Cells are widgets that a
 * [class@CellFactory] makes, and only what is in sight has one. Put it into a `GtkScrolledWindow`.
 *
 * A model that is a `GtkSelectionModel` lets people select. The lists of a `GtkFlattenListModel` are
 * sections. What the model tells of changes is animated.
 */
G_DEFINE_FINAL_TYPE_WITH_CODE(LhCollectionView, lh_collection_view, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)widget, (void)orientation, (void)for_size;
  *minimum = 0;
  *natural = 200;
  *minimum_baseline = *natural_baseline = -1;
}

/// Gives back a reference at the end of a function that GTK calls; later for a widget that a handler took
/// out of its window, because GTK still reads it.
static void release(GtkWidget *widget) {
  if (gtk_widget_get_parent(widget) != NULL) g_object_unref(widget);
  else g_idle_add_once(g_object_unref, widget);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  (void)baseline;
  g_object_ref(widget);
  lh_allocate(LH_COLLECTION_VIEW(widget), width, height);
  release(widget);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *to) {
  lh_allocate_snapshot(LH_COLLECTION_VIEW(widget), to);
}

static void direction_changed(GtkWidget *widget, GtkTextDirection previous) {
  (void)previous;
  lh_engine_update_environment(LH_COLLECTION_VIEW(widget));
}

/// The keyboard focus enters at the focused item; Tab leaves, because arrow keys move inside.
static gboolean take_focus(LhCollectionView *self, GtkDirectionType direction) {
  GtkWidget *widget = GTK_WIDGET(self);
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *present = root != NULL ? gtk_root_get_focus(root) : NULL;
  lh_path path;
  if (present != NULL && (present == widget || gtk_widget_is_ancestor(present, widget))) {
    if (self->failure != NULL && gtk_widget_get_visible(self->failure) &&
        !gtk_widget_is_ancestor(present, self->failure))
      return gtk_widget_child_focus(self->failure, direction);
    return FALSE;
  }
  if (lh_engine_ready(self) != NULL && (lh_view_get_focus(self->engine, &path) ||
                                        lh_view_get_item_at(self->engine, 1, 1, &path) ||
                                        lh_model_path(self, 0, &path))) {
    lh_selecting_focus(self, path);
    return TRUE;
  }
  return gtk_widget_grab_focus(widget);
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
  gboolean is_taken;
  g_object_ref(widget);
  is_taken = take_focus(LH_COLLECTION_VIEW(widget), direction);
  release(widget);
  return is_taken;
}

static gboolean grab_focus(GtkWidget *widget) {
  GtkRoot *root = gtk_widget_get_root(widget);
  if (root == NULL) return FALSE;
  gtk_root_set_focus(root, widget);
  return TRUE;
}

static void on_environment(LhCollectionView *self) { lh_engine_update_environment(self); }

static void root(GtkWidget *widget) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  GTK_WIDGET_CLASS(lh_collection_view_parent_class)->root(widget);
  // The engine scrolls by itself; two scrollers would add up.
  if (GTK_IS_SCROLLED_WINDOW(parent))
    gtk_scrolled_window_set_kinetic_scrolling(GTK_SCROLLED_WINDOW(parent), FALSE);
  g_set_object(&self->settings, gtk_widget_get_settings(widget));
  g_signal_connect_swapped(self->settings, "notify::gtk-enable-animations",
                           G_CALLBACK(on_environment), self);
  g_object_ref(widget);
  lh_engine_ready(self);
  lh_engine_update_environment(self);
  release(widget);
}

static void unroot(GtkWidget *widget) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  g_signal_handlers_disconnect_by_func(self->settings, on_environment, self);
  g_clear_object(&self->settings);
  GTK_WIDGET_CLASS(lh_collection_view_parent_class)->unroot(widget);
}

/// Text of another size changes the preferred sizes of cells.
static void system_setting_changed(GtkWidget *widget, GtkSystemSetting setting) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  GTK_WIDGET_CLASS(lh_collection_view_parent_class)->system_setting_changed(widget, setting);
  if (setting == GTK_SYSTEM_SETTING_ICON_THEME || setting == GTK_SYSTEM_SETTING_DISPLAY) return;
  self->has_new_text = TRUE;
  lh_engine_wake(self);
}

static void constructed(GObject *object) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  G_OBJECT_CLASS(lh_collection_view_parent_class)->constructed(object);
  if (self->layout_name != NULL) return;
  // Plugins are read when the first layout is shown, which most apps choose before that.
  self->layout_name = g_strdup("flow");
  self->awaits_layout = TRUE;
}

static void dispose(GObject *object) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  self->awaits_layout = FALSE;
  lh_dragging_cancel(self);
  lh_engine_free(self);
  g_clear_pointer(&self->kept, lh_kept_unref);
  lh_model_set(self, NULL);
  lh_scrolling_set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, NULL);
  lh_scrolling_set_adjustment(self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_pointer(&self->failure, gtk_widget_unparent);
  g_clear_object(&self->factory);
  g_clear_object(&self->header_factory);
  g_clear_pointer(&self->select.text_expression, gtk_expression_unref);
  g_hash_table_remove_all(self->answers);
  G_OBJECT_CLASS(lh_collection_view_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  g_free(self->layout_name);
  g_free(self->select.text_property);
  g_hash_table_destroy(self->kinds);
  g_hash_table_destroy(self->answers);
  lh_places_finalize(self);
  g_ptr_array_unref(self->model.sections);
  g_string_free(self->select.typed, TRUE);
  G_OBJECT_CLASS(lh_collection_view_parent_class)->finalize(object);
}

static void lh_collection_view_init(LhCollectionView *self) {
  GtkWidget *widget = GTK_WIDGET(self);
  self->kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  self->answers = lh_layouts_answers_new();
  lh_places_init(self);
  self->model.sections = lh_model_sections_new();
  gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable(widget, TRUE);
  gtk_widget_add_css_class(widget, "collection");
  g_signal_connect(self, "notify::scale-factor", G_CALLBACK(on_environment), NULL);
  lh_scrolling_init(self);
  lh_panning_init(self);
  lh_selecting_init(self);
  lh_keys_init(self);
  lh_dragging_init(self);
}

static void lh_collection_view_class_init(LhCollectionViewClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  object->constructed = constructed;
  object->dispose = dispose;
  object->finalize = finalize;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  widget->snapshot = snapshot;
  widget->direction_changed = direction_changed;
  widget->system_setting_changed = system_setting_changed;
  widget->focus = focus;
  widget->grab_focus = grab_focus;
  widget->root = root;
  widget->unroot = unroot;
  lh_property_table_add(object);
  lh_signals_add();
  // Uses the theme's rules for grids of cells and rubber bands.
  gtk_widget_class_set_css_name(widget, "gridview");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST);
}

/**
 * lh_collection_view_new:
 * @model: (nullable) (transfer full): The items.
 * @factory: (nullable) (transfer full): Fills the cells.
 *
 * Makes a view with the layout "flow".
 *
 * Returns: The view.
 */
GtkWidget *lh_collection_view_new(GListModel *model, LhCellFactory *factory) {
  GtkWidget *view = g_object_new(LH_TYPE_COLLECTION_VIEW, "factory", factory, "model", model, NULL);
  g_clear_object(&model);
  g_clear_object(&factory);
  return view;
}
