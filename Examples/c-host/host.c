// SPDX-License-Identifier: Apache-2.0
//
// host.c: a host in 51 lines. Loads a layout, gives it 1000 items, prints its first frames.
//
//   cc -std=c11 -I../../Sources/LayoutABI/include host.c -o host && ./host PATH/libFlowPlugin.so
#include <dlfcn.h>
#include <stdio.h>

#include "layout/layout.h"

static const layout_query_functions *query(void *c, uint32_t index) { return NULL; }
static uint32_t section_count(void *c) { return 1; }
static uint32_t item_count(void *c, uint32_t section) { return section == 0 ? 1000 : 0; }
static layout_status reuse(void *c, uint32_t kind, layout_text name) { return LAYOUT_OK; }
static layout_status map(void *c, const layout_path *from, uint32_t n, layout_path *to) {
  return n > 0 ? LAYOUT_ERROR_CONTEXT : LAYOUT_OK;  // Nothing is ever updated here.
}
static void invalidate(void *c, const layout_invalidation *what) {}
static void fail(void *c, layout_text why) { fprintf(stderr, "%.*s\n", (int)why.count, why.bytes); }
static void note(void *c, uint32_t level, layout_text line) { fail(c, line); }
static layout_status post(void *c, uint32_t i, const layout_value *v, uint32_t n) { return 0; }
static const void *extension(void *c, layout_text id) { return NULL; }

int main(int count, char **arguments) {
  void *image = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!image) return fprintf(stderr, "host: %s\n", count > 1 ? dlerror() : "which plugin?"), 2;
  const layout_plugin *(*entry)(uint32_t) =
      (const layout_plugin *(*)(uint32_t))dlsym(image, LAYOUT_PLUGIN_ENTRY);
  const layout_host host = {sizeof host, LAYOUT_ABI, NULL, query, section_count, item_count,
                            reuse, reuse, map, invalidate, note, fail, post, extension};
  const layout_plugin *plugin = entry ? entry(LAYOUT_ABI) : NULL;
  const layout_instance *it;
  if (!plugin || plugin->create(&host, 0, &it) != LAYOUT_OK) return 1;

  const layout_rect view = {0, 0, 320, 480};
  const layout_snapshot data = {sizeof data, 1, 1, (uint32_t[]){1000}, view, {0, 0, 0, 0}, 1, 0, 0};
  const layout_invalidation all = {sizeof all, LAYOUT_MARK_EVERYTHING, NULL, NULL, 0, 0};
  layout_attributes r[256];
  layout_payload_word words[1024];
  layout_answer answer = {sizeof answer, 256, r, 0, 0, NULL, 0, 1024, words, 0, 0};
  layout_size size;
  if (it->prepare(it->context, &data, &all) || it->content_size(it->context, &size) ||
      it->attributes_in_rect(it->context, view, &answer)) return 1;
  printf("%.*s: content %g x %g, %u visible\n", (int)plugin->name.count, plugin->name.bytes,
         size.width, size.height, answer.record_count);
  for (uint32_t i = 0; i < answer.record_count && i < 8; i++)
    printf("%u.%u at %g %g, %g x %g\n", r[i].section, r[i].item, r[i].frame.x, r[i].frame.y,
           r[i].frame.width, r[i].frame.height);
  it->destroy(it->context);
  return dlclose(image);
}
