// SPDX-License-Identifier: Apache-2.0
//
// A column of items with correct answers in its first frame. After that it does one wrong thing: DEED, the name of a
// function in one of the Hostile headers. WHERE gives the call: the second `attributes_in_rect` unless it is one of
// the other places below.
//
// A deed returns LAYOUT_OK if the layout continues. It writes one word to the log: "done" if the
// attempt succeeded, "denied" if it did not.
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "FixturePlugin.h"

#define QUOTE(word) #word
#define TEXT(word) QUOTE(word)
#define JOIN(a, b) a##b
#define CALL(deed) JOIN(deed_, deed)

#define IN_RECT 0
#define IN_PREPARE 1
#define IN_SIZE 2
#define IN_CREATE 3
#define IN_ENTRY 4
#define IN_CONSTRUCTOR 5
#define IN_DESTROY 6
#define IN_ANSWER 7
#define IN_CHANGE 8
#ifndef WHERE
#define WHERE IN_RECT
#endif

// clang-format off
LAYOUT_NOTE({
  "id": "test.hostile", "name": "Hostile", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["hostile"]
});
// clang-format on

#define SIDE 50.0

typedef struct hostile {
  layout_instance table;
  const layout_host *host;
  uint32_t *counts;
  uint32_t section_count, item_count;
  uint32_t frame_count;
} hostile;

#include "HostileDeeds.h"
#include "HostileBorder.h"
#include "HostileCalls.h"
#include "HostileLeaks.h"
#include "HostileEscapes.h"
#include "HostileStorms.h"

static void say(const hostile *self, const char *word) {
  if (!self) return;
  layout_text text = {word, (uint32_t)strlen(word), 0};
  self->host->log(self->host->context, LAYOUT_LOG_INFO, text);
}

/// Does the deed, with the answer that is about to be given, if there is one.
static layout_status misbehave(hostile *self, layout_answer *answer, layout_size *size) {
  deed deed = {.self = self, .answer = answer, .size = size, .status = LAYOUT_OK};
  CALL(DEED)(&deed);
  if (deed.outcome) say(self, deed.outcome > 0 ? "done" : "denied");
  return deed.status;
}

static int is_due(const hostile *self, int where) {
  return WHERE == where && (where != IN_RECT || self->frame_count == 2);
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  hostile *self = context;
  (void)why;
#ifdef SEARCHES
  // Repeats while there is time.
  area found;
  for (int replies = 0; replies < 2; replies++) find_area(&found, replies);
#endif
  if (is_due(self, IN_PREPARE)) {
    layout_status status = misbehave(self, NULL, NULL);
    if (status != LAYOUT_OK) return status;
  }
  self->section_count = snapshot->section_count;
  self->counts = realloc(self->counts, (self->section_count + 1) * sizeof *self->counts);
  if (!self->counts) return LAYOUT_ERROR_MEMORY;
  self->item_count = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    self->counts[section] = snapshot->item_counts[section];
    self->item_count += self->counts[section];
  }
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  hostile *self = context;
  *out = (layout_size){200, self->item_count * SIDE};
  return is_due(self, IN_SIZE) ? misbehave(self, NULL, out) : LAYOUT_OK;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  hostile *self = context;
  self->frame_count++;
  uint32_t written = 0, index = 0;
  for (uint32_t section = 0; section < self->section_count; section++) {
    for (uint32_t item = 0; item < self->counts[section]; item++, index++) {
      double y = index * SIDE;
      if (y >= rect.y + rect.height || y + SIDE <= rect.y) continue;
      if (written < answer->record_capacity) {
        answer->records[written] = (layout_attributes){
            .frame = {0, y, 200, SIDE}, .section = section, .item = item, .alpha = 1};
      }
      written++;
    }
  }
  answer->record_count = written;
  answer->transform_count = answer->payload_count = 0;
  if (written > answer->record_capacity) return LAYOUT_CAPACITY;
  return is_due(self, IN_RECT) ? misbehave(self, answer, NULL) : LAYOUT_OK;
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  hostile *self = context;
  uint32_t index = element.item;
  for (uint32_t section = 0; section < element.section; section++) index += self->counts[section];
  answer->records[0] = (layout_attributes){.frame = {0, index * SIDE, 200, SIDE},
                                           .section = element.section,
                                           .item = element.item,
                                           .alpha = 1};
  answer->record_count = 1;
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  hostile *self = context;
  (void)change;
  *out_marks = LAYOUT_MARK_NOTHING;
  return is_due(self, IN_CHANGE) ? misbehave(self, NULL, NULL) : LAYOUT_OK;
}

WITHOUT_PROPERTIES
WITHOUT_EXTENSIONS

static void destroy(void *context) {
  hostile *self = context;
  if (is_due(self, IN_DESTROY)) misbehave(self, NULL, NULL);
  free(self->counts);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)index;
  hostile *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  self->table = INSTANCE_TABLE(self);
  *out = &self->table;
  if (!is_due(self, IN_CREATE)) return LAYOUT_OK;
  layout_status status = misbehave(self, NULL, NULL);
#ifdef NO_INSTANCE
  *out = NULL;
#endif
  return status;
}

KIND(kind_cell, LAYOUT_CELL, "cell")
static const layout_kind *const kinds[] = {&kind_cell};
static const uint32_t event_types[] = {LAYOUT_TYPE_F64, LAYOUT_TYPE_TEXT};
static const layout_text event_names[] = {LAYOUT_TEXT("number"), LAYOUT_TEXT("text")};
static const layout_event event_happened = {.struct_size = sizeof(layout_event),
                                            .name = LAYOUT_TEXT("happened"),
                                            .argument_types = event_types,
                                            .argument_names = event_names,
                                            .argument_count = 2};
static const layout_event *const events[] = {&event_happened};
static const layout_descriptor descriptor = {.struct_size = sizeof(layout_descriptor),
                                             .id = LAYOUT_TEXT("hostile"),
                                             .name = LAYOUT_TEXT("Hostile"),
                                             .help = LAYOUT_TEXT(TEXT(DEED)),
                                             .kinds = kinds,
                                             .kind_count = 1,
                                             .events = events,
                                             .event_count = 1};
static const layout_descriptor *const layouts[] = {&descriptor};
static const layout_plugin plugin = {.struct_size = sizeof(layout_plugin),
                                     .abi = LAYOUT_ABI,
                                     .id = LAYOUT_TEXT("test.hostile"),
                                     .name = LAYOUT_TEXT("Hostile"),
                                     .version = LAYOUT_TEXT("1.0.0"),
                                     .layouts = layouts,
                                     .layout_count = 1,
                                     .create = create};

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
#if WHERE == IN_ENTRY
  misbehave(NULL, NULL, NULL);
#endif
#ifndef NO_PLUGIN
#define NO_PLUGIN 0
#endif
  return NO_PLUGIN ? NULL : &plugin;
}

#if WHERE == IN_CONSTRUCTOR
__attribute__((constructor)) static void constructor(void) { misbehave(NULL, NULL, NULL); }
#endif
