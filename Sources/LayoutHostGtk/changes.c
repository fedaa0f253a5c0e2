// SPDX-License-Identifier: Apache-2.0
//
// changes.c: deletes, inserts and moves between two lists of objects.
#include "changes.h"

#include <stdint.h>

#define NONE G_MAXUINT

/// Returns for each item of `after` its index in `before`, and marks the matched items in `used`.
static guint *match(const gpointer *before, guint before_count, const gpointer *after,
                    guint after_count, guint8 *used) {
  GHashTable *places = g_hash_table_new(NULL, NULL);
  guint *origins = g_new(guint, MAX(after_count, 1));
  // From the end, so that the first of two equal objects is matched.
  for (guint i = before_count; i-- > 0;)
    if (before[i] != NULL) g_hash_table_insert(places, before[i], GUINT_TO_POINTER(i + 1));
  for (guint j = 0; j < after_count; j++) {
    guint place = after[j] == NULL ? 0 : GPOINTER_TO_UINT(g_hash_table_lookup(places, after[j]));
    origins[j] = place > 0 && !used[place - 1] ? place - 1 : NONE;
    if (origins[j] != NONE) used[origins[j]] = 1;
  }
  g_hash_table_destroy(places);
  return origins;
}

/// Marks the items of the longest ascending run of origins (Schensted, 1961).
static guint8 *mark_longest_run(const guint *origins, guint count) {
  guint8 *stays = g_new0(guint8, MAX(count, 1));
  guint *ends = g_new(guint, MAX(count, 1));      // The item that ends the best run of each length.
  guint *previous = g_new(guint, MAX(count, 1));  // The item before each in its run.
  guint length = 0;
  for (guint j = 0; j < count; j++) {
    guint low = 0, high = length;
    if (origins[j] == NONE) continue;
    while (low < high) {
      guint middle = (low + high) / 2;
      if (origins[ends[middle]] < origins[j]) low = middle + 1;
      else high = middle;
    }
    previous[j] = low > 0 ? ends[low - 1] : NONE;
    ends[low] = j;
    length = MAX(length, low + 1);
  }
  for (guint j = length > 0 ? ends[length - 1] : NONE; j != NONE; j = previous[j]) stays[j] = 1;
  g_free(previous);
  g_free(ends);
  return stays;
}

LhChanges lh_changes_find(const gpointer *before, guint before_count, const gpointer *after,
                          guint after_count) {
  LhChanges changes = {g_array_new(FALSE, FALSE, sizeof(guint)),
                       g_array_new(FALSE, FALSE, sizeof(guint)),
                       g_array_new(FALSE, FALSE, sizeof(LhMove))};
  guint8 *used = g_new0(guint8, MAX(before_count, 1));
  guint *origins = match(before, before_count, after, after_count, used);
  guint8 *stays = mark_longest_run(origins, after_count);
  for (guint i = 0; i < before_count; i++)
    if (!used[i]) g_array_append_val(changes.deleted, i);
  for (guint j = 0; j < after_count; j++) {
    LhMove move = {origins[j], j};
    if (origins[j] == NONE) g_array_append_val(changes.inserted, j);
    else if (!stays[j]) g_array_append_val(changes.moved, move);
  }
  g_free(stays);
  g_free(origins);
  g_free(used);
  return changes;
}

void lh_changes_clear(LhChanges *changes) {
  g_clear_pointer(&changes->deleted, g_array_unref);
  g_clear_pointer(&changes->inserted, g_array_unref);
  g_clear_pointer(&changes->moved, g_array_unref);
}
