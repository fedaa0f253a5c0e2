// SPDX-License-Identifier: Apache-2.0
//
// Cells that are emptied when they leave: a frame in which one item fails, after those of before had left.
#include <layouthost.h>
#include <stdio.h>

enum { COUNT = 1000, FAILING = 500 };

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return COUNT;
}

/// The item that a cell shows; -1 for none.
static void *make(void *data, lh_cell *cell) {
  static int items[COUNT];
  static int made = 0;
  (void)data;
  (void)cell;
  items[made] = -1;
  return &items[made++];
}

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  int *shown = lh_cell_object(cell);
  (void)data;
  if (path.item == FAILING) {
    *error = lh_error_new("no-picture", "the picture is gone");
    return false;
  }
  *shown = (int)path.item;
  return true;
}

static void recycle(void *data, lh_cell *cell, void *object) {
  int *shown = object;
  (void)data;
  (void)cell;
  *shown = -1;
}

/// Prints the outcome, and how many of the cells on screen show their item.
static void show(lh_view *view, bool done, lh_error *error) {
  lh_element_list list = LH_TABLE(lh_element_list);
  size_t right = 0;
  if (!lh_view_get_elements(view, &list, NULL)) return;
  for (size_t i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    right += *(const int *)element->object == (int)element->path.item;
  }
  printf("%d %s: %zu of %zu from %u\n", done, error != NULL ? lh_error_code(error) : "no error",
         right, list.count, list.count > 0 ? lh_element_at(&list, 0)->path.item : 0);
  lh_error_free(error);
}

int main(void) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  lh_error *error = NULL;
  lh_rect frame;
  bool done;
  source.item_count = count;
  source.bind = bind;
  cells.make = make;
  cells.recycle = recycle;
  if (!lh_layout_set_size(flow, "itemSize", 90, 60, NULL)) return 1;
  if (!lh_view_register(view, LH_CELL, NULL, NULL, &cells, NULL)) return 1;
  if (!lh_view_set_data_source(view, &source, NULL)) return 1;
  done = lh_view_advance(view, 0, &error);
  show(view, done, error);
  error = NULL;
  if (!lh_view_get_item_frame(view, (lh_path){0, FAILING}, &frame, NULL)) return 1;
  done = lh_view_set_offset(view, 0, frame.y, false, &error) && lh_view_advance(view, 1, &error);
  show(view, done, error);
  error = NULL;
  done = lh_view_set_offset(view, 0, 0, false, &error) && lh_view_advance(view, 2, &error);
  show(view, done, error);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
