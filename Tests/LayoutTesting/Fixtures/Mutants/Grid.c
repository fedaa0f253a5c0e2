// SPDX-License-Identifier: Apache-2.0
//
// A small layout that keeps every rule, and for each rule a mutant with a few different lines that
// breaks it: compile with -DMUTANT=M_rect_complete, or without for the correct one.
//
// Each section is a header (the container's width × 24), then its items in rows of `columns` places
// of `side` × `side`, each item in the upper left corner of its place, at most as large as that; a
// backdrop (a decoration with a custom field) lies behind the rows. Every seventh item is rotated.
//
// This file has the life of an instance; Preparing.c and Answers.c have its frames.
#include "Grid.h"

#include <math.h>
#include <stdlib.h>

// Storage of a thread is made when a library is loaded, which other rules look at.
#ifdef MUTANT_threads_any
__thread int grid_is_makers_thread;
#endif

/// The number of living instances, for the mutant that distinguishes them.
static int live_count;

/// For the mutant that never runs a first frame.
static layout_status refuse(void *context, const layout_snapshot *snapshot,
                            const layout_invalidation *why) {
  (void)snapshot;
  (void)why;
  ((grid *)context)->section_count = 0;
  return LAYOUT_ERROR_FAILED;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *marks) {
  grid *g = context;
  int is_resize = change->old_bounds.width != change->new_bounds.width;
  *marks = is_resize && !IS(resize_like_new) ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  if (IS(marks_known) && is_resize) *marks = 1u << 20;
  int is_small = fabs(change->new_bounds.y - change->old_bounds.y) < 40;
  g->kept = is_small && !is_resize ? change->old_bounds : (layout_rect){0};
  return LAYOUT_OK;
}

// MARK: Life

static void destroy(void *context) {
  grid *g = context;
  grid_forget(g);
  live_count--;
  if (IS(destroy_clean)) return;
  free(g);
}

/// Opens a layout, and checks that it was found.
static void open_child(const layout_host *host) {
  const layout_children *children =
      host->extension(host->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_CHILDREN));
  const layout_instance *child = NULL;
  if (!children) return;
  children->open(host->context, (layout_text)LAYOUT_TEXT("flow"), &child);
  child->destroy(child->context);
}

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  grid *g = calloc(1, sizeof *g);
  if (!g) return LAYOUT_ERROR_MEMORY;
  g->host = host;
  if (IS(threads_any)) grid_is_makers_thread = 1;
  g->is_late = ++live_count > 2;
  layout_status status =
      host->register_decoration(host->context, KIND_BACKDROP, (layout_text)LAYOUT_TEXT("backdrop"));
  if (IS(children_refused)) open_child(host);
  if (IS(host_refuses) && status != LAYOUT_OK) abort();
  g->columns = g->wanted_columns = DEFAULT_COLUMNS;
  g->side = g->wanted_side = DEFAULT_SIDE;
  g->tops = calloc(1, sizeof *g->tops);
  g->table = (layout_instance){.struct_size = sizeof g->table,
                               .context = g,
                               .destroy = destroy,
                               .set_property = grid_set_property,
                               .get_property = grid_get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = grid_prepare,
                               .content_size = grid_content_size,
                               .attributes_in_rect = grid_attributes_in_rect,
                               .attributes_for = grid_attributes_for,
                               .extension = grid_extension};
  if (IS(create_works)) g->table.get_property = NULL;
  if (IS(frame_runs)) g->table.prepare = refuse;
  *out = &g->table;
  return LAYOUT_OK;
}
