// SPDX-License-Identifier: Apache-2.0
//
// changes.h: what changed between two lists, of which only the objects in them are known.
#pragma once

#include <glib.h>

/// Changes of one list. Deletes and sources of moves are indexes of before, inserts and targets of after.
typedef struct {
  GArray *deleted;   ///< guint
  GArray *inserted;  ///< guint
  GArray *moved;     ///< LhMove
} LhChanges;

typedef struct {
  guint from, to;
} LhMove;

/// Finds what became of `before` in `after`. The longest run of items that kept their order stays; other
/// items that are in both are moves. O(n log n) in the parts that differ. Null pointers match nothing.
LhChanges lh_changes_find(const gpointer *before, guint before_count, const gpointer *after,
                          guint after_count);
void lh_changes_clear(LhChanges *changes);
