// SPDX-License-Identifier: Apache-2.0
//
// A column of items whose second and later frames have more elements than requested: COUNT decorations, stacked in
// the middle of the rectangle, unless the macros say otherwise. Every record is valid by itself: only the amount is
// wrong, and the cost of each for the host.
//
// FIELDS    INSETS fields of each decoration kind, four payload words each; 0 for none.
// KINDS     decoration kinds, taken in turn.
// BLOCK(i)  the payload of decoration i: 0, or 1 + the word where its block begins.
// WORDS     words of payload; the blocks lie in them.
// TURNS     1 for a transform of its own for each decoration.
// OUTSIDE   1 to put the decorations a million points away.
// LINES     lines of LINE_BYTES in the log, in each answer.
// EVENTS    events in each answer; MARKS elements marked as stale; ERROR_BYTES of an error text.
#include <stdio.h>
#include <stdlib.h>

#include "FixturePlugin.h"

#ifndef COUNT
#define COUNT 0
#endif
#ifndef FIELDS
#define FIELDS 0
#endif
#ifndef KINDS
#define KINDS 1
#endif
#ifndef BLOCK
#define BLOCK(index) 0
#endif
#ifndef WORDS
#define WORDS 0
#endif
#ifndef TURNS
#define TURNS 0
#endif
#ifndef OUTSIDE
#define OUTSIDE 0
#endif
#ifndef LINES
#define LINES 0
#endif
#ifndef LINE_BYTES
#define LINE_BYTES 16
#endif
#ifndef EVENTS
#define EVENTS 0
#endif
#ifndef MARKS
#define MARKS 0
#endif
#ifndef ERROR_BYTES
#define ERROR_BYTES 0
#endif

// clang-format off
LAYOUT_NOTE({
  "id": "test.greedy", "name": "Greedy", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["greedy"]
});
// clang-format on

#define SIDE 50.0

typedef struct greedy {
  layout_instance table;
  const layout_host *host;
  uint32_t item_count, frame_count;
} greedy;

WITHOUT_PROPERTIES
WITHOUT_EXTENSIONS
NEVER_INVALIDATES

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  (void)why;
  ((greedy *)context)->item_count = snapshot->section_count ? snapshot->item_counts[0] : 0;
  return LAYOUT_OK;
}
static layout_status content_size(void *context, layout_size *out) {
  *out = (layout_size){200, ((greedy *)context)->item_count * SIDE};
  return LAYOUT_OK;
}

/// The side messages.
static void talk(const greedy *self) {
  const layout_host *host = self->host;
  static char letters[LINE_BYTES > ERROR_BYTES ? LINE_BYTES : ERROR_BYTES];
  memset(letters, 'x', sizeof letters);
  for (int line = 0; line < LINES; line++) {
    host->log(host->context, LAYOUT_LOG_INFO, (layout_text){letters, LINE_BYTES, 0});
  }
  for (int event = 0; event < EVENTS; event++) {
    if (host->post_event(host->context, 0, NULL, 0) != LAYOUT_OK) break;
  }
  if (MARKS > 0) {
    layout_element *elements = calloc(MARKS + 1, sizeof *elements);
    layout_invalidation what = {SIZED(layout_invalidation),
                                .marks = LAYOUT_MARK_ITEMS,
                                .elements = elements,
                                .element_count = MARKS};
    host->invalidate(host->context, &what);
    free(elements);
  }
  if (ERROR_BYTES > 0) host->set_error(host->context, (layout_text){letters, ERROR_BYTES, 0});
}

/// The decorations of a frame, after `count` other records.
static uint32_t add_decorations(layout_rect rect, layout_answer *answer, uint32_t count) {
  double x = rect.x + rect.width / 2 + OUTSIDE * 1e6, y = rect.y + rect.height / 2;
  for (int index = 0; index < COUNT; index++, count++) {
    if (count >= answer->record_capacity) continue;
    answer->records[count] = (layout_attributes){.frame = {x, y, 10, 10},
                                                 .item = (uint32_t)index,
                                                 .category = LAYOUT_DECORATION,
                                                 .kind = (uint16_t)(1 + index % KINDS),
                                                 .alpha = 1,
                                                 .transform = TURNS ? (uint32_t)index + 1 : 0,
                                                 .payload = (uint32_t)BLOCK(index)};
  }
  return count;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  static const layout_transform same = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  greedy *self = context;
  uint32_t count = 0;
  for (uint32_t item = 0; item < self->item_count; item++) {
    double y = item * SIDE;
    if (y >= rect.y + rect.height || y + SIDE <= rect.y) continue;
    if (count < answer->record_capacity) {
      answer->records[count] =
          (layout_attributes){.frame = {0, y, 200, SIDE}, .item = item, .alpha = 1};
    }
    count++;
  }
  int is_greedy = self->frame_count > 0;
  uint32_t turns = is_greedy && TURNS ? COUNT : 0, words = is_greedy ? WORDS : 0;
  if (is_greedy) count = add_decorations(rect, answer, count);
  int fits = count <= answer->record_capacity && turns <= answer->transform_capacity &&
             words <= answer->payload_capacity;
  (answer->record_count = count, answer->transform_count = turns, answer->payload_count = words);
  if (!fits) return LAYOUT_CAPACITY;
  for (uint32_t index = 0; index < turns; index++) answer->transforms[index] = same;
  if (words) memset(answer->payload, 0, words * sizeof *answer->payload);
  if (is_greedy) talk(self);
  self->frame_count++;
  return is_greedy && ERROR_BYTES ? LAYOUT_ERROR_FAILED : LAYOUT_OK;
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  (void)context;
  answer->records[0] = (layout_attributes){
      .frame = {0, element.item * SIDE, 200, SIDE}, .item = element.item, .alpha = 1};
  answer->record_count = 1;
  return LAYOUT_OK;
}

static void destroy(void *context) { free(context); }

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)index;
  greedy *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  return LAYOUT_OK;
}

// MARK: The descriptor, with the numbers of kinds and fields from the macros

static layout_field fields[FIELDS + 1];
static const layout_field *field_list[FIELDS + 1];
static layout_kind kinds[KINDS + 1];
static const layout_kind *kind_list[KINDS + 1];
static char names[FIELDS + KINDS + 2][8];

static layout_text name(int place, char letter, int number) {
  int length = snprintf(names[place], sizeof names[place], "%c%d", letter, number);
  return (layout_text){names[place], (uint32_t)length, 0};
}

__attribute__((constructor)) static void fill_tables(void) {
  for (int index = 0; index < FIELDS; index++) {
    fields[index] = (layout_field){
        SIZED(layout_field), .type = LAYOUT_TYPE_INSETS, .name = name(index, 'f', index)};
    field_list[index] = &fields[index];
  }
  kinds[0] = (layout_kind){SIZED(layout_kind), .category = LAYOUT_CELL, .name = LAYOUT_TEXT("cell")};
  for (int index = 1; index <= KINDS; index++) {
    kinds[index] = (layout_kind){SIZED(layout_kind),
                                 .category = LAYOUT_DECORATION,
                                 .name = name(FIELDS + index, 'k', index),
                                 .fields = field_list,
                                 .field_count = FIELDS};
  }
  for (int index = 0; index <= KINDS; index++) kind_list[index] = &kinds[index];
}

static const layout_event spoke = {SIZED(layout_event), .name = LAYOUT_TEXT("spoke")};
static const layout_event *const events[] = {&spoke};
static const layout_descriptor descriptor = {SIZED(layout_descriptor),
                                             .id = LAYOUT_TEXT("greedy"),
                                             .name = LAYOUT_TEXT("Greedy"),
                                             .kinds = kind_list,
                                             .kind_count = KINDS + 1,
                                             .events = events,
                                             .event_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};

PLUGIN_ENTRY("test.greedy", "Greedy")
