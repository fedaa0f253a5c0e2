// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/updates.h: where elements come from and go to when the data changes.
#ifndef LAYOUT_EXT_UPDATES_H
#define LAYOUT_EXT_UPDATES_H

#include "layout/base.h"
#include "layout/records.h"

#define LAYOUT_EXT_UPDATES "layout.updates/1"

/// Revision 1. Stable.
///
/// A batch is under way from its `prepare` until `finalize_updates` returns: `map_paths` answers for
/// it in every call between. The four calls come in the order in which they stand here, `initial`
/// and `final` any number of times; after a failed frame `finalize_updates` may be left out.
typedef struct layout_updates {
  uint32_t struct_size;
  uint32_t reserved;

  /// Told after `prepare` and before `content_size` of an update, once a batch. Deletes and the
  /// sources of moves are in old paths. [serial]
  layout_status (*prepare_for_updates)(void *context, const layout_update *updates, uint32_t count);

  /// Gives the attributes from which an element on screen after the update starts, its new
  /// path given. In: `answer` holds one record, the host's default, with its transform and
  /// its fields; out: one record for the same element. Left as it is, it leaves the matter to
  /// the host. There is room for a transform and for the fields of any kind; after
  /// LAYOUT_CAPACITY the default is given anew. [serial]
  layout_status (*initial)(void *context, layout_element element, layout_answer *answer);

  /// Gives the attributes to which an element on screen before the update goes, its old path
  /// given. In and out as for `initial`. [serial]
  layout_status (*final)(void *context, layout_element element, layout_answer *answer);

  /// All starting and final attributes were collected; drop what was kept for them. [serial]
  layout_status (*finalize_updates)(void *context);
} layout_updates;

#endif  // LAYOUT_EXT_UPDATES_H
