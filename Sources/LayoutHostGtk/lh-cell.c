// SPDX-License-Identifier: Apache-2.0
//
// lh-cell.c: a cell: one child, clipped to the frame that the layout gives it.
#include "lh-cell-private.h"
#include "view-private.h"

/**
 * LhCell:
 *
 * The widget that shows one element of a [class@CollectionView], again and again for others. A factory
 * gives it a child. It never asks for room: the layout says how large it is, and what exceeds that is
 * cut.
 */
G_DEFINE_FINAL_TYPE(LhCell, lh_cell, GTK_TYPE_WIDGET)

static GParamSpec *props[LH_CELL_N_PROPS];

/// Without this GTK measures a cell without a width, and wrapping text as one line.
static GtkSizeRequestMode lh_cell_request_mode(GtkWidget *widget) {
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void lh_cell_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline) {
  LhCell *self = LH_GTK_CELL(widget);
  int least = 0;
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->child == NULL) return;
  // A child must not be measured for less than its minimal width.
  if (for_size >= 0) {
    GtkOrientation across =
        orientation == GTK_ORIENTATION_VERTICAL ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
    gtk_widget_measure(self->child, across, -1, &least, NULL, NULL, NULL);
    for_size = MAX(for_size, least);
  }
  gtk_widget_measure(self->child, orientation, for_size, NULL, natural, NULL, NULL);
}

static void lh_cell_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  LhCell *self = LH_GTK_CELL(widget);
  int least_width, least_height;
  (void)baseline;
  if (self->child == NULL) return;
  gtk_widget_measure(self->child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  width = MAX(width, least_width);
  gtk_widget_measure(self->child, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL, NULL);
  gtk_widget_allocate(self->child, width, MAX(height, least_height), -1, NULL);
}

static void lh_cell_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  LhCell *self = LH_GTK_CELL(object);
  switch (id) {
    case LH_CELL_PROP_CHILD: g_value_set_object(value, self->child); break;
    case LH_CELL_PROP_ITEM: g_value_set_object(value, self->item); break;
    case LH_CELL_PROP_SECTION: g_value_set_uint(value, self->section); break;
    case LH_CELL_PROP_INDEX: g_value_set_uint(value, self->index); break;
    case LH_CELL_PROP_POSITION: g_value_set_uint(value, self->position); break;
    case LH_CELL_PROP_SELECTED: g_value_set_boolean(value, self->is_selected); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void lh_cell_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  if (id == LH_CELL_PROP_CHILD)
    lh_cell_set_child(LH_GTK_CELL(object), g_value_get_object(value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void lh_cell_dispose(GObject *object) {
  LhCell *self = LH_GTK_CELL(object);
  g_clear_pointer(&self->child, gtk_widget_unparent);
  g_clear_object(&self->item);
  g_clear_object(&self->factory);
  G_OBJECT_CLASS(lh_cell_parent_class)->dispose(object);
}

static void lh_cell_finalize(GObject *object) {
  g_free(LH_GTK_CELL(object)->kind);
  g_free(LH_GTK_CELL(object)->name);
  G_OBJECT_CLASS(lh_cell_parent_class)->finalize(object);
}

static void run_action(GtkWidget *widget, const char *name, GVariant *parameter) {
  LhCell *self = LH_GTK_CELL(widget);
  GtkWidget *view = gtk_widget_get_parent(widget);
  (void)parameter;
  if (!LH_IS_COLLECTION_VIEW(view) || !self->is_bound) return;
  g_object_ref(view);
  if (g_str_equal(name, "cell.activate"))
    lh_selecting_activate(LH_COLLECTION_VIEW(view), self->section, self->index);
  else
    lh_selecting_pick(LH_COLLECTION_VIEW(view), self->section, self->index, FALSE, FALSE);
  g_object_unref(view);
}

static void lh_cell_init(LhCell *self) {
  self->alpha = 1;
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  // It is shown with the first element.
  gtk_widget_set_child_visible(GTK_WIDGET(self), FALSE);
}

static void add_property(GObjectClass *class, guint id, GParamSpec *spec) {
  props[id] = spec;
  g_object_class_install_property(class, id, spec);
}

#define LH_READ (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void lh_cell_class_init(LhCellClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  object->get_property = lh_cell_get_property;
  object->set_property = lh_cell_set_property;
  object->dispose = lh_cell_dispose;
  object->finalize = lh_cell_finalize;
  widget->get_request_mode = lh_cell_request_mode;
  widget->measure = lh_cell_measure;
  widget->size_allocate = lh_cell_size_allocate;
  add_property(object, LH_CELL_PROP_CHILD,
               g_param_spec_object("child", NULL, "The widget that shows the item.", GTK_TYPE_WIDGET,
                                   LH_READ | G_PARAM_WRITABLE));
  add_property(object, LH_CELL_PROP_ITEM,
               g_param_spec_object("item", NULL, "The item that is shown; null for none.",
                                   G_TYPE_OBJECT, LH_READ));
  add_property(object, LH_CELL_PROP_SECTION,
               g_param_spec_uint("section", NULL, "The section of the item.", 0, G_MAXUINT, 0, LH_READ));
  add_property(object, LH_CELL_PROP_INDEX,
               g_param_spec_uint("index", NULL, "The index in the section.", 0, G_MAXUINT, 0, LH_READ));
  add_property(object, LH_CELL_PROP_POSITION,
               g_param_spec_uint("position", NULL, "The position in the model.", 0, G_MAXUINT,
                                 GTK_INVALID_LIST_POSITION, LH_READ));
  add_property(object, LH_CELL_PROP_SELECTED,
               g_param_spec_boolean("selected", NULL, "True when it is selected.", FALSE, LH_READ));
  gtk_widget_class_set_css_name(widget, "child");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_install_action(widget, "cell.activate", NULL, run_action);
  gtk_widget_class_install_action(widget, "cell.select", NULL, run_action);
}

void lh_cell_notify(LhCell *self, guint id) { g_object_notify_by_pspec(G_OBJECT(self), props[id]); }

/**
 * lh_cell_get_child:
 * @self: A cell.
 *
 * Returns: (transfer none) (nullable): The widget that shows the item.
 */
GtkWidget *lh_cell_get_child(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), NULL);
  return self->child;
}

/**
 * lh_cell_set_child:
 * @self: A cell.
 * @child: (nullable): The widget that shows the item from now on.
 *
 * Replaces the child.
 */
void lh_cell_set_child(LhCell *self, GtkWidget *child) {
  g_return_if_fail(LH_GTK_IS_CELL(self));
  g_return_if_fail(child == NULL || gtk_widget_get_parent(child) == NULL || child == self->child);
  if (child == self->child) return;
  g_clear_pointer(&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL) gtk_widget_set_parent(child, GTK_WIDGET(self));
  lh_cell_notify(self, LH_CELL_PROP_CHILD);
}

/**
 * lh_cell_get_item:
 * @self: A cell.
 *
 * Returns: (transfer none) (nullable) (type GObject): The item that is shown; of a header, the list of
 *   its section.
 */
gpointer lh_cell_get_item(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), NULL);
  return self->item;
}

/**
 * lh_cell_get_section:
 * @self: A cell.
 *
 * Returns: The section of what is shown.
 */
guint lh_cell_get_section(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), 0);
  return self->section;
}

/**
 * lh_cell_get_index:
 * @self: A cell.
 *
 * Returns: The index of the item in its section.
 */
guint lh_cell_get_index(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), 0);
  return self->index;
}

/**
 * lh_cell_get_position:
 * @self: A cell.
 *
 * Returns: The position of the item in the model; %GTK_INVALID_LIST_POSITION for none.
 */
guint lh_cell_get_position(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), GTK_INVALID_LIST_POSITION);
  return self->position;
}

/**
 * lh_cell_get_selected:
 * @self: A cell.
 *
 * Returns: True when the item is selected.
 */
gboolean lh_cell_get_selected(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), FALSE);
  return self->is_selected;
}

/**
 * lh_cell_get_element_kind:
 * @self: A cell.
 *
 * Returns: The kind of element that the layout places, such as "cell" or "header".
 */
const char *lh_cell_get_element_kind(LhCell *self) {
  g_return_val_if_fail(LH_GTK_IS_CELL(self), NULL);
  return self->kind;
}

/**
 * lh_cell_set_accessible_label:
 * @self: A cell.
 * @label: (nullable): What a screen reader says; null for what the view says of the item.
 *
 * Sets the name of the cell for assistive technology; call it from `bind`.
 */
void lh_cell_set_accessible_label(LhCell *self, const char *label) {
  g_return_if_fail(LH_GTK_IS_CELL(self));
  lh_cell_label(self, label != NULL ? label : self->name);
}
