// SPDX-License-Identifier: Apache-2.0
//
// A change that a program has made before it tells it, while a frame is due; and a view in a cell of another one.
#include <layouthost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 1000 };

static int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, number_count = 10;
/// The number that each cell shows, by the cell's id.
static int shown[MOST_CELLS];

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return number_count;
}

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  (void)data;
  (void)error;
  shown[lh_cell_id(cell) % MOST_CELLS] = path.item < (uint32_t)number_count ? numbers[path.item] : -1;
  return true;
}

static lh_view *new_view(bool (*fill)(void *, lh_cell *, lh_path, lh_error **), void *data) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 100, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.data = data;
  source.item_count = count;
  source.bind = fill;
  bool done = lh_layout_set_size(flow, "itemSize", 400, 50, NULL) && lh_view_set_data_source(view, &source, NULL);
  lh_layout_free(flow);
  return done ? view : NULL;
}

/// Counts calls, and those with true a hundredfold too.
static void note(void *data, bool finished) { *(int *)data += finished ? 101 : 1; }

/// Deletes the first number while a frame is due that shows more of them.
static void tell(void) {
  int calls = 0;
  lh_animation animation = LH_TABLE(lh_animation);
  animation.data = &calls;
  animation.completed = note;
  lh_view *view = new_view(bind, NULL);
  lh_layout *flow = lh_view_layout(view);
  lh_batch *batch = lh_batch_new();
  lh_path first = {0, 0};
  bool done = lh_view_advance(view, 0, NULL) && lh_batch_delete_items(batch, &first, 1, NULL) &&
              lh_layout_set_size(flow, "itemSize", 400, 20, NULL);
  memmove(numbers, numbers + 1, --number_count * sizeof numbers[0]);
  done = done && lh_view_perform(view, batch, NULL, NULL, &animation, NULL) && lh_view_advance(view, 0.1, NULL);
  printf("%d:", done);
  for (uint32_t item = 0; item < 4; item++) {
    lh_path path = {0, item};
    printf(" %d", shown[lh_cell_id(lh_view_cell(view, path)) % MOST_CELLS]);
  }
  lh_batch_free(batch);
  lh_layout_free(flow);
  // The change is still moving.
  lh_view_free(view);
  printf(", ends: %d\n", calls);
}

/// Gives another view a class for its cells, and a frame; the view of the cell refuses both.
static bool nest(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  lh_view *inner = data, *outer = lh_cell_view(cell);
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  (void)path;
  return !lh_view_register(outer, LH_CELL, NULL, NULL, &cells, NULL) &&
         lh_view_register(inner, LH_CELL, NULL, NULL, &cells, error) && lh_view_advance(inner, 0, error);
}

int main(void) {
  tell();
  lh_view *inner = new_view(bind, NULL), *outer = new_view(nest, inner);
  lh_path first = {0, 0};
  bool done = lh_view_advance(outer, 0, NULL);
  printf("%d inside: %d\n", done, lh_view_cell(inner, first) != NULL);
  // A layout that was on another view.
  lh_layout *flow = lh_view_layout(outer), *other = lh_layout_new("flow", NULL, NULL);
  done = lh_view_set_layout(outer, other, NULL, NULL) && lh_view_advance(outer, 1, NULL);
  lh_view *next = lh_view_new(flow, 400, 100, NULL);
  printf("%d again: %d\n", done, next != NULL && lh_view_advance(next, 0, NULL));
  lh_view_free(next);
  lh_view_free(outer);
  lh_view_free(inner);
  lh_layout_free(flow);
  lh_layout_free(other);
  return 0;
}
