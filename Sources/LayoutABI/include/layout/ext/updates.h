// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/updates.h: where elements come from and go to when the data changes. Draft.
#ifndef LAYOUT_EXT_UPDATES_H
#define LAYOUT_EXT_UPDATES_H

#include "layout/base.h"
#include "layout/records.h"

#define LAYOUT_EXT_UPDATES "layout.updates/1"

/// Revision 1. Draft.
typedef struct layout_updates {
  uint32_t struct_size;
  uint32_t reserved;

  /// Told after `prepare` and before `content_size` of an update. [main]
  layout_status (*prepare_for_updates)(void *context, const layout_update *updates, uint32_t count);

  /// Where an element that is on screen after the update starts from, its new path given. In:
  /// `answer` holds one record, the host's default; out: the layout's. [main]
  layout_status (*initial)(void *context, layout_element element, layout_answer *answer);

  /// Where an element that was on screen before the update goes to, its old path given. In and out
  /// as for `initial`. [main]
  layout_status (*final)(void *context, layout_element element, layout_answer *answer);

  /// All starting and final attributes were collected; drop what was kept for them. [main]
  layout_status (*finalize_updates)(void *context);
} layout_updates;

#endif  // LAYOUT_EXT_UPDATES_H
