// SPDX-License-Identifier: Apache-2.0
//
// What is not there, beside what fails: both are false, and the error tells them apart.
#include <layouthost.h>
#include <stdio.h>

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 3;
}

/// Prints what a call left in the place of its error, and frees it.
static void print(const char *name, bool is_there, lh_error *error) {
  printf("%s: %d, %s\n", name, is_there, error != NULL ? lh_error_code(error) : "no error");
  lh_error_free(error);
}

int main(void) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  if (!lh_view_set_data_source(view, &source, NULL) || !lh_view_advance(view, 0, NULL)) return 1;
  lh_cell *cell = lh_view_cell(view, (lh_path){0, 0});
  lh_value value;
  lh_rect frame;
  // Rubbish from before, which a call that finds nothing replaces.
  lh_error *rubbish = (lh_error *)&value, *error = rubbish;
  bool is_there;
  is_there = lh_cell_get_field(cell, "nothing", &value, &error);
  print("no field", is_there, error);
  error = rubbish;
  is_there = lh_cell_get_field(cell, NULL, &value, &error);
  print("no name", is_there, error);
  error = rubbish;
  is_there = lh_view_get_item_frame(view, (lh_path){0, 3}, &frame, &error);
  print("no item", is_there, error);
  error = rubbish;
  is_there = lh_view_get_item_frame(view, (lh_path){0, 2}, NULL, &error);
  print("no frame", is_there, error);
  error = NULL;
  is_there = lh_view_get_item_frame(view, (lh_path){0, 2}, &frame, &error);
  print("an item", is_there, error);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
