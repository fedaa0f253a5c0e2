// SPDX-License-Identifier: Apache-2.0
//
// The fake layout's side of the extensions that -DALL_EXTENSIONS adds.
//
// Correct behaviour: inserted elements come from 1000 points to the left, transparent, rotated if the item is odd;
// deleted ones move 500 points down; the others keep the host's default. A preferred size that differs from the
// original marks items. A dragged item gets the place under it and floats at z 1000 around the finger; left of the
// content the host decides. The state is spacing and title. The items of a section scroll across, over 800 points. A
// transition writes a line to the log for each call.
#ifndef FAKE_EXTENSIONS_H
#define FAKE_EXTENSIONS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "FakeMistakes.h"
#include "FakeTables.h"
#include "layout/drafts.h"
#include "layout/layout.h"

// MARK: layout.updates/1

static layout_status prepare_for_updates(void *context, const layout_update *updates,
                                         uint32_t count) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_prepareForUpdates);
  if (status != LAYOUT_OK) return status;
  if (count == 0 || !updates) return LAYOUT_ERROR_ARGUMENT;
  self->updates = realloc(self->updates, count * sizeof *updates);
  if (!self->updates) return LAYOUT_ERROR_MEMORY;
  memcpy(self->updates, updates, count * sizeof *updates);
  self->update_count = count;
  return LAYOUT_OK;
}

/// Returns true if the batch did `action` to the item at `place`, or to its section.
static int is_updated(const fake *self, uint32_t action, layout_element place) {
  for (uint32_t index = 0; index < self->update_count; index++) {
    layout_update update = self->updates[index];
    layout_path path = action == LAYOUT_UPDATE_INSERT ? update.after : update.before;
    if (update.action != action || path.section != place.section) continue;
    if (update.of_section || path.item == place.item) return 1;
  }
  return 0;
}

static layout_status initial(void *context, layout_element element, layout_answer *answer) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_initial);
  if (status != LAYOUT_OK) return status;
  if (answer->record_count != 1) return LAYOUT_ERROR_ARGUMENT;
  layout_attributes *record = answer->records;
  if (is_updated(self, LAYOUT_UPDATE_INSERT, element)) {
    record->frame.x -= 1000;
    record->alpha = 0;
    if (element.item % 2) {
      static const layout_transform turn = {{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
      answer->transforms[0] = turn;
      answer->transform_count = 1;
      record->transform = 1;
    }
  }
  spoil_one(self, CALL_initial, answer);
  return LAYOUT_OK;
}

__attribute__((unused)) static layout_status final(void *context, layout_element element, layout_answer *answer) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_final);
  if (status != LAYOUT_OK) return status;
  if (answer->record_count != 1) return LAYOUT_ERROR_ARGUMENT;
  // The batch runs until finalize_updates: a deleted path maps to none.
  layout_path path = {element.section, element.item};
  status = self->host->map_paths(self->host->context, &path, 1, &path);
  if (status != LAYOUT_OK) return status;
  if (element.category == LAYOUT_CELL && path.item == LAYOUT_PATH_NONE) {
    answer->records->frame.y += 500;
  }
  spoil_one(self, CALL_final, answer);
  return LAYOUT_OK;
}

static layout_status finalize_updates(void *context) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_finalizeUpdates);
  self->update_count = 0;
  return status;
}

// MARK: layout.self-sizing/1

static layout_status preferred_size(void *context, layout_element element, layout_size original,
                                    layout_size preferred, uint32_t *out_marks) {
  fake *self = context;
  (void)element;
  layout_status status = misbehave(self, CALL_preferredSize);
  if (status != LAYOUT_OK) return status;
  int differs = original.width != preferred.width || original.height != preferred.height;
  *out_marks = differs ? LAYOUT_MARK_ITEMS : LAYOUT_MARK_NOTHING;
  if (does(self, BEHAVIOUR_unknownMark)) *out_marks = 1u << 30;
  return LAYOUT_OK;
}

// MARK: layout.reordering/1

static layout_status target_path(void *context, layout_path current, layout_point position,
                                 layout_path *out) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_targetPath);
  if (status != LAYOUT_OK) return status;
  double top = self->tops[current.section] + HEADER + self->insets[current.section];
  double row = floor((position.y - top) / SIDE), column = floor(position.x / SIDE);
  double last = (double)self->item_counts[current.section] - 1;
  double item = fmin(last, fmax(0, row * COLUMNS + fmin(COLUMNS - 1, column)));
  *out = (layout_path){current.section, (uint32_t)item};
  if (does(self, BEHAVIOUR_unknownItem)) out->item = (uint32_t)last + 1;
  if (does(self, BEHAVIOUR_unknownSection)) *out = (layout_path){self->section_count, 0};
  return LAYOUT_OK;
}

static layout_status attributes_for_moving(void *context, layout_path path, layout_point position,
                                           layout_answer *answer) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_attributesForMoving);
  if (status != LAYOUT_OK) return status;
  if (position.x < 0) return LAYOUT_OK;
  layout_rect frame = {position.x - SIDE / 2, position.y - SIDE / 2, SIDE, SIDE};
  answer->records[0] = (layout_attributes){
      .frame = frame, .section = path.section, .item = path.item, .z_index = 1000, .alpha = 0.5f};
  answer->record_count = 1;
  spoil_one(self, CALL_attributesForMoving, answer);
  return LAYOUT_OK;
}

// MARK: layout.state/1

static layout_status save(void *context, uint8_t *bytes, uint32_t capacity, uint32_t *out_count) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_save);
  if (status != LAYOUT_OK) return status;
  *out_count = (uint32_t)sizeof(double) + self->title_count;
  if (does(self, BEHAVIOUR_longState)) *out_count = 100000;
  if (does(self, BEHAVIOUR_hugeState)) *out_count = 1u << 30;
  if (does(self, BEHAVIOUR_neverFits)) *out_count = capacity + 1;
  if (*out_count > capacity) return LAYOUT_CAPACITY;
  memset(bytes, 7, *out_count);
  memcpy(bytes, &self->spacing, sizeof(double));
  memcpy(bytes + sizeof(double), self->title, self->title_count);
  if (does(self, BEHAVIOUR_claimsMoreRecords)) *out_count = capacity + 1;
  return LAYOUT_OK;
}

static layout_status load(void *context, uint32_t version, const uint8_t *bytes, uint32_t count) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_load);
  if (status != LAYOUT_OK) return status;
  if (version != 1 || count < sizeof(double) || count > sizeof(double) + sizeof self->title) {
    self->host->set_error(self->host->context, text("this state is none of its own"));
    return LAYOUT_ERROR_ARGUMENT;
  }
  memcpy(&self->spacing, bytes, sizeof(double));
  self->title_count = count - (uint32_t)sizeof(double);
  memcpy(self->title, bytes + sizeof(double), self->title_count);
  return LAYOUT_OK;
}

// MARK: layout.transition/1

static layout_status note(fake *self, const char *call, layout_text what) {
  layout_status status = misbehave(self, CALL_transition);
  if (status != LAYOUT_OK) return status;
  char line[256];
  size_t length = strlen(call), rest = what.count;
  if (length + 1 + rest > sizeof line) return LAYOUT_ERROR_ARGUMENT;
  memcpy(line, call, length);
  line[length] = ' ';
  if (rest) memcpy(line + length + 1, what.bytes, rest);
  layout_text message = {line, (uint32_t)(length + 1 + rest), 0};
  self->host->log(self->host->context, LAYOUT_LOG_INFO, message);
  return LAYOUT_OK;
}

static layout_status prepare_from(void *context, layout_text id) {
  return note(context, "prepare_from", id);
}

static layout_status prepare_to(void *context, layout_text id) {
  return note(context, "prepare_to", id);
}

static layout_status finalize(void *context) {
  return note(context, "finalize", (layout_text){0});
}

static layout_status prepare_for_bounds_change(void *context, layout_rect old_bounds) {
  return note(context, "prepare_for_bounds_change", text(old_bounds.y > 0 ? "down" : "top"));
}

static layout_status finalize_bounds_change(void *context) {
  return note(context, "finalize_bounds_change", (layout_text){0});
}

// MARK: layout.cross-scroll/1

static const double CROSS_LENGTH = 800;

static layout_status track_at(void *context, layout_point point, layout_cross_track *out) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_trackAt);
  if (status != LAYOUT_OK) return status;
  for (uint32_t section = 0; section < self->section_count; section++) {
    double top = self->tops[section] + HEADER + self->insets[section];
    double height = self->tops[section + 1] - self->spacing - top;
    layout_rect frame = {0, top, self->bounds.width, height};
    if (self->item_counts[section] == 0 || point.x < 0 || point.x > frame.width) continue;
    if (point.y < top || point.y > top + height) continue;
    double end = fmax(0, CROSS_LENGTH - frame.width);
    double offset = section < self->offset_count ? self->offsets[section] : 0;
    *out = (layout_cross_track){frame, CROSS_LENGTH, fmin(end, fmax(0, offset)), section, 0};
    if (does(self, BEHAVIOUR_unknownSection)) out->section = self->section_count;
    if (does(self, BEHAVIOUR_unknownFlag)) out->flags = 4;
    if (does(self, BEHAVIOUR_nanFrame)) out->frame.width = NAN;
    if (does(self, BEHAVIOUR_negativeHeight)) out->frame.height = -1;
    if (does(self, BEHAVIOUR_nanTarget)) out->offset = NAN;
    if (does(self, BEHAVIOUR_infiniteTarget)) out->offset = end + 1;
    if (does(self, BEHAVIOUR_infiniteSize)) out->content_length = INFINITY;
    if (does(self, BEHAVIOUR_negativeSize)) out->content_length = -1;
    if (does(self, BEHAVIOUR_otherElement)) out->frame.y = point.y + 1;
    return LAYOUT_OK;
  }
  return LAYOUT_UNANSWERED;
}

static layout_status set_offset(void *context, uint32_t section, double offset) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_setOffset);
  if (status != LAYOUT_OK) return status;
  if (section >= self->section_count || offset - offset != 0) return LAYOUT_ERROR_ARGUMENT;
  if (section >= self->offset_count) {
    double *offsets = realloc(self->offsets, (section + 1) * sizeof *offsets);
    if (!offsets) return LAYOUT_ERROR_MEMORY;
    for (uint32_t place = self->offset_count; place <= section; place++) offsets[place] = 0;
    self->offsets = offsets;
    self->offset_count = section + 1;
  }
  self->offsets[section] = offset;
  return LAYOUT_OK;
}

/// Rests at multiples of 100 points; a release of 1000 points a second or more rests at the end.
static layout_status cross_target(void *context, uint32_t section, double proposed,
                                  double velocity, double *out) {
  fake *self = context;
  (void)section;
  layout_status status = misbehave(self, CALL_crossTarget);
  if (status != LAYOUT_OK) return status;
  *out = velocity >= 1000 ? CROSS_LENGTH : 100 * floor(proposed / 100 + 0.5);
  if (does(self, BEHAVIOUR_nanTarget)) *out = NAN;
  if (does(self, BEHAVIOUR_infiniteTarget)) *out = INFINITY;
  return LAYOUT_OK;
}

// MARK: Tables

#ifndef FINAL_SLOT
#define FINAL_SLOT final
#endif

static const void *further_extension(layout_text id) {
  static const layout_updates updates = {SIZED(layout_updates), 0, prepare_for_updates, initial,
                                         FINAL_SLOT, finalize_updates};
  static const layout_self_sizing sizing = {SIZED(layout_self_sizing), 0, preferred_size};
  static const layout_reordering reordering = {SIZED(layout_reordering), 0, target_path,
                                               attributes_for_moving};
  static const layout_state state = {SIZED(layout_state), 0, save, load};
  static const layout_transition transition = {SIZED(layout_transition),  0,
                                               prepare_from,              prepare_to,
                                               finalize,                  prepare_for_bounds_change,
                                               finalize_bounds_change};
  static const layout_cross_scroll across = {SIZED(layout_cross_scroll), 0, track_at, set_offset,
                                             cross_target};
  if (is_id(id, LAYOUT_EXT_CROSS_SCROLL)) return &across;
  if (is_id(id, LAYOUT_EXT_UPDATES)) return &updates;
  if (is_id(id, LAYOUT_EXT_SELF_SIZING)) return &sizing;
  if (is_id(id, LAYOUT_EXT_REORDERING)) return &reordering;
  if (is_id(id, LAYOUT_EXT_STATE)) return &state;
  if (is_id(id, LAYOUT_EXT_TRANSITION)) return &transition;
  return NULL;
}

#endif  // FAKE_EXTENSIONS_H
