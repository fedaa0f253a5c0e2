// SPDX-License-Identifier: Apache-2.0
//
// A layout that makes every query in every way and shows the results: each item's custom fields
// hold the answers, the statuses, and the coverage of its section.
//
// The property `mode` chooses the call: 0 `one`, 1 `many`. With MARK its `destroy` creates a file of that name, with
// STUBBORN it never returns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

// clang-format off
LAYOUT_NOTE({
  "id": "test.asker", "name": "Asker", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["asker"]
});
// clang-format on

enum { SIZE, WEIGHT, HEIGHT, INSET, OPEN, LENGTH, QUERY_COUNT };
static const uint32_t height_arguments[] = {LAYOUT_TYPE_F64, LAYOUT_TYPE_U32, LAYOUT_TYPE_BOOL};
static const layout_text height_names[] = {LAYOUT_TEXT("width"), LAYOUT_TEXT("lines"),
                                           LAYOUT_TEXT("isWide")};
static const layout_text length_names[] = {LAYOUT_TEXT("text"), LAYOUT_TEXT("widths")};
static const uint32_t length_arguments[] = {LAYOUT_TYPE_TEXT, LAYOUT_TYPE_F64_ARRAY};
static const layout_query size = {SIZED(layout_query), .name = LAYOUT_TEXT("sizeForItem"),
                                  .result_type = LAYOUT_TYPE_SIZE};
static const layout_query weight = {SIZED(layout_query), .name = LAYOUT_TEXT("weightForItem"),
                                    .result_type = LAYOUT_TYPE_I64};
static const layout_query height = {SIZED(layout_query),
                                    .name = LAYOUT_TEXT("heightForItem"),
                                    .argument_types = height_arguments,
                                    .argument_names = height_names,
                                    .argument_count = 3,
                                    .result_type = LAYOUT_TYPE_F64};
static const layout_query inset = {SIZED(layout_query), .scope = LAYOUT_SCOPE_SECTION,
                                   .name = LAYOUT_TEXT("insetForSection"),
                                   .result_type = LAYOUT_TYPE_INSETS};
static const layout_query open_ = {SIZED(layout_query), .scope = LAYOUT_SCOPE_SECTION,
                                   .name = LAYOUT_TEXT("isSectionOpen"),
                                   .result_type = LAYOUT_TYPE_BOOL};
static const layout_query length = {SIZED(layout_query),
                                    .name = LAYOUT_TEXT("lengthOfItem"),
                                    .argument_types = length_arguments,
                                    .argument_names = length_names,
                                    .argument_count = 2,
                                    .result_type = LAYOUT_TYPE_F64};
static const layout_query *const queries[] = {&size, &weight, &height, &inset, &open_, &length};

static const layout_property mode = {SIZED(layout_property),
                                     .type = LAYOUT_TYPE_I64,
                                     .name = LAYOUT_TEXT("mode"),
                                     .default_value = {.type = LAYOUT_TYPE_I64},
                                     .minimum = 0,
                                     .maximum = 1};
static const layout_property *const properties[] = {&mode};

static const layout_field size_field = {SIZED(layout_field), .type = LAYOUT_TYPE_SIZE,
                                        .name = LAYOUT_TEXT("size")};
static const layout_field weight_field = {SIZED(layout_field), .type = LAYOUT_TYPE_I64,
                                          .name = LAYOUT_TEXT("weight")};
static const layout_field height_field = {SIZED(layout_field), .type = LAYOUT_TYPE_F64,
                                          .name = LAYOUT_TEXT("height")};
static const layout_field inset_field = {SIZED(layout_field), .type = LAYOUT_TYPE_INSETS,
                                         .name = LAYOUT_TEXT("inset")};
static const layout_field open_field = {SIZED(layout_field), .type = LAYOUT_TYPE_I64,
                                        .name = LAYOUT_TEXT("open")};
static const layout_field how_field = {SIZED(layout_field), .type = LAYOUT_TYPE_I64,
                                       .name = LAYOUT_TEXT("how")};
static const layout_field length_field = {SIZED(layout_field), .type = LAYOUT_TYPE_F64,
                                          .name = LAYOUT_TEXT("length")};
static const layout_field *const fields[] = {&size_field, &weight_field, &height_field, &inset_field,
                                             &open_field, &how_field,    &length_field};
enum { WORDS = 11 };
static const layout_kind cell = {SIZED(layout_kind), .name = LAYOUT_TEXT("cell"), .fields = fields,
                                 .field_count = 7};
static const layout_kind *const kinds[] = {&cell};
static const layout_descriptor descriptor = {
    SIZED(layout_descriptor),   .id = LAYOUT_TEXT("asker"), .name = LAYOUT_TEXT("Asker"),
    .properties = properties,   .queries = queries,         .kinds = kinds,
    .property_count = 1,        .query_count = QUERY_COUNT, .kind_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};

/// The answers about one item. -1 stands for "unanswered" in every number.
typedef struct told {
  layout_size size;
  int64_t weight;
  double height;
  layout_insets inset;
  int64_t open;
  int64_t how;
  double length;
} told;
_Static_assert(sizeof(told) == WORDS * sizeof(uint64_t), "a payload block");

typedef struct asker {
  layout_instance table;
  const layout_host *host;
  int64_t mode;
  uint32_t section_count;
  uint32_t *counts;
  told *items;  // Section by section.
} asker;

static const layout_query_functions *find(asker *self, uint32_t index) {
  return self->host->query(self->host->context, index);
}

static const told nothing = {{-1, -1}, -1, -1, {-1, -1, -1, -1}, -1, -1, -1};

/// Returns on an error; "unanswered" leaves the value unchanged.
#define CHECK(call)                                                     \
  do {                                                                  \
    layout_status status_ = (call);                                     \
    if (status_ != LAYOUT_OK && status_ != LAYOUT_UNANSWERED) return status_; \
  } while (0)

static layout_status ask_one(asker *self, uint32_t section, uint32_t item, told *out) {
  const layout_query_functions *query;
  if ((query = find(self, SIZE))) {
    CHECK(((layout_status(*)(void *, uint32_t, uint32_t, layout_size *))query->one)(
        query->context, section, item, &out->size));
  }
  if ((query = find(self, WEIGHT))) {
    CHECK(((layout_status(*)(void *, uint32_t, uint32_t, int64_t *))query->one)(
        query->context, section, item, &out->weight));
  }
  if ((query = find(self, HEIGHT))) {
    typedef layout_status (*one)(void *, uint32_t, uint32_t, double, uint32_t, uint8_t, double *);
    CHECK(((one)query->one)(query->context, section, item, 7.5 + item, item * 3, item % 2,
                            &out->height));
  }
  if ((query = find(self, INSET))) {
    CHECK(((layout_status(*)(void *, uint32_t, uint32_t, layout_insets *))query->one)(
        query->context, section, 0, &out->inset));
  }
  if ((query = find(self, OPEN))) {
    uint8_t is_open = 255;
    CHECK(((layout_status(*)(void *, uint32_t, uint32_t, uint8_t *))query->one)(
        query->context, section, 0, &is_open));
    if (is_open != 255) out->open = is_open;
  }
  if ((query = find(self, LENGTH))) {
    // Texts and lists of every length, including zero.
    const layout_text text = {"abcdef", item % 7, 0};
    const double numbers[] = {item, 0.5};
    const layout_array array = {numbers, item % 3, 0};
    typedef layout_status (*one)(void *, uint32_t, uint32_t, layout_text, layout_array, double *);
    CHECK(((one)query->one)(query->context, section, item, text, array, &out->length));
  }
  return LAYOUT_OK;
}

/// Queries the sizes and weights of a section's items at once.
static layout_status ask_many(asker *self, uint32_t section, told *out) {
  uint32_t count = self->counts[section], how = LAYOUT_ANSWERED_NONE;
  if (count == 0) return LAYOUT_OK;
  layout_size *sizes = malloc(count * sizeof *sizes);
  int64_t *weights = malloc(count * sizeof *weights);
  const layout_query_functions *query;
  layout_status status = sizes && weights ? LAYOUT_OK : LAYOUT_ERROR_MEMORY;
  if (status == LAYOUT_OK && (query = find(self, SIZE))) {
    status = query->many(query->context, section, 0, count, sizes, &how);
    for (uint32_t item = 0; status == LAYOUT_OK && item < count; item++) {
      out[item].how = how;
      if (how == LAYOUT_ANSWERED_NONE) continue;
      layout_size told = sizes[how == LAYOUT_ANSWERED_UNIFORM ? 0 : item];
      if (told.width == told.width) out[item].size = told;
    }
  }
  if (status == LAYOUT_OK && (query = find(self, WEIGHT))) {
    status = query->many(query->context, section, 0, count, weights, &how);
    for (uint32_t item = 0; status == LAYOUT_OK && item < count; item++) {
      out[item].how += 10 * how;
      if (how != LAYOUT_ANSWERED_NONE) {
        out[item].weight = weights[how == LAYOUT_ANSWERED_UNIFORM ? 0 : item];
      }
    }
  }
  free(sizes);
  free(weights);
  return status;
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  asker *self = context;
  (void)why;
  uint32_t total = 0, index = 0;
  for (uint32_t s = 0; s < snapshot->section_count; s++) total += snapshot->item_counts[s];
  self->counts = realloc(self->counts, (snapshot->section_count + 1) * sizeof *self->counts);
  self->items = realloc(self->items, (total + 1) * sizeof *self->items);
  if (!self->counts || !self->items) return LAYOUT_ERROR_MEMORY;
  self->section_count = 0;
  for (uint32_t section = 0; section < snapshot->section_count; section++) {
    uint32_t count = self->counts[section] = snapshot->item_counts[section];
    told *out = &self->items[index];
    for (uint32_t item = 0; item < count; item++) out[item] = nothing;
    if (self->mode == 1) CHECK(ask_many(self, section, out));
    for (uint32_t item = 0; self->mode == 0 && item < count; item++) {
      CHECK(ask_one(self, section, item, &out[item]));
    }
    index += count;
  }
  self->section_count = snapshot->section_count;
  return LAYOUT_OK;
}

/// Places items of 1 × 1, a row for each section.
static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  asker *self = context;
  uint32_t index = 0, count = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    for (uint32_t item = 0; item < self->counts[section]; item++, index++) {
      if (item + 1 <= rect.x || item >= rect.x + rect.width) continue;
      if (section + 1 <= rect.y || section >= rect.y + rect.height) continue;
      if (count < answer->record_capacity && (count + 1) * WORDS <= answer->payload_capacity) {
        answer->records[count] = (layout_attributes){.frame = {item, section, 1, 1},
                                                     .section = section, .item = item, .alpha = 1,
                                                     .payload = 1 + count * WORDS};
        memcpy(&answer->payload[count * WORDS], &self->items[index], sizeof(told));
      }
      count++;
    }
  }
  answer->record_count = count;
  answer->transform_count = 0;
  answer->payload_count = count * WORDS;
  int fits = count <= answer->record_capacity && count * WORDS <= answer->payload_capacity;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static layout_status content_size(void *context, layout_size *out) {
  asker *self = context;
  *out = (layout_size){1000, self->section_count};
  return LAYOUT_OK;
}

NEVER_INVALIDATES

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  (void)context, (void)element;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  return LAYOUT_OK;
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  (void)index;
  ((asker *)context)->mode = value->as.integer;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  (void)index;
  *out = (layout_value){.type = LAYOUT_TYPE_I64, .as.integer = ((asker *)context)->mode};
  return LAYOUT_OK;
}

WITHOUT_EXTENSIONS

static void destroy(void *context) {
  asker *self = context;
  free(self->counts);
  free(self->items);
  free(self);
#ifdef MARK
  FILE *mark = fopen(MARK, "w");
  if (mark) fclose(mark);
#endif
#ifdef STUBBORN
  for (volatile int forever = 1; forever;) continue;
#endif
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  asker *self = index == 0 ? calloc(1, sizeof *self) : NULL;
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

PLUGIN_ENTRY("test.asker", "Asker")
