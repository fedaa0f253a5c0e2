// SPDX-License-Identifier: Apache-2.0
//
// A thread that posts work to views which another thread makes and frees.
#define _GNU_SOURCE
#include <layouthost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static pthread_t owner;
static _Atomic(lh_view *) shown;
static atomic_bool is_over;
static atomic_int posted, ran, elsewhere;

static void note_thread(void) {
  if (!pthread_equal(pthread_self(), owner)) elsewhere++;
}

static void run(lh_view *view, void *data) {
  (void)view;
  (void)data;
  ran++;
  note_thread();
}

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 3;
}

static void release(void *data) {
  (void)data;
  note_thread();
}

static void *post(void *unused) {
  while (!is_over) {
    if (lh_view_post(shown, run, NULL, NULL)) posted++;
    // At any moment of a round, but not so often that the work of one fills the next.
    usleep(10);
  }
  return unused;
}

int main(void) {
  owner = pthread_self();
  pthread_t other;
  pthread_create(&other, NULL, post, NULL);
  for (int round = 0; round < 300; round++) {
    lh_layout *layout = lh_layout_new("flow", NULL, NULL);
    lh_view *view = lh_view_new(layout, 400, 300, NULL);
    lh_layout_free(layout);
    lh_data_source source = LH_TABLE(lh_data_source);
    source.item_count = count;
    source.release = release;
    if (!lh_view_set_data_source(view, &source, NULL)) return printf("round %d failed\n", round), 1;
    shown = view;
    usleep(200);
    if (round % 2) lh_view_process(view, NULL);
    lh_view_free(view);
  }
  is_over = true;
  pthread_join(other, NULL);
  bool each = posted > 0 && posted == ran;
  printf("%s, %d elsewhere\n", each ? "each once" : "not each once", elsewhere);
  return 0;
}
