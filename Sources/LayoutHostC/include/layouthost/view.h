// SPDX-License-Identifier: Apache-2.0
//
// layouthost/view.h: a view: its viewport, its clock, its elements on screen, and its notices to
// the app.
#ifndef LAYOUTHOST_VIEW_H
#define LAYOUTHOST_VIEW_H

#include "layouthost/base.h"
#include "layouthost/cell.h"

/// Makes a view of this size that shows a layout. The layout may be freed afterwards.
/// Errors: `layout-in-use` when another view shows it; `not-finite`, `invalid-argument` for the size.
LH_API lh_view *lh_view_new(lh_layout *layout, double width, double height, lh_error **error);
/// Ends a view: its cells are dropped and its tables released. Inside one of its own callbacks, or
/// during a call of another thread, this happens at the end of the call.
LH_API void lh_view_free(lh_view *view);

/// Sets the app's pointer.
LH_API void lh_view_set_user(lh_view *view, void *user);
/// Returns the app's pointer; null by default.
LH_API void *lh_view_user(lh_view *view);

// The viewport.

LH_API lh_size lh_view_size(lh_view *view);
/// Gives the view another size. The first visible cell keeps its place.
LH_API bool lh_view_resize(lh_view *view, double width, double height,
                           const lh_animation *animation, lh_error **error);
/// Sets the pixels per point, > 0; 1 by default.
LH_API bool lh_view_set_scale(lh_view *view, double scale, lh_error **error);
LH_API double lh_view_scale(lh_view *view);
/// Sets the space around the content, inside the viewport.
LH_API bool lh_view_set_inset(lh_view *view, lh_insets inset, lh_error **error);
LH_API lh_insets lh_view_inset(lh_view *view);
/// Lets content run from right to left.
LH_API bool lh_view_set_right_to_left(lh_view *view, bool is_right_to_left, lh_error **error);
LH_API bool lh_view_is_right_to_left(lh_view *view);

// Time and frames. The view reads no clock.

/// Advances the clock to `time`, seconds since any start, and shows the frame of that time. Does
/// nothing if nothing moves and nothing changed. Error: `clock` for a time before the last one; the
/// error of the frame: the last good frame then stays.
LH_API bool lh_view_advance(lh_view *view, double time, lh_error **error);
/// Shows a due frame at the current time.
LH_API bool lh_view_update(lh_view *view, lh_error **error);
/// Returns the time of the last frame.
LH_API double lh_view_time(lh_view *view);
/// Returns true when the next `lh_view_advance` will change the screen: something changed, or
/// something moves. While it is false the clock need not advance.
LH_API bool lh_view_needs_frame(lh_view *view);
/// Returns true while something moves: scrolling, an animation, a layout with dynamics.
LH_API bool lh_view_is_moving(lh_view *view);
/// Returns true while a new version of the layout from a followed directory is being swapped in: the clock has to
/// advance.
LH_API bool lh_view_is_swapping(lh_view *view);
/// Makes the next `lh_view_advance` show a frame.
LH_API bool lh_view_set_needs_frame(lh_view *view, lh_error **error);
/// Switches animations of changes off, or on again, for example for people who prefer less motion.
LH_API bool lh_view_set_animations(lh_view *view, bool are_enabled, lh_error **error);

/// An array of elements, `stride` bytes apart. Valid until the next call that changes the view.
typedef struct lh_element_list {
  uint32_t struct_size;
  uint32_t stride;
  const lh_element *first;
  size_t count;
} lh_element_list;

/// Returns the element at `index` of a list.
static inline const lh_element *lh_element_at(const lh_element_list *list, size_t index) {
  return (const lh_element *)(const void *)((const char *)(const void *)list->first +
                                           index * list->stride);
}

/// Gives the elements on screen: by category, section, item and kind, including hidden and leaving
/// ones. They are in memory that the view reuses for every frame.
LH_API bool lh_view_get_elements(lh_view *view, lh_element_list *out, lh_error **error);
/// Gives the cell on screen of an item; null when it is not on screen.
LH_API lh_cell *lh_view_cell(lh_view *view, lh_path path);
/// Gives the cell on screen of a supplementary element; null when it is not on screen.
LH_API lh_cell *lh_view_supplementary_cell(lh_view *view, const char *kind, lh_path path);
/// Gives the frame of an item, visible or not; false without an error, and `*error` null, when
/// there is no such item, or the layout has no place for it.
LH_API bool lh_view_get_item_frame(lh_view *view, lh_path path, lh_rect *frame, lh_error **error);
/// Gives the topmost item on screen at a place in the viewport; false when there is none.
LH_API bool lh_view_get_item_at(lh_view *view, double x, double y, lh_path *path);

// Layouts.

/// Shows another layout. The first visible cell keeps its place. The layout may be freed afterwards.
LH_API bool lh_view_set_layout(lh_view *view, lh_layout *layout, const lh_animation *animation,
                               lh_error **error);
/// Returns the current layout. The caller frees the handle; the view keeps the layout.
LH_API lh_layout *lh_view_layout(lh_view *view);
/// Starts an interactive transition to another layout. Error: `transition-under-way`.
LH_API bool lh_view_begin_transition(lh_view *view, lh_layout *layout, lh_error **error);
/// Moves the transition to `progress`, 0 to 1. Error: `no-transition`, `not-finite`.
LH_API bool lh_view_set_transition(lh_view *view, double progress, lh_error **error);
/// Ends the transition: with the other layout, or with the old one. `completed` of the animation gets true
/// when the other layout took over, and false when the old one stays.
LH_API bool lh_view_end_transition(lh_view *view, bool finish, const lh_animation *animation,
                                   lh_error **error);

// Notices of a view to its app.

/// Notices and questions. Every function may be null. `will_display` and `did_end_display` are
/// called inside a frame and must not change the view; the others may.
typedef struct lh_delegate {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  void (*will_display)(void *data, lh_cell *cell);
  void (*did_end_display)(void *data, lh_cell *cell);
  /// The content offset changed; the frame at the new offset is done.
  void (*did_scroll)(void *data);
  /// A section that scrolls across has another offset.
  void (*did_scroll_section)(void *data, uint32_t section, double offset);
  /// A notice of the layout.
  void (*event)(void *data, const char *name, const lh_value *arguments, uint32_t count);
  /// Questions; true if they are null.
  bool (*should_highlight)(void *data, lh_path path);
  bool (*should_select)(void *data, lh_path path);
  bool (*should_deselect)(void *data, lh_path path);
  /// Notices of user actions; changes by the app are not reported.
  void (*did_highlight)(void *data, lh_path path);
  void (*did_unhighlight)(void *data, lh_path path);
  void (*did_select)(void *data, lh_path path);
  void (*did_deselect)(void *data, lh_path path);
  /// Returns true when a long touch opens a menu. Null: false.
  bool (*should_show_menu)(void *data, lh_path path);
  /// Returns true when the menu offers an action, such as "copy". Null: false.
  bool (*can_perform)(void *data, const char *action, lh_path path);
  void (*perform)(void *data, const char *action, lh_path path);
  /// Returns the target of an item that is being moved, instead of `proposed`. Null: `proposed`.
  lh_path (*move_target)(void *data, lh_path source, lh_path proposed);
  /// A new version of the layout took over, from the file at `path`.
  void (*swapped)(void *data, const char *path);
  /// A layout failed outside of a call: a new file in a followed directory was refused, or a
  /// swapped-in version failed on probation and the old one is on screen again. `stage` names the
  /// step, such as "judge".
  void (*layout_failed)(void *data, const char *path, const char *stage, const lh_error *why);
  /// A new version of the layout was made, and may still be refused: register classes for the kinds,
  /// and bind the queries, that only this version has. It gets the properties of its predecessor
  /// afterwards, and the answers to queries that are not bound here. It is lent until the return; the
  /// clock must not advance meanwhile.
  void (*will_swap)(void *data, lh_layout *layout);
  /// The phase of `lh_scroll` has changed, to LH_SCROLL_…: scrolling began, goes on by itself, or
  /// ended. Called at the end of the call that changed it; the view may be changed.
  void (*did_change_phase)(void *data, uint32_t phase);
} lh_delegate;

/// Sets a view's delegate. Null removes it.
LH_API bool lh_view_set_delegate(lh_view *view, const lh_delegate *delegate, lh_error **error);

#endif  // LAYOUTHOST_VIEW_H
