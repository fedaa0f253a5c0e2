// SPDX-License-Identifier: Apache-2.0
//
// Views in plain C. In a file of their own, so that the compiler cannot see through the calls.
#include <stdlib.h>

#include "ViewHost.h"

/// One view.
typedef struct view {
  layout_attributes attributes;
  layout_rect pixels;
  layout_payload_word words[4];
  uint32_t code_point;
  uint32_t use_count;
} view;

typedef struct views {
  view **all;
  uint32_t count, capacity;
} views;

static uint32_t make(void *context) {
  views *self = context;
  if (self->count == self->capacity) {
    uint32_t capacity = self->capacity ? self->capacity * 2 : 64;
    void *grown = realloc(self->all, sizeof(view *) * capacity);
    if (!grown) abort();
    self->all = grown;
    self->capacity = capacity;
  }
  view *made = calloc(1, sizeof(*made));
  if (!made) abort();
  self->all[self->count] = made;
  return self->count++;
}

static void bind(void *context, uint32_t number, uint32_t section, uint32_t item) {
  view *view = ((views *)context)->all[number];
  (void)section;
  view->code_point = item;
  view->use_count++;
}

static void apply(void *context, uint32_t number, const layout_attributes *attributes,
                  const layout_payload_word *words, uint32_t word_count, layout_rect pixels) {
  view *view = ((views *)context)->all[number];
  view->attributes = *attributes;
  view->pixels = pixels;
  for (uint32_t i = 0; i < word_count && i < 4; i++) view->words[i] = words[i];
}

static void recycle(void *context, uint32_t number) {
  view *view = ((views *)context)->all[number];
  view->code_point = 0;
}

bench_view_calls bench_views_make(void) {
  views *self = calloc(1, sizeof(*self));
  if (!self) abort();
  return (bench_view_calls){self, make, bind, apply, recycle};
}

void bench_views_free(bench_view_calls calls) {
  views *self = calls.context;
  for (uint32_t i = 0; i < self->count; i++) free(self->all[i]);
  free(self->all);
  free(self);
}
