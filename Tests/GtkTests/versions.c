// SPDX-License-Identifier: Apache-2.0
//
// Versions of a layout that places one item, and one other element beside it. KIND_NAME is the name of that and
// CATEGORY its category; without them there is none. With SIZED_BY_APP it asks the app how large the item is, and
// with TRAPS it crashes when it prepares.
#include <stdlib.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id": "org.layouthost.tests.versions", "name": "Versions", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["versions"]
});

#ifdef KIND_NAME
enum { MOST = 2 };
#else
enum { MOST = 1 };
#endif

typedef struct versions {
  layout_instance table;
  const layout_host *host;
  layout_size size;
  layout_attributes records[2];
  uint32_t count;
} versions;

/// Returns true when an element meets a rectangle, which may be empty, along one axis.
static int meets(double start, double length, double from, double room) {
  return start <= from ? from < start + length : start < from + room;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  const versions *v = context;
  uint32_t count = 0;
  for (uint32_t i = 0; i < v->count; i++) {
    const layout_rect *at = &v->records[i].frame;
    if (!meets(at->x, at->width, rect.x, rect.width) || !meets(at->y, at->height, rect.y, rect.height))
      continue;
    if (count < answer->record_capacity) answer->records[count] = v->records[i];
    count++;
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  const versions *v = context;
  for (uint32_t i = 0; i < v->count; i++) {
    const layout_attributes *one = &v->records[i];
    if (one->category != e.category || one->section != e.section || one->item != e.item) continue;
    if (answer->record_capacity > 0) answer->records[0] = *one;
    return finish_records(answer, 1);
  }
  return finish_records(answer, 0);
}

typedef layout_status (*size_function)(void *context, uint32_t section, uint32_t item, layout_size *out);

static layout_status prepare(void *context, const layout_snapshot *data, const layout_invalidation *why) {
  versions *v = context;
  (void)why;
#ifdef TRAPS
  __builtin_trap();
#endif
  v->size = (layout_size){100, 50};
  v->count = data->section_count > 0 && LAYOUT_ITEM_COUNT(data, 0) > 0 ? MOST : 0;
#ifdef SIZED_BY_APP
  const layout_query_functions *size = v->host->query(v->host->context, 0);
  if (size != NULL && v->count > 0) {
    layout_status status = ((size_function)size->one)(size->context, 0, 0, &v->size);
    if (status < 0) return status;
  }
#endif
  v->records[0] = (layout_attributes){.frame = {0, 0, v->size.width, v->size.height}, .alpha = 1};
#ifdef KIND_NAME
  v->records[1] = (layout_attributes){
      .frame = {0, 200, 80, 40}, .category = CATEGORY, .kind = 1, .alpha = 1};
#endif
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  (void)context;
  *out = (layout_size){400, 300};
  return LAYOUT_OK;
}

NEVER_INVALIDATES
WITHOUT_PROPERTIES
WITHOUT_EXTENSIONS

static void destroy(void *context) { free(context); }

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  versions *v = calloc(1, sizeof *v);
  if (!v) return LAYOUT_ERROR_MEMORY;
  v->host = host;
  v->table = INSTANCE_TABLE(v);
  *out = &v->table;
  return LAYOUT_OK;
}

#ifdef SIZED_BY_APP
static const layout_query size_for_item = {
    SIZED(layout_query),
    .scope = LAYOUT_SCOPE_ITEM,
    .name = LAYOUT_TEXT("sizeForItem"),
    .help = LAYOUT_TEXT("The size of an item, in points."),
    .result_type = LAYOUT_TYPE_SIZE};
static const layout_query *const queries[] = {&size_for_item};
#endif
KIND(kind_cell, LAYOUT_CELL, "cell")
#ifdef KIND_NAME
KIND(kind_other, CATEGORY, KIND_NAME)
static const layout_kind *const kinds[] = {&kind_cell, &kind_other};
#else
static const layout_kind *const kinds[] = {&kind_cell};
#endif
static const layout_descriptor descriptor = {
    SIZED(layout_descriptor),
    .id = LAYOUT_TEXT("versions"),
    .name = LAYOUT_TEXT("Versions"),
    .help = LAYOUT_TEXT("Places one item."),
#ifdef SIZED_BY_APP
    .queries = queries,
    .query_count = 1,
#endif
    .kinds = kinds,
    .kind_count = MOST};
static const layout_descriptor *const layouts[] = {&descriptor};

PLUGIN_ENTRY("org.layouthost.tests.versions", "Versions")
