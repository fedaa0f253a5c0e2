// SPDX-License-Identifier: Apache-2.0
//
// Frames run while layouts are made: begin PLUGIN GATE FAILING. PLUGIN is ready once the file GATE exists, and
// FAILING never is.
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <layouthost.h>
#include <stdio.h>
#include <unistd.h>

static int released = 0;

static void release(void *data) {
  (void)data;
  released++;
}

/// Starts a layout in a worker, whose options report when they are released.
static lh_loading *begin(const char *plugin) {
  lh_layout_options options = LH_TABLE(lh_layout_options);
  options.tier = LH_TIER_WORKER;
  options.release = release;
  return lh_layout_begin(plugin, &options, NULL);
}

/// Polls until the layout is there or has failed.
static const char *settle(lh_loading *loading, lh_layout **layout) {
  static char code[64];
  lh_error *error = NULL;
  while (lh_loading_poll(loading, layout, &error)) {
    if (*layout != NULL) return lh_layout_id(*layout);
    usleep(1000);
  }
  snprintf(code, sizeof code, "%s", lh_error_code(error));
  lh_error_free(error);
  return code;
}

/// Shows frames of another layout while this one starts.
static int frames(lh_loading *loading) {
  lh_layout *flow = NULL, *none = NULL;
  lh_loading *here = lh_layout_begin("flow", NULL, NULL);
  bool is_there = lh_loading_poll(here, &flow, NULL) && flow != NULL;
  lh_loading_free(here);
  lh_view *view = lh_view_new(flow, 400, 300, NULL);
  lh_layout_free(flow);
  int count = 0;
  for (int frame = 0; is_there && frame < 100; frame++) {
    count += lh_view_set_offset(view, 0, frame, false, NULL) &&
             lh_view_advance(view, frame / 60.0, NULL) && lh_loading_poll(loading, &none, NULL) &&
             none == NULL;
  }
  lh_view_free(view);
  return count;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  lh_layout *layout = NULL, *none = NULL;
  lh_loading *loading = begin(words[1]), *dropped = begin(words[1]);
  printf("%d frames\n", frames(loading));
  lh_loading_free(dropped);
  printf("%d released\n", released);
  close(open(words[2], O_CREAT | O_WRONLY, 0600));
  printf("%s is there, ", settle(loading, &layout));
  printf("once: %s\n", settle(loading, &none));
  lh_loading_free(loading);
  lh_view *view = lh_view_new(layout, 400, 300, NULL);
  printf("%d shown, %d released, ", lh_view_advance(view, 0, NULL), released);
  lh_layout_free(layout);
  lh_view_free(view);
  printf("%d with it\n", released);
  lh_loading *failing = begin(words[3]);
  printf("%s, ", settle(failing, &layout));
  printf("again %s\n", settle(failing, &layout));
  lh_loading_free(failing);
}
