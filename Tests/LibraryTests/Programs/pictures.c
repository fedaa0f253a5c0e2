// SPDX-License-Identifier: Apache-2.0
//
// Contents that a thread loads for cells: each is shown unless its cell shows another item by then.
#define _DEFAULT_SOURCE
#include <layouthost.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COUNT = 10000 };

/// A content on its way.
typedef struct {
  lh_view *view;
  lh_cell *cell;
  uint64_t binding;
  uint32_t item;
} content;

static int shown, late, wrong;

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return COUNT;
}

static void take(lh_view *view, void *data) {
  content *loaded = data;
  lh_path path;
  if (view == NULL || lh_cell_binding(loaded->cell) != loaded->binding) {
    late++;
  } else {
    char text[32];
    snprintf(text, sizeof text, "picture %u", loaded->item);
    shown++;
    wrong += !lh_cell_get_path(loaded->cell, &path) || path.item != loaded->item ||
             !lh_cell_set_text(loaded->cell, text, NULL);
  }
  free(loaded);
}

static void *load(void *data) {
  content *wanted = data;
  usleep(2000);
  if (!lh_view_post(wanted->view, take, wanted, NULL)) free(wanted);
  return NULL;
}

static pthread_t threads[COUNT];
static int thread_count;

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  content *wanted = malloc(sizeof *wanted);
  (void)data;
  (void)error;
  *wanted = (content){lh_cell_view(cell), cell, lh_cell_binding(cell), path.item};
  lh_cell_set_text(cell, "…", NULL);
  return pthread_create(&threads[thread_count++], NULL, load, wanted) == 0;
}

int main(void) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  source.bind = bind;
  if (!lh_view_set_data_source(view, &source, NULL)) return 1;
  for (int frame = 0; frame < 40; frame++) {
    if (!lh_view_set_offset(view, 0, frame * 97, false, NULL)) return 1;
    if (!lh_view_advance(view, frame / 60.0, NULL)) return 1;
    usleep(1000);
  }
  for (int i = 0; i < thread_count; i++) pthread_join(threads[i], NULL);
  if (!lh_view_process(view, NULL)) return 1;
  lh_element_list list = LH_TABLE(lh_element_list);
  lh_view_get_elements(view, &list, NULL);
  printf("each is told: %d, those on screen are shown: %d, wrong: %d\n", shown + late == thread_count,
         shown >= (int)list.count, wrong);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
