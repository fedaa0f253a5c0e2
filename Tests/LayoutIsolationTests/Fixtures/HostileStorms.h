// SPDX-License-Identifier: Apache-2.0
//
// Correct calls repeated without end or limit: events, lines, errors, marks, room for answers, and numbers at the
// limits of their types.
#ifndef HOSTILE_STORMS_H
#define HOSTILE_STORMS_H

#include <float.h>

/// Posts the event `happened`.
__attribute__((unused)) static layout_status post(deed *deed, layout_text text) {
  layout_value arguments[2] = {{.type = LAYOUT_TYPE_F64, .as.number = 1},
                               {.type = LAYOUT_TYPE_TEXT, .as.text = text}};
  return deed->self->host->post_event(deed->self->host->context, 0, arguments, 2);
}
#define LETTERS(count)                        \
  static char letters[count];                 \
  memset(letters, 'x', sizeof letters);       \
  const layout_text text = {letters, count, 0}
#define MANY 100000

DO(postsForEver) {
  for (int count = 0; count < MANY; count++) post(deed, (layout_text){"x", 1, 0});
}
DO(postsAtLength) {
  LETTERS(1 << 20);
  for (int count = 0; count < 64; count++) post(deed, text);
}
DO(postsTooLong) {
  LETTERS(64 << 20);
  tried(deed, post(deed, text) == LAYOUT_OK ? 0 : -1);
}
DO(postsUnknown) {
  const layout_host *host = deed->self->host;
  tried(deed, host->post_event(host->context, 7, NULL, 0) == LAYOUT_OK ? 0 : -1);
}
DO(postsTooFew) {
  const layout_host *host = deed->self->host;
  layout_value value = {.type = LAYOUT_TYPE_F64};
  tried(deed, host->post_event(host->context, 0, &value, 1) == LAYOUT_OK ? 0 : -1);
}
DO(postsNothing) {
  const layout_host *host = deed->self->host;
  host->post_event(host->context, 0, NULL, 2);
}
DO(postsFromNowhere) { post(deed, (layout_text){(const char *)8, 100, 0}); }
DO(postsNotANumber) {
  layout_value arguments[2] = {{.type = LAYOUT_TYPE_F64, .as.number = NAN},
                               {.type = LAYOUT_TYPE_TEXT, .as.text = {"x", 1, 0}}};
  const layout_host *host = deed->self->host;
  tried(deed, host->post_event(host->context, 0, arguments, 2) == LAYOUT_OK ? 0 : -1);
}

__attribute__((unused)) static void mark(deed *deed, uint32_t marks, const layout_element *elements,
                                         uint32_t count) {
  layout_invalidation what = {.struct_size = sizeof what,
                              .marks = marks,
                              .elements = elements,
                              .element_count = count};
  deed->self->host->invalidate(deed->self->host->context, &what);
}
DO(marksForEver) {
  for (int count = 0; count < MANY; count++) mark(deed, LAYOUT_MARK_EVERYTHING, NULL, 0);
}
DO(marksItemsForEver) {
  layout_element item = {.item = 3};
  for (int count = 0; count < MANY; count++) mark(deed, LAYOUT_MARK_ITEMS, &item, 1);
}
DO(marksAllOften) {
  static layout_element items[200];
  for (uint32_t item = 0; item < 200; item++) items[item].item = item;
  for (int count = 0; count < 1000; count++) mark(deed, LAYOUT_MARK_ITEMS, items, 200);
}
DO(marksUnknown) { mark(deed, 0x80000000, NULL, 0); }
DO(marksOutside) {
  layout_element item = {.section = 99, .item = 99};
  mark(deed, LAYOUT_MARK_ITEMS, &item, 1);
}
DO(marksFromNowhere) { mark(deed, LAYOUT_MARK_ITEMS, (const layout_element *)8, 100); }
DO(marksNothing) {
  deed->self->host->invalidate(deed->self->host->context, NULL);
}

DO(complainsOften) {
  LETTERS(65536);
  for (int count = 0; count < 10000; count++) {
    deed->self->host->set_error(deed->self->host->context, text);
  }
}
DO(complainsAndGoesOn) {
  deed->self->host->set_error(deed->self->host->context, (layout_text){"nothing", 7, 0});
}
DO(failsSilently) { deed->status = LAYOUT_ERROR_FAILED; }
DO(claimsNoMemory) { deed->status = LAYOUT_ERROR_MEMORY; }
DO(claimsStale) { deed->status = LAYOUT_ERROR_STALE; }
DO(claimsHundred) { deed->status = 100; }

DO(logsAtLevels) {
  const layout_host *host = deed->self->host;
  for (uint32_t level = 0; level < MANY; level++) {
    host->log(host->context, level * 0x9E3779B9, (layout_text){"x", 1, 0});
  }
}
DO(logsLong) {
  LETTERS(64 << 20);
  for (int count = 0; count < 4; count++) {
    deed->self->host->log(deed->self->host->context, LAYOUT_LOG_ERROR, text);
  }
}
DO(logsNewLines) {
  static char lines[1 << 20];
  memset(lines, '\n', sizeof lines);
  deed->self->host->log(deed->self->host->context, LAYOUT_LOG_INFO,
                        (layout_text){lines, sizeof lines, 0});
}
DO(logsAccents) {
  static char accents[1 << 20];
  for (size_t place = 0; place < sizeof accents; place += 2) memcpy(accents + place, "\xCC\x81", 2);
  for (int count = 0; count < 64; count++) {
    deed->self->host->log(deed->self->host->context, LAYOUT_LOG_INFO,
                          (layout_text){accents, sizeof accents, 0});
  }
}

DO(registersForEver) {
  const layout_host *host = deed->self->host;
  LETTERS(64);
  for (int count = 0; count < MANY; count++) host->register_reuse(host->context, 0, text);
}
DO(registersAtLength) {
  const layout_host *host = deed->self->host;
  LETTERS(16 << 20);
  tried(deed, host->register_reuse(host->context, 0, text) == LAYOUT_OK ? 0 : -1);
}
DO(registersUnknown) {
  const layout_host *host = deed->self->host;
  layout_text text = {"x", 1, 0};
  tried(deed, host->register_decoration(host->context, 77, text) == LAYOUT_OK ? 0 : -1);
}
DO(mapsFromNowhere) {
  const layout_host *host = deed->self->host;
  host->map_paths(host->context, (const layout_path *)8, 1000, (layout_path *)8);
}
DO(mapsMillions) {
  const layout_host *host = deed->self->host;
  static layout_path paths[1 << 20];
  host->map_paths(host->context, paths, 1 << 20, paths);
}
DO(asksUnknownExtension) {
  const layout_host *host = deed->self->host;
  LETTERS(1 << 20);
  tried(deed, host->extension(host->context, text) ? 0 : -1);
}
DO(asksUnknownQuery) {
  const layout_host *host = deed->self->host;
  tried(deed, host->query(host->context, UINT32_MAX) ? 0 : -1);
}
DO(writesHostTable) {
  ((layout_host *)(uintptr_t)deed->self->host)->log = NULL;
}

// MARK: Room for answers

DO(wantsSame) {
  deed->answer->record_count = deed->answer->record_capacity;
  deed->status = LAYOUT_CAPACITY;
}
DO(wantsNothing) {
  deed->answer->record_count = 0;
  deed->status = LAYOUT_CAPACITY;
}
DO(wantsTransforms) {
  deed->answer->transform_count = UINT32_MAX;
  deed->status = LAYOUT_CAPACITY;
}
DO(wantsPayload) {
  deed->answer->payload_count = UINT32_MAX;
  deed->status = LAYOUT_CAPACITY;
}
DO(raisesCapacity) { deed->answer->record_capacity = UINT32_MAX; }
DO(movesRecords) {
  static layout_attributes own[64];
  deed->answer->records = own;
}
DO(forgetsRecords) { deed->answer->records = NULL; }
DO(answersNothing) { deed->answer->record_count = 0; }
DO(claimsTransforms) { deed->answer->transform_count = deed->answer->transform_capacity + 1; }
DO(claimsPayload) { deed->answer->payload_count = deed->answer->payload_capacity + 1; }

// MARK: Numbers at the edge

#define SPOIL(name, change)                             \
  DO(name) {                                            \
    layout_attributes *first = deed->answer->records;   \
    change;                                             \
  }
SPOIL(notANumberAlpha, first->alpha = NAN)
SPOIL(negativeAlpha, first->alpha = -0.5f)
SPOIL(largestFrame, first->frame = ((layout_rect){0, 0, DBL_MAX, DBL_MAX}))
SPOIL(farthestFrame, first->frame.x = DBL_MAX)
SPOIL(smallestFrame, (first->frame.width = DBL_TRUE_MIN, first->frame.height = DBL_TRUE_MIN))
SPOIL(emptyFrame, (first->frame.width = 0, first->frame.height = 0))
SPOIL(foremost, first->z_index = INT32_MAX)
SPOIL(unknownCategory, first->category = 9)
SPOIL(wrongCategory, first->category = LAYOUT_DECORATION)
SPOIL(lastTransform, first->transform = UINT32_MAX)
SPOIL(lastPayload, first->payload = UINT32_MAX)
DO(backwards) {
  layout_attributes *records = deed->answer->records;
  for (uint32_t low = 0, high = deed->answer->record_count; low + 1 < high; low++) {
    layout_attributes kept = records[low];
    records[low] = records[--high];
    records[high] = kept;
  }
}
DO(allInOnePlace) {
  for (uint32_t index = 0; index < deed->answer->record_count; index++) {
    deed->answer->records[index].frame = deed->answer->records[0].frame;
  }
}
DO(negativeContent) { deed->size->height = -1; }
DO(largestContent) { *deed->size = (layout_size){DBL_MAX, DBL_MAX}; }
DO(noContent) { *deed->size = (layout_size){0, 0}; }

#endif  // HOSTILE_STORMS_H
