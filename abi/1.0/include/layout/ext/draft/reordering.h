// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/draft/reordering.h: a layout that has a say while an item is dragged elsewhere. Draft.
#ifndef LAYOUT_EXT_REORDERING_H
#define LAYOUT_EXT_REORDERING_H

#ifndef LAYOUT_DRAFTS
#error "a draft may change with each release: define LAYOUT_DRAFTS, or include layout/drafts.h"
#endif

#include "layout/base.h"
#include "layout/records.h"

#define LAYOUT_EXT_REORDERING "layout.reordering/1"

/// Revision 1. Draft.
typedef struct layout_reordering {
  uint32_t struct_size;
  uint32_t reserved;

  /// The path that the item from `current` takes if dropped with its centre at `position`, in content
  /// coordinates. It is in the data, or behind the last item of another section. [serial]
  layout_status (*target_path)(void *context, layout_path current, layout_point position,
                               layout_path *out);

  /// Writes the attributes of the cell at `path` while it is held at `position`, one record, or none
  /// (`record_count` 0) to leave the matter to the host. [serial] [hot]
  layout_status (*attributes_for_moving)(void *context, layout_path path, layout_point position,
                                         layout_answer *answer);
} layout_reordering;

#endif  // LAYOUT_EXT_REORDERING_H
