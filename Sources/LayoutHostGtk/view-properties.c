// SPDX-License-Identifier: Apache-2.0
//
// view-properties.c: the functions of a view for apps: setters, getters and queries.
#include "view-private.h"

/**
 * lh_collection_view_get_model:
 * @self: A view.
 *
 * Returns: (transfer none) (nullable): The items.
 */
GListModel *lh_collection_view_get_model(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->model.model;
}

/**
 * lh_collection_view_set_model:
 * @self: A view.
 * @model: (nullable): The items; a `GtkSelectionModel` lets people select.
 *
 * Shows other items.
 */
void lh_collection_view_set_model(LhCollectionView *self, GListModel *model) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (model == self->model.model) return;
  lh_model_set(self, model);
  g_object_notify(G_OBJECT(self), "model");
}

/**
 * lh_collection_view_get_factory:
 * @self: A view.
 *
 * Returns: (transfer none) (nullable): What fills the cells.
 */
LhCellFactory *lh_collection_view_get_factory(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->factory;
}

/**
 * lh_collection_view_set_factory:
 * @self: A view.
 * @factory: (nullable): What fills the cells.
 *
 * Makes all cells anew.
 */
void lh_collection_view_set_factory(LhCollectionView *self, LhCellFactory *factory) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (!g_set_object(&self->factory, factory)) return;
  lh_engine_remake_cells(self);
  g_object_notify(G_OBJECT(self), "factory");
}

/**
 * lh_collection_view_get_header_factory:
 * @self: A view.
 *
 * Returns: (transfer none) (nullable): What fills headers and footers.
 */
LhCellFactory *lh_collection_view_get_header_factory(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->header_factory;
}

/**
 * lh_collection_view_set_header_factory:
 * @self: A view.
 * @factory: (nullable): What fills headers and footers; the item of their cells is the section's list.
 *
 * Makes all cells anew. Layouts show headers only where they have a size: set `headerReferenceSize`.
 */
void lh_collection_view_set_header_factory(LhCollectionView *self, LhCellFactory *factory) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (!g_set_object(&self->header_factory, factory)) return;
  lh_engine_remake_cells(self);
  g_object_notify(G_OBJECT(self), "header-factory");
}

/**
 * lh_collection_view_get_layout:
 * @self: A view.
 *
 * Returns: (nullable): The name of the layout, as set.
 */
const char *lh_collection_view_get_layout(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->layout_name;
}

/**
 * lh_collection_view_get_tier:
 * @self: A view.
 *
 * Returns: The process in which layouts run.
 */
LhLayoutTier lh_collection_view_get_tier(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), LH_LAYOUT_TIER_AUTO);
  return self->tier;
}

/**
 * lh_collection_view_set_tier:
 * @self: A view.
 * @tier: The process in which layouts run.
 *
 * Holds for the layouts that are set from now on.
 */
void lh_collection_view_set_tier(LhCollectionView *self, LhLayoutTier tier) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (tier == self->tier) return;
  self->tier = tier;
  g_object_notify(G_OBJECT(self), "tier");
}

#define LH_FLAG(name, member, property)                                                 \
  gboolean lh_collection_view_get_##name(LhCollectionView *self) {                      \
    g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);                           \
    return self->member;                                                                \
  }                                                                                     \
  void lh_collection_view_set_##name(LhCollectionView *self, gboolean value) {          \
    g_return_if_fail(LH_IS_COLLECTION_VIEW(self));                                      \
    if (self->member == (value != FALSE)) return;                                       \
    self->member = value != FALSE;                                                      \
    g_object_notify(G_OBJECT(self), property);                                          \
  }

/**
 * lh_collection_view_get_enable_rubberband:
 * @self: A view.
 *
 * Returns: True when people may select by dragging.
 */
/**
 * lh_collection_view_set_enable_rubberband:
 * @self: A view.
 * @enable: True to let people select by dragging.
 *
 * Allows rubber bands.
 */
LH_FLAG(enable_rubberband, drag.enable_rubberband, "enable-rubberband")
/**
 * lh_collection_view_get_single_click_activate:
 * @self: A view.
 *
 * Returns: True when one click activates.
 */
/**
 * lh_collection_view_set_single_click_activate:
 * @self: A view.
 * @enable: True to activate by one click.
 *
 * Chooses between one click and two.
 */
LH_FLAG(single_click_activate, select.single_click_activate, "single-click-activate")
/**
 * lh_collection_view_get_reorderable:
 * @self: A view.
 *
 * Returns: True when people may move items.
 */
/**
 * lh_collection_view_set_reorderable:
 * @self: A view.
 * @reorderable: True to let people move items by dragging.
 *
 * Allows people to move items. Lists that are `GListStore` are changed by the view; for others connect to
 * [signal@CollectionView::move-item].
 */
LH_FLAG(reorderable, drag.reorderable, "reorderable")

/**
 * lh_collection_view_get_text_expression:
 * @self: A view.
 *
 * Returns: (transfer none) (nullable): The text of an item.
 */
GtkExpression *lh_collection_view_get_text_expression(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->select.text_expression;
}

/**
 * lh_collection_view_set_text_expression:
 * @self: A view.
 * @expression: (nullable): The text of an item, for type-ahead and screen readers.
 *
 * Says what an item is called. Items that are `GtkStringObject` need none.
 */
void lh_collection_view_set_text_expression(LhCollectionView *self, GtkExpression *expression) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  g_clear_pointer(&self->select.text_expression, gtk_expression_unref);
  if (expression != NULL) self->select.text_expression = gtk_expression_ref(expression);
  g_object_notify(G_OBJECT(self), "text-expression");
}

/**
 * lh_collection_view_get_text_property:
 * @self: A view.
 *
 * Returns: (nullable): The name of the property of items that is their text.
 */
const char *lh_collection_view_get_text_property(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return self->select.text_property;
}

/**
 * lh_collection_view_set_text_property:
 * @self: A view.
 * @name: (nullable): The name of a property of the items that is a string.
 *
 * Says what an item is called, where no `text-expression` does; for languages without expressions.
 */
void lh_collection_view_set_text_property(LhCollectionView *self, const char *name) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (g_strcmp0(name, self->select.text_property) == 0) return;
  g_free(self->select.text_property);
  self->select.text_property = g_strdup(name);
  g_object_notify(G_OBJECT(self), "text-property");
}

// Places.

static uint32_t position_of(LhScrollTo flags) {
  if ((flags & LH_SCROLL_TO_START) != 0) return LH_POSITION_TOP | LH_POSITION_LEFT;
  if ((flags & LH_SCROLL_TO_CENTER) != 0)
    return LH_POSITION_CENTER_VERTICAL | LH_POSITION_CENTER_HORIZONTAL;
  if ((flags & LH_SCROLL_TO_END) != 0) return LH_POSITION_BOTTOM | LH_POSITION_RIGHT;
  return LH_POSITION_NEAREST;
}

/**
 * lh_collection_view_scroll_to:
 * @self: A view.
 * @section: The section of an item.
 * @index: Its index there.
 * @flags: The way to scroll.
 * @error: Return location of an error.
 *
 * Scrolls to an item.
 *
 * Returns: True when there is such an item.
 */
gboolean lh_collection_view_scroll_to(LhCollectionView *self, guint section, guint index,
                                      LhScrollTo flags, GError **error) {
  lh_error *why = NULL;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  if (lh_engine_ready(self) == NULL) {
    g_set_error_literal(error, LH_ERROR, LH_ERROR_LAYOUT, "the view has no layout");
    return FALSE;
  }
  if (!lh_view_scroll_to(self->engine, (lh_path){section, index}, position_of(flags),
                         (flags & LH_SCROLL_TO_ANIMATED) != 0, &why))
    return lh_failure_give(why, error);
  if ((flags & LH_SCROLL_TO_FOCUS) != 0) lh_selecting_focus(self, (lh_path){section, index});
  if ((flags & LH_SCROLL_TO_SELECT) != 0) lh_selecting_pick(self, section, index, FALSE, FALSE);
  lh_engine_wake(self);
  return TRUE;
}

/**
 * lh_collection_view_get_item_at:
 * @self: A view.
 * @x: A place in the view.
 * @y: A place in the view.
 * @section: (out): The section of the item there.
 * @index: (out): Its index there.
 *
 * Returns: True when there is an item.
 */
gboolean lh_collection_view_get_item_at(LhCollectionView *self, double x, double y, guint *section,
                                        guint *index) {
  lh_path path = {0, 0};
  gboolean is_there;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  is_there = lh_engine_ready(self) != NULL && lh_view_get_item_at(self->engine, x, y, &path);
  *section = path.section;
  *index = path.item;
  return is_there;
}

/**
 * lh_collection_view_get_cell:
 * @self: A view.
 * @section: The section of an item.
 * @index: Its index there.
 *
 * Returns: (transfer none) (nullable): The cell that shows the item; null when it is not in sight.
 */
LhCell *lh_collection_view_get_cell(LhCollectionView *self, guint section, guint index) {
  lh_cell *cell;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  if (lh_engine_ready(self) == NULL) return NULL;
  cell = lh_view_cell(self->engine, (lh_path){section, index});
  return cell != NULL ? lh_cell_object(cell) : NULL;
}

/**
 * lh_collection_view_get_offset:
 * @self: A view.
 * @x: (out): The left edge of the view in the content, points.
 * @y: (out): The upper edge.
 *
 * Tells where scrolling stands; beyond the edges while it bounces.
 */
void lh_collection_view_get_offset(LhCollectionView *self, double *x, double *y) {
  lh_scroll at = LH_TABLE(lh_scroll);
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (self->engine != NULL) lh_view_get_scroll(self->engine, &at, NULL);
  *x = at.offset.x;
  *y = at.offset.y;
}

/**
 * lh_collection_view_is_moving:
 * @self: A view.
 *
 * Returns: True while something moves by itself, or a change waits for the next frame.
 */
gboolean lh_collection_view_is_moving(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  return self->engine != NULL && (self->model.is_stale || lh_view_needs_frame(self->engine));
}

/**
 * lh_collection_view_get_engine: (skip)
 * @self: A view.
 *
 * Returns: The `lh_view` of layouthost.h behind the widget; null without a layout. Changing its tables
 *   (data source, delegate, classes) breaks the widget.
 */
struct lh_view *lh_collection_view_get_engine(LhCollectionView *self) {
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  return lh_engine_ready(self);
}
