// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/scroll-target.h: the layout chooses where scrolling comes to rest.
#ifndef LAYOUT_EXT_SCROLL_TARGET_H
#define LAYOUT_EXT_SCROLL_TARGET_H

#include "layout/base.h"

#define LAYOUT_EXT_SCROLL_TARGET "layout.scroll-target/1"

/// A release of the finger, as the host sees it.
typedef struct layout_scroll {
  uint32_t struct_size;
  uint32_t flags;          ///< LAYOUT_SCROLL_…
  layout_rect bounds;      ///< The viewport now, while the content still moves.
  layout_point proposed;   ///< The content offset where it would rest by itself, inside the edges.
  layout_vector velocity;  ///< Of the content offset, points per second.
} layout_scroll;

/// The offset is proposed after an update of the data, not after a touch; the velocity is zero.
#define LAYOUT_SCROLL_UPDATE 1u

/// Revision 1. Stable.
typedef struct layout_scroll_target {
  uint32_t struct_size;
  uint32_t reserved;

  /// Writes the content offset at which scrolling shall come to rest; finite. The host keeps it
  /// inside the edges. [serial]
  layout_status (*target)(void *context, const layout_scroll *scroll, layout_point *out);
} layout_scroll_target;

#endif  // LAYOUT_EXT_SCROLL_TARGET_H
