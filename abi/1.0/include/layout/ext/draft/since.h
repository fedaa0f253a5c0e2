// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/draft/since.h: the size of each draft's table, as layout/since.h has those of stable tables. Generated
// by Tools/abi-since.
#ifndef LAYOUT_EXT_DRAFT_SINCE_H
#define LAYOUT_EXT_DRAFT_SINCE_H

#include "layout/ext/draft/children.h"
#include "layout/ext/draft/reordering.h"
#include "layout/ext/draft/transition.h"
#include "layout/since.h"

/// The sizes of drafts, each of which has another id when it changes.
enum {
  LAYOUT_DRAFT_SIZE_children = LAYOUT_SIZE_TO(layout_children, scope),
  LAYOUT_DRAFT_SIZE_reordering = LAYOUT_SIZE_TO(layout_reordering, attributes_for_moving),
  LAYOUT_DRAFT_SIZE_transition = LAYOUT_SIZE_TO(layout_transition, finalize_bounds_change),
};

#endif  // LAYOUT_EXT_DRAFT_SINCE_H
