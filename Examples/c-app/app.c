// SPDX-License-Identifier: Apache-2.0
//
// A collection view in C: a hundred cards, scrolled and drawn into a picture.
#include <layouthost.h>
#include <stdio.h>
#include <stdlib.h>

static lh_error *error;

static void check(bool done) {
  if (done) return;
  fprintf(stderr, "app: %s (%s)\n", lh_error_message(error), lh_error_remedy(error));
  exit(1);
}

static int64_t count(void *data, uint32_t section) { return section == 0 ? *(int *)data : 0; }

static bool bind(void *data, lh_cell *cell, lh_path path, lh_error **failure) {
  char text[32];
  snprintf(text, sizeof text, "%u of %d", path.item + 1, *(int *)data);
  return lh_cell_set_text(cell, text, failure);
}

int main(int count_of_words, char **words) {
  int items = 100;
  lh_data_source source = {sizeof source, .data = &items, .item_count = count, .bind = bind};
  lh_layout *layout = lh_layout_new("flow", NULL, &error);
  check(layout && lh_layout_set_size(layout, "itemSize", 120, 60, &error));
  lh_view *view = lh_view_new(layout, 400, 300, &error);
  check(view && lh_view_set_data_source(view, &source, &error));
  check(lh_view_scroll_to(view, (lh_path){0, 50}, LH_POSITION_TOP, true, &error));
  for (double t = 0; lh_view_needs_frame(view); t += 1.0 / 60) check(lh_view_advance(view, t, &error));
  lh_element_list elements = LH_TABLE(lh_element_list);
  check(lh_view_get_elements(view, &elements, &error));
  const lh_element *first = lh_element_at(&elements, 0);
  printf("%zu elements; %u.%u at %g, %g\n", elements.count, first->path.section, first->path.item,
         first->frame.x, first->frame.y);
  if (count_of_words > 1) check(lh_view_write_picture(view, words[1], NULL, &error));
  lh_view_free(view);
  lh_layout_free(layout);
}
