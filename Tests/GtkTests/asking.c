// SPDX-License-Identifier: Apache-2.0
//
// A layout that lists its items, each as high as the app answers for the width of the view: a query with
// a further argument, which no bundled layout has.
#include <stdlib.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id": "org.layouthost.tests.asking", "name": "Asking", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["asking"]
});

enum { MOST = 100 };

typedef struct asking {
  layout_instance table;
  const layout_host *host;
  double width;
  double tops[MOST + 1];
  uint32_t count;  // Items of the first section.
} asking;

static layout_attributes record_of(const asking *a, uint32_t item) {
  layout_rect frame = {0, a->tops[item], a->width, a->tops[item + 1] - a->tops[item]};
  return (layout_attributes){.frame = frame, .item = item, .alpha = 1};
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  const asking *a = context;
  uint32_t count = 0;
  if (rect.x >= a->width || rect.x + rect.width <= 0) return finish_records(answer, 0);
  for (uint32_t i = 0; i < a->count; i++) {
    if (a->tops[i] >= rect.y + rect.height || a->tops[i + 1] <= rect.y) continue;
    if (count < answer->record_capacity) answer->records[count] = record_of(a, i);
    count++;
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  const asking *a = context;
  int is_known = e.category == LAYOUT_CELL && e.section == 0 && e.item < a->count;
  if (is_known && answer->record_capacity > 0) answer->records[0] = record_of(a, e.item);
  return finish_records(answer, is_known ? 1 : 0);
}

typedef layout_status (*height_function)(void *context, uint32_t section, uint32_t item, double width,
                                         double *out);

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  asking *a = context;
  const layout_query_functions *height = a->host->query(a->host->context, 0);
  (void)why;
  a->width = data->bounds.width;
  a->count = data->section_count > 0 ? LAYOUT_ITEM_COUNT(data, 0) : 0;
  if (a->count > MOST) a->count = MOST;
  for (uint32_t i = 0; i < a->count; i++) {
    double answer = 20;
    layout_status status = LAYOUT_OK;
    if (height != NULL)
      status = ((height_function)height->one)(height->context, 0, i, a->width, &answer);
    if (status < 0) return status;
    a->tops[i + 1] = a->tops[i] + answer;
  }
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const asking *a = context;
  *out = (layout_size){a->width, a->tops[a->count]};
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  (void)context;
  int same = change->old_bounds.width == change->new_bounds.width;
  *out_marks = same ? LAYOUT_MARK_NOTHING : LAYOUT_MARK_BOUNDS;
  return LAYOUT_OK;
}

WITHOUT_PROPERTIES
WITHOUT_EXTENSIONS

static void destroy(void *context) { free(context); }

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  asking *a = calloc(1, sizeof *a);
  if (!a) return LAYOUT_ERROR_MEMORY;
  a->host = host;
  a->table = INSTANCE_TABLE(a);
  *out = &a->table;
  return LAYOUT_OK;
}

static const layout_type argument_types[] = {LAYOUT_TYPE_F64};
static const layout_text argument_names[] = {LAYOUT_TEXT("width")};
static const layout_query height_for_width = {
    SIZED(layout_query),
    .scope = LAYOUT_SCOPE_ITEM,
    .name = LAYOUT_TEXT("heightForWidth"),
    .help = LAYOUT_TEXT("The height of an item at a width, in points."),
    .argument_types = argument_types,
    .argument_names = argument_names,
    .argument_count = 1,
    .result_type = LAYOUT_TYPE_F64};
static const layout_query *const queries[] = {&height_for_width};
KIND(kind_cell, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&kind_cell};
static const layout_descriptor descriptor = {
    SIZED(layout_descriptor),
    .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
    .id = LAYOUT_TEXT("asking"),
    .name = LAYOUT_TEXT("Asking"),
    .help = LAYOUT_TEXT("Lists the first section, as high as the app answers."),
    .queries = queries,
    .query_count = 1,
    .kinds = kinds,
    .kind_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};

PLUGIN_ENTRY("org.layouthost.tests.asking", "Asking")
