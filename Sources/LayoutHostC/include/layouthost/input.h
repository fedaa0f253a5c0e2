// SPDX-License-Identifier: Apache-2.0
//
// layouthost/input.h: user input: touches, keys, menus, moving items.
#ifndef LAYOUTHOST_INPUT_H
#define LAYOUTHOST_INPUT_H

#include "layouthost/base.h"

#define LH_TOUCH_BEGAN ((uint32_t)0)
#define LH_TOUCH_ENDED ((uint32_t)1)
#define LH_TOUCH_CANCELLED ((uint32_t)2)  ///< Something else took it over.
#define LH_TOUCH_HELD ((uint32_t)3)       ///< It rested long enough for a menu.

/// Handles a finger, or the pointer's button, at a place in the viewport: highlights, selects,
/// opens menus. `path` and `hit`, which may be null, receive the item there and true if there is
/// one.
LH_API bool lh_view_touch(lh_view *view, uint32_t phase, double x, double y, lh_path *path,
                          bool *hit, lh_error **error);
/// Handles a finger on an item, visible or not. Error: `unknown-path`.
LH_API bool lh_view_touch_item(lh_view *view, uint32_t phase, lh_path path, lh_error **error);

#define LH_KEY_UP ((uint32_t)0)
#define LH_KEY_DOWN ((uint32_t)1)
#define LH_KEY_LEFT ((uint32_t)2)
#define LH_KEY_RIGHT ((uint32_t)3)
#define LH_KEY_PAGE_UP ((uint32_t)4)
#define LH_KEY_PAGE_DOWN ((uint32_t)5)
#define LH_KEY_HOME ((uint32_t)6)
#define LH_KEY_END ((uint32_t)7)
#define LH_KEY_SPACE ((uint32_t)8)
#define LH_KEY_A ((uint32_t)9)  ///< With control or command: selects everything.
#define LH_KEY_ESCAPE ((uint32_t)10)

#define LH_MODIFIER_SHIFT ((uint32_t)1)    ///< Extends the selection.
#define LH_MODIFIER_CONTROL ((uint32_t)2)  ///< Arrows go to the ends of the content.
#define LH_MODIFIER_ALT ((uint32_t)4)      ///< Upward and downward arrows go by pages.
#define LH_MODIFIER_COMMAND ((uint32_t)8)  ///< As control.

/// Handles a key press: moves the selection if there is one, scrolls otherwise.
LH_API bool lh_view_press(lh_view *view, uint32_t key, uint32_t modifiers, bool animated,
                          lh_error **error);

// Moving items. The data source decides which items may be moved, and moves them.

/// Starts to move an item. `pointer`, in the viewport, may be null. `*is_held` receives true if the
/// data source allows it.
LH_API bool lh_view_begin_move(lh_view *view, lh_path path, const lh_point *pointer, bool *is_held,
                               lh_error **error);
/// Moves the pointer to a place in the viewport; near an edge the content scrolls. Error:
/// `no-movement`.
LH_API bool lh_view_update_move(lh_view *view, double x, double y, lh_error **error);
/// Drops the item. Error: `no-movement`, the data source's error.
LH_API bool lh_view_end_move(lh_view *view, lh_error **error);
/// Returns the item to its place. Does nothing when no item is being moved.
LH_API bool lh_view_cancel_move(lh_view *view, lh_error **error);
/// Gives the path of the item that is being moved, and its path after a drop now; false when there
/// is none.
LH_API bool lh_view_get_move(lh_view *view, lh_path *source, lh_path *target);

// Menus.

/// Opens the menu of an item. `*is_open` receives true if the delegate allows a menu.
LH_API bool lh_view_open_menu(lh_view *view, lh_path path, bool *is_open, lh_error **error);
/// Returns the number of actions in the open menu; 0 when none is open.
LH_API uint32_t lh_view_menu_count(lh_view *view);
/// Returns the name of an action in the open menu; null when there is none. Lives until the next call.
LH_API const char *lh_view_menu_action(lh_view *view, uint32_t index);
/// Performs an action of the open menu and closes it. Errors: `no-menu`, `unknown-action`.
LH_API bool lh_view_perform_action(lh_view *view, const char *action, lh_error **error);
LH_API bool lh_view_close_menu(lh_view *view, lh_error **error);
/// Sets the actions that menus may offer in addition to "cut", "copy" and "paste".
LH_API bool lh_view_set_menu_actions(lh_view *view, const char *const *actions, uint32_t count,
                                     lh_error **error);

#endif  // LAYOUTHOST_INPUT_H
