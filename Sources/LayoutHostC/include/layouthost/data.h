// SPDX-License-Identifier: Apache-2.0
//
// layouthost/data.h: the counts of a view, and the filling of its cells.
#ifndef LAYOUTHOST_DATA_H
#define LAYOUTHOST_DATA_H

#include "layouthost/base.h"

/// The app's side of the data. Called inside a frame: its functions must not change the view.
///
/// Counts are read once for each state of the data: report changes (changes.h), or reload with
/// `lh_view_reload`. If a function fails, the frame fails with the code `data-source`, and the last
/// good frame stays.
typedef struct lh_data_source {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  /// Returns the number of sections; below 0 if it is unknown. Null: one.
  int64_t (*section_count)(void *data);
  /// Returns the number of items; below 0 if it is unknown. Null: the data come from snapshots
  /// (`lh_view_apply`).
  int64_t (*item_count)(void *data, uint32_t section);
  /// Fills a cell for an item. Null leaves cells empty.
  bool (*bind)(void *data, lh_cell *cell, lh_path path, lh_error **error);
  /// Fills the cell of a header, footer or other supplementary element. Null leaves them empty.
  bool (*bind_supplementary)(void *data, lh_cell *cell, const char *kind, lh_path path,
                             lh_error **error);
  /// Returns the reuse identifier of the cell for an item, as registered. `kind` is null for items,
  /// the name of the kind for supplementary elements. Null, and a null answer: the class registered
  /// without an identifier.
  const char *(*identifier)(void *data, const char *kind, lh_path path);
  /// Returns true when a person may move the item. Null: none.
  bool (*can_move)(void *data, lh_path path);
  /// Moves an item that a person dropped at another place in the data. Fails if it cannot be moved,
  /// with the data unchanged. Null if `can_move` is null, and for snapshots, which move it
  /// themselves.
  bool (*move)(void *data, lh_path path, lh_path target, lh_error **error);
  /// Requests items that are likely to become visible, the next one first. May be null.
  void (*prefetch)(void *data, const lh_path *paths, size_t count);
  /// Cancels items that are no longer likely. May be null.
  void (*cancel_prefetch)(void *data, const lh_path *paths, size_t count);
} lh_data_source;

/// Sets a view's data source and reads everything again with the next frame. Null removes it.
LH_API bool lh_view_set_data_source(lh_view *view, const lh_data_source *source,
                                    lh_error **error);

/// Reads the counts again, fills every cell again and shows the result.
LH_API bool lh_view_reload(lh_view *view, lh_error **error);

/// Fills the visible cells of these items again, in place.
LH_API bool lh_view_reconfigure(lh_view *view, const lh_path *paths, size_t count,
                                lh_error **error);

/// Return the counts as of the last frame.
LH_API uint32_t lh_view_section_count(lh_view *view);
LH_API uint32_t lh_view_item_count(lh_view *view, uint32_t section);

#endif  // LAYOUTHOST_DATA_H
