// SPDX-License-Identifier: Apache-2.0
//
// lh-collection-view.c: the GTK widget: properties, signals, measuring, scrolling.
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
enum {
  PROP_0, PROP_MODEL, PROP_FACTORY, PROP_HEADER_FACTORY, PROP_LAYOUT, PROP_TIER, PROP_RUBBERBAND,
  PROP_SINGLE_CLICK, PROP_REORDERABLE, PROP_TEXT_EXPRESSION, PROP_TEXT_PROPERTY, N_PROPS,
  PROP_HADJUSTMENT, PROP_VADJUSTMENT, PROP_HPOLICY, PROP_VPOLICY
};
enum { ACTIVATE, LAYOUT_FAILED, LAYOUT_EVENT, MOVE_ITEM, N_SIGNALS };
static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE(LhCollectionView, lh_collection_view, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

// Signals.

void lh_collection_view_emit_activate(LhCollectionView *self, guint section, guint index) {
  g_signal_emit(self, signals[ACTIVATE], 0, section, index);
}

void lh_collection_view_emit_failed(LhCollectionView *self, const GError *error) {
  g_signal_emit(self, signals[LAYOUT_FAILED], 0, error);
}

void lh_collection_view_emit_event(LhCollectionView *self, const char *name, GVariant *arguments) {
  g_variant_ref_sink(arguments);
  g_signal_emit(self, signals[LAYOUT_EVENT], 0, name, arguments);
  g_variant_unref(arguments);
}

gboolean lh_collection_view_emit_move(LhCollectionView *self, lh_path from, lh_path to) {
  gboolean done = FALSE;
  g_signal_emit(self, signals[MOVE_ITEM], 0, from.section, from.item, to.section, to.item, &done);
  return done;
}

static void add_signals(void) {
  GType type = LH_TYPE_COLLECTION_VIEW;
  /**
   * LhCollectionView::activate:
   * @self: The view.
   * @section: The section of the item.
   * @index: Its index there.
   *
   * An item was activated: by Return, a double click, or a click where `single-click-activate` is set.
   */
  signals[ACTIVATE] = g_signal_new("activate", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  /**
   * LhCollectionView::layout-failed:
   * @self: The view.
   * @error: The reason; it names the plugin.
   *
   * A layout failed. The view shows the reason in a bar, and its last frame below.
   */
  signals[LAYOUT_FAILED] = g_signal_new("layout-failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_ERROR);
  /**
   * LhCollectionView::layout-event:
   * @self: The view.
   * @name: The name of the notice.
   * @arguments: Its arguments, of type `av`.
   *
   * The layout gave a notice.
   */
  signals[LAYOUT_EVENT] = g_signal_new("layout-event", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_VARIANT);
  /**
   * LhCollectionView::move-item:
   * @self: The view.
   * @section: The section of the item.
   * @index: Its index there.
   * @target_section: The section that it was dropped in.
   * @target_index: The index that it shall have there.
   *
   * A person dropped an item elsewhere. Move it in the model, which must tell of nothing but that. Lists
   * that are `GListStore` need no handler.
   *
   * Returns: True when the item was moved.
   */
  signals[MOVE_ITEM] =
      g_signal_new("move-item", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                   NULL, G_TYPE_BOOLEAN, 4, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

// Properties.

void lh_collection_view_emit_layout(LhCollectionView *self, const char *name) {
  GError *error = NULL;
  if (name == NULL || lh_collection_view_set_layout(self, name, TRUE, &error)) return;
  // A first layout that is still to be shown would hide the bar.
  lh_engine_ready(self);
  lh_failure_show(self, error, FALSE);
  lh_collection_view_emit_failed(self, error);
  g_error_free(error);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  switch (id) {
    case PROP_MODEL: lh_collection_view_set_model(self, g_value_get_object(value)); break;
    case PROP_FACTORY: lh_collection_view_set_factory(self, g_value_get_object(value)); break;
    case PROP_HEADER_FACTORY:
      lh_collection_view_set_header_factory(self, g_value_get_object(value));
      break;
    case PROP_LAYOUT: lh_collection_view_emit_layout(self, g_value_get_string(value)); break;
    case PROP_TIER: lh_collection_view_set_tier(self, g_value_get_enum(value)); break;
    case PROP_RUBBERBAND:
      lh_collection_view_set_enable_rubberband(self, g_value_get_boolean(value));
      break;
    case PROP_SINGLE_CLICK:
      lh_collection_view_set_single_click_activate(self, g_value_get_boolean(value));
      break;
    case PROP_REORDERABLE:
      lh_collection_view_set_reorderable(self, g_value_get_boolean(value));
      break;
    case PROP_TEXT_EXPRESSION:
      lh_collection_view_set_text_expression(self, gtk_value_get_expression(value));
      break;
    case PROP_TEXT_PROPERTY:
      lh_collection_view_set_text_property(self, g_value_get_string(value));
      break;
    case PROP_HADJUSTMENT: case PROP_VADJUSTMENT:
      lh_scrolling_set_adjustment(
          self, id == PROP_HADJUSTMENT ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
          g_value_get_object(value));
      break;
    case PROP_HPOLICY: self->scroll.policy[0] = g_value_get_enum(value); break;
    case PROP_VPOLICY: self->scroll.policy[1] = g_value_get_enum(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  switch (id) {
    case PROP_MODEL: g_value_set_object(value, self->model.model); break;
    case PROP_FACTORY: g_value_set_object(value, self->factory); break;
    case PROP_HEADER_FACTORY: g_value_set_object(value, self->header_factory); break;
    case PROP_LAYOUT: g_value_set_string(value, self->layout_name); break;
    case PROP_TIER: g_value_set_enum(value, self->tier); break;
    case PROP_RUBBERBAND: g_value_set_boolean(value, self->drag.enable_rubberband); break;
    case PROP_SINGLE_CLICK: g_value_set_boolean(value, self->select.single_click_activate); break;
    case PROP_REORDERABLE: g_value_set_boolean(value, self->drag.reorderable); break;
    case PROP_TEXT_EXPRESSION:
      gtk_value_set_expression(value, self->select.text_expression);
      break;
    case PROP_TEXT_PROPERTY: g_value_set_string(value, self->select.text_property); break;
    case PROP_HADJUSTMENT: g_value_set_object(value, self->scroll.adjustment[0]); break;
    case PROP_VADJUSTMENT: g_value_set_object(value, self->scroll.adjustment[1]); break;
    case PROP_HPOLICY: g_value_set_enum(value, self->scroll.policy[0]); break;
    case PROP_VPOLICY: g_value_set_enum(value, self->scroll.policy[1]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

#define LH_RW (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void add_property(GObjectClass *class, guint id, GParamSpec *spec) {
  props[id] = spec;
  g_object_class_install_property(class, id, spec);
}

static void add_properties(GObjectClass *class) {
  add_property(class, PROP_MODEL, g_param_spec_object("model", NULL, "The items.", G_TYPE_LIST_MODEL, LH_RW));
  add_property(class, PROP_FACTORY,
               g_param_spec_object("factory", NULL, "Fills cells.", LH_TYPE_CELL_FACTORY, LH_RW));
  add_property(class, PROP_HEADER_FACTORY,
               g_param_spec_object("header-factory", NULL, "Fills headers and footers.",
                                   LH_TYPE_CELL_FACTORY, LH_RW));
  add_property(class, PROP_LAYOUT,
               g_param_spec_string("layout", NULL, "The id of a layout, or the path of a plugin.", NULL,
                                   LH_RW));
  add_property(class, PROP_TIER,
               g_param_spec_enum("tier", NULL, "The process in which layouts run.", LH_TYPE_LAYOUT_TIER,
                                 LH_LAYOUT_TIER_AUTO, LH_RW));
  add_property(class, PROP_RUBBERBAND,
               g_param_spec_boolean("enable-rubberband", NULL, "True to select by dragging.", FALSE, LH_RW));
  add_property(class, PROP_SINGLE_CLICK,
               g_param_spec_boolean("single-click-activate", NULL, "True to activate by one click.",
                                    FALSE, LH_RW));
  add_property(class, PROP_REORDERABLE,
               g_param_spec_boolean("reorderable", NULL, "True to move items by dragging.", FALSE, LH_RW));
  add_property(class, PROP_TEXT_EXPRESSION,
               gtk_param_spec_expression("text-expression", NULL,
                                         "The text of an item, for type-ahead and screen readers.",
                                         LH_RW));
  add_property(class, PROP_TEXT_PROPERTY,
               g_param_spec_string("text-property", NULL,
                                   "The name of the property of items that is their text.", NULL,
                                   LH_RW));
  g_object_class_override_property(class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property(class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property(class, PROP_HPOLICY, "hscroll-policy");
  g_object_class_override_property(class, PROP_VPOLICY, "vscroll-policy");
}

// The widget.

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)widget, (void)orientation, (void)for_size;
  *minimum = 0;
  *natural = 200;
  *minimum_baseline = *natural_baseline = -1;
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  (void)baseline;
  lh_allocate(LH_COLLECTION_VIEW(widget), width, height);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *to) {
  lh_allocate_snapshot(LH_COLLECTION_VIEW(widget), to);
}

static void direction_changed(GtkWidget *widget, GtkTextDirection previous) {
  (void)previous;
  lh_engine_update_environment(LH_COLLECTION_VIEW(widget));
}

/// The keyboard focus enters at the focused item; Tab leaves, because arrow keys move inside.
static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
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
  lh_engine_ready(self);
  lh_engine_update_environment(self);
}

static void unroot(GtkWidget *widget) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  g_signal_handlers_disconnect_by_func(self->settings, on_environment, self);
  g_clear_object(&self->settings);
  GTK_WIDGET_CLASS(lh_collection_view_parent_class)->unroot(widget);
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
  lh_selecting_init(self);
  lh_dragging_init(self);
}

static void lh_collection_view_class_init(LhCollectionViewClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  object->set_property = set_property;
  object->get_property = get_property;
  object->constructed = constructed;
  object->dispose = dispose;
  object->finalize = finalize;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  widget->snapshot = snapshot;
  widget->direction_changed = direction_changed;
  widget->focus = focus;
  widget->grab_focus = grab_focus;
  widget->root = root;
  widget->unroot = unroot;
  add_properties(object);
  add_signals();
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
