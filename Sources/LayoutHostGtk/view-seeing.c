// SPDX-License-Identifier: Apache-2.0
//
// view-seeing.c: the functions of a view for what is in sight: items, cells, the offset, and motion.
#include "view-private.h"

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
  LH_KEEP(self);
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
  LH_KEEP(self);
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
  LH_KEEP(self);
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
  LH_KEEP(self);
  return lh_engine_ready(self);
}
