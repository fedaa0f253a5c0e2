// SPDX-License-Identifier: Apache-2.0
//
// The kit's static memory and constant tables. They are in C because Swift initialises globals on
// the heap or at first use, and an image that is loaded a thousand times must not leave memory
// behind.
#define _GNU_SOURCE  // MAP_ANONYMOUS, MAP_NORESERVE, MADV_HUGEPAGE
#include "CLayoutKit.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

enum { MEMORY_SIZE = 64 * 1024, ALIGNMENT = 16 };

static _Alignas(ALIGNMENT) unsigned char memory[MEMORY_SIZE];
static size_t memory_used;

// Only the one builder of the table calls this, so it needs no lock.
void *layout_kit_static_memory(size_t size) {
  size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (rounded < size || rounded > MEMORY_SIZE - memory_used) return calloc(1, size);
  void *start = memory + memory_used;
  memory_used += rounded;
  return start;
}

#ifdef __wasm__
// WebAssembly has one memory and no pages to protect: the whole room is allocated at once.
void *layout_kit_reserve(size_t size) { return size == 0 ? NULL : calloc(1, size); }

bool layout_kit_open(void *room, size_t size) {
  (void)room;
  (void)size;
  return true;
}

void layout_kit_will_fill(void *room, size_t size) {
  (void)room;
  (void)size;
}

void layout_kit_release(void *room, size_t size) {
  (void)size;
  free(room);
}
#else
void *layout_kit_reserve(size_t size) {
  if (size == 0) return NULL;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *room = mmap(NULL, size, PROT_NONE, flags, -1, 0);
  return room == MAP_FAILED ? NULL : room;
}

bool layout_kit_open(void *room, size_t size) {
  return mprotect(room, size, PROT_READ | PROT_WRITE) == 0;
}

// This is only advice: without large pages nothing changes.
void layout_kit_will_fill(void *room, size_t size) { madvise(room, size, MADV_HUGEPAGE); }

void layout_kit_release(void *room, size_t size) { munmap(room, size); }
#endif

static int compare_one(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int compare_two(const void *a, const void *b) {
  int first = compare_one(a, b);
  return first != 0 ? first : compare_one((const uint64_t *)a + 1, (const uint64_t *)b + 1);
}

void layout_kit_sort(uint64_t *words, size_t count, size_t word_count) {
  int (*compare)(const void *, const void *) = word_count > 1 ? compare_two : compare_one;
  // The host gives most lists in order, and one pass over them is cheaper than a sort.
  for (size_t i = 1; i < count; i++) {
    if (compare(words + (i - 1) * word_count, words + i * word_count) <= 0) continue;
    qsort(words, count, word_count * sizeof *words, compare);
    return;
  }
}

/// Writes "item section.item", "section section", or the two numbers behind the layout's own words.
static void write_place(char *place, size_t size, layout_place where) {
  long long section = where.section, item = where.item;
  const layout_text *outer = &where.outer, *inner = &where.inner;
  if (outer->count > 0 && section >= 0 && inner->count > 0 && item >= 0)
    snprintf(place, size, "%.*s %lld, %.*s %lld", (int)outer->count, outer->bytes, section,
             (int)inner->count, inner->bytes, item);
  else if (inner->count > 0 && item >= 0)
    snprintf(place, size, "%.*s %lld", (int)inner->count, inner->bytes, item);
  else if (outer->count > 0 && section >= 0)
    snprintf(place, size, "%.*s %lld", (int)outer->count, outer->bytes, section);
  else if (item >= 0)
    snprintf(place, size, "item %lld.%lld", section, item);
  else if (section >= 0)
    snprintf(place, size, "section %lld", section);
}

static void report(const layout_host *host, layout_text subject, const char *place,
                   layout_text message) {
  if (host == NULL || message.count == 0) return;
  const char *comma = subject.count > 0 && place[0] != 0 ? ", " : "";
  const char *colon = subject.count > 0 || place[0] != 0 ? ": " : "";
  char text[400];
  int size = snprintf(text, sizeof text, "%.*s%s%s%s%.*s", (int)subject.count, subject.bytes, comma,
                      place, colon, (int)message.count, message.bytes);
  if (size < 0) return;
  uint32_t count = (uint32_t)size < sizeof text ? (uint32_t)size : (uint32_t)sizeof text - 1;
  host->set_error(host->context, (layout_text){text, count, 0});
}

void layout_kit_report(const layout_host *host, layout_text subject, layout_place where,
                       layout_text message) {
  char place[96] = "";
  write_place(place, sizeof place, where);
  report(host, subject, place, message);
}

void layout_kit_report_text(const layout_host *host, layout_text subject, int64_t line,
                            int64_t column, layout_text message) {
  char place[64];
  snprintf(place, sizeof place, "line %lld, column %lld", (long long)line, (long long)column);
  report(host, subject, place, message);
}

enum { UNCLAIMED, CLAIMED, PUBLISHED };

static atomic_int state = UNCLAIMED;
static const layout_plugin *published_table;
static const void *published_makers;

bool layout_kit_claim_table(void) {
  int expected = UNCLAIMED;
  return atomic_compare_exchange_strong(&state, &expected, CLAIMED);
}

void layout_kit_publish_table(const layout_plugin *table, const void *makers) {
  published_table = table;
  published_makers = makers;
  atomic_store(&state, PUBLISHED);
}

const layout_plugin *layout_kit_published_table(void) {
  while (atomic_load(&state) != PUBLISHED) sched_yield();
  return published_table;
}

const void *layout_kit_published_makers(void) { return published_makers; }

static const layout_instance instance_slots = {
    .struct_size = sizeof(layout_instance),
    .destroy = layout_kit_destroy,
    .set_property = layout_kit_set_property,
    .get_property = layout_kit_get_property,
    .should_invalidate = layout_kit_should_invalidate,
    .prepare = layout_kit_prepare,
    .content_size = layout_kit_content_size,
    .attributes_in_rect = layout_kit_attributes_in_rect,
    .attributes_for = layout_kit_attributes_for,
    .extension = layout_kit_extension,
};

static const layout_scroll_target scroll_target = {
    .struct_size = sizeof(layout_scroll_target),
    .target = layout_kit_target,
};

static const layout_dynamics dynamics = {
    .struct_size = sizeof(layout_dynamics),
    .advance = layout_kit_advance,
};

static const layout_updates updates = {
    .struct_size = sizeof(layout_updates),
    .prepare_for_updates = layout_kit_prepare_for_updates,
    .initial = layout_kit_initial,
    .final = layout_kit_final,
    .finalize_updates = layout_kit_finalize_updates,
};

static const layout_transition transition = {
    .struct_size = sizeof(layout_transition),
    .prepare_from = layout_kit_prepare_from,
    .prepare_to = layout_kit_prepare_to,
    .finalize = layout_kit_finalize_transition,
    .prepare_for_bounds_change = layout_kit_prepare_for_bounds_change,
    .finalize_bounds_change = layout_kit_finalize_bounds_change,
};

static const layout_self_sizing self_sizing = {
    .struct_size = sizeof(layout_self_sizing),
    .preferred_size = layout_kit_preferred_size,
};

static const layout_reordering reordering = {
    .struct_size = sizeof(layout_reordering),
    .target_path = layout_kit_target_path,
    .attributes_for_moving = layout_kit_attributes_for_moving,
};

static const layout_state keeping = {
    .struct_size = sizeof(layout_state),
    .save = layout_kit_save,
    .load = layout_kit_load,
};

static const layout_cross_scroll cross_scroll = {
    .struct_size = sizeof(layout_cross_scroll),
    .track_at = layout_kit_track_at,
    .set_offset = layout_kit_set_offset,
    .cross_target = layout_kit_cross_target,
};

const layout_instance *layout_kit_instance_slots(void) { return &instance_slots; }
const layout_scroll_target *layout_kit_scroll_target_table(void) { return &scroll_target; }
const layout_dynamics *layout_kit_dynamics_table(void) { return &dynamics; }
const layout_updates *layout_kit_updates_table(void) { return &updates; }
const layout_transition *layout_kit_transition_table(void) { return &transition; }
const layout_self_sizing *layout_kit_self_sizing_table(void) { return &self_sizing; }
const layout_reordering *layout_kit_reordering_table(void) { return &reordering; }
const layout_state *layout_kit_state_table(void) { return &keeping; }
const layout_cross_scroll *layout_kit_cross_scroll_table(void) { return &cross_scroll; }
