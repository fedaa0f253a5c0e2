// SPDX-License-Identifier: Apache-2.0
//
// Changes that a program has made before it tells them, and views in callbacks of other views.
#include <layouthost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, number_count = 10;

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return number_count;
}

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  (void)data;
  char text[16];
  snprintf(text, sizeof text, "%d", path.item < (uint32_t)number_count ? numbers[path.item] : -1);
  return lh_cell_show_text(cell, text, error);
}

static lh_view *make_view(double height) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, height, NULL);
  lh_layout_free(flow);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  source.bind = bind;
  if (!lh_view_set_data_source(view, &source, NULL)) exit(2);
  return view;
}

static void note(void *data, bool finished) { *(int *)data += finished ? 101 : 1; }

/// Deletes the first number while a frame is due that shows more of them, and prints the cells.
static void tell(void) {
  lh_view *view = make_view(100);
  lh_layout *flow = lh_view_layout(view);
  bool done = lh_layout_set(flow, "itemSize", &(lh_value){.type = LH_TYPE_SIZE, .as.size = {400, 50}}, NULL) &&
              lh_view_advance(view, 0, NULL) &&
              lh_layout_set(flow, "itemSize", &(lh_value){.type = LH_TYPE_SIZE, .as.size = {400, 20}}, NULL);
  memmove(numbers, numbers + 1, --number_count * sizeof numbers[0]);
  lh_batch *batch = lh_batch_new();
  lh_path first = {0, 0};
  lh_animation animation = LH_TABLE(lh_animation);
  int calls = 0;
  animation.data = &calls;
  animation.completed = note;
  done = done && lh_batch_delete_item(batch, first, NULL) &&
         lh_view_perform(view, batch, NULL, NULL, &animation, NULL) && lh_view_advance(view, 0.1, NULL);
  printf("%d:", done);
  for (uint32_t item = 0; item < 5; item++) {
    lh_cell *cell = lh_view_cell(view, (lh_path){0, item});
    printf(" %s", cell ? lh_cell_text(cell) : "none");
  }
  lh_batch_free(batch);
  lh_layout_free(flow);
  // The change is still moving, and its end is told.
  lh_view_free(view);
  printf(", told %d\n", calls);
}

int main(void) {
  tell();
  return 0;
}
