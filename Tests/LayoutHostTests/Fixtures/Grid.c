// SPDX-License-Identifier: Apache-2.0
//
// Two layouts whose frames a test can compute by hand: equal items in rows, a header above each
// section. "grid" names its supplementary elements headers, "badges" names them badges.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id" : "test.grid",
  "name" : "Grid",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : ["layout.scroll-target/1"],
  "layouts" : [ "grid", "badges" ]
});

enum { WIDTH, HEIGHT, COLUMNS, HEADER, HORIZONTAL, SNAP, PROPERTY_COUNT };

typedef struct grid {
  layout_instance table;
  const layout_host *host;
  double given[PROPERTY_COUNT];   // As set by the app.
  double values[PROPERTY_COUNT];  // As of the last prepare.
  uint32_t *counts;
  double *tops;  // One more than sections.
  uint32_t section_count;
  layout_rect told_old, told_new;
} grid;

NUMBER(property_width, "itemWidth", 100, 0)
NUMBER(property_height, "itemHeight", 80, 0)
NUMBER(property_columns, "columns", 10, 0)
NUMBER(property_header, "headerLength", 20, 0)
NUMBER(property_horizontal, "horizontal", 0, 0)
NUMBER(property_snap, "snap", 0, 0)
static const layout_property *const properties[] = {&property_width,      &property_height,
                                                    &property_columns,    &property_header,
                                                    &property_horizontal, &property_snap};

KIND(kind_cell, LAYOUT_CELL, "cell")
KIND(kind_header, LAYOUT_SUPPLEMENTARY, "header")
KIND(kind_badge, LAYOUT_SUPPLEMENTARY, "badge")
static const layout_kind *const grid_kinds[] = {&kind_cell, &kind_header};
static const layout_kind *const badge_kinds[] = {&kind_cell, &kind_badge};

/// Transposes a rectangle of the vertical layout when the grid is horizontal.
static layout_rect turned(const grid *self, layout_rect r) {
  return self->values[HORIZONTAL] > 0 ? (layout_rect){r.y, r.x, r.height, r.width} : r;
}

static double width_of(const grid *self) { return self->values[WIDTH] * self->values[COLUMNS]; }

static layout_attributes cell(const grid *self, uint32_t section, uint32_t item) {
  double row = floor(item / self->values[COLUMNS]), column = item - row * self->values[COLUMNS];
  layout_rect frame = {column * self->values[WIDTH],
                       self->tops[section] + self->values[HEADER] + row * self->values[HEIGHT],
                       self->values[WIDTH], self->values[HEIGHT]};
  return (layout_attributes){
      .frame = turned(self, frame), .section = section, .item = item, .alpha = 1};
}

static layout_attributes header(const grid *self, uint32_t section) {
  layout_rect frame = {0, self->tops[section], width_of(self), self->values[HEADER]};
  return (layout_attributes){.frame = turned(self, frame),
                             .section = section,
                             .alpha = 1,
                             .category = LAYOUT_SUPPLEMENTARY,
                             .kind = 1,
                             .z_index = 1};
}

static int overlaps(layout_rect a, layout_rect b) {
  int x =
      b.width > 0 ? a.x < b.x + b.width && b.x < a.x + a.width : b.x >= a.x && b.x < a.x + a.width;
  int y = b.height > 0 ? a.y < b.y + b.height && b.y < a.y + a.height
                       : b.y >= a.y && b.y < a.y + a.height;
  return x && y;
}

static void add(layout_answer *answer, uint32_t *count, layout_attributes record,
                layout_rect rect) {
  if (!overlaps(record.frame, rect)) return;
  if (*count < answer->record_capacity) answer->records[*count] = record;
  ++*count;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  grid *self = context;
  layout_rect area = turned(self, rect);
  uint32_t count = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    if (self->tops[section + 1] < area.y || self->tops[section] > area.y + area.height) continue;
    double top = self->tops[section] + self->values[HEADER], per = self->values[COLUMNS];
    double first = floor((area.y - top) / self->values[HEIGHT]) * per;
    double last = (floor((area.y + area.height - top) / self->values[HEIGHT]) + 1) * per;
    double end = fmin(last, self->counts[section]);
    for (double item = fmax(0, first); item < end; item++) {
      add(answer, &count, cell(self, section, (uint32_t)item), rect);
    }
  }
  for (uint32_t section = 0; self->values[HEADER] > 0 && section < self->section_count; section++) {
    add(answer, &count, header(self, section), rect);
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  grid *self = context;
  const layout_rect plane = {-1e12, -1e12, 2e12, 2e12};
  uint32_t count = 0;
  if (e.section < self->section_count) {
    if (e.category == LAYOUT_CELL && e.item < self->counts[e.section]) {
      add(answer, &count, cell(self, e.section, e.item), plane);
    }
    if (e.category == LAYOUT_SUPPLEMENTARY && e.item == 0 && self->values[HEADER] > 0) {
      add(answer, &count, header(self, e.section), plane);
    }
  }
  return finish_records(answer, count);
}

static void log_line(const grid *self, const char *text, int length) {
  self->host->log(self->host->context, LAYOUT_LOG_INFO, (layout_text){text, (uint32_t)length, 0});
}

/// Logs the calls of a batch, and the path that the host gives for item 0.1 after it.
static void log_updates(const grid *self, const layout_invalidation *why) {
  char text[96];
  for (uint32_t i = 0; i < why->update_count; i++) {
    const layout_update *u = &why->updates[i];
    int length = snprintf(text, sizeof text, "marks %u action %u section %u: %d.%d > %d.%d",
                          why->marks, u->action, u->of_section, (int)u->before.section,
                          (int)u->before.item, (int)u->after.section, (int)u->after.item);
    log_line(self, text, length);
  }
  if (why->update_count == 0) return;
  layout_path path = {0, 1};
  if (self->host->map_paths(self->host->context, &path, 1, &path) != LAYOUT_OK) return;
  log_line(self, text,
           snprintf(text, sizeof text, "0.1 > %d.%d", (int)path.section, (int)path.item));
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  grid *self = context;
  log_updates(self, why);
  self->counts = realloc(self->counts, (data->section_count + 1) * sizeof *self->counts);
  self->tops = realloc(self->tops, (data->section_count + 1) * sizeof *self->tops);
  if (!self->counts || !self->tops) return LAYOUT_ERROR_MEMORY;
  memcpy(self->values, self->given, sizeof self->values);
  double top = 0;
  for (uint32_t section = 0; section < data->section_count; section++) {
    self->counts[section] = data->item_counts[section];
    self->tops[section] = top;
    top += self->values[HEADER] +
           ceil(self->counts[section] / self->values[COLUMNS]) * self->values[HEIGHT];
  }
  self->tops[data->section_count] = top;
  self->section_count = data->section_count;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  grid *self = context;
  layout_rect all = {0, 0, width_of(self), self->tops[self->section_count]};
  all = turned(self, all);
  *out = (layout_size){all.width, all.height};
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  grid *self = context;
  self->told_old = change->old_bounds;
  self->told_new = change->new_bounds;
  *out_marks = LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status told(grid *self, layout_insets *out) {
  *out = (layout_insets){self->told_old.x, self->told_old.y, self->told_new.x, self->told_new.y};
  return LAYOUT_OK;
}

static const layout_action action_told = {.struct_size = sizeof(layout_action),
                                          .result_type = LAYOUT_TYPE_INSETS,
                                          .name = LAYOUT_TEXT("told"),
                                          .function = (void (*)(void))told};
static const layout_action *const actions[] = {&action_told};

NUMBERS_ARE_GIVEN(grid)

static layout_status scroll_target(void *context, const layout_scroll *scroll, layout_point *out) {
  grid *self = context;
  double snap = self->given[SNAP];
  *out = scroll->proposed;
  if (snap > 0) {
    *out = (layout_point){round(out->x / snap) * snap, round(out->y / snap) * snap};
  }
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  static const layout_scroll_target target = {sizeof target, 0, scroll_target};
  (void)context;
  return is_id(id, LAYOUT_EXT_SCROLL_TARGET) ? &target : NULL;
}

static void destroy(void *context) {
  grid *self = context;
  free(self->counts);
  free(self->tops);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index > 1) return LAYOUT_ERROR_ARGUMENT;
  grid *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  GIVE_DEFAULTS(self)
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

DESCRIPTOR(grid_layout, "grid", .actions = actions, .action_count = 1, .kinds = grid_kinds,
           .kind_count = 2)
DESCRIPTOR(badge_layout, "badges", .actions = actions, .action_count = 1, .kinds = badge_kinds,
           .kind_count = 2)
static const layout_descriptor *const layouts[] = {&grid_layout, &badge_layout};

PLUGIN_ENTRY("test.grid", "Grid")
