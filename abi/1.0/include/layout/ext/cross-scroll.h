// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/cross-scroll.h: sections that scroll by themselves, across the way the view scrolls.
//
// The host moves them: it decides by track_at what a touch or a wheel begins on, moves the offset by
// the same physics as the view's own, and says with set_offset where the content of the section
// stands. The layout places the section's elements accordingly, and answers them only where they are:
// what lies outside of the strip needs no record. Nothing of this prepares.
#ifndef LAYOUT_EXT_CROSS_SCROLL_H
#define LAYOUT_EXT_CROSS_SCROLL_H

#include "layout/base.h"

#define LAYOUT_EXT_CROSS_SCROLL "layout.cross-scroll/1"

/// The track runs from top to bottom, as sections do in a layout that itself scrolls to the side.
/// Without it the track runs from left to right.
#define LAYOUT_CROSS_VERTICAL 1u

/// Revision 1. Stable. A section that scrolls, as it lies now.
typedef struct layout_cross_track {
  layout_rect frame;      ///< The visible strip, content coordinates. Finite, sizes >= 0.
  double content_length;  ///< Of all that can be scrolled to, along the track, points. Finite, >= 0.
  double offset;  ///< Of that content, points: 0 at its start. As set_offset said last, but kept
                  ///< inside 0 ... max(0, content_length - the strip's length).
  uint32_t section;  ///< In the data of the snapshot.
  uint32_t flags;    ///< LAYOUT_CROSS_...; unknown bits are refused.
} layout_cross_track;
LAYOUT_STATIC_ASSERT(sizeof(layout_cross_track) == 56, "the record has no padding");

/// Revision 1. Stable.
typedef struct layout_cross_scroll {
  uint32_t struct_size;
  uint32_t reserved;

  /// Writes the track whose strip contains `point`, content coordinates, edges included, and gives
  /// LAYOUT_OK; LAYOUT_UNANSWERED, with `*out` untouched, where nothing scrolls across. [serial]
  layout_status (*track_at)(void *context, layout_point point, layout_cross_track *out);

  /// Scrolls the content of `section` to `offset` points along its track. The next
  /// attributes_in_rect and attributes_for show it, without a prepare.
  ///
  /// Every section is at 0 when the instance is made and when it comes into the data. The offset
  /// stays with the number of the section, through every prepare; sections that are no longer there
  /// are forgotten. When a batch moves sections, the host says anew what differs. The host calls it
  /// inside a frame, after prepare and content_size and before attributes_in_rect, once for each section
  /// whose offset is not what it said last.
  ///
  /// The offset is finite. It lies outside of 0 ... content_length - the strip's length while the
  /// content is pulled over its end, and in a section that is shorter now than it was: show it so.
  /// A section that does not scroll keeps what it is told and shows nothing of it.
  /// LAYOUT_ERROR_ARGUMENT when the section is not in the data or the offset not finite. [serial] [hot]
  layout_status (*set_offset)(void *context, uint32_t section, double offset);

  /// Writes the offset at which the content of `section` shall come to rest after a release; finite.
  /// The host keeps it inside the ends. `proposed` is where it would rest by itself, points, inside
  /// the ends; `velocity` is that of the offset, points per second. A layout that has no wish writes
  /// `proposed`. [serial]
  layout_status (*cross_target)(void *context, uint32_t section, double proposed, double velocity,
                                double *out);
} layout_cross_scroll;

#endif  // LAYOUT_EXT_CROSS_SCROLL_H
