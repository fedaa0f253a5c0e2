// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/draft/transition.h: a layout that is told of its coming and going. Draft.
#ifndef LAYOUT_EXT_TRANSITION_H
#define LAYOUT_EXT_TRANSITION_H

#ifndef LAYOUT_DRAFTS
#error "a draft may change with each release: define LAYOUT_DRAFTS, or include layout/drafts.h"
#endif

#include "layout/base.h"

#define LAYOUT_EXT_TRANSITION "layout.transition/1"

/// Revision 1. Draft.
typedef struct layout_transition {
  uint32_t struct_size;
  uint32_t reserved;

  /// This layout is about to replace the one named. [serial]
  layout_status (*prepare_from)(void *context, layout_text old_layout_id);

  /// The layout named is about to replace this one. [serial]
  layout_status (*prepare_to)(void *context, layout_text new_layout_id);

  /// The transition ended, or was cancelled. [serial]
  layout_status (*finalize)(void *context);

  /// An animated change of the viewport is about to begin. [serial]
  layout_status (*prepare_for_bounds_change)(void *context, layout_rect old_bounds);

  /// It ended. [serial]
  layout_status (*finalize_bounds_change)(void *context);
} layout_transition;

#endif  // LAYOUT_EXT_TRANSITION_H
