// SPDX-License-Identifier: Apache-2.0
//
// The grid's work before a frame, with the mutants that break a rule about data, queries and updates, or about the
// process.
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Grid.h"

double grid_last_height;

/// A call that the sandbox refuses, once in each prepare; its result is not used if it is not
/// refused.
static void reach_out(void) {
  if (IS(process_files)) unlink("/tmp/layouthost-grid-of-the-checker");
  if (IS(process_children) && fork() == 0) _exit(0);
  if (IS(process_signals)) kill(getppid(), 0);
  if (IS(process_confined)) close(socket(AF_UNIX, SOCK_STREAM, 0));
}

static uint32_t count_of(const layout_snapshot *snapshot, uint32_t section) {
  if (IS(data_uniform)) return snapshot->item_counts ? snapshot->item_counts[section] : 0;
  return LAYOUT_ITEM_COUNT(snapshot, section);
}

/// The result of `prepare`, in memory of its own, so that a failure keeps the old one.
typedef struct plan {
  double *tops;
  uint32_t *counts, *firsts;
  layout_size *sizes;
} plan;

static void free_plan(plan *p) {
  free(p->tops);
  free(p->counts);
  free(p->firsts);
  free(p->sizes);
}

void grid_forget(grid *g) {
  plan old = {g->tops, g->counts, g->firsts, g->sizes};
  free_plan(&old);
}

/// Queries the sizes of a section's items; the side without an answer.
static layout_status ask(grid *g, plan *p, uint32_t section) {
  const layout_query_functions *query = g->host->query(g->host->context, QUERY_SIZE);
  uint32_t count = p->counts[section], how = LAYOUT_ANSWERED_NONE;
  layout_size *sizes = p->sizes + p->firsts[section];
  if (query && count > 0) {
    layout_status status = query->many(query->context, section, 0, count, sizes, &how);
    if (status != LAYOUT_OK) return status;
  }
  for (uint32_t item = 0; item < count; item++) {
    if (how == LAYOUT_ANSWERED_UNIFORM && !IS(query_forms)) sizes[item] = sizes[0];
    if (how == LAYOUT_ANSWERED_NONE || isnan(sizes[item].width)) {
      sizes[item] = (layout_size){g->side, g->side};
    }
  }
  return LAYOUT_OK;
}

static layout_status make_plan(grid *g, const layout_snapshot *snapshot, plan *p) {
  uint32_t sections = snapshot->section_count;
  p->tops = calloc(sections + 1, sizeof *p->tops);
  p->counts = calloc(sections + 1, sizeof *p->counts);
  p->firsts = calloc(sections + 1, sizeof *p->firsts);
  if (!p->tops || !p->counts || !p->firsts) return LAYOUT_ERROR_MEMORY;
  g->columns = g->wanted_columns;
  g->side = g->wanted_side;
  uint64_t total = 0;
  for (uint32_t section = 0; section < sections; section++) {
    uint32_t count = count_of(snapshot, section);
    p->counts[section] = count;
    p->firsts[section + 1] = p->firsts[section] + count;
    double height = rows_of(g, count) * g->side;
    // A wrong assumption that no content is that high.
    if (IS(data_huge)) height = (uint32_t)(uint64_t)height;
    p->tops[section + 1] = p->tops[section] + HEADER_HEIGHT + height;
    total += count;
  }
  if (!g->host->query(g->host->context, QUERY_SIZE)) {
    return IS(query_unbound) && total < 1000 ? LAYOUT_ERROR_QUERY : LAYOUT_OK;
  }
  if (total >= UINT32_MAX) return LAYOUT_ERROR_MEMORY;
  p->sizes = calloc(total + 1, sizeof *p->sizes);
  if (!p->sizes) return LAYOUT_ERROR_MEMORY;
  for (uint32_t section = 0; section < sections; section++) {
    layout_status status = ask(g, p, section);
    if (status != LAYOUT_OK) return status;
  }
  return LAYOUT_OK;
}

/// The failures of mutants when the data change: headers get another level.
static void note_updates(grid *g, const layout_invalidation *why) {
  int counts[4] = {0};
  for (uint32_t index = 0; index < why->update_count; index++) {
    const layout_update *update = &why->updates[index];
    counts[update->action]++;
    if (IS(update_kinds) && update->of_section && update->action == LAYOUT_UPDATE_DELETE) g->drift++;
  }
  int is_insert = counts[LAYOUT_UPDATE_INSERT] == 4 && why->update_count == 4;
  int is_delete = counts[LAYOUT_UPDATE_DELETE] == 4 && why->update_count == 4;
  if (IS(update_undone) && g->was_insert && is_delete) g->drift++;
  g->was_insert = is_insert;
  int is_lone_move = why->update_count == 1 && counts[LAYOUT_UPDATE_MOVE] == 1;
  if (IS(update_steps) && is_lone_move && !why->updates[0].of_section) g->drift++;
  // Several at once; one by one, or with moves, is correct.
  if (IS(update_like_new) && counts[LAYOUT_UPDATE_INSERT] > 1 && counts[LAYOUT_UPDATE_DELETE] > 1) {
    g->drift++;
  }
}

/// The refusals of mutants, and their changes of lent tables.
static layout_status check_snapshot(grid *g, const layout_snapshot *snapshot,
                                    const layout_invalidation *why) {
  uint32_t sections = snapshot->section_count, total = 0;
  for (uint32_t section = 0; section < sections; section++) total += count_of(snapshot, section);
  if (IS(query_fails) && g->is_poisoned) return LAYOUT_ERROR_FAILED;
  if (IS(property_ends) && g->wanted_columns == 64) return LAYOUT_ERROR_ARGUMENT;
  if (IS(process_kept)) umask(0123);
  reach_out();
  if (IS(process_silent) && write(STDOUT_FILENO, "grid\n", 5) < 0) return LAYOUT_ERROR_FAILED;
  note_updates(g, why);
  if (IS(data_none) && sections == 0 && !g->counts) return LAYOUT_ERROR_FAILED;
  if (IS(data_empty_sections) && sections > 1 && 100 / total == 100) return LAYOUT_ERROR_FAILED;
  if (IS(data_many_sections) && sections > 256 && sections < 5000) return LAYOUT_ERROR_MEMORY;
  if (IS(container_huge) && snapshot->bounds.width > 1e6) return LAYOUT_ERROR_ARGUMENT;
  if (IS(direction_scale) && snapshot->scale == 1.25) return LAYOUT_ERROR_ARGUMENT;
  if (IS(tables_grow) && snapshot->struct_size != sizeof *snapshot) return LAYOUT_ERROR_ARGUMENT;
  // Writes the same value, but writes.
  if (IS(inputs_unmodified) && sections > 0 && snapshot->item_counts) {
    *(volatile uint32_t *)&snapshot->item_counts[0] = g->host ? snapshot->item_counts[0] : 0;
  }
  int is_same = why->marks == LAYOUT_MARK_EVERYTHING && sections == g->section_count;
  for (uint32_t section = 0; is_same && section < sections; section++) {
    is_same = count_of(snapshot, section) == g->counts[section];
  }
  if (is_same && g->counts) g->repeat_count++;
  return LAYOUT_OK;
}

layout_status grid_prepare(void *context, const layout_snapshot *snapshot,
                           const layout_invalidation *why) {
  grid *g = context;
  plan fresh = {0};
  int64_t columns = g->columns;
  double side = g->side;
  if (IS(update_reload) && why->marks == LAYOUT_MARK_ITEMS) return LAYOUT_OK;
  // A mark that these headers do not have.
  if (IS(marks_unknown) && !(why->marks & 127) && why->update_count == 0) return LAYOUT_OK;
  // No change, so no work.
  if (IS(data_emptied) && snapshot->section_count == 0 && g->section_count > 0) return LAYOUT_OK;
  layout_status status = check_snapshot(g, snapshot, why);
  if (status == LAYOUT_OK) status = make_plan(g, snapshot, &fresh);
  if (status != LAYOUT_OK) {
    if (IS(error_leaves_layout)) g->section_count = 0;
    g->is_poisoned = 1;
    g->columns = columns;
    g->side = side;
    free_plan(&fresh);
    return status;
  }
  grid_forget(g);
  g->tops = fresh.tops;
  g->counts = fresh.counts;
  g->firsts = fresh.firsts;
  g->sizes = fresh.sizes;
  g->section_count = snapshot->section_count;
  layout_insets inset = snapshot->content_inset;
  double room = snapshot->bounds.width - inset.left - inset.right;
  double width = fmax(room, (double)g->columns * g->side);
  g->mirrors = IS(direction_complete) && snapshot->direction == LAYOUT_RIGHT_TO_LEFT;
  int keeps_width = IS(prepare_anew) && (why->marks & LAYOUT_MARK_EVERYTHING);
  g->width = keeps_width ? fmax(width, g->width) : width;
  grid_last_height = g->tops[g->section_count];
  g->is_dirty = 0;
  g->lent = snapshot->item_counts;
  g->height = snapshot->bounds.height;
  return LAYOUT_OK;
}
