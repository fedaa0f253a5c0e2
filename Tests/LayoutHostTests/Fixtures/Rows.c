// SPDX-License-Identifier: Apache-2.0
//
// Rows with the container's width, and estimated heights until a view prefers one: a layout for
// self-sizing whose frames a test can add up. "rows" has the extension, "plain" does not.
//
// `estimate` is the height of a row before its view was measured, `most` the largest height that the layout gives,
// `refused` a height that fails. The action `passes` returns the number of full placements, `told` the number of
// preferred sizes that it got. A preferred size is kept when a part is invalidated, and dropped when everything is.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id" : "test.rows",
  "name" : "Rows",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : ["layout.self-sizing/1"],
  "layouts" : [ "rows", "plain" ]
});

enum { ESTIMATE, MOST, REFUSED, PROPERTY_COUNT };

typedef struct rows {
  layout_instance table;
  double given[PROPERTY_COUNT];
  double *heights;  // NaN: not measured yet.
  double *tops;     // One more than rows.
  double width;
  uint32_t count;
  int64_t passes, told;
  int is_plain;
} rows;

NUMBER(property_estimate, "estimate", 50, 0)
NUMBER(property_most, "most", 100000, 0)
NUMBER(property_refused, "refused", -1, -1)
static const layout_property *const properties[] = {&property_estimate, &property_most,
                                                    &property_refused};

KIND(kind_cell, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&kind_cell};

static double height(const rows *self, uint32_t row) {
  double wanted = isnan(self->heights[row]) ? self->given[ESTIMATE] : self->heights[row];
  return fmin(wanted, self->given[MOST]);
}

static void place(rows *self) {
  double top = 0;
  for (uint32_t row = 0; row < self->count; row++) {
    self->tops[row] = top;
    top += height(self, row);
  }
  self->tops[self->count] = top;
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  rows *self = context;
  uint32_t count = data->section_count ? data->item_counts[0] : 0;
  self->width = data->bounds.width;
  if (why->marks == LAYOUT_MARK_ITEMS) {
    // The sums are cheap; the test checks that no row is measured again.
    place(self);
    return LAYOUT_OK;
  }
  self->passes++;
  self->heights = realloc(self->heights, (count + 1) * sizeof *self->heights);
  self->tops = realloc(self->tops, (count + 1) * sizeof *self->tops);
  if (!self->heights || !self->tops) return LAYOUT_ERROR_MEMORY;
  int forgets = (why->marks & LAYOUT_MARK_EVERYTHING) != 0;
  for (uint32_t row = forgets ? 0 : self->count; row < count; row++) self->heights[row] = NAN;
  self->count = count;
  place(self);
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  rows *self = context;
  *out = (layout_size){self->width, self->tops[self->count]};
  return LAYOUT_OK;
}

static layout_attributes cell(const rows *self, uint32_t row) {
  return (layout_attributes){
      .frame = {0, self->tops[row], self->width, height(self, row)}, .item = row, .alpha = 1};
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  rows *self = context;
  uint32_t count = 0;
  if (rect.x >= self->width || rect.x + rect.width <= 0) return finish_records(answer, 0);
  for (uint32_t row = 0; row < self->count; row++) {
    if (self->tops[row + 1] <= rect.y || self->tops[row] >= rect.y + rect.height) continue;
    if (count < answer->record_capacity) answer->records[count] = cell(self, row);
    count++;
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  rows *self = context;
  int is_known = e.category == LAYOUT_CELL && e.section == 0 && e.item < self->count;
  if (is_known && answer->record_capacity > 0) answer->records[0] = cell(self, e.item);
  return finish_records(answer, is_known ? 1 : 0);
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  (void)context;
  int is_resized = change->old_bounds.width != change->new_bounds.width;
  *out_marks = is_resized ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status preferred_size(void *context, layout_element element, layout_size original,
                                    layout_size preferred, uint32_t *out_marks) {
  rows *self = context;
  (void)original;
  self->told++;
  if (preferred.height == self->given[REFUSED]) return LAYOUT_ERROR_FAILED;
  double before = height(self, element.item);
  self->heights[element.item] = preferred.height;
  *out_marks = height(self, element.item) == before ? LAYOUT_MARK_NOTHING : LAYOUT_MARK_ITEMS;
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  static const layout_self_sizing sizing = {sizeof sizing, 0, preferred_size};
  rows *self = context;
  return is_id(id, LAYOUT_EXT_SELF_SIZING) && !self->is_plain ? &sizing : NULL;
}

static layout_status passes(rows *self, int64_t *out) {
  *out = self->passes;
  return LAYOUT_OK;
}

static layout_status told(rows *self, int64_t *out) {
  *out = self->told;
  return LAYOUT_OK;
}

#define ACTION(id, text)                                                          \
  static const layout_action action_##id = {.struct_size = sizeof(layout_action), \
                                            .result_type = LAYOUT_TYPE_I64,       \
                                            .name = LAYOUT_TEXT(text),            \
                                            .function = (void (*)(void))id};
ACTION(passes, "passes")
ACTION(told, "told")
static const layout_action *const actions[] = {&action_passes, &action_told};

NUMBERS_ARE_GIVEN(rows)

static void destroy(void *context) {
  rows *self = context;
  free(self->heights);
  free(self->tops);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)host;
  rows *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->is_plain = index == 1;
  GIVE_DEFAULTS(self)
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

DESCRIPTOR(rows_layout, "rows", .actions = actions, .action_count = 2, .kinds = kinds,
           .kind_count = 1)
DESCRIPTOR(plain_layout, "plain", .actions = actions, .action_count = 2, .kinds = kinds,
           .kind_count = 1)
static const layout_descriptor *const layouts[] = {&rows_layout, &plain_layout};

PLUGIN_ENTRY("test.rows", "Rows")
