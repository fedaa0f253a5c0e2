// SPDX-License-Identifier: Apache-2.0
//
// layouthost/changes.h: changes of the data, stated in a batch or computed from two snapshots.
#ifndef LAYOUTHOST_CHANGES_H
#define LAYOUTHOST_CHANGES_H

#include "layouthost/base.h"

// Batches. Deletes, reloads and sources of moves are old paths; inserts and targets are new ones.

/// Makes an empty batch.
LH_API lh_batch *lh_batch_new(void);
/// Frees a batch.
LH_API void lh_batch_free(lh_batch *batch);
LH_API bool lh_batch_insert_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
LH_API bool lh_batch_delete_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
LH_API bool lh_batch_reload_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
LH_API bool lh_batch_move_item(lh_batch *batch, lh_path path, lh_path target, lh_error **error);
LH_API bool lh_batch_insert_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
LH_API bool lh_batch_delete_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
LH_API bool lh_batch_reload_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
LH_API bool lh_batch_move_section(lh_batch *batch, uint32_t section, uint32_t target,
                                  lh_error **error);

/// Shows the changes of a batch.
///
/// `change` changes the app's data: it is called once, after the view has shown a due frame. If it
/// fails it must leave the data unchanged. Pass null when the data are changed already and no frame
/// ran since. The counts must add up with the batch, else the error is `invalid-update` with the
/// difference; the view then does not change. `animation` null shows the result at once.
LH_API bool lh_view_perform(lh_view *view, const lh_batch *batch,
                            bool (*change)(void *data, lh_error **error), void *data,
                            const lh_animation *animation, lh_error **error);

// Snapshots: the data as identities, which are numbers of the app. The view computes the changes.

/// An identity of an item or of a section; unique in a snapshot.
typedef uint64_t lh_id;

/// Makes a snapshot without sections.
LH_API lh_snapshot *lh_snapshot_new(void);
/// Makes a copy, to change it.
LH_API lh_snapshot *lh_snapshot_copy(const lh_snapshot *snapshot);
/// Frees a snapshot.
LH_API void lh_snapshot_free(lh_snapshot *snapshot);
/// Add sections at the end, before another, or after it. Error: `duplicate-identity`,
/// `unknown-identity`; nothing is then changed.
LH_API bool lh_snapshot_append_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
LH_API bool lh_snapshot_insert_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_id neighbour, bool before, lh_error **error);
/// Adds items at the end of the last section; if there is none, of section 0, which it makes.
LH_API bool lh_snapshot_append(lh_snapshot *snapshot, const lh_id *items, size_t count,
                               lh_error **error);
/// Adds items at the end of a section.
LH_API bool lh_snapshot_append_items(lh_snapshot *snapshot, lh_id section, const lh_id *items,
                                     size_t count, lh_error **error);
/// Adds items before another, or after it.
LH_API bool lh_snapshot_insert_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_id neighbour, bool before, lh_error **error);
/// Remove items or sections; unknown ones are ignored.
LH_API bool lh_snapshot_delete_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
LH_API bool lh_snapshot_delete_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
LH_API bool lh_snapshot_move_item(lh_snapshot *snapshot, lh_id item, lh_id neighbour, bool before,
                                  lh_error **error);
LH_API bool lh_snapshot_move_section(lh_snapshot *snapshot, lh_id section, lh_id neighbour,
                                     bool before, lh_error **error);
/// Reload items: they get other cells although they stay.
LH_API bool lh_snapshot_reload_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
/// Reconfigure items: their current cells are filled again.
LH_API bool lh_snapshot_reconfigure_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                          lh_error **error);
/// Return its counts.
LH_API size_t lh_snapshot_section_count(const lh_snapshot *snapshot);
LH_API size_t lh_snapshot_item_count(const lh_snapshot *snapshot);

/// Shows a snapshot. The view's data source has no `item_count`; its `bind` gets the identity with
/// `lh_view_get_id`. Errors: `not-the-data-source`, the error of the frame.
LH_API bool lh_view_apply(lh_view *view, const lh_snapshot *snapshot,
                          const lh_animation *animation, lh_error **error);
/// Returns a copy of the view's snapshot, including moves by people.
LH_API lh_snapshot *lh_view_snapshot(lh_view *view, lh_error **error);
/// Gives the identity of the item at a path; false when there is none.
LH_API bool lh_view_get_id(lh_view *view, lh_path path, lh_id *id);
/// Gives the path of an item; false when it is unknown.
LH_API bool lh_view_get_path(lh_view *view, lh_id id, lh_path *path);

#endif  // LAYOUTHOST_CHANGES_H
