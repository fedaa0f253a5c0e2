// SPDX-License-Identifier: Apache-2.0
//
// host.c: the smallest host: loads a layout, gives it 1000 items, prints its first frames.
//
//   cc -std=c11 -I../../Sources/LayoutABI/include host.c -o host && ./host PATH/libFlowPlugin.so
#include <dlfcn.h>
#include <stdio.h>

#include "layout/layout.h"

static const layout_query_functions *query(void *c, uint32_t i) { return (void)c, (void)i, NULL; }
static uint32_t section_count(void *c) { return (void)c, 1; }
static uint32_t item_count(void *c, uint32_t section) { return (void)c, section == 0 ? 1000 : 0; }
static layout_status register_kind(void *c, uint32_t kind, layout_text identifier) {
  return (void)c, (void)kind, (void)identifier, LAYOUT_OK;
}
static layout_status map_paths(void *c, const layout_path *old, uint32_t n, layout_path *new) {
  for (uint32_t i = 0; i < n; i++) new[i] = old[i];
  return (void)c, LAYOUT_OK;
}
static void invalidate(void *c, const layout_invalidation *what) { (void)c, (void)what; }
static void say(void *c, layout_text text) {
  (void)c, fprintf(stderr, "%.*s\n", (int)text.count, text.bytes);
}
static void log_line(void *c, uint32_t level, layout_text text) { (void)level, say(c, text); }
static layout_status post(void *c, uint32_t i, const layout_value *arguments, uint32_t n) {
  return (void)c, (void)i, (void)arguments, (void)n, LAYOUT_OK;
}
static const void *extension(void *c, layout_text id) { return (void)c, (void)id, NULL; }

int main(int count, char **arguments) {
  void *image = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!image) return fprintf(stderr, "host: %s\n", count > 1 ? dlerror() : "which plugin?"), 2;
  const layout_plugin *(*entry)(uint32_t);
  *(void **)&entry = dlsym(image, LAYOUT_PLUGIN_ENTRY);
  const layout_plugin *plugin = entry ? entry(LAYOUT_ABI) : NULL;
  const layout_host host = {sizeof host, LAYOUT_ABI, NULL, query, section_count, item_count,
      register_kind, register_kind, map_paths, invalidate, log_line, say, post, extension};
  const layout_instance *layout;
  if (!plugin || plugin->create(&host, 0, &layout) != LAYOUT_OK) return 1;

  const uint32_t counts[] = {1000};
  const layout_rect bounds = {0, 0, 320, 480};
  const layout_snapshot data = {.struct_size = sizeof data, .section_count = 1,
      .item_counts = counts, .bounds = bounds, .scale = 1};
  const layout_invalidation why = {.struct_size = sizeof why, .marks = LAYOUT_MARK_EVERYTHING};
  layout_size size;
  layout_attributes records[256];
  layout_payload_word payload[1024];
  layout_answer answer = {.struct_size = sizeof answer, .records = records, .payload = payload,
      .record_capacity = 256, .payload_capacity = 1024};
  if (layout->prepare(layout->context, &data, &why) != LAYOUT_OK ||
      layout->content_size(layout->context, &size) != LAYOUT_OK ||
      layout->attributes_in_rect(layout->context, bounds, &answer) != LAYOUT_OK) return 1;
  printf("%.*s: content %g x %g, %u visible\n", (int)plugin->name.count, plugin->name.bytes,
         size.width, size.height, answer.record_count);
  for (uint32_t i = 0; i < answer.record_count && i < 8; i++)
    printf("%u.%u at %g %g, %g x %g\n", records[i].section, records[i].item, records[i].frame.x,
           records[i].frame.y, records[i].frame.width, records[i].frame.height);
  layout->destroy(layout->context);
  return dlclose(image);
}
