// SPDX-License-Identifier: Apache-2.0
//
// The places of the grid's elements, and the answers about them, with the mutants whose frames are wrong.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Grid.h"

// MARK: Geometry

static double min(double a, double b) { return a < b ? a : b; }

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
  double width = min(size.width, g->side);
  if (g->mirrors) x = g->width - x - width;
  return (layout_rect){x, y, width, min(size.height, g->side)};
}

static layout_rect header_frame(const grid *g, uint32_t section) {
  return (layout_rect){0, g->tops[section], g->width, HEADER_HEIGHT};
}

static layout_rect backdrop_frame(const grid *g, uint32_t section) {
  double top = g->tops[section] + HEADER_HEIGHT;
  return (layout_rect){0, top, g->width, g->tops[section + 1] - top};
}

// MARK: Answers

/// Counts the element, and writes it if there is room.
typedef struct writer {
  layout_answer *answer;
  uint32_t records, transforms, payload;
} writer;

static void add(writer *out, layout_attributes record, uint64_t word,
                const layout_transform *turn) {
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

static layout_status finish(grid *g, writer *out) {
  layout_answer *to = out->answer;
  uint32_t excess = out->records - to->record_capacity;
  if (IS(capacity_exact) && excess == 1) out->records--;
  // One record too many.
  if (IS(capacity_kept) && excess == 1 && to->records)
    memset(to->records + to->record_capacity, 0, 64);
  to->record_count = out->records;
  to->transform_count = out->transforms;
  to->payload_count = out->payload;
  int fits = out->records <= to->record_capacity && out->transforms <= to->transform_capacity &&
             out->payload <= to->payload_capacity;
  if (!fits) g->failed_count++;
  if (IS(capacity_table)) to->record_capacity = out->records;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

/// One cell of each larger section is wrong in a mutant.
static void spoil_cell(const grid *g, layout_attributes *record) {
  if (IS(frames_finite)) record->frame.height = NAN;
  if (IS(frames_sized)) record->frame.width = -record->frame.width;
  if (IS(alpha_range)) record->alpha = 1.5f;
  if (IS(flags_known)) record->flags = 0x80;
  if (IS(kinds_declared)) record->kind = 7;
  if (IS(dynamics_steps) && g->drift) record->frame.x = NAN;
  if (IS(paths_exist)) record->item = g->counts[record->section];
}

static void add_cell(const grid *g, writer *out, uint32_t section, uint32_t item) {
  static const layout_transform turn = {{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  layout_attributes record = {
      .frame = cell_frame(g, section, item), .section = section, .item = item, .alpha = 1};
  if (IS(cells_visible)) record.alpha = 0;
  if (item == 6) spoil_cell(g, &record);
  uint64_t odd = IS(fields_typed) && item == 6 ? 2 : item % 2;
  add(out, record, odd, item % 7 == 6 ? &turn : NULL);
  if (IS(transforms_sound) && item == 6 && out->records <= out->answer->record_capacity) {
    out->answer->records[out->records - 1].transform = 1000;
  }
}

static void add_header(const grid *g, writer *out, uint32_t section) {
  layout_attributes record = {.frame = header_frame(g, section),
                              .section = section,
                              .category = LAYOUT_SUPPLEMENTARY,
                              .kind = KIND_HEADER,
                              .z_index = 10,
                              .alpha = 1};
  if (IS(capacity_retry)) record.z_index += (int32_t)g->failed_count;
  if (IS(same_instances)) record.z_index += g->is_late;
  if (IS(same_processes)) record.z_index += getpid();
  record.z_index += g->drift;
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

/// The items of the rows that may intersect the rectangle.
static void add_rows(const grid *g, writer *out, uint32_t section, layout_rect rect) {
  uint32_t count = g->counts[section], rows = rows_of(g, count);
  double top = g->tops[section] + HEADER_HEIGHT;
  uint32_t first = clamped(floor((rect.y - top) / g->side), rows);
  uint32_t end = clamped(floor((rect.y + fmax(rect.height, 0) - top) / g->side) + 1, rows);
  // Thin rectangles lose their last row.
  if (IS(rect_slices) && rect.height < 8 && rect.width > 200 && end > first) end--;
  for (uint64_t item = (uint64_t)first * g->columns;
       item < (uint64_t)end * g->columns && item < count; item++) {
    layout_rect frame = cell_frame(g, section, (uint32_t)item), asked = rect;
    // Cells that the left edge cuts are lost.
    if (IS(rect_complete) && rect.width > 1 && rect.width < 1000 && frame.x < rect.x) continue;
    // The right edge is included.
    int touches = rect.width > 1 && frame.x == rect.x + rect.width;
    if (IS(rect_minimal) && touches) asked.width += 1;
    if (!intersects(frame, asked)) continue;
    // Mirrored frames are searched at their old places.
    double unturned = g->width - frame.x - frame.width;
    int is_left = unturned + frame.width <= rect.x, is_right = unturned >= rect.x + rect.width;
    if (g->mirrors && rect.width < 1000 && (is_left || is_right)) continue;
    // The thirteenth of thirteen, and one whose index does not fit 16 bits.
    if (IS(data_small) && count == 13 && g->section_count == 1 && item == 12) continue;
    if (IS(data_large) && count == 100000 && item > 0xFFFF) break;
    add_cell(g, out, section, (uint32_t)item);
    if (IS(no_duplicates) && item == 6) add_cell(g, out, section, (uint32_t)item);
  }
}

/// For mutants that visit every item; not for billions, which another rule checks.
static uint32_t items_to_walk(const grid *g) {
  return g->section_count == 0 ? 0 : g->counts[0] < 2000000 ? g->counts[0] : 2000000;
}

layout_status grid_attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  if (IS(threads_any) && !grid_is_makers_thread) return LAYOUT_ERROR_CONTEXT;
  if (IS(frame_allocations)) {
    void *volatile scratch = malloc(16);
    free(scratch);
  }
  volatile double sum = 0;
  for (uint32_t item = 0; IS(frame_cost) && item < items_to_walk(g); item++) sum += item;
  for (uint32_t s = 0; IS(frame_cost_sections) && s < g->section_count; s++) sum += s;
  // Far below the content its first section is repeated.
  if (IS(rect_odd) && rect.y > 1e11 && g->section_count > 0) add_header(g, &out, 0);
  // A small scroll is answered with the old elements.
  if (IS(scroll_complete) && g->kept.height > 0 && rect.height == g->height) rect = g->kept;
  for (uint32_t section = section_at(g, rect.y); section < g->section_count; section++) {
    if (g->tops[section] > rect.y + fmax(rect.height, 0)) break;
    if (intersects(header_frame(g, section), rect)) add_header(g, &out, section);
    if (intersects(backdrop_frame(g, section), rect)) add_backdrop(g, &out, section);
    add_rows(g, &out, section, rect);
  }
  return finish(g, &out);
}

layout_status grid_attributes_for(void *context, layout_element element, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  g->query_count++;
  volatile double sum = 0;
  for (uint32_t item = 0; IS(single_cost) && item < items_to_walk(g); item++) sum += item;
  if (IS(call_orders) && g->is_dirty) return LAYOUT_ERROR_CONTEXT;
  if (IS(inputs_not_kept) && element.section < g->section_count &&
      element.item >= g->lent[element.section] && element.category == LAYOUT_CELL) {
    return finish(g, &out);
  }
  if (element.section < g->section_count) {
    int is_first = element.item == 0;
    // One past the end counts as the last.
    if (IS(single_none) && element.item == g->counts[element.section] && element.item > 0) {
      element.item--;
    }
    if (element.category == LAYOUT_CELL && element.kind == KIND_CELL &&
        element.item < g->counts[element.section]) {
      add_cell(g, &out, element.section, element.item);
      if (IS(single_equals_bulk) && answer->record_capacity > 0) answer->records[0].z_index = 1;
    }
    if (element.category == LAYOUT_SUPPLEMENTARY && element.kind == KIND_HEADER && is_first) {
      add_header(g, &out, element.section);
    }
    if (element.category == LAYOUT_DECORATION && element.kind == KIND_BACKDROP && is_first) {
      add_backdrop(g, &out, element.section);
    }
  }
  return finish(g, &out);
}

layout_status grid_content_size(void *context, layout_size *out) {
  grid *g = context;
  *out = (layout_size){g->width, g->tops[g->section_count]};
  if (IS(content_size) && g->section_count == 1 && g->counts[0] == 200) out->height = INFINITY;
  if (IS(frames_inside)) out->height -= 40;
  if (IS(queries_change_nothing)) out->height += g->query_count;
  if (IS(instances_apart)) out->height = grid_last_height;
  if (IS(prepare_twice)) out->height += 8 * g->repeat_count;
  if (IS(container_zero) && g->height == 0) out->height = out->height / 0.0;
  return LAYOUT_OK;
}
