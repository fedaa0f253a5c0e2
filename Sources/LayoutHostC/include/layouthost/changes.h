// SPDX-License-Identifier: Apache-2.0
//
// layouthost/changes.h: changes of the data, told one by one in a batch or found from two snapshots.
#ifndef LAYOUTHOST_CHANGES_H
#define LAYOUTHOST_CHANGES_H

#include "layouthost/base.h"

// Batches. Deletes, reloads and sources of moves are paths of before; inserts and targets of after.

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
/// `change` changes the app's data: it is called once, when the view has shown what was due before. It
/// fails with the data as they were. Null when the data are changed already and no frame ran since. The
/// counts have to add up with the batch, else the error is `invalid-update` and names what differs; the
/// view then shows what it showed. `animation` null shows the outcome at once.
LH_API bool lh_view_perform(lh_view *view, const lh_batch *batch,
                            bool (*change)(void *data, lh_error **error), void *data,
                            const lh_animation *animation, lh_error **error);

// Snapshots: the data as identities, numbers of the app's own. The view finds what changed.

/// An identity of an item or of a section; each is in a snapshot once.
typedef uint64_t lh_id;

/// Makes a snapshot without sections.
LH_API lh_snapshot *lh_snapshot_new(void);
/// Makes a copy, to change it.
LH_API lh_snapshot *lh_snapshot_copy(const lh_snapshot *snapshot);
/// Frees a snapshot.
LH_API void lh_snapshot_free(lh_snapshot *snapshot);
/// Add sections at the end, in front of another, or behind it. Error: `duplicate-identity`,
/// `unknown-identity`; nothing is then changed.
LH_API bool lh_snapshot_append_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
LH_API bool lh_snapshot_insert_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_id neighbour, bool before, lh_error **error);
/// Adds items at the end of the last section; of section 0, which it makes, where there is none.
LH_API bool lh_snapshot_append(lh_snapshot *snapshot, const lh_id *items, size_t count,
                               lh_error **error);
/// Adds items at the end of a section.
LH_API bool lh_snapshot_append_items(lh_snapshot *snapshot, lh_id section, const lh_id *items,
                                     size_t count, lh_error **error);
/// Adds items in front of another, or behind it.
LH_API bool lh_snapshot_insert_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_id neighbour, bool before, lh_error **error);
/// Take items or sections out; those that are not there are passed over.
LH_API bool lh_snapshot_delete_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
LH_API bool lh_snapshot_delete_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
LH_API bool lh_snapshot_move_item(lh_snapshot *snapshot, lh_id item, lh_id neighbour, bool before,
                                  lh_error **error);
LH_API bool lh_snapshot_move_section(lh_snapshot *snapshot, lh_id section, lh_id neighbour,
                                     bool before, lh_error **error);
/// Make items anew, in other cells, although they stay.
LH_API bool lh_snapshot_reload_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
/// Fill items anew in the cells that they have.
LH_API bool lh_snapshot_reconfigure_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                          lh_error **error);
/// Return how much there is in it.
LH_API size_t lh_snapshot_section_count(const lh_snapshot *snapshot);
LH_API size_t lh_snapshot_item_count(const lh_snapshot *snapshot);

/// Shows a snapshot. The view's data source has no `item_count`; its `bind` asks for the identity.
/// Errors: `not-the-data-source`, what the frame gave.
LH_API bool lh_view_apply(lh_view *view, const lh_snapshot *snapshot,
                          const lh_animation *animation, lh_error **error);
/// Returns a copy of the snapshot that the view shows; moves by people are in it.
LH_API lh_snapshot *lh_view_snapshot(lh_view *view, lh_error **error);
/// Gives the identity of the item at a path; false when there is none.
LH_API bool lh_view_get_id(lh_view *view, lh_path path, lh_id *id);
/// Gives the path of an item; false when it is not there.
LH_API bool lh_view_get_path(lh_view *view, lh_id id, lh_path *path);

#endif  // LAYOUTHOST_CHANGES_H
