// SPDX-License-Identifier: Apache-2.0
//
// A layout that implements the update hooks and logs every call: squares of 100 points in two
// columns, and optionally a label beside each section and a backdrop behind it.
//
// Inserted elements start and deleted elements end transparent: at the centre of the view, or, if
// `point` is set, at that point with a tenth of the size. If `point` is set, cells that a
// batch moves off the screen end there too. Other elements use the host's default.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"
#include "layout/drafts.h"

LAYOUT_NOTE({
  "id" : "test.mover",
  "name" : "Mover",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : [ "layout.updates/1", "layout.transition/1" ],
  "layouts" : [ "mover", "other" ]
});

static const double SIDE = 100;
enum { EXTRAS, POINT, PROPERTY_COUNT };

typedef struct mover {
  layout_instance table;
  const layout_host *host;
  double extras;
  int has_point;
  layout_point point;
  uint32_t section_count;
  uint32_t counts[8];
  double tops[9];
  layout_rect bounds;
  layout_update updates[64];
  uint32_t update_count;
  uint32_t index;
} mover;

static const layout_property property_extras = {.struct_size = sizeof(layout_property),
                                                .type = LAYOUT_TYPE_F64,
                                                .name = LAYOUT_TEXT("extras"),
                                                .default_value = {.type = LAYOUT_TYPE_F64},
                                                .maximum = 1};
static const layout_property property_point = {.struct_size = sizeof(layout_property),
                                               .type = LAYOUT_TYPE_POINT,
                                               .name = LAYOUT_TEXT("point"),
                                               .default_value = {.type = LAYOUT_TYPE_NONE},
                                               .minimum = -1e9,
                                               .maximum = 1e9,
                                               .flags = LAYOUT_PROPERTY_OPTIONAL};
static const layout_property *const properties[] = {&property_extras, &property_point};

KIND(kind_cell, LAYOUT_CELL, "cell")
KIND(kind_label, LAYOUT_SUPPLEMENTARY, "label")
KIND(kind_backdrop, LAYOUT_DECORATION, "backdrop")
static const layout_kind *const kinds[] = {&kind_cell, &kind_label, &kind_backdrop};

static void say(const mover *self, const char *text) {
  layout_text line = {text, (uint32_t)strlen(text), 0};
  self->host->log(self->host->context, LAYOUT_LOG_INFO, line);
}

static layout_attributes place(const mover *self, layout_element e) {
  layout_attributes record = {
      .section = e.section, .item = e.item, .category = e.category, .kind = e.kind, .alpha = 1};
  double top = self->tops[e.section], height = self->tops[e.section + 1] - top;
  // The other layout is mirrored and has one column more.
  double columns = self->index ? 3 : 2;
  record.frame =
      (layout_rect){fmod(e.item, columns) * SIDE, top + floor(e.item / columns) * SIDE, SIDE, SIDE};
  if (e.category == LAYOUT_SUPPLEMENTARY) record.frame = (layout_rect){200, top, 20, height};
  if (e.category == LAYOUT_DECORATION) {
    record.frame = (layout_rect){0, top, 200, height};
    record.z_index = -1;
  }
  return record;
}

static void add(const mover *self, layout_element e, layout_rect r, layout_answer *answer,
                uint32_t *count) {
  layout_attributes record = place(self, e);
  layout_rect f = record.frame;
  if (f.height <= 0 || f.x >= r.x + r.width || r.x >= f.x + f.width || f.y >= r.y + r.height ||
      r.y >= f.y + f.height) {
    return;
  }
  if (*count < answer->record_capacity) answer->records[*count] = record;
  ++*count;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  mover *self = context;
  say(self, "attributesInRect");
  uint32_t count = 0;
  for (uint32_t s = 0; s < self->section_count; s++) {
    for (uint32_t i = 0; i < self->counts[s]; i++) {
      add(self, (layout_element){LAYOUT_CELL, 0, s, i}, rect, answer, &count);
    }
    if (self->extras == 0) continue;
    add(self, (layout_element){LAYOUT_SUPPLEMENTARY, 1, s, 0}, rect, answer, &count);
    add(self, (layout_element){LAYOUT_DECORATION, 2, s, 0}, rect, answer, &count);
  }
  return finish_records(answer, count);
}

static layout_status attributes_for(void *context, layout_element e, layout_answer *answer) {
  mover *self = context;
  if (e.section >= self->section_count) return finish_records(answer, 0);
  if (e.category == LAYOUT_CELL ? e.item >= self->counts[e.section] : self->extras == 0) {
    return finish_records(answer, 0);
  }
  if (answer->record_capacity > 0) answer->records[0] = place(self, e);
  return finish_records(answer, 1);
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  mover *self = context;
  if (why->update_count > 0) say(self, "invalidate");
  say(self, "prepare");
  self->section_count = data->section_count < 8 ? data->section_count : 8;
  self->bounds = data->bounds;
  double top = 0, columns = self->index ? 3 : 2;
  for (uint32_t s = 0; s < self->section_count; s++) {
    self->counts[s] = data->item_counts[s];
    self->tops[s] = top;
    top += ceil(self->counts[s] / columns) * SIDE;
  }
  self->tops[self->section_count] = top;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  mover *self = context;
  say(self, "contentSize");
  *out = (layout_size){220, self->tops[self->section_count]};
  return LAYOUT_OK;
}

NEVER_INVALIDATES

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  mover *self = context;
  if (index == EXTRAS) self->extras = value->as.number;
  if (index == POINT && (self->has_point = value->type == LAYOUT_TYPE_POINT)) {
    self->point = value->as.point;
  }
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  mover *self = context;
  *out = (layout_value){.type = LAYOUT_TYPE_F64, .as.number = self->extras};
  if (index == POINT) {
    *out = (layout_value){.type = self->has_point ? LAYOUT_TYPE_POINT : LAYOUT_TYPE_NONE,
                          .as.point = self->point};
  }
  return LAYOUT_OK;
}

// MARK: layout.updates/1

static layout_status prepare_for_updates(void *context, const layout_update *updates,
                                         uint32_t count) {
  mover *self = context;
  say(self, "prepareForUpdates");
  self->update_count = count < 64 ? count : 64;
  memcpy(self->updates, updates, self->update_count * sizeof *updates);
  return LAYOUT_OK;
}

/// Returns true if the batch did `action` to this cell.
static int is_updated(const mover *self, uint32_t action, layout_element e) {
  for (uint32_t i = 0; i < self->update_count; i++) {
    layout_update u = self->updates[i];
    layout_path path = action == LAYOUT_UPDATE_INSERT ? u.after : u.before;
    if (e.category == LAYOUT_CELL && u.action == action && path.section == e.section &&
        (u.of_section || path.item == e.item)) {
      return 1;
    }
  }
  return 0;
}

static void say_which(const mover *self, const char *call, layout_element e) {
  static const char *const names[] = {"cell", "label", "backdrop"};
  char text[64];
  snprintf(text, sizeof text, "%s %s %u.%u", call, names[e.kind], e.section, e.item);
  say(self, text);
}

static void centre(layout_attributes *record, layout_point at) {
  record->frame.x = at.x - record->frame.width / 2;
  record->frame.y = at.y - record->frame.height / 2;
}

/// The place from which an inserted element starts, and to which a deleted one moves.
static void hide(const mover *self, layout_answer *answer) {
  layout_attributes *record = &answer->records[0];
  record->alpha = 0;
  if (!self->has_point) {
    centre(record, (layout_point){self->bounds.width / 2, self->bounds.height / 2});
    return;
  }
  static const layout_transform tenth = {{0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  centre(record, self->point);
  answer->transforms[0] = tenth;
  answer->transform_count = 1;
  record->transform = 1;
}

static layout_status initial(void *context, layout_element element, layout_answer *answer) {
  mover *self = context;
  say_which(self, "initial", element);
  if (is_updated(self, LAYOUT_UPDATE_INSERT, element)) hide(self, answer);
  return LAYOUT_OK;
}

static layout_status final(void *context, layout_element element, layout_answer *answer) {
  mover *self = context;
  say_which(self, "final", element);
  int is_moved = self->has_point && is_updated(self, LAYOUT_UPDATE_MOVE, element);
  if (is_moved || is_updated(self, LAYOUT_UPDATE_DELETE, element)) hide(self, answer);
  return LAYOUT_OK;
}

static layout_status finalize_updates(void *context) {
  mover *self = context;
  say(self, "finalizeUpdates");
  self->update_count = 0;
  return LAYOUT_OK;
}

// MARK: layout.transition/1

static layout_status prepare_from(void *context, layout_text id) {
  char text[64];
  snprintf(text, sizeof text, "prepareFrom %.*s", (int)id.count, id.bytes);
  say(context, text);
  return LAYOUT_OK;
}

static layout_status prepare_to(void *context, layout_text id) {
  char text[64];
  snprintf(text, sizeof text, "prepareTo %.*s", (int)id.count, id.bytes);
  say(context, text);
  return LAYOUT_OK;
}

static layout_status finalize(void *context) {
  say(context, "finalize");
  return LAYOUT_OK;
}

static layout_status prepare_for_bounds_change(void *context, layout_rect old) {
  char text[64];
  snprintf(text, sizeof text, "prepareForBoundsChange %g×%g", old.width, old.height);
  say(context, text);
  return LAYOUT_OK;
}

static layout_status finalize_bounds_change(void *context) {
  say(context, "finalizeBoundsChange");
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  static const layout_updates updates = {sizeof updates, 0,     prepare_for_updates,
                                         initial,        final, finalize_updates};
  static const layout_transition transition = {
      sizeof transition,     0, prepare_from, prepare_to, finalize, prepare_for_bounds_change,
      finalize_bounds_change};
  (void)context;
  if (is_id(id, LAYOUT_EXT_UPDATES)) return &updates;
  return is_id(id, LAYOUT_EXT_TRANSITION) ? &transition : NULL;
}

static void destroy(void *context) { free(context); }

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index > 1) return LAYOUT_ERROR_ARGUMENT;
  mover *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  self->index = index;
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

DESCRIPTOR(mover_layout, "mover", .kinds = kinds, .kind_count = 3)
DESCRIPTOR(other_layout, "other", .kinds = kinds, .kind_count = 3)
static const layout_descriptor *const layouts[] = {&mover_layout, &other_layout};

PLUGIN_ENTRY("test.mover", "Mover")
