// SPDX-License-Identifier: Apache-2.0
//
// The limits of answers, lowered and raised, and what a program hears of a layout that crashes: limits CRASHING.
#include <layouthost.h>
#include <stdio.h>
#include <string.h>

static int64_t count(void *data, uint32_t section) {
  (void)data;
  (void)section;
  return 500;
}

/// Shows a frame of a layout, and prints what became of it.
static void show(const char *name, const lh_layout_options *options) {
  lh_error *error = NULL;
  lh_layout *layout = lh_layout_new(name, options, NULL);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  lh_data_source source = LH_TABLE(lh_data_source);
  source.item_count = count;
  lh_view_set_data_source(view, &source, NULL);
  printf("%s\n", lh_view_advance(view, 0, &error) ? "shown" : lh_error_code(error));
  lh_error_free(error);
  lh_view_free(view);
  lh_layout_free(layout);
}

static void crashed(void *data, const lh_error *why, const char *record) {
  (void)data;
  printf("heard of %s, %s record\n", lh_error_code(why),
         record != NULL && strstr(record, "\"steps\"") != NULL ? "with a" : "without a");
}

int main(int words, char **word) {
  lh_limits limits = LH_TABLE(lh_limits);
  lh_layout_options options = LH_TABLE(lh_layout_options);
  if (words < 2) return 2;
  options.limits = &limits;
  for (uint64_t most = 10; most <= 1000; most *= 100) {
    limits.most_elements = most;
    show("flow", &options);
  }
  options.limits = NULL;
  options.crashed = crashed;
  options.tier = LH_TIER_WORKER;
  show(word[1], &options);
  return 0;
}
