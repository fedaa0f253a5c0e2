// SPDX-License-Identifier: Apache-2.0
//
// bricks.c: a layout plugin in C, with nothing but the contract's header. Each section is a wall of
// bricks: rows of equal ones, every other row moved by half a brick.
//
//   cc -std=c11 -O2 -shared -fPIC -fvisibility=hidden -I… bricks.c -o bricks.so -lm
#include <math.h>
#include <stdlib.h>

#include "layout/layout.h"

LAYOUT_NOTE({
  "id": "org.example.bricks", "name": "Bricks", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["bricks"]
});

enum { BRICK_WIDTH, PROPERTY_COUNT };

static const double joint = 12;  // Between bricks, points.

// A live layout. What `wanted` says counts from the next prepare on.
typedef struct wall {
  layout_instance table;
  double wanted;
  double brick, height, width;  // Of a brick with its joint, of a row, of the content.
  uint32_t columns;
  uint32_t section_count;
  uint32_t *counts;  // Items of each section.
  double *tops;      // Of each section, and the content's height.
} wall;

static int is_empty(layout_rect r) { return r.width <= 0 || r.height <= 0; }

static int holds(layout_rect r, double x, double y) {
  return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
}

// Two rectangles meet when they overlap by more than an edge; an empty one is judged by its origin.
static int meet(layout_rect a, layout_rect b) {
  if (is_empty(a)) return is_empty(b) ? a.x == b.x && a.y == b.y : holds(b, a.x, a.y);
  if (is_empty(b)) return holds(a, b.x, b.y);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static layout_rect frame_of(const wall *w, uint32_t section, uint32_t item) {
  uint32_t row = item / w->columns, column = item % w->columns;
  double shift = row % 2 ? w->brick / 2 : 0;
  return (layout_rect){column * w->brick + shift + joint / 2,
                       w->tops[section] + row * w->height + joint / 2, w->brick - joint,
                       w->height - joint};
}

static uint32_t rows_of(const wall *w, uint32_t count) {
  return (uint32_t)(((uint64_t)count + w->columns - 1) / w->columns);
}

// Counts what does not fit too, so that the host learns how much room to bring.
static void add(layout_answer *to, uint32_t section, uint32_t item, layout_rect frame) {
  if (to->record_count < to->record_capacity) {
    to->records[to->record_count] =
        (layout_attributes){.frame = frame, .section = section, .item = item, .alpha = 1};
  }
  to->record_count++;
}

static void start(layout_answer *to) {
  to->record_count = to->transform_count = to->payload_count = 0;
}

static layout_status finish(const layout_answer *to) {
  return to->record_count <= to->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static uint32_t clamped(double row, uint32_t most) {
  return row <= 0 ? 0 : row >= most ? most : (uint32_t)row;
}

// The first section that ends below y, by halving.
static uint32_t section_at(const wall *w, double y) {
  uint32_t low = 0, high = w->section_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (w->tops[middle + 1] > y) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// Sections are found by halving and rows by arithmetic, so a frame costs as much as it shows.
static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  const wall *w = context;
  double end = rect.y + fmax(rect.height, 0);
  start(answer);
  for (uint32_t s = section_at(w, rect.y); s < w->section_count && w->tops[s] <= end; s++) {
    uint32_t rows = rows_of(w, w->counts[s]);
    uint32_t first = clamped(floor((rect.y - w->tops[s]) / w->height), rows);
    uint32_t last = clamped(floor((end - w->tops[s]) / w->height) + 1, rows);
    // Rows are full here, so the end of the last one may lie beyond the range of an item's number.
    uint64_t end_item = (uint64_t)last * w->columns;
    for (uint64_t item = (uint64_t)first * w->columns; item < w->counts[s] && item < end_item;
         item++) {
      layout_rect frame = frame_of(w, s, (uint32_t)item);
      if (meet(frame, rect)) add(answer, s, (uint32_t)item, frame);
    }
  }
  return finish(answer);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  const wall *w = context;
  start(answer);
  if (element.category == LAYOUT_CELL && element.kind == 0 && element.section < w->section_count &&
      element.item < w->counts[element.section]) {
    add(answer, element.section, element.item, frame_of(w, element.section, element.item));
  }
  return finish(answer);
}

// Into memory of its own first: an error leaves the layout as it was.
static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  (void)why;
  wall *w = context, next = *w;
  next.columns = (uint32_t)fmax(1, fmin(1e6, snapshot->bounds.width / w->wanted - 0.5));
  // Wider than asked for, so that a row fills the viewport.
  next.brick = fmax(w->wanted, snapshot->bounds.width / (next.columns + 0.5));
  next.height = next.brick / 2;
  next.width = (next.columns + 0.5) * next.brick;
  next.section_count = snapshot->section_count;
  next.counts = malloc(((size_t)next.section_count + 1) * sizeof *next.counts);
  next.tops = malloc(((size_t)next.section_count + 1) * sizeof *next.tops);
  if (!next.counts || !next.tops) {
    free(next.counts);
    free(next.tops);
    return LAYOUT_ERROR_MEMORY;
  }
  next.tops[0] = 0;
  for (uint32_t s = 0; s < next.section_count; s++) {
    next.counts[s] = LAYOUT_ITEM_COUNT(snapshot, s);
    next.tops[s + 1] = next.tops[s] + rows_of(&next, next.counts[s]) * next.height;
  }
  free(w->counts);
  free(w->tops);
  *w = next;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const wall *w = context;
  *out = (layout_size){w->width, w->tops ? w->tops[w->section_count] : 0};
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *marks) {
  (void)context;
  int is_resize = change->old_bounds.width != change->new_bounds.width;
  *marks = is_resize ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  if (index != BRICK_WIDTH) return LAYOUT_ERROR_ARGUMENT;
  ((wall *)context)->wanted = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  if (index != BRICK_WIDTH) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){.type = LAYOUT_TYPE_F64, .as.number = ((wall *)context)->wanted};
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  (void)id;
  return NULL;
}

static void destroy(void *context) {
  wall *w = context;
  free(w->counts);
  free(w->tops);
  free(w);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)host;
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  wall *w = calloc(1, sizeof *w);
  if (!w) return LAYOUT_ERROR_MEMORY;
  w->wanted = 240;
  w->table = (layout_instance){.struct_size = sizeof w->table,
                               .context = w,
                               .destroy = destroy,
                               .set_property = set_property,
                               .get_property = get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = prepare,
                               .content_size = content_size,
                               .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for,
                               .extension = extension};
  *out = &w->table;
  return LAYOUT_OK;
}

// Tables. They are never written.

static const layout_property brick_width = {
    .struct_size = sizeof brick_width,
    .type = LAYOUT_TYPE_F64,
    .name = LAYOUT_TEXT("brickWidth"),
    .help = LAYOUT_TEXT("The least width of a brick, which is half as high."),
    .unit = LAYOUT_TEXT("pt"),
    .default_value = {.type = LAYOUT_TYPE_F64, .as.number = 240},
    .minimum = 32,
    .maximum = 1024};
static const layout_property *const properties[PROPERTY_COUNT] = {&brick_width};
static const layout_kind cell = {
    .struct_size = sizeof cell, .category = LAYOUT_CELL, .name = LAYOUT_TEXT("cell")};
static const layout_kind *const kinds[] = {&cell};
static const layout_descriptor descriptor = {.struct_size = sizeof descriptor,
                                             .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
                                             .id = LAYOUT_TEXT("bricks"),
                                             .name = LAYOUT_TEXT("Bricks"),
                                             .help = LAYOUT_TEXT("Items as the bricks of a wall."),
                                             .properties = properties,
                                             .kinds = kinds,
                                             .property_count = PROPERTY_COUNT,
                                             .kind_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};
static const layout_plugin plugin = {.struct_size = sizeof plugin,
                                     .abi = LAYOUT_ABI,
                                     .id = LAYOUT_TEXT("org.example.bricks"),
                                     .name = LAYOUT_TEXT("Bricks"),
                                     .version = LAYOUT_TEXT("1.0.0"),
                                     .layouts = layouts,
                                     .layout_count = 1,
                                     .create = create};

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  return host_abi >= 1 ? &plugin : NULL;
}
