// SPDX-License-Identifier: Apache-2.0
//
// The first frame of a layout with a deadline, and those of some time later: deadline PLUGIN SECONDS [supervised].
#define _DEFAULT_SOURCE
#include <layouthost.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int64_t item_count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 3;
}

/// Shows a frame, `count` times until it succeeds, and writes what became of it.
static void show(lh_view *view, double time, int count) {
  lh_error *error = NULL;
  while (!lh_view_advance(view, time, &error) && --count > 0) {
    lh_error_free(error);
    error = NULL;
    usleep(100000);
    time += 0.1;
  }
  printf("%s ", error != NULL ? lh_error_code(error) : "shown");
  lh_error_free(error);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  lh_layout_options options = LH_TABLE(lh_layout_options);
  options.tier = LH_TIER_WORKER;
  options.deadline = strtod(words[2], NULL);
  options.flags = count > 3 ? LH_LAYOUT_SUPERVISED : 0;
  lh_layout *layout = lh_layout_new(words[1], &options, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = item_count;
  lh_view_set_data_source(view, &source, NULL);
  show(view, 0, 1);
  show(view, 10, 30);
  lh_view_free(view);
  lh_layout_free(layout);
  return 0;
}
