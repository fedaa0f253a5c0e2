// SPDX-License-Identifier: Apache-2.0
//
// A recorded session as text, and the errors around it.
#include <layouthost.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 200;
}

/// Prints the code of a recording that cannot be had.
static void refuse(lh_view *view) {
  lh_error *error = NULL;
  char *text = lh_view_recording(view, &error);
  fprintf(stderr, "%s\n", text == NULL ? lh_error_code(error) : "a recording");
  lh_free(text);
  lh_error_free(error);
}

int main(void) {
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  if (!lh_view_set_data_source(view, &source, NULL) || !lh_view_advance(view, 0, NULL)) return 1;
  refuse(view);
  if (!lh_view_start_recording(view, NULL)) return 1;
  bool done = lh_layout_set_size(flow, "itemSize", 70, 40, NULL) && lh_view_advance(view, 1, NULL) &&
              lh_view_set_offset(view, 0, 120, true, NULL) && lh_view_advance(view, 2, NULL) &&
              lh_view_resize(view, 500, 300, NULL, NULL) && lh_view_advance(view, 3, NULL);
  char *text = lh_view_recording(view, NULL);
  if (!done || text == NULL) return 1;
  puts(text);
  lh_free(text);
  if (!lh_view_stop_recording(view, NULL)) return 1;
  refuse(view);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
