// SPDX-License-Identifier: Apache-2.0
//
// Layouts in plain C; see the header.
#include "Layouts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Passes.h"

layout_status bench_nothing_to_invalidate(void *context, const layout_bounds_change *change,
                                          uint32_t *out_marks) {
  (void)context;
  int is_resized = change->old_bounds.width != change->new_bounds.width ||
                   change->old_bounds.height != change->new_bounds.height;
  *out_marks = is_resized ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static void feed_many(void *context, uint32_t first, uint32_t count, layout_size *out) {
  bench_size_feed *feed = context;
  if (feed->all) memcpy(out, feed->all + first, sizeof(layout_size) * count);
  else *out = feed->next;
}

static void feed_one(void *context, uint32_t item, layout_size *out) {
  bench_size_feed *feed = context;
  *out = feed->all ? feed->all[item] : feed->next;
}

bench_sizes bench_sizes_from(bench_size_feed *feed, int is_single) {
  return (bench_sizes){feed, is_single ? NULL : feed_many, feed_one};
}

static void pull(bench_sizes sizes, uint32_t count, layout_size *out) {
  if (sizes.many) {
    sizes.many(sizes.context, 0, count, out);
    return;
  }
  for (uint32_t i = 0; i < count; i++) sizes.one(sizes.context, i, out + i);
}

/// Sets the slots that every layout here has alike.
static const layout_instance *table(layout_instance *instance, void *context,
                                    void (*destroy)(void *),
                                    layout_status (*attributes)(void *, layout_rect, layout_answer *)) {
  instance->struct_size = sizeof(*instance);
  instance->context = context;
  instance->destroy = destroy;
  instance->should_invalidate = bench_nothing_to_invalidate;
  instance->attributes_in_rect = attributes;
  return instance;
}

// MARK: Flow

typedef struct flow {
  layout_instance instance;
  double room;
  layout_size *sizes;
  uint32_t *first;  ///< Of each line, and at the end the number of items.
  double *top;      ///< Of each line, and at the end the height of all.
  uint32_t line_count;
} flow;

static void flow_destroy(void *context) {
  flow *self = context;
  free(self->sizes);
  free(self->first);
  free(self->top);
  free(self);
}

static void flow_break(flow *self, uint32_t count) {
  const layout_size *sizes = self->sizes;
  uint32_t line = 0;
  double x = 0, y = 0, thickness = 0;
  self->first[0] = 0;
  self->top[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (x + sizes[i].width > self->room && i > self->first[line]) {
      line++;
      y += thickness;
      self->first[line] = i;
      self->top[line] = y;
      x = 0;
      thickness = 0;
    }
    x += sizes[i].width;
    if (sizes[i].height > thickness) thickness = sizes[i].height;
  }
  self->line_count = count ? line + 1 : 0;
  self->first[self->line_count] = count;
  self->top[self->line_count] = y + thickness;
}

/// The last line that starts above `y`; 0 when none does.
static uint32_t flow_line(const flow *self, double y) {
  uint32_t low = 0, high = self->line_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->top[middle] < y) low = middle;
    else high = middle;
  }
  return low;
}

static layout_status flow_attributes(void *context, layout_rect rect, layout_answer *answer) {
  flow *self = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  if (self->line_count == 0) return LAYOUT_OK;
  for (uint32_t line = flow_line(self, rect.y);
       line < self->line_count && self->top[line] < rect.y + rect.height; line++) {
    uint32_t first = self->first[line], end = self->first[line + 1];
    double extent = 0;
    for (uint32_t i = first; i < end; i++) extent += self->sizes[i].width;
    int is_last = line + 1 == self->line_count;
    double spare = is_last ? 0 : self->room - extent;
    double gap = end - first > 1 ? spare / (end - first - 1) : 0;
    double x = end - first > 1 ? 0 : fmax(0, spare / 2);
    double thickness = self->top[line + 1] - self->top[line];
    for (uint32_t i = first; i < end; i++) {
      layout_size size = self->sizes[i];
      double y = self->top[line] + (thickness - size.height) / 2;
      if (bench_meets(rect, x, y, size.width, size.height))
        bench_add_cell(answer, i, x, y, size.width, size.height);
      x += size.width + gap;
    }
  }
  return answer->record_count <= answer->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

const layout_instance *bench_flow_open(bench_sizes sizes, uint32_t count, double room) {
  flow *self = calloc(1, sizeof(*self));
  if (!self) return NULL;
  self->room = room;
  // Pages of the tables that no line needs are never touched.
  self->sizes = malloc(sizeof(layout_size) * (count + 1));
  self->first = malloc(sizeof(uint32_t) * (count + 2));
  self->top = malloc(sizeof(double) * (count + 2));
  if (!self->sizes || !self->first || !self->top) {
    flow_destroy(self);
    return NULL;
  }
  pull(sizes, count, self->sizes);
  flow_break(self, count);
  return table(&self->instance, self, flow_destroy, flow_attributes);
}

// MARK: Waterfall

typedef struct waterfall {
  layout_instance instance;
  double breadth;
  uint32_t columns;
  uint32_t count;
  layout_size *sizes;
  double *top;
  uint32_t *column;
} waterfall;

static void waterfall_destroy(void *context) {
  waterfall *self = context;
  free(self->sizes);
  free(self->top);
  free(self->column);
  free(self);
}

/// The first item that starts at `y` or below. The tops ascend, since each item is put where the columns
/// end first.
static uint32_t waterfall_item(const waterfall *self, double y) {
  uint32_t low = 0, high = self->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (self->top[middle] < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

static layout_status waterfall_attributes(void *context, layout_rect rect, layout_answer *answer) {
  waterfall *self = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  // Of the items that start above the rectangle, only the last one of each column can reach into it.
  uint32_t begin = waterfall_item(self, rect.y), end = begin;
  uint64_t seen = 0, all = self->columns == 64 ? ~0ull : (1ull << self->columns) - 1;
  while (begin > 0 && seen != all) seen |= 1ull << self->column[--begin];
  while (end < self->count && self->top[end] < rect.y + rect.height) end++;
  for (uint32_t i = begin; i < end; i++) {
    double x = self->column[i] * self->breadth, height = self->sizes[i].height;
    if (bench_meets(rect, x, self->top[i], self->breadth, height))
      bench_add_cell(answer, i, x, self->top[i], self->breadth, height);
  }
  return answer->record_count <= answer->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

/// The pass of `bench_waterfall_pass` over sizes as the app gives them.
static void waterfall_fill(waterfall *self) {
  double ends[64] = {0};
  for (uint32_t i = 0; i < self->count; i++) {
    uint32_t shortest = 0;
    double end = ends[0];
    for (uint32_t k = 1; k < self->columns; k++) {
      shortest = ends[k] < end ? k : shortest;
      end = ends[k] < end ? ends[k] : end;
    }
    self->top[i] = end;
    self->column[i] = shortest;
    ends[shortest] = end + self->sizes[i].height;
  }
}

const layout_instance *bench_waterfall_open(bench_sizes sizes, uint32_t count, uint32_t columns,
                                            double room) {
  if (columns == 0 || columns > 64) return NULL;
  waterfall *self = calloc(1, sizeof(*self));
  if (!self) return NULL;
  self->columns = columns;
  self->breadth = room / columns;
  self->count = count;
  self->sizes = malloc(sizeof(layout_size) * (count + 1));
  self->top = malloc(sizeof(double) * (count + 1));
  self->column = malloc(sizeof(uint32_t) * (count + 1));
  if (!self->sizes || !self->top || !self->column) {
    waterfall_destroy(self);
    return NULL;
  }
  pull(sizes, count, self->sizes);
  waterfall_fill(self);
  return table(&self->instance, self, waterfall_destroy, waterfall_attributes);
}

// MARK: Equal items

typedef struct equal {
  layout_instance instance;
  layout_size size;
  uint32_t count;
  uint32_t columns;
  double gap;
} equal;

static layout_status equal_attributes(void *context, layout_rect rect, layout_answer *answer) {
  equal *self = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  double height = self->size.height;
  double first = fmax(0, floor(rect.y / height) - 1);
  uint64_t item = (uint64_t)first * self->columns;
  for (double y = first * height; y < rect.y + rect.height && item < self->count; y += height) {
    for (uint32_t column = 0; column < self->columns && item < self->count; column++, item++) {
      double x = column * (self->size.width + self->gap);
      if (bench_meets(rect, x, y, self->size.width, height))
        bench_add_cell(answer, (uint32_t)item, x, y, self->size.width, height);
    }
  }
  return answer->record_count <= answer->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

const layout_instance *bench_equal_open(layout_size size, uint32_t count, double room) {
  if (!(size.width > 0 && size.width <= room && size.height > 0)) return NULL;
  equal *self = calloc(1, sizeof(*self));
  if (!self) return NULL;
  self->size = size;
  self->count = count;
  self->columns = (uint32_t)(room / size.width);
  self->gap = self->columns > 1 ? (room - self->columns * size.width) / (self->columns - 1) : 0;
  return table(&self->instance, self, free, equal_attributes);
}

// MARK: Mosaic

typedef struct mosaic {
  layout_instance instance;
  double length;
  uint32_t count;
  uint32_t cell_count;
  layout_payload_word *styles;  ///< Of each cell.
  layout_rect cells[];
} mosaic;

static void mosaic_destroy(void *context) {
  mosaic *self = context;
  free(self->styles);
  free(self);
}

/// Gives the record added last one custom field.
static void add_style(layout_answer *answer, layout_payload_word style) {
  if (answer->payload_count < answer->payload_capacity &&
      answer->record_count <= answer->record_capacity) {
    answer->payload[answer->payload_count] = style;
    answer->records[answer->record_count - 1].payload = 1 + answer->payload_count;
  }
  answer->payload_count++;
}

static layout_status mosaic_attributes(void *context, layout_rect rect, layout_answer *answer) {
  mosaic *self = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  double page = fmax(0, floor(rect.y / self->length));
  for (uint64_t item = (uint64_t)page * self->cell_count;
       page * self->length < rect.y + rect.height && item < self->count; page++) {
    for (uint32_t cell = 0; cell < self->cell_count && item < self->count; cell++, item++) {
      layout_rect frame = self->cells[cell];
      double y = frame.y + page * self->length;
      if (!bench_meets(rect, frame.x, y, frame.width, frame.height)) continue;
      bench_add_cell(answer, (uint32_t)item, frame.x, y, frame.width, frame.height);
      add_style(answer, self->styles[cell]);
    }
  }
  int fits = answer->record_count <= answer->record_capacity &&
             answer->payload_count <= answer->payload_capacity;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

const layout_instance *bench_mosaic_open(const layout_rect *cells, uint32_t cell_count, uint32_t count,
                                         double length) {
  if (cell_count == 0 || !(length > 0)) return NULL;
  mosaic *self = calloc(1, sizeof(*self) + sizeof(layout_rect) * cell_count);
  if (!self) return NULL;
  self->length = length;
  self->count = count;
  self->cell_count = cell_count;
  memcpy(self->cells, cells, sizeof(layout_rect) * cell_count);
  self->styles = malloc(sizeof(layout_payload_word) * cell_count);
  if (!self->styles) {
    mosaic_destroy(self);
    return NULL;
  }
  // How large a cell is beside the smallest, as the bundled layout tells its views.
  for (uint32_t i = 0; i < cell_count; i++) {
    layout_rect last = cells[cell_count - 1];
    self->styles[i] = cells[i].width > last.width ? 2 : cells[i].height > last.height ? 1 : 0;
  }
  return table(&self->instance, self, mosaic_destroy, mosaic_attributes);
}
