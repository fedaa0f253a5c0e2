// SPDX-License-Identifier: Apache-2.0
//
// changes.h: the changes between two lists, found by comparing their objects.
#pragma once

#include <glib.h>

/// Changes of one list. Deletes and sources of moves are indexes of before, inserts and targets of
/// after.
typedef struct {
  GArray *deleted;   ///< guint
  GArray *inserted;  ///< guint
  GArray *moved;     ///< LhMove
} LhChanges;

typedef struct {
  guint from, to;
} LhMove;

/// Finds the changes from `before` to `after`. The longest run of items in the same order stays;
/// other common items are moves. O(n log n) in the parts that differ. Null pointers match nothing.
LhChanges lh_changes_find(const gpointer *before, guint before_count, const gpointer *after,
                          guint after_count);
void lh_changes_clear(LhChanges *changes);
