// SPDX-License-Identifier: Apache-2.0
//
// view-properties.c: the functions of a view that set and get its properties.
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
  LH_KEEP(self);
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
 * Makes all cells anew. The offset, the focus and a followed directory stay.
 */
void lh_collection_view_set_factory(LhCollectionView *self, LhCellFactory *factory) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  LH_KEEP(self);
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
 * Makes all cells anew; the offset, the focus and a followed directory stay. Layouts show headers only
 * where they have a size: set `headerReferenceSize`.
 */
void lh_collection_view_set_header_factory(LhCollectionView *self, LhCellFactory *factory) {
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  LH_KEEP(self);
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
  // The view may have the only reference to the expression that it is given.
  if (expression != NULL) gtk_expression_ref(expression);
  g_clear_pointer(&self->select.text_expression, gtk_expression_unref);
  self->select.text_expression = expression;
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
