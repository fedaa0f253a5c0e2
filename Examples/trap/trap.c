// SPDX-License-Identifier: Apache-2.0
//
// trap.c: a layout that breaks on purpose. It lists its items one below the other, and writes to
// address zero in its fourth frame: for seeing that a host and what it shows outlive that.
//
//   cc -std=c11 -O2 -shared -fPIC -fvisibility=hidden -I../../Sources/LayoutABI/include trap.c -o trap.so
#include <stdlib.h>

#include "layout/layout.h"

LAYOUT_NOTE({
  "id": "org.layouthost.examples.trap", "name": "Trap", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["trap"]
});

static const double kRow = 44, kGap = 6;

typedef struct trap {
  layout_instance table;
  double frames;    // The property: frames that are answered before the one that traps.
  double answered;  // Frames so far.
  double width;
  uint32_t count;  // Items of the first section.
} trap;

static layout_rect frame_of(const trap *t, uint32_t item) {
  return (layout_rect){0, item * (kRow + kGap), t->width, kRow};
}

static layout_attributes record_of(const trap *t, uint32_t item) {
  return (layout_attributes){.frame = frame_of(t, item), .item = item, .alpha = 1};
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *to) {
  trap *t = context;
  if (t->answered >= t->frames) {
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
  }
  to->record_count = to->transform_count = to->payload_count = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    layout_rect frame = frame_of(t, i);
    if (frame.y >= rect.y + rect.height || frame.y + frame.height <= rect.y) continue;
    if (rect.x >= frame.width || rect.x + rect.width <= 0) continue;
    if (to->record_count < to->record_capacity) to->records[to->record_count] = record_of(t, i);
    to->record_count++;
  }
  if (to->record_count > to->record_capacity) return LAYOUT_CAPACITY;
  t->answered++;
  return LAYOUT_OK;
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *to) {
  const trap *t = context;
  to->record_count = to->transform_count = to->payload_count = 0;
  if (element.category != LAYOUT_CELL || element.section != 0 || element.item >= t->count)
    return LAYOUT_OK;
  to->record_count = 1;
  if (to->record_capacity < 1) return LAYOUT_CAPACITY;
  to->records[0] = record_of(t, element.item);
  return LAYOUT_OK;
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  (void)why;
  trap *t = context;
  t->width = data->bounds.width;
  t->count = data->section_count > 0 ? LAYOUT_ITEM_COUNT(data, 0) : 0;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const trap *t = context;
  *out = (layout_size){t->width, t->count > 0 ? t->count * (kRow + kGap) - kGap : 0};
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  (void)context;
  int same = change->old_bounds.width == change->new_bounds.width;
  *out_marks = same ? LAYOUT_MARK_NOTHING : LAYOUT_MARK_BOUNDS;
  return LAYOUT_OK;
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  trap *t = context;
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  t->frames = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  const trap *t = context;
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){LAYOUT_TYPE_F64, 0, {.number = t->frames}};
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  (void)id;
  return NULL;
}

static const layout_property frames = {
    .struct_size = sizeof frames,
    .type = LAYOUT_TYPE_F64,
    .name = LAYOUT_TEXT("frames"),
    .help = LAYOUT_TEXT("Frames that are answered before the one that traps."),
    .unit = LAYOUT_TEXT("1"),
    .default_value = {LAYOUT_TYPE_F64, 0, {.number = 3}},
    .minimum = 0,
    .maximum = 1e9,
};

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)host;
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  trap *t = calloc(1, sizeof *t);
  if (!t) return LAYOUT_ERROR_MEMORY;
  t->frames = frames.default_value.as.number;
  t->table = (layout_instance){
      .struct_size = sizeof t->table,
      .context = t,
      .destroy = free,
      .set_property = set_property,
      .get_property = get_property,
      .should_invalidate = should_invalidate,
      .prepare = prepare,
      .content_size = content_size,
      .attributes_in_rect = attributes_in_rect,
      .attributes_for = attributes_for,
      .extension = extension,
  };
  *out = &t->table;
  return LAYOUT_OK;
}

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  static const layout_property *const properties[] = {&frames};
  static const layout_kind cell = {.struct_size = sizeof cell, .name = LAYOUT_TEXT("cell")};
  static const layout_kind *const kinds[] = {&cell};
  static const layout_descriptor descriptor = {
      .struct_size = sizeof descriptor,
      .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
      .id = LAYOUT_TEXT("trap"),
      .name = LAYOUT_TEXT("Trap"),
      .help = LAYOUT_TEXT("Lists the first section, then writes to address zero."),
      .properties = properties,
      .property_count = 1,
      .kinds = kinds,
      .kind_count = 1,
  };
  static const layout_descriptor *const layouts[] = {&descriptor};
  static const layout_plugin plugin = {
      .struct_size = sizeof plugin,
      .abi = LAYOUT_ABI,
      .id = LAYOUT_TEXT("org.layouthost.examples.trap"),
      .name = LAYOUT_TEXT("Trap"),
      .version = LAYOUT_TEXT("1.0.0"),
      .layouts = layouts,
      .layout_count = 1,
      .create = create,
  };
  return host_abi >= 1 ? &plugin : NULL;
}
