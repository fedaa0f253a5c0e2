// SPDX-License-Identifier: Apache-2.0
//
// Cells that size themselves: one gives a size, one gives none, and one fails with a reason.
#include <layouthost.h>
#include <stdio.h>

enum { WILLING, SILENT, FAILING, COUNT };

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return COUNT;
}

static bool prefer(void *data, lh_cell *cell, void *object, lh_size *size, lh_error **error) {
  lh_path path = {0, COUNT};
  (void)data;
  (void)object;
  if (!lh_cell_get_path(cell, &path)) return false;
  if (path.item == FAILING && error != NULL) *error = lh_error_new("no-picture", "the picture is gone");
  if (path.item == WILLING) size->height = 90;
  return path.item == WILLING;
}

/// Shows what is due, and prints the outcome and the heights of the items.
static void show(lh_view *view, double time) {
  lh_error *error = NULL;
  bool done = lh_view_advance(view, time, &error);
  printf("%d %s, %s:", done, error != NULL ? lh_error_code(error) : "no error",
         error != NULL ? lh_error_message(error) : "");
  lh_error_free(error);
  for (uint32_t item = 0; item < COUNT; item++) {
    lh_rect frame = {0, 0, 0, 0};
    lh_view_get_item_frame(view, (lh_path){0, item}, &frame, NULL);
    printf(" %g", frame.height);
  }
  printf("\n");
}

int main(void) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  if (!lh_layout_set_size(flow, "estimatedItemSize", 120, 60, NULL)) return 1;
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  source.item_count = count;
  cells.preferred_size = prefer;
  if (!lh_view_register(view, LH_CELL, NULL, NULL, &cells, NULL)) return 1;
  if (!lh_view_set_data_source(view, &source, NULL)) return 1;
  show(view, 0);
  // Each cell is asked once, and the frame is shown.
  show(view, 1);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
