// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across, with numbers that a test can compute: "shelves".
//
// Items of 100 × 80, 10 apart; a section is one row of them, 100 points below the last one, seen in
// a strip as wide as the viewport minus `margin` on each side. A release ends at a multiple of
// `snap`, or at its natural rest if that is 0. The section `plain` does not scroll. With `upright`
// rows are columns and the view scrolls horizontally. With `single` the row of section 0 is the
// content, which the view itself scrolls. With `fails` the layout refuses every offset. With
// `grows` scrolling prepares, and makes the content longer by that. "piles" looks the same and
// scrolls nothing across.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

LAYOUT_NOTE({
  "id" : "test.shelves",
  "name" : "Shelves",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : ["layout.cross-scroll/1"],
  "layouts" : [ "shelves", "piles" ]
});

static const double WIDTH = 100, HEIGHT = 80, SPACING = 10, PITCH = 100;
enum { MARGIN, SNAP, PLAIN, UPRIGHT, SINGLE, FAILS, GROWS, PROPERTY_COUNT };

typedef struct shelves {
  layout_instance table;
  const layout_host *host;
  double given[PROPERTY_COUNT];
  double length, across;  // The viewport along a row, and across.
  uint32_t section_count, room;
  double grown;
  uint32_t *counts;
  double *offsets;
  int is_pile;
} shelves;

NUMBER(property_margin, "margin", 0, -1000)
NUMBER(property_snap, "snap", 0, -1000)
NUMBER(property_plain, "plain", -1, -1000)
NUMBER(property_upright, "upright", 0, -1000)
NUMBER(property_single, "single", 0, -1000)
NUMBER(property_fails, "fails", 0, -1000)
NUMBER(property_grows, "grows", 0, -1000)
static const layout_property *const properties[] = {
    &property_margin, &property_snap,  &property_plain, &property_upright,
    &property_single, &property_fails, &property_grows};
KIND(kind_cell, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&kind_cell};

/// A rectangle given along and across a row.
static layout_rect turned(const shelves *self, double along, double across, double length,
                          double thickness) {
  if (self->given[UPRIGHT]) return (layout_rect){across, along, thickness, length};
  return (layout_rect){along, across, length, thickness};
}

static double content_length(const shelves *self, uint32_t section) {
  uint32_t count = self->counts[section];
  return count ? count * (WIDTH + SPACING) - SPACING : 0;
}

static layout_rect strip(const shelves *self, uint32_t section) {
  double length =
      self->given[SINGLE] ? content_length(self, section) : self->length - 2 * self->given[MARGIN];
  return turned(self, self->given[MARGIN], section * PITCH, length, HEIGHT);
}

static int scrolls(const shelves *self, uint32_t section) {
  return !self->is_pile && !self->given[SINGLE] && section != self->given[PLAIN];
}

static layout_attributes cell(const shelves *self, uint32_t section, uint32_t item) {
  double offset = scrolls(self, section) ? self->offsets[section] : 0;
  double along = self->given[MARGIN] + item * (WIDTH + SPACING) - offset;
  return (layout_attributes){.frame = turned(self, along, section * PITCH, WIDTH, HEIGHT),
                             .section = section,
                             .item = item,
                             .alpha = 1};
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  shelves *self = context;
  (void)why;
  uint32_t count = data->section_count;
  if (count > self->room) {
    self->counts = realloc(self->counts, count * sizeof *self->counts);
    self->offsets = realloc(self->offsets, count * sizeof *self->offsets);
    if (!self->counts || !self->offsets) return LAYOUT_ERROR_MEMORY;
    self->room = count;
  }
  for (uint32_t section = self->section_count; section < count; section++) {
    self->offsets[section] = 0;
  }
  if (count) memcpy(self->counts, data->item_counts, count * sizeof *self->counts);
  self->section_count = count;
  self->grown += self->given[GROWS];
  self->length = self->given[UPRIGHT] ? data->bounds.height : data->bounds.width;
  self->across = self->given[UPRIGHT] ? data->bounds.width : data->bounds.height;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  shelves *self = context;
  double across = self->section_count ? self->section_count * PITCH - (PITCH - HEIGHT) : 0;
  across += self->grown;
  int is_single = self->given[SINGLE] && self->section_count;
  layout_rect whole = is_single ? turned(self, 0, 0, content_length(self, 0), self->across)
                                : turned(self, 0, 0, self->length, across);
  *out = (layout_size){whole.width, whole.height};
  return LAYOUT_OK;
}

static int overlaps(layout_rect a, layout_rect b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  shelves *self = context;
  uint32_t count = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    layout_rect visible = strip(self, section);
    for (uint32_t item = 0; item < self->counts[section]; item++) {
      layout_attributes record = cell(self, section, item);
      if (!overlaps(record.frame, visible) || !overlaps(record.frame, rect)) continue;
      if (count < answer->record_capacity) answer->records[count] = record;
      count++;
    }
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  shelves *self = context;
  int is_known = e.category == LAYOUT_CELL && e.section < self->section_count &&
                 e.item < self->counts[e.section];
  if (is_known && answer->record_capacity) answer->records[0] = cell(self, e.section, e.item);
  return finish_records(answer, is_known ? 1 : 0);
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  shelves *self = context;
  int is_resized = change->old_bounds.width != change->new_bounds.width ||
                   change->old_bounds.height != change->new_bounds.height;
  *out_marks = is_resized || self->given[GROWS] ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status track_at(void *context, layout_point point, layout_cross_track *out) {
  shelves *self = context;
  for (uint32_t section = 0; section < self->section_count; section++) {
    layout_rect frame = strip(self, section);
    int is_inside = point.x >= frame.x && point.x < frame.x + frame.width && point.y >= frame.y &&
                    point.y < frame.y + frame.height;
    if (!is_inside || !scrolls(self, section)) continue;
    double length = content_length(self, section);
    double end = fmax(0, length - (self->given[UPRIGHT] ? frame.height : frame.width));
    uint32_t flags = self->given[UPRIGHT] ? LAYOUT_CROSS_VERTICAL : 0;
    double offset = fmin(end, fmax(0, self->offsets[section]));
    *out = (layout_cross_track){frame, length, offset, section, flags};
    return LAYOUT_OK;
  }
  return LAYOUT_UNANSWERED;
}

static layout_status set_offset(void *context, uint32_t section, double offset) {
  shelves *self = context;
  if (self->given[FAILS]) return LAYOUT_ERROR_FAILED;
  if (section >= self->section_count || offset - offset != 0) return LAYOUT_ERROR_ARGUMENT;
  self->offsets[section] = offset;
  return LAYOUT_OK;
}

static layout_status cross_target(void *context, uint32_t section, double proposed, double velocity,
                                  double *out) {
  shelves *self = context;
  (void)section, (void)velocity;
  if (self->given[FAILS]) return LAYOUT_ERROR_FAILED;
  double snap = self->given[SNAP];
  *out = snap > 0 ? snap * floor(proposed / snap + 0.5) : proposed;
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  static const layout_cross_scroll table = {sizeof table, 0, track_at, set_offset, cross_target};
  shelves *self = context;
  return is_id(id, LAYOUT_EXT_CROSS_SCROLL) && !self->is_pile ? &table : NULL;
}

NUMBERS_ARE_GIVEN(shelves)

static void destroy(void *context) {
  shelves *self = context;
  free(self->counts);
  free(self->offsets);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  shelves *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  self->is_pile = index == 1;
  GIVE_DEFAULTS(self)
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

DESCRIPTOR(shelves_layout, "shelves", .kinds = kinds, .kind_count = 1)
DESCRIPTOR(piles_layout, "piles", .kinds = kinds, .kind_count = 1)
static const layout_descriptor *const layouts[] = {&shelves_layout, &piles_layout};

PLUGIN_ENTRY("test.shelves", "Shelves")
