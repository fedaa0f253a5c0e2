// SPDX-License-Identifier: Apache-2.0
//
// A program that is told when scrolling begins, goes on by itself, and ends.
#include <layouthost.h>
#include <stdio.h>

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 1000;
}

/// Prints the phase, and if the view says the same.
static void note(void *data, uint32_t phase) {
  static const char *names[] = {"idle", "dragging", "moving"};
  lh_scroll scroll = LH_TABLE(lh_scroll);
  lh_view *view = *(lh_view **)data;
  printf("%s %d\n", names[phase], lh_view_get_scroll(view, &scroll, NULL) && scroll.phase == phase);
}

int main(void) {
  lh_view *view = NULL;
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  lh_delegate delegate = LH_TABLE(lh_delegate);
  source.item_count = count;
  delegate.data = &view;
  delegate.did_change_phase = note;
  view = lh_view_new(flow, 400, 300, NULL);
  bool done = lh_view_set_data_source(view, &source, NULL) && lh_view_set_delegate(view, &delegate, NULL) &&
              lh_view_advance(view, 0, NULL) && lh_view_drag(view, 0, -20, NULL, NULL) &&
              lh_view_drag(view, 0, -20, NULL, NULL) && lh_view_release(view, 0, 600, NULL, NULL);
  for (int frame = 1; frame <= 300; frame++) done = done && lh_view_advance(view, frame / 60.0, NULL);
  printf("done %d\n", done);
  lh_view_free(view);
  lh_layout_free(flow);
  return 0;
}
