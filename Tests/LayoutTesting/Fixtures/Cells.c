// SPDX-License-Identifier: Apache-2.0
//
// A table: sections are rows, items are columns, every cell 50 × 20. It accepts only data whose rows have one length,
// and reads no row outside of the viewport.
#include <math.h>
#include <stdlib.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id" : "test.cells",
  "name" : "Cells",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : [],
  "layouts" : [ "cells" ]
});

enum { PROPERTY_COUNT = 1 };

typedef struct cells {
  layout_instance table;
  const layout_host *host;
  double given[PROPERTY_COUNT];
  double rows, columns;
} cells;

NUMBER(property_gap, "gap", 0, 0)
static const layout_property *const properties[] = {&property_gap};

KIND(cell_kind, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&cell_kind};

NUMBERS_ARE_GIVEN(cells)

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  cells *self = context;
  (void)why;
  if (data->item_counts) {
    static const char words[] = "the rows are listed one by one";
    self->host->set_error(self->host->context, (layout_text){words, sizeof words - 1, 0});
    return LAYOUT_ERROR_FAILED;
  }
  uint32_t last = data->section_count - 1;
  if (self->host->section_count(self->host->context) != data->section_count ||
      (data->section_count > 0 &&
       self->host->item_count(self->host->context, last) != data->uniform_count)) {
    return LAYOUT_ERROR_ARGUMENT;
  }
  self->rows = data->section_count;
  self->columns = data->section_count > 0 ? data->uniform_count : 0;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const cells *self = context;
  *out = (layout_size){self->columns * 50, self->rows * 20};
  return LAYOUT_OK;
}

NEVER_INVALIDATES

static layout_attributes cell(double row, double column) {
  return (layout_attributes){.frame = {column * 50, row * 20, 50, 20},
                             .section = (uint32_t)row,
                             .item = (uint32_t)column,
                             .alpha = 1};
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  const cells *self = context;
  double top = fmax(0, floor(rect.y / 20)), left = fmax(0, floor(rect.x / 50));
  double bottom = fmin(self->rows, ceil((rect.y + rect.height) / 20));
  double right = fmin(self->columns, ceil((rect.x + rect.width) / 50));
  uint32_t count = 0;
  for (double row = top; row < bottom; row++) {
    for (double column = left; column < right; column++, count++) {
      if (count < answer->record_capacity) answer->records[count] = cell(row, column);
    }
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  const cells *self = context;
  int is_known = element.section < self->rows && element.item < self->columns;
  if (is_known && answer->record_capacity) answer->records[0] = cell(element.section, element.item);
  return finish_records(answer, is_known ? 1 : 0);
}

WITHOUT_EXTENSIONS

static void destroy(void *context) { free(context); }

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index > 0) return LAYOUT_ERROR_ARGUMENT;
  cells *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  GIVE_DEFAULTS(self)
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

static const layout_descriptor descriptor = {SIZED(layout_descriptor),
                                             .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
                                             .id = LAYOUT_TEXT("cells"),
                                             .name = LAYOUT_TEXT("Cells"),
                                             .properties = properties,
                                             .property_count = PROPERTY_COUNT,
                                             .kinds = kinds,
                                             .kind_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};

PLUGIN_ENTRY("test.cells", "Cells")
