// SPDX-License-Identifier: Apache-2.0
//
// layouthost/selection.h: the selected items, and the item with the keyboard focus.
#ifndef LAYOUTHOST_SELECTION_H
#define LAYOUTHOST_SELECTION_H

#include "layouthost/base.h"

#define LH_SELECTION_NONE ((uint32_t)0)
#define LH_SELECTION_SINGLE ((uint32_t)1)  ///< Unless set.
#define LH_SELECTION_MULTIPLE ((uint32_t)2)

/// Sets the number of items that may be selected; items beyond it are deselected.
LH_API bool lh_view_set_selection_mode(lh_view *view, uint32_t mode, lh_error **error);
LH_API uint32_t lh_view_selection_mode(lh_view *view);
/// Select and deselect, without calls of the delegate. Error: `unknown-path`.
LH_API bool lh_view_select(lh_view *view, lh_path path, lh_error **error);
LH_API bool lh_view_deselect(lh_view *view, lh_path path, lh_error **error);
/// Selects everything; only if many may be selected.
LH_API bool lh_view_select_all(lh_view *view, lh_error **error);
LH_API bool lh_view_deselect_all(lh_view *view, lh_error **error);
LH_API bool lh_view_is_selected(lh_view *view, lh_path path);
LH_API size_t lh_view_selected_count(lh_view *view);
/// Writes the selected paths, ascending, up to `capacity`. Returns the number written.
LH_API size_t lh_view_get_selected(lh_view *view, lh_path *paths, size_t capacity);

/// Gives the item with the keyboard focus; false when there is none.
LH_API bool lh_view_get_focus(lh_view *view, lh_path *path);
/// Moves the keyboard focus to an item; the selection does not change. Error: `unknown-path`.
LH_API bool lh_view_set_focus(lh_view *view, lh_path path, lh_error **error);

#endif  // LAYOUTHOST_SELECTION_H
