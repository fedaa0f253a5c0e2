// SPDX-License-Identifier: Apache-2.0
//
// The courses of animations, and their ends: of snapshots, and of a swap. courses PLUGIN
#include <layouthost.h>
#include <stdio.h>

/// Counts calls, and those with true a hundredfold too.
static void note(void *data, bool finished) { *(int *)data += finished ? 101 : 1; }

static lh_animation animation_of(uint32_t course, double duration, int *calls) {
  lh_animation animation = LH_TABLE(lh_animation);
  animation.course = course;
  animation.duration = duration;
  animation.data = calls;
  animation.completed = note;
  return animation;
}

/// The left edge on screen of an item that stays; -1 when it is not there.
static double left_of(lh_view *view, uint32_t item) {
  lh_element_list list = LH_TABLE(lh_element_list);
  if (!lh_view_get_elements(view, &list, NULL)) return -1;
  for (size_t i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    bool stays = element->category == LH_CELL && (element->flags & LH_ELEMENT_LEAVING) == 0;
    if (stays && element->path.item == item) return element->frame.x;
  }
  return -1;
}

static bool apply(lh_view *view, const lh_id *ids, size_t count, const lh_animation *animation) {
  lh_snapshot *snapshot = lh_snapshot_new();
  bool done = lh_snapshot_append(snapshot, ids, count, NULL) &&
              lh_view_apply(view, snapshot, animation, NULL);
  lh_snapshot_free(snapshot);
  return done;
}

/// Shows an item more, slowly and evenly; then one less, which starts slowly; then another at once.
static void show_snapshots(void) {
  static const lh_id few[] = {1, 2}, more[] = {7, 1, 2}, other[] = {1, 2, 8};
  int first = 0, second = 0, third = 0;
  lh_animation even = animation_of(LH_COURSE_LINEAR, 2, &first);
  lh_animation late = animation_of(LH_COURSE_EASE_IN, 1, &second);
  lh_animation none = animation_of(LH_COURSE_NONE, 0, &third);
  lh_layout *flow = lh_layout_new("flow", NULL, NULL);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  bool done = lh_layout_set_size(flow, "itemSize", 100, 50, NULL) &&
              lh_view_set_data_source(view, &source, NULL) && apply(view, few, 2, NULL) &&
              lh_view_advance(view, 0, NULL);
  double from = left_of(view, 0), quarter, half, to;
  done = done && apply(view, more, 3, &even) && lh_view_advance(view, 0.5, NULL);
  quarter = left_of(view, 1);
  done = done && lh_view_advance(view, 1, NULL);
  half = left_of(view, 1);
  printf("%d moving: %d\n", done, first);
  done = lh_view_advance(view, 3, NULL);
  to = left_of(view, 1);
  printf("%d at rest: %d, %.3f, %.3f\n", done, first, (quarter - from) / (to - from),
         (half - from) / (to - from));
  done = apply(view, few, 2, &late) && lh_view_advance(view, 3.5, NULL);
  half = (left_of(view, 0) - to) / (from - to);
  printf("%d late: %d, %d\n", done, half > 0.2 && half < 0.4, second);
  done = lh_view_advance(view, 5, NULL) && apply(view, other, 3, &none);
  printf("%d at once: %d, %d\n", done, second, third);
  lh_view_free(view);
  lh_layout_free(flow);
}

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 3;
}

/// Swaps a layout for a version that is the same, and for one that is not there.
static void swap(const char *plugin) {
  int calls = 0, refused = 0;
  lh_animation even = animation_of(LH_COURSE_LINEAR, 1, &calls);
  lh_animation vain = animation_of(LH_COURSE_LINEAR, 1, &refused);
  lh_layout_options options = LH_TABLE(lh_layout_options);
  options.tier = LH_TIER_WORKER;
  lh_layout *layout = lh_layout_new(plugin, &options, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  bool done = lh_view_set_data_source(view, &source, NULL) && lh_view_advance(view, 0, NULL) &&
              lh_view_swap(view, plugin, NULL, &even, NULL) && lh_view_advance(view, 2, NULL);
  bool is_refused = !lh_view_swap(view, "/nowhere.so", NULL, &vain, NULL);
  done = done && lh_view_advance(view, 4, NULL);
  printf("%d swapped: %d, %d refused: %d\n", done, calls, is_refused, refused);
  lh_view_free(view);
  lh_layout_free(layout);
}

int main(int count_of_words, char **words) {
  if (count_of_words < 2) return 2;
  show_snapshots();
  swap(words[1]);
  return 0;
}
