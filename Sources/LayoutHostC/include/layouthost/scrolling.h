// SPDX-License-Identifier: Apache-2.0
//
// layouthost/scrolling.h: the content offset: dragging, flinging, wheels, setting it.
#ifndef LAYOUTHOST_SCROLLING_H
#define LAYOUTHOST_SCROLLING_H

#include "layouthost/base.h"

/// The state of scrolling.
typedef struct lh_scroll {
  uint32_t struct_size;
  uint32_t phase;         ///< LH_SCROLL_…; `lh_delegate.did_change_phase` is called when it changes.
  lh_point offset;        ///< The viewport's corner in the content; beyond the edges during a bounce.
  lh_size content_size;
  lh_size viewport;
  lh_point minimum;       ///< The edges between which the offset stands by itself.
  lh_point maximum;
} lh_scroll;

// The phases of scrolling, of the content and of sections that scroll across. A wheel, and an offset that is set at
// once, have none.
#define LH_SCROLL_IDLE ((uint32_t)0)
#define LH_SCROLL_DRAGGING ((uint32_t)1)  ///< A finger moves it, or holds a section that it stopped.
#define LH_SCROLL_MOVING ((uint32_t)2)    ///< It goes on by itself: a fling, a bounce, to an offset.

/// Reads the state of scrolling. Set `struct_size` first.
LH_API bool lh_view_get_scroll(lh_view *view, lh_scroll *out, lh_error **error);
/// Sets the offset; exactly, or animated and then inside the edges.
LH_API bool lh_view_set_offset(lh_view *view, double x, double y, bool animated, lh_error **error);

/// Moves the content with a finger by (dx, dy), less beyond an edge.
///
/// `place`, the finger in the viewport before the movement, may be null: a drag moves a section
/// that scrolls across only if the place is known.
LH_API bool lh_view_drag(lh_view *view, double dx, double dy, const lh_point *place,
                         lh_error **error);
/// Ends the drag. The velocity is that of the content offset. `target`, which may be null, receives
/// the resting offset: set another one with `lh_view_set_offset`, animated.
LH_API bool lh_view_release(lh_view *view, double velocity_x, double velocity_y, lh_point *target,
                            lh_error **error);
/// Applies a wheel movement: the offset changes by (dx, dy) as far as the edges allow, and other
/// motion stops. `place`, the pointer in the viewport, may be null.
LH_API bool lh_view_wheel(lh_view *view, double dx, double dy, const lh_point *place,
                          lh_error **error);

/// Places in the viewport to which an item is scrolled; one for each axis may be combined.
#define LH_POSITION_NEAREST ((uint32_t)0)  ///< As little as brings it wholly into sight.
#define LH_POSITION_TOP ((uint32_t)1)
#define LH_POSITION_CENTER_VERTICAL ((uint32_t)2)
#define LH_POSITION_BOTTOM ((uint32_t)4)
#define LH_POSITION_LEFT ((uint32_t)8)
#define LH_POSITION_CENTER_HORIZONTAL ((uint32_t)16)
#define LH_POSITION_RIGHT ((uint32_t)32)

/// Scrolls to an item. Errors: `unknown-path`, `invalid-argument` for a position.
LH_API bool lh_view_scroll_to(lh_view *view, lh_path path, uint32_t position, bool animated,
                              lh_error **error);

/// The options of scrolling. All zero is the default except for `flags`, whose default is
/// LH_SCROLL_BOUNCES.
typedef struct lh_scroll_options {
  uint32_t struct_size;
  uint32_t flags;            ///< LH_SCROLL_BOUNCES, LH_SCROLL_PAGING, …
  double deceleration_rate;  ///< The share of the velocity left after each millisecond; 0.998.
  double arrow_step;         ///< The distance that an arrow key scrolls; 40.
  double points_per_inch;    ///< Above 0: flings go by Android's spline on a screen of this density.
} lh_scroll_options;

#define LH_SCROLL_BOUNCES ((uint32_t)1)            ///< Content goes beyond its edges and comes back.
#define LH_SCROLL_BOUNCES_ALWAYS_X ((uint32_t)2)   ///< Also where it fits.
#define LH_SCROLL_BOUNCES_ALWAYS_Y ((uint32_t)4)
#define LH_SCROLL_PAGING ((uint32_t)8)             ///< Comes to rest on multiples of the viewport.
#define LH_SCROLL_DIRECTIONAL_LOCK ((uint32_t)16)  ///< A drag moves the axis in which it began.
#define LH_SCROLL_ANCHORS_END ((uint32_t)32)       ///< The last visible cell keeps its place when
                                                   ///< content changes, as in conversations.

LH_API bool lh_view_set_scroll_options(lh_view *view, const lh_scroll_options *options,
                                       lh_error **error);

// Sections that scroll across the view.

/// Returns the offset of a section along its track; 0 for one that does not scroll.
LH_API double lh_view_section_offset(lh_view *view, uint32_t section);
/// Scrolls a section across. Errors: `unknown-section`, `not-across`, `not-finite`.
LH_API bool lh_view_set_section_offset(lh_view *view, uint32_t section, double offset,
                                       bool animated, lh_error **error);

#endif  // LAYOUTHOST_SCROLLING_H
