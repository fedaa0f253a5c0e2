// SPDX-License-Identifier: Apache-2.0
//
// The elements of the fake layout, and its answers about them.
#ifndef FAKE_ANSWERS_H
#define FAKE_ANSWERS_H

#include <math.h>
#include <string.h>

#include "FakeMistakes.h"
#include "FakeTables.h"

/// Counts the element, and writes it if there is room.
typedef struct writer {
  layout_answer *answer;
  uint32_t records, transforms, payload;
} writer;

static layout_attributes *add(writer *out, const layout_attributes *record, const uint64_t *words,
                              uint32_t word_count) {
  layout_attributes *place = NULL;
  layout_answer *answer = out->answer;
  if (out->records < answer->record_capacity) {
    place = &answer->records[out->records];
    *place = *record;
    place->payload = word_count ? out->payload + 1 : 0;
  }
  for (uint32_t index = 0; index < word_count; index++, out->payload++) {
    if (out->payload < answer->payload_capacity) answer->payload[out->payload] = words[index];
  }
  out->records++;
  return place;
}

/// A rotation by 90 degrees, for every seventh cell.
static void add_transform(writer *out, layout_attributes *record) {
  static const layout_transform turn = {{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  if (out->transforms < out->answer->transform_capacity) {
    out->answer->transforms[out->transforms] = turn;
  }
  out->transforms++;
  if (record) record->transform = out->transforms;
}

/// Returns the answer if it fits, otherwise the needed room without another change.
static layout_status finish(fake *self, writer *out) {
  layout_answer *answer = out->answer;
  int fits = out->records <= answer->record_capacity &&
             out->transforms <= answer->transform_capacity &&
             out->payload <= answer->payload_capacity;
  if (does(self, BEHAVIOUR_neverFits)) {
    out->records = answer->record_capacity + 1;
    fits = 0;
  }
#ifdef DEMAND
  out->records = DEMAND;
  fits = 0;
#endif
  answer->record_count = out->records;
  answer->transform_count = out->transforms;
  answer->payload_count = out->payload;
  if (!fits) return LAYOUT_CAPACITY;
  if (self->call < CALL_prepareForUpdates) spoil(self, answer);
  return LAYOUT_OK;
}

static int overlaps(layout_rect a, layout_rect b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static layout_rect item_frame(const fake *self, uint32_t section, uint32_t item, uint32_t index) {
  double row = floor(item / COLUMNS), column = item - row * COLUMNS;
  double y = self->tops[section] + HEADER + self->insets[section] + row * SIDE;
  double across = section < self->offset_count ? self->offsets[section] : 0;
  return (layout_rect){column * SIDE - across, y, self->sizes[index].width, self->sizes[index].height};
}

static void add_cell(fake *self, writer *out, uint32_t section, uint32_t item, uint32_t index) {
  layout_rect frame = item_frame(self, section, item, index);
  layout_attributes record = {.frame = frame, .section = section, .item = item, .alpha = 1};
  uint64_t words[3] = {item % 2, 0, 0};
  memcpy(&words[1], &frame, 2 * sizeof(double));
  layout_attributes *written = add(out, &record, words, 3);
  if (item % 7 == 3) add_transform(out, written);
}

static void add_header(fake *self, writer *out, uint32_t section) {
  layout_attributes record = {.frame = {0, self->tops[section], self->bounds.width, HEADER},
                              .section = section,
                              .category = LAYOUT_SUPPLEMENTARY,
                              .kind = KIND_HEADER,
                              .z_index = 1024,
                              .alpha = 1};
  add(out, &record, NULL, 0);
}

static layout_rect backdrop_frame(const fake *self, uint32_t section) {
  double top = self->tops[section] + HEADER;
  return (layout_rect){0, top, self->bounds.width, self->tops[section + 1] - self->spacing - top};
}

static void add_backdrop(fake *self, writer *out, uint32_t section) {
  layout_attributes record = {.frame = backdrop_frame(self, section),
                              .section = section,
                              .category = LAYOUT_DECORATION,
                              .kind = KIND_BACKDROP,
                              .z_index = -1,
                              .alpha = 1};
  uint64_t fill = 0x336699ff;
  add(out, &record, &fill, 1);
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_attributesInRect);
  if (status != LAYOUT_OK) return status;
  writer out = {.answer = answer};
  uint32_t index = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    for (uint32_t item = 0; item < self->item_counts[section]; item++, index++) {
      if (overlaps(item_frame(self, section, item, index), rect)) {
        add_cell(self, &out, section, item, index);
      }
    }
  }
  for (uint32_t section = 0; section < self->section_count; section++) {
    layout_rect frame = {0, self->tops[section], self->bounds.width, HEADER};
    if (overlaps(frame, rect)) add_header(self, &out, section);
  }
  for (uint32_t section = 0; section < self->section_count; section++) {
    if (overlaps(backdrop_frame(self, section), rect)) add_backdrop(self, &out, section);
  }
  return finish(self, &out);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_attributesFor);
  if (status != LAYOUT_OK) return status;
  writer out = {.answer = answer};
  uint32_t index = element.item;
  if (element.section < self->section_count) {
    for (uint32_t section = 0; section < element.section; section++) {
      index += self->item_counts[section];
    }
    int is_cell = element.category == LAYOUT_CELL && element.kind == KIND_CELL &&
                  element.item < self->item_counts[element.section];
    if (is_cell) add_cell(self, &out, element.section, element.item, index);
    if (is_cell && does(self, BEHAVIOUR_twoAnswers)) {
      add_cell(self, &out, element.section, element.item, index);
    }
    if (element.kind == KIND_HEADER && element.item == 0) add_header(self, &out, element.section);
    if (element.kind == KIND_BACKDROP && element.item == 0) {
      add_backdrop(self, &out, element.section);
    }
  }
  return finish(self, &out);
}

#endif  // FAKE_ANSWERS_H
