// SPDX-License-Identifier: Apache-2.0
//
// host.c: a host in one function. Loads a plugin, gives each of its layouts 1000 items, prints the first frames.
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
  while (n-- > 0) to[n] = from[n];  // Nothing ever moves here.
  return LAYOUT_OK;
}
static void invalidate(void *c, const layout_invalidation *what) {}
static void fail(void *c, layout_text why) { fprintf(stderr, "%.*s\n", (int)why.count, why.bytes); }
static void note(void *c, layout_log_level level, layout_text line) { fail(c, line); }
static layout_status post(void *c, uint32_t i, const layout_value *v, uint32_t n) { return LAYOUT_OK; }
static const void *extension(void *c, layout_text id) { return NULL; }

// The most that a layout may answer about a window of 320 × 480, so that nothing is asked twice.
enum { MOST = 4096 + 320 * 480 / 64 };
static layout_attributes r[MOST];
static layout_transform transforms[MOST];
static layout_payload_word words[16 * MOST];

int main(int count, char **arguments) {
  void *image = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!image) return fprintf(stderr, "host: %s\n", count > 1 ? dlerror() : "which plugin?"), 2;
  const layout_plugin *(*entry)(uint32_t) = (const layout_plugin *(*)(uint32_t))dlsym(image, LAYOUT_PLUGIN_ENTRY);
  const layout_plugin *plugin = entry ? entry(LAYOUT_ABI) : NULL;
  if (!plugin) return fprintf(stderr, "host: %s is no plugin\n", arguments[1]), 2;
  // Tables start from zeros and are set by name, since later headers have more of them.
  const layout_host host = {.struct_size = sizeof host, .abi = LAYOUT_ABI, .query = query,
                            .section_count = section_count, .item_count = item_count,
                            .register_decoration = reuse, .register_reuse = reuse, .map_paths = map,
                            .invalidate = invalidate, .log = note, .set_error = fail,
                            .post_event = post, .extension = extension};
  const layout_rect view = {0, 0, 320, 480};
  const layout_snapshot data = {.struct_size = sizeof data, .section_count = 1, .epoch = 1,
                                .bounds = view, .scale = 1, .uniform_count = 1000};
  const layout_invalidation all = {.struct_size = sizeof all, .marks = LAYOUT_MARK_EVERYTHING};
  layout_answer answer = {.struct_size = sizeof answer, .record_capacity = MOST, .records = r,
                          .transform_capacity = MOST, .transforms = transforms,
                          .payload_capacity = 16 * MOST, .payload = words};
  for (uint32_t index = 0; index < plugin->layout_count; index++) {
    const layout_instance *it;
    const layout_text name = plugin->layouts[index]->name;
    layout_size size;
    if (plugin->create(&host, index, &it) || it->prepare(it->context, &data, &all) ||
        it->content_size(it->context, &size) || it->attributes_in_rect(it->context, view, &answer)) return 1;
    printf("%.*s: content %g x %g, %u visible\n", (int)name.count, name.bytes, size.width, size.height,
           answer.record_count);
    for (uint32_t i = 0; i < answer.record_count && i < 8; i++)
      printf("%u.%u at %g %g, %g x %g\n", r[i].section, r[i].item, r[i].frame.x, r[i].frame.y,
             r[i].frame.width, r[i].frame.height);
    it->destroy(it->context);
  }
  return dlclose(image);
}
