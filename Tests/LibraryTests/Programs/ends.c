// SPDX-License-Identifier: Apache-2.0
//
// Animated changes of a view, each with a function for its end.
#include <layouthost.h>
#include <stdio.h>

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 3;
}

/// Counts calls, and those with true a hundredfold too.
static void note(void *data, bool finished) { *(int *)data += finished ? 101 : 1; }

static lh_animation for_a_second(int *calls) {
  lh_animation animation = LH_TABLE(lh_animation);
  animation.course = LH_COURSE_LINEAR;
  animation.duration = 1;
  animation.data = calls;
  animation.completed = note;
  return animation;
}

int main(void) {
  int first = 0, second = 0;
  lh_animation one = for_a_second(&first), other = for_a_second(&second);
  lh_layout *flow = lh_layout_new("flow", NULL, NULL), *waterfall = lh_layout_new("waterfall", NULL, NULL);
  lh_layout *back = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  bool done = lh_view_set_data_source(view, &source, NULL) && lh_view_advance(view, 0, NULL) &&
              lh_view_begin_transition(view, waterfall, NULL) &&
              lh_view_end_transition(view, true, &one, NULL) && lh_view_advance(view, 0.5, NULL);
  printf("%d in the middle: %d\n", done, first);
  // Another one begins during the rest of the first, and is given up.
  done = lh_view_begin_transition(view, back, NULL) && lh_view_set_transition(view, 0.5, NULL) &&
         lh_view_end_transition(view, false, &other, NULL) && lh_view_advance(view, 5, NULL);
  printf("%d at rest: %d, %d\n", done, first, second);
  lh_view_free(view);
  lh_layout_free(flow);
  lh_layout_free(waterfall);
  lh_layout_free(back);
  return 0;
}
