// SPDX-License-Identifier: Apache-2.0
//
// A small layout that keeps every rule, and for each rule a mutant a few lines apart that breaks it:
// compile with -DMUTANT=M_rect_complete, or without for the correct one.
//
// Each section is a header (the container's width × 24), then its items in rows of `columns` places
// of `side` × `side`, each item in the upper left corner of its place, at most as large as that; a
// backdrop (a decoration with a custom field) lies behind the rows. Every seventh item is turned.
#include "Grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// MARK: Geometry

static double min(double a, double b) { return a < b ? a : b; }

static uint32_t rows_of(const grid *g, uint32_t count) {
  return (uint32_t)(((uint64_t)count + g->columns - 1) / g->columns);
}

static int is_empty(layout_rect r) { return r.width <= 0 || r.height <= 0; }

static int holds(layout_rect r, double x, double y) {
  return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
}

/// An empty rectangle is judged by its origin, as the header says.
static int intersects(layout_rect a, layout_rect b) {
  if (is_empty(a)) return is_empty(b) ? a.x == b.x && a.y == b.y : holds(b, a.x, a.y);
  if (is_empty(b)) return holds(a, b.x, b.y);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static layout_rect cell_frame(const grid *g, uint32_t section, uint32_t item) {
  double row = item / g->columns, column = item % g->columns;
  double x = column * g->side, y = g->tops[section] + HEADER_HEIGHT + row * g->side;
  layout_size size = {g->side, g->side};
  if (g->sizes) size = g->sizes[g->firsts[section] + item];
  return (layout_rect){x, y, min(size.width, g->side), min(size.height, g->side)};
}

static layout_rect header_frame(const grid *g, uint32_t section) {
  return (layout_rect){0, g->tops[section], g->width, HEADER_HEIGHT};
}

static layout_rect backdrop_frame(const grid *g, uint32_t section) {
  double top = g->tops[section] + HEADER_HEIGHT;
  return (layout_rect){0, top, g->width, g->tops[section + 1] - top};
}

// MARK: Answers

/// Counts, and writes where there is room.
typedef struct writer {
  layout_answer *answer;
  uint32_t records, transforms, payload;
} writer;

static void add(writer *out, layout_attributes record, uint64_t word, const layout_transform *turn) {
  layout_answer *to = out->answer;
  if (out->payload < to->payload_capacity) to->payload[out->payload] = word;
  record.payload = ++out->payload;
  if (turn) {
    if (out->transforms < to->transform_capacity) to->transforms[out->transforms] = *turn;
    record.transform = ++out->transforms;
  }
  if (out->records < to->record_capacity) to->records[out->records] = record;
  out->records++;
}

static layout_status finish(writer *out) {
  layout_answer *to = out->answer;
  to->record_count = out->records;
  to->transform_count = out->transforms;
  to->payload_count = out->payload;
  int fits = out->records <= to->record_capacity && out->transforms <= to->transform_capacity &&
             out->payload <= to->payload_capacity;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static void add_cell(const grid *g, writer *out, uint32_t section, uint32_t item) {
  static const layout_transform turn = {{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  layout_attributes record = {
      .frame = cell_frame(g, section, item), .section = section, .item = item, .alpha = 1};
  add(out, record, item % 2, item % 7 == 6 ? &turn : NULL);
}

static void add_header(const grid *g, writer *out, uint32_t section) {
  layout_attributes record = {.frame = header_frame(g, section),
                              .section = section,
                              .category = LAYOUT_SUPPLEMENTARY,
                              .kind = KIND_HEADER,
                              .z_index = 10,
                              .alpha = 1};
  add(out, record, section % 3, NULL);
}

static void add_backdrop(const grid *g, writer *out, uint32_t section) {
  layout_attributes record = {.frame = backdrop_frame(g, section),
                              .section = section,
                              .category = LAYOUT_DECORATION,
                              .kind = KIND_BACKDROP,
                              .z_index = -1,
                              .alpha = 1};
  add(out, record, 0x336699FF, NULL);
}

/// The first section that ends below `y`.
static uint32_t section_at(const grid *g, double y) {
  uint32_t low = 0, high = g->section_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->tops[middle + 1] > y) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

static uint32_t clamped(double value, uint32_t most) {
  return value <= 0 ? 0 : value >= most ? most : (uint32_t)value;
}

/// The items of the rows that may meet the rectangle.
static void add_rows(const grid *g, writer *out, uint32_t section, layout_rect rect) {
  uint32_t count = g->counts[section], rows = rows_of(g, count);
  double top = g->tops[section] + HEADER_HEIGHT;
  uint32_t first = clamped(floor((rect.y - top) / g->side), rows);
  uint32_t end = clamped(floor((rect.y + fmax(rect.height, 0) - top) / g->side) + 1, rows);
  for (uint64_t item = (uint64_t)first * g->columns;
       item < (uint64_t)end * g->columns && item < count; item++) {
    if (intersects(cell_frame(g, section, (uint32_t)item), rect)) {
      add_cell(g, out, section, (uint32_t)item);
    }
  }
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  for (uint32_t section = section_at(g, rect.y); section < g->section_count; section++) {
    if (g->tops[section] > rect.y + fmax(rect.height, 0)) break;
    if (intersects(header_frame(g, section), rect)) add_header(g, &out, section);
    if (intersects(backdrop_frame(g, section), rect)) add_backdrop(g, &out, section);
    add_rows(g, &out, section, rect);
  }
  return finish(&out);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  if (element.section < g->section_count) {
    int is_first = element.item == 0;
    if (element.category == LAYOUT_CELL && element.kind == KIND_CELL &&
        element.item < g->counts[element.section]) {
      add_cell(g, &out, element.section, element.item);
    }
    if (element.category == LAYOUT_SUPPLEMENTARY && element.kind == KIND_HEADER && is_first) {
      add_header(g, &out, element.section);
    }
    if (element.category == LAYOUT_DECORATION && element.kind == KIND_BACKDROP && is_first) {
      add_backdrop(g, &out, element.section);
    }
  }
  return finish(&out);
}

static layout_status content_size(void *context, layout_size *out) {
  grid *g = context;
  *out = (layout_size){g->width, g->tops[g->section_count]};
  return LAYOUT_OK;
}

// MARK: Preparing

/// What `prepare` works out, in memory of its own, so that a failure leaves the old one whole.
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

/// The sizes of a section's items, where the app answers; the side where it does not.
static layout_status ask(grid *g, plan *p, uint32_t section) {
  const layout_query_functions *query = g->host->query(g->host->context, QUERY_SIZE);
  uint32_t count = p->counts[section], how = LAYOUT_ANSWERED_NONE;
  layout_size *sizes = p->sizes + p->firsts[section];
  if (query && count > 0) {
    layout_status status = query->many(query->many_context, section, 0, count, sizes, &how);
    if (status != LAYOUT_OK) return status;
  }
  for (uint32_t item = 0; item < count; item++) {
    if (how == LAYOUT_ANSWERED_UNIFORM) sizes[item] = sizes[0];
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
  for (uint32_t section = 0; section < sections; section++) {
    uint32_t count = snapshot->item_counts[section];
    p->counts[section] = count;
    p->firsts[section + 1] = p->firsts[section] + count;
    p->tops[section + 1] = p->tops[section] + HEADER_HEIGHT + rows_of(g, count) * g->side;
  }
  if (!g->host->query(g->host->context, QUERY_SIZE)) return LAYOUT_OK;
  p->sizes = calloc((size_t)p->firsts[sections] + 1, sizeof *p->sizes);
  if (!p->sizes) return LAYOUT_ERROR_MEMORY;
  for (uint32_t section = 0; section < sections; section++) {
    layout_status status = ask(g, p, section);
    if (status != LAYOUT_OK) return status;
  }
  return LAYOUT_OK;
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  grid *g = context;
  plan fresh = {0};
  int64_t columns = g->columns;
  double side = g->side;
  (void)why;
  layout_status status = make_plan(g, snapshot, &fresh);
  if (status != LAYOUT_OK) {
    g->columns = columns;
    g->side = side;
    free_plan(&fresh);
    return status;
  }
  plan old = {g->tops, g->counts, g->firsts, g->sizes};
  free_plan(&old);
  g->tops = fresh.tops;
  g->counts = fresh.counts;
  g->firsts = fresh.firsts;
  g->sizes = fresh.sizes;
  g->section_count = snapshot->section_count;
  g->width = fmax(snapshot->bounds.width, (double)g->columns * g->side);
  g->height = snapshot->bounds.height;
  return LAYOUT_OK;
}

/// For the mutant that never gets to a first frame.
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
  (void)g;
  int is_resize = change->old_bounds.width != change->new_bounds.width;
  *marks = is_resize ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

// MARK: Properties

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  grid *g = context;
  if (index >= PROPERTY_COUNT || value->type != properties[index]->type) {
    return LAYOUT_ERROR_ARGUMENT;
  }
  if (index == PROPERTY_COLUMNS) g->wanted_columns = value->as.integer;
  if (index == PROPERTY_SIDE) g->wanted_side = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  grid *g = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){.type = properties[index]->type};
  if (index == PROPERTY_COLUMNS) out->as.integer = g->wanted_columns;
  if (index == PROPERTY_SIDE) out->as.number = g->wanted_side;
  return LAYOUT_OK;
}

// MARK: Life

static void destroy(void *context) {
  grid *g = context;
  plan p = {g->tops, g->counts, g->firsts, g->sizes};
  free_plan(&p);
  free(g);
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  (void)id;
  return NULL;
}

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  grid *g = calloc(1, sizeof *g);
  if (!g) return LAYOUT_ERROR_MEMORY;
  g->host = host;
  g->columns = g->wanted_columns = DEFAULT_COLUMNS;
  g->side = g->wanted_side = DEFAULT_SIDE;
  g->tops = calloc(1, sizeof *g->tops);
  g->table = (layout_instance){.struct_size = sizeof g->table,
                               .context = g,
                               .destroy = destroy,
                               .set_property = set_property,
                               .get_property = get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = prepare,
                               .content_size = content_size,
                               .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for,
                               .extension = extension};
  if (IS(create_works)) g->table.get_property = NULL;
  if (IS(frame_runs)) g->table.prepare = refuse;
  *out = &g->table;
  return LAYOUT_OK;
}
