// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/self-sizing.h: views that say how large they want to be.
#ifndef LAYOUT_EXT_SELF_SIZING_H
#define LAYOUT_EXT_SELF_SIZING_H

#include "layout/base.h"
#include "layout/records.h"

#define LAYOUT_EXT_SELF_SIZING "layout.self-sizing/1"

/// Revision 1. Stable.
typedef struct layout_self_sizing {
  uint32_t struct_size;
  uint32_t reserved;

  /// An element that became visible prefers `preferred`; `original` is what the layout answered.
  /// `*out_marks` receives what that invalidates; the host prepares with the marks of all elements
  /// that it asked about together. [serial]
  layout_status (*preferred_size)(void *context, layout_element element, layout_size original,
                                  layout_size preferred, layout_marks *out_marks);
} layout_self_sizing;

#endif  // LAYOUT_EXT_SELF_SIZING_H
