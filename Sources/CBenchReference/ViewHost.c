// SPDX-License-Identifier: Apache-2.0
//
// A collection view in plain C; see the header.
#include "ViewHost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One frame: the records and the view of each.
typedef struct frame {
  layout_attributes *records;
  layout_payload_word *payload;
  uint32_t *views;
  uint32_t count;
  uint32_t payload_count;
} frame;

struct bench_host {
  const layout_instance *layout;
  bench_view_calls views;
  double scale;
  double time;
  layout_rect bounds;
  uint32_t item_count;
  uint32_t word_count;
  frame frames[2];
  uint32_t front;
  uint32_t capacity;
  uint32_t *leavers;  ///< Of the old frame.
  int32_t *origins;   ///< Of the new frame: the old index, or `appeared`; `changed` is added to it.
  uint32_t *free;     ///< Views that wait.
  uint32_t free_count;
  uint32_t free_capacity;
  bench_view_counts counts;
};

enum { appeared = -1, changed = 1 << 30 };

static int reserve(bench_host *host, uint32_t capacity) {
  if (capacity <= host->capacity) return 0;
  for (int i = 0; i < 2; i++) {
    frame *frame = &host->frames[i];
    void *records = realloc(frame->records, sizeof(layout_attributes) * capacity);
    if (records) frame->records = records;
    void *views = realloc(frame->views, sizeof(uint32_t) * capacity);
    if (views) frame->views = views;
    void *payload = realloc(frame->payload, sizeof(layout_payload_word) * (capacity * host->word_count + 1));
    if (payload) frame->payload = payload;
    if (!records || !views || !payload) return -1;
  }
  void *leavers = realloc(host->leavers, sizeof(uint32_t) * capacity);
  if (leavers) host->leavers = leavers;
  void *origins = realloc(host->origins, sizeof(int32_t) * capacity);
  if (origins) host->origins = origins;
  if (!leavers || !origins) return -1;
  host->capacity = capacity;
  return 0;
}

bench_host *bench_host_make(const layout_instance *layout, bench_view_calls views, layout_size viewport,
                            double scale, uint32_t count, uint32_t word_count) {
  bench_host *host = calloc(1, sizeof(*host));
  if (!host) return NULL;
  host->layout = layout;
  host->views = views;
  host->scale = scale;
  host->item_count = count;
  host->word_count = word_count;
  host->bounds = (layout_rect){0, 0, viewport.width, viewport.height};
  return host;
}

void bench_host_free(bench_host *host) {
  if (!host) return;
  host->layout->destroy(host->layout->context);
  for (int i = 0; i < 2; i++) {
    free(host->frames[i].records);
    free(host->frames[i].payload);
    free(host->frames[i].views);
  }
  free(host->leavers);
  free(host->origins);
  free(host->free);
  free(host);
}

void bench_host_replace(bench_host *host, const layout_instance *layout) {
  const layout_instance *old = host->layout;
  host->layout = layout;
  old->destroy(old->context);
}

// MARK: The steps of a frame

/// Asks the layout, a second time with more room where it needs some.
static int ask(bench_host *host, frame *new) {
  for (int round = 0; round < 2; round++) {
    layout_answer answer = {.struct_size = sizeof(answer),
                            .record_capacity = host->capacity,
                            .records = new->records,
                            .payload_capacity = host->capacity * host->word_count,
                            .payload = new->payload};
    layout_status status =
        host->layout->attributes_in_rect(host->layout->context, host->bounds, &answer);
    new->count = answer.record_count;
    new->payload_count = answer.payload_count;
    if (status == LAYOUT_OK) return 0;
    if (status != LAYOUT_CAPACITY || reserve(host, answer.record_count * 2)) return -1;
  }
  return -1;
}

static inline uint64_t high(const layout_attributes *record) {
  return (uint64_t)record->category << 32 | record->section;
}

static inline uint64_t low(const layout_attributes *record) {
  return (uint64_t)record->item << 16 | record->kind;
}

static inline int is_before(const layout_attributes *a, const layout_attributes *b) {
  uint64_t x = high(a), y = high(b);
  return x == y ? low(a) < low(b) : x < y;
}

static inline int is_same(const layout_attributes *a, const layout_attributes *b) {
  return low(a) == low(b) && high(a) == high(b);
}

/// The custom fields of a record; null without any.
static inline const layout_payload_word *words(const frame *frame, const layout_attributes *record) {
  return record->payload ? frame->payload + record->payload - 1 : NULL;
}

/// Returns true when every record may be used: finite numbers, sizes not negative, known paths,
/// kinds and flags, fields inside the answer, each element once, ascending.
static int is_sound(const bench_host *host, const frame *frame) {
  for (uint32_t i = 0; i < frame->count; i++) {
    const layout_attributes *record = &frame->records[i];
    layout_rect rect = record->frame;
    // A product with zero is NaN for NaN and for infinity.
    if ((rect.x + rect.width) * 0 + (rect.y + rect.height) * 0 != 0) return 0;
    if (!(rect.width >= 0 && rect.height >= 0 && record->alpha >= 0 && record->alpha <= 1)) return 0;
    if (record->flags & ~LAYOUT_HIDDEN || record->category != LAYOUT_CELL || record->kind != 0) return 0;
    if (record->section != 0 || record->item >= host->item_count || record->transform) return 0;
    if (record->payload && record->payload - 1 + host->word_count > frame->payload_count) return 0;
    if (i > 0 && !is_before(record - 1, record)) return 0;
  }
  return 1;
}

static inline int looks_equal(const bench_host *host, const frame *old, const layout_attributes *a,
                              const frame *new, const layout_attributes *b) {
  if ((a->payload != 0) != (b->payload != 0)) return 0;
  if (a->payload)
    for (uint32_t i = 0; i < host->word_count; i++)
      if (words(old, a)[i] != words(new, b)[i]) return 0;
  return a->frame.x == b->frame.x && a->frame.y == b->frame.y && a->frame.width == b->frame.width &&
         a->frame.height == b->frame.height && a->alpha == b->alpha && a->z_index == b->z_index &&
         a->flags == b->flags;
}

/// Matches two frames, each ascending, in one pass. Returns the number of leavers.
static uint32_t merge(bench_host *host, const frame *old, const frame *new) {
  uint32_t i = 0, left = 0;
  for (uint32_t j = 0; j < new->count; j++) {
    const layout_attributes *record = &new->records[j];
    while (i < old->count && is_before(&old->records[i], record)) host->leavers[left++] = i++;
    if (i < old->count && is_same(&old->records[i], record)) {
      host->origins[j] = (int32_t)i;
      if (!looks_equal(host, old, &old->records[i], new, record)) host->origins[j] |= changed;
      i++;
    } else {
      host->origins[j] = appeared;
    }
  }
  while (i < old->count) host->leavers[left++] = i++;
  return left;
}

static int recycle(bench_host *host, const frame *old, uint32_t left) {
  if (host->free_count + left > host->free_capacity) {
    uint32_t capacity = (host->free_count + left) * 2;
    void *grown = realloc(host->free, sizeof(uint32_t) * capacity);
    if (!grown) return -1;
    host->free = grown;
    host->free_capacity = capacity;
  }
  for (uint32_t i = 0; i < left; i++) {
    uint32_t view = old->views[host->leavers[i]];
    host->views.recycle(host->views.context, view);
    host->free[host->free_count++] = view;
  }
  host->counts.recycled += left;
  return 0;
}

static void bind(bench_host *host, const frame *old, frame *new) {
  for (uint32_t j = 0; j < new->count; j++) {
    int32_t origin = host->origins[j];
    if (origin != appeared) {
      new->views[j] = old->views[origin & ~changed];
      continue;
    }
    uint32_t view;
    if (host->free_count > 0) {
      view = host->free[--host->free_count];
    } else {
      view = host->views.make(host->views.context);
      host->counts.made++;
    }
    host->views.bind(host->views.context, view, new->records[j].section, new->records[j].item);
    host->counts.bound++;
    new->views[j] = view;
  }
}

static inline double snap(double value, double scale) { return floor(value * scale + 0.5) / scale; }

static void apply(bench_host *host, const frame *new) {
  double scale = host->scale;
  for (uint32_t j = 0; j < new->count; j++) {
    int32_t origin = host->origins[j];
    if (origin != appeared && !(origin & changed)) continue;
    const layout_attributes *record = &new->records[j];
    layout_rect frame = record->frame;
    double x = snap(frame.x, scale), y = snap(frame.y, scale);
    layout_rect pixels = {x, y, snap(frame.x + frame.width, scale) - x,
                          snap(frame.y + frame.height, scale) - y};
    host->views.apply(host->views.context, new->views[j], record, words(new, record),
                      record->payload ? host->word_count : 0, pixels);
    host->counts.applied++;
  }
}

int bench_host_frame(bench_host *host, double y) {
  layout_bounds_change change = {.struct_size = sizeof(change), .old_bounds = host->bounds,
                                 .new_bounds = host->bounds, .time = host->time};
  change.new_bounds.y = y;
  uint32_t marks = LAYOUT_MARK_NOTHING;
  if (host->layout->should_invalidate(host->layout->context, &change, &marks) != LAYOUT_OK) return -1;
  host->bounds.y = y;
  const frame *old = &host->frames[host->front];
  frame *new = &host->frames[1 - host->front];
  if (ask(host, new) || !is_sound(host, new)) return -1;
  uint32_t left = merge(host, old, new);
  if (recycle(host, old, left)) return -1;
  bind(host, old, new);
  apply(host, new);
  host->front = 1 - host->front;
  return 0;
}

void bench_host_inserted(bench_host *host, uint32_t item) {
  frame *front = &host->frames[host->front];
  host->item_count++;
  for (uint32_t i = 0; i < front->count; i++)
    if (front->records[i].section == 0 && front->records[i].item >= item) front->records[i].item++;
}

const layout_attributes *bench_host_records(const bench_host *host, uint32_t *out_count) {
  *out_count = host->frames[host->front].count;
  return host->frames[host->front].records;
}

bench_view_counts bench_host_counts(const bench_host *host) { return host->counts; }
