// SPDX-License-Identifier: Apache-2.0
//
// Eight threads with a view each, then one view that two threads use at once, and views that end while another thread
// asks for their cells.
#define _GNU_SOURCE
#include <layouthost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t count(void *data, uint32_t section) {
  (void)section;
  return *(int *)data;
}

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  (void)data;
  char text[32];
  snprintf(text, sizeof text, "%u", path.item);
  return lh_cell_set_text(cell, text, error);
}

static lh_view *make(int *items) {
  lh_layout *layout = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_layout_free(layout);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.data = items;
  source.item_count = count;
  source.bind = bind;
  return lh_view_set_data_source(view, &source, NULL) ? view : NULL;
}

static void *scroll(void *seed) {
  int items = 1000 + (int)(intptr_t)seed;
  lh_view *view = make(&items);
  size_t sum = 0;
  for (int frame = 0; frame < 200; frame++) {
    lh_element_list elements = LH_TABLE(lh_element_list);
    if (!lh_view_set_offset(view, 0, frame * 7.0, false, NULL) ||
        !lh_view_advance(view, frame / 60.0, NULL) ||
        !lh_view_get_elements(view, &elements, NULL)) {
      return NULL;
    }
    sum += elements.count;
  }
  lh_view_free(view);
  return (void *)sum;
}

static pthread_barrier_t inside, tried;

/// Stays inside the frame until the other thread has made its attempt.
static int64_t wait_for_other(void *data, uint32_t section) {
  (void)section;
  if (*(int *)data == 1) {
    pthread_barrier_wait(&inside);
    pthread_barrier_wait(&tried);
    *(int *)data = 2;
  }
  return 10;
}

static void *advance(void *view) {
  return lh_view_advance(view, 0, NULL) ? view : NULL;
}

static _Atomic(lh_cell *) bound;
static atomic_bool is_over;

static bool bind_and_tell(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  (void)data, (void)path;
  atomic_store(&bound, cell);
  return lh_cell_set_text(cell, "text", error);
}

/// Asks for a cell, whose view may end in the middle of it.
static void *ask(void *none) {
  size_t answers = 0;
  while (!atomic_load(&is_over)) {
    lh_cell *cell = atomic_load(&bound);
    answers += lh_cell_kind(cell) != NULL;
    answers += lh_cell_view(cell) != NULL;
  }
  return answers > 0 ? &is_over : none;
}

/// Shows and frees views, one after the other, beside a thread that asks.
static bool end_beside_a_call(void) {
  int items = 3;
  pthread_t other;
  pthread_create(&other, NULL, ask, NULL);
  for (int round = 0; round < 300; round++) {
    lh_layout *layout = lh_layout_new("flow", NULL, NULL);
    lh_view *view = lh_view_new(layout, 100, 100, NULL);
    lh_data_source source = LH_TABLE(lh_data_source);
    source.data = &items;
    source.item_count = count;
    source.bind = bind_and_tell;
    // Refused while the other thread is inside.
    while (!lh_view_set_data_source(view, &source, NULL)) {}
    while (!lh_view_advance(view, 0, NULL)) {}
    lh_view_free(view);
    lh_layout_free(layout);
  }
  atomic_store(&is_over, true);
  void *answered = NULL;
  pthread_join(other, &answered);
  return answered != NULL;
}

int main(void) {
  pthread_t threads[8];
  for (intptr_t index = 0; index < 8; index++) {
    pthread_create(&threads[index], NULL, scroll, (void *)index);
  }
  for (int index = 0; index < 8; index++) {
    void *sum = NULL;
    pthread_join(threads[index], &sum);
    if (!sum) return printf("thread %d failed\n", index), 1;
  }
  int state = 1;
  lh_layout *layout = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.data = &state;
  source.item_count = wait_for_other;
  pthread_barrier_init(&inside, NULL, 2);
  pthread_barrier_init(&tried, NULL, 2);
  lh_view_set_data_source(view, &source, NULL);
  pthread_t other;
  pthread_create(&other, NULL, advance, view);
  pthread_barrier_wait(&inside);
  lh_error *error = NULL;
  bool done = lh_view_advance(view, 1, &error);
  bool set = lh_layout_set_size(layout, "itemSize", 10, 10, NULL);
  pthread_barrier_wait(&tried);
  void *finished = NULL;
  pthread_join(other, &finished);
  printf("%d %d %s %d %d\n", done, set, error ? lh_error_code(error) : "none", finished != NULL,
         lh_view_advance(view, 2, NULL));
  lh_error_free(error);
  lh_view_free(view);
  lh_layout_free(layout);
  printf("%d\n", end_beside_a_call());
}
