// SPDX-License-Identifier: Apache-2.0
//
// A list that gives a height of 50 for every row until the row was in the viewport, and the real
// height from then on. It simulates estimated sizes when an app scrolls to an item. The real height
// of a row is 30 + (37 · item mod 80).
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id" : "test.unfolding",
  "name" : "Unfolding",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : [],
  "layouts" : ["unfolding"]
});

#define WIDTH 300.0

typedef struct list {
  layout_instance table;
  uint32_t count;
  unsigned char *is_known;
  double *tops;  // One more than items.
} list;

KIND(kind_cell, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&kind_cell};

static double height(const list *self, uint32_t item) {
  return self->is_known[item] ? 30 + item * 37 % 80 : 50;
}

static void place(list *self) {
  for (uint32_t i = 0; i < self->count; i++) self->tops[i + 1] = self->tops[i] + height(self, i);
}

/// Reads the real heights of the visible rows. Returns true if one was new.
static int look(list *self, layout_rect bounds) {
  int learnt = 0;
  for (uint32_t i = 0; i < self->count; i++) {
    if (self->tops[i + 1] <= bounds.y || self->tops[i] >= bounds.y + bounds.height) continue;
    learnt |= !self->is_known[i];
    self->is_known[i] = 1;
  }
  return learnt;
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  list *self = context;
  uint32_t count = data->section_count > 0 ? data->item_counts[0] : 0;
  if (!self->tops || count != self->count) {
    self->count = count;
    self->tops = realloc(self->tops, (count + 1) * sizeof *self->tops);
    self->is_known = realloc(self->is_known, count + 1);
    if (!self->tops || !self->is_known) return LAYOUT_ERROR_MEMORY;
    memset(self->is_known, 0, count + 1);
    self->tops[0] = 0;
  }
  place(self);
  if (why->marks & LAYOUT_MARK_EVERYTHING && look(self, data->bounds)) place(self);
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  *out_marks = look(context, change->new_bounds) ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  list *self = context;
  *out = (layout_size){WIDTH, self->tops[self->count]};
  return LAYOUT_OK;
}

static void add(const list *self, layout_answer *answer, uint32_t item, uint32_t *count) {
  if (*count < answer->record_capacity) {
    answer->records[*count] = (layout_attributes){
        .frame = {0, self->tops[item], WIDTH, self->tops[item + 1] - self->tops[item]},
        .item = item,
        .alpha = 1};
  }
  ++*count;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  list *self = context;
  uint32_t count = 0;
  for (uint32_t i = 0; i < self->count; i++) {
    int down = self->tops[i] < rect.y + rect.height && self->tops[i + 1] > rect.y;
    if (down && rect.x < WIDTH && rect.x + rect.width > 0) add(self, answer, i, &count);
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  list *self = context;
  uint32_t count = 0;
  if (e.category == LAYOUT_CELL && e.section == 0 && e.item < self->count) {
    add(self, answer, e.item, &count);
  }
  return finish_records(answer, count);
}

WITHOUT_PROPERTIES
WITHOUT_EXTENSIONS

static void destroy(void *context) {
  list *self = context;
  free(self->is_known);
  free(self->tops);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)host, (void)index;
  list *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

static const layout_descriptor unfolding = {.struct_size = sizeof(layout_descriptor),
                                            .id = LAYOUT_TEXT("unfolding"),
                                            .name = LAYOUT_TEXT("Unfolding"),
                                            .kinds = kinds,
                                            .kind_count = 1};
static const layout_descriptor *const layouts[] = {&unfolding};

PLUGIN_ENTRY("test.unfolding", "Unfolding")
