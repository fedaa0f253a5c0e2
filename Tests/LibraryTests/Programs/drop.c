// SPDX-License-Identifier: Apache-2.0
//
// A cell answers in `drop` when its view ends, and is no object afterwards.
#include <layouthost.h>
#include <stdio.h>

static int made, dropped, known;
static lh_cell *last;

static void *make_object(void *data, lh_cell *cell) {
  (void)data;
  made++;
  last = cell;
  return &made;
}

static void drop(void *data, lh_cell *cell, void *object) {
  (void)data;
  dropped++;
  known += lh_cell_object(cell) == object && lh_cell_category(cell) == LH_CELL && lh_cell_view(cell) == NULL;
}

static int64_t count(void *data, uint32_t section) {
  (void)data, (void)section;
  return 3;
}

int main(void) {
  lh_layout *layout = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_layout_free(layout);
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  cells.make = make_object;
  cells.drop = drop;
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  if (!lh_view_register(view, LH_CELL, NULL, NULL, &cells, NULL) ||
      !lh_view_set_data_source(view, &source, NULL) || !lh_view_advance(view, 0, NULL)) {
    return 1;
  }
  printf("%d made, in the view: %d\n", made, lh_cell_view(last) == view);
  lh_view_free(view);
  printf("%d dropped, %d known, %d after\n", dropped, known, lh_cell_object(last) != NULL);
}
