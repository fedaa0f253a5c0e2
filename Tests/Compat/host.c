// SPDX-License-Identifier: Apache-2.0
//
// host.c: the host side of the compatibility matrix. Loads a plugin, runs each of its layouts over a few kinds of
// data, and prints every answer, with numbers in hexadecimal. Builds with the headers of any revision. Each table for
// the plugin ends at a page without access, so that a read beyond struct_size ends the process. WebAssembly has
// neither libraries nor pages: there the plugin is linked in.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <dlfcn.h>
#include <sys/mman.h>
#endif

#include "layout/layout.h"

static const uint32_t *counts;
static uint32_t count_of_sections;

/// A copy of a record that ends where its memory ends.
static void *lend(const void *table, size_t size) {
#ifdef __wasm__
  return memcpy(malloc(size), table, size);
#else
  size_t page = 4096, room = (size + page - 1) / page * page;
  char *place = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) exit(3);
  mprotect(place + room, page, PROT_NONE);
  return memcpy(place + room - size, table, size);
#endif
}
#define LEND_RECORD(record) lend(&(record), sizeof(record))

/// A copy of a table that ends where its memory ends. With LONGER it is a table of a later revision, whose end has no
/// meaning for a plugin of these headers.
static void *lend_table(const void *table, size_t size) {
#ifdef LONGER
  char longer[1024];
  uint32_t all = (uint32_t)size + 40;
  memcpy(longer, table, size);
  memset(longer + size, 0xA5, 40);
  memcpy(longer, &all, sizeof all);
  return lend(longer, all);
#else
  return lend(table, size);
#endif
}
#define LEND(table) lend_table(&(table), sizeof(table))

// Answers queries: sizes and ratios from the path. Leaves every other query unanswered.
static layout_status size_of(void *context, uint32_t section, uint32_t item, layout_size *out) {
  (void)context;
  *out = (layout_size){40 + (section * 31 + item * 17) % 60, 30 + (section * 13 + item * 29) % 50};
  return LAYOUT_OK;
}
static layout_status sizes_of(void *context, uint32_t section, uint32_t first, uint32_t count, void *out,
                              layout_answered *how) {
  for (uint32_t i = 0; i < count; i++) size_of(context, section, first + i, (layout_size *)out + i);
  *how = LAYOUT_ANSWERED_ALL;
  return LAYOUT_OK;
}

static const layout_descriptor *descriptor;
static const layout_query_functions *size_functions;

static const layout_query_functions *query(void *context, uint32_t index) {
  (void)context;
  if (index >= descriptor->query_count) return NULL;
  const layout_query *asked = descriptor->queries[index];
  int is_size = asked->name.count == 11 && memcmp(asked->name.bytes, "sizeForItem", 11) == 0;
  return is_size && asked->result_type == LAYOUT_TYPE_SIZE ? size_functions : NULL;
}
static uint32_t section_count(void *context) { return (void)context, count_of_sections; }
static uint32_t item_count(void *context, uint32_t section) {
  (void)context;
  return section < count_of_sections ? counts[section] : 0;
}
static layout_status reuse(void *context, uint32_t kind, layout_text name) {
  (void)context;
  printf("reuse %u %.*s\n", kind, (int)name.count, name.bytes);
  return LAYOUT_OK;
}
static layout_status map(void *context, const layout_path *from, uint32_t count, layout_path *to) {
  (void)context;
  if (count > 0) memmove(to, from, count * sizeof *to);
  return LAYOUT_OK;
}
static void invalidate(void *context, const layout_invalidation *what) {
  (void)context;
  printf("invalidate 0x%x\n", what->marks);
}
static void say(void *context, layout_text words) {
  (void)context;
  printf("error %.*s\n", (int)words.count, words.bytes);
}
static void note(void *context, layout_log_level level, layout_text line) {
  (void)context;
  printf("log %u %.*s\n", level, (int)line.count, line.bytes);
}
static layout_status post(void *context, uint32_t index, const layout_value *values, uint32_t count) {
  (void)context;
  (void)values;
  printf("event %u with %u\n", index, count);
  return LAYOUT_OK;
}
static const void *extension(void *context, layout_text id) { return (void)context, (void)id, NULL; }

/// Prints each element that meets `rect`, with its transform and its payload.
static void print_elements(const layout_instance *it, layout_rect rect) {
  layout_answer answer = {.struct_size = sizeof answer};
  for (int round = 0; round < 5; round++) {
    layout_answer *lent = LEND(answer);
    layout_status status = it->attributes_in_rect(it->context, rect, lent);
    answer = *lent;
    answer.struct_size = sizeof answer;
    if (status == LAYOUT_OK) break;
    if (status != LAYOUT_CAPACITY || round == 4) {
      printf("attributes_in_rect gave %d\n", status);
      return;
    }
    answer.record_capacity = answer.record_count;
    answer.transform_capacity = answer.transform_count;
    answer.payload_capacity = answer.payload_count;
    answer.records = calloc(answer.record_capacity + 1, sizeof *answer.records);
    answer.transforms = calloc(answer.transform_capacity + 1, sizeof *answer.transforms);
    answer.payload = calloc(answer.payload_capacity + 1, sizeof *answer.payload);
  }
  printf("%u elements, %u transforms, %u words\n", answer.record_count, answer.transform_count,
         answer.payload_count);
  for (uint32_t i = 0; i < answer.record_count; i++) {
    const layout_attributes *r = &answer.records[i];
    printf("%u.%u.%u.%u %a %a %a %a z %d alpha %a flags %u\n", r->category, r->kind, r->section, r->item,
           r->frame.x, r->frame.y, r->frame.width, r->frame.height, r->z_index, (double)r->alpha, r->flags);
    if (r->transform > 0) {
      for (int m = 0; m < 16; m++) printf(" %a", answer.transforms[r->transform - 1].m[m]);
      printf("\n");
    }
    if (r->payload > 0) printf("payload %llx\n", (unsigned long long)answer.payload[r->payload - 1]);
  }
}

static void print_extensions(const layout_instance *it) {
  static const char *const ids[] = {LAYOUT_EXT_CROSS_SCROLL, LAYOUT_EXT_DYNAMICS, LAYOUT_EXT_SCROLL_TARGET,
                                    LAYOUT_EXT_SELF_SIZING, LAYOUT_EXT_STATE, LAYOUT_EXT_UPDATES};
  static const uint32_t sizes[] = {LAYOUT_1_0_SIZE_cross_scroll, LAYOUT_1_0_SIZE_dynamics,
                                   LAYOUT_1_0_SIZE_scroll_target, LAYOUT_1_0_SIZE_self_sizing,
                                   LAYOUT_1_0_SIZE_state, LAYOUT_1_0_SIZE_updates};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    layout_text id = {ids[i], (uint32_t)strlen(ids[i]), 0};
    const uint32_t *table = it->extension(it->context, id);
    if (table) printf("offers %s, %s\n", ids[i], *table >= sizes[i] ? "long enough" : "too short");
  }
}

/// The target, a step of dynamics and the state, if the layout offers them.
static void print_behaviour(const layout_instance *it, layout_rect view) {
  const layout_scroll_target *target = it->extension(it->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_SCROLL_TARGET));
  if (target) {
    layout_scroll scroll = {.struct_size = sizeof scroll, .bounds = view, .proposed = {13, 130}};
    layout_point rest = {0, 0};
    layout_status status = target->target(it->context, LEND(scroll), &rest);
    printf("target %d %a %a\n", status, rest.x, rest.y);
  }
  const layout_dynamics *dynamics = it->extension(it->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_DYNAMICS));
  for (int step = 0; dynamics && step < 4; step++) {
    layout_motion motion = LAYOUT_AT_REST;
    layout_status status = dynamics->advance(it->context, step / 60.0, &motion);
    printf("advance %d %u\n", status, motion);
    print_elements(it, view);
  }
  const layout_state *state = it->extension(it->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_STATE));
  if (state) {
    uint32_t size = 0;
    layout_status status = state->save(it->context, NULL, 0, &size);
    uint8_t *bytes = calloc(size + 1, 1);
    if (status == LAYOUT_CAPACITY) status = state->save(it->context, bytes, size, &size);
    printf("state %d %u bytes, taken back: %d\n", status, size,
           state->load(it->context, descriptor->state_version, bytes, size));
  }
}

static void print_properties(const layout_instance *it) {
  for (uint32_t index = 0; index < descriptor->property_count; index++) {
    layout_value value = {0};
    layout_status status = it->get_property(it->context, index, &value);
    printf("property %u: status %d, type %u\n", index, status, value.type);
    if (status == LAYOUT_OK && value.type == descriptor->properties[index]->type) {
      printf("set back: %d\n", it->set_property(it->context, index, LEND_RECORD(value)));
    }
  }
}

static void prepare(const layout_instance *it, const uint32_t *items, uint32_t sections, layout_rect view,
                    uint32_t uniform) {
  counts = items;
  count_of_sections = sections;
  layout_snapshot data = {.struct_size = sizeof data, .section_count = sections, .epoch = 1,
                          .item_counts = uniform ? NULL : items, .bounds = view, .scale = 1};
  data.uniform_count = uniform;
  layout_invalidation all = {.struct_size = sizeof all, .marks = LAYOUT_MARK_EVERYTHING};
#ifdef LAYOUT_LATER  // An unknown mark means that everything is stale.
  if (uniform) all.marks = LAYOUT_MARK_LATER;
#endif
  layout_size size = {0, 0};
  layout_status status = it->prepare(it->context, LEND(data), LEND(all));
  if (status == LAYOUT_OK) status = it->content_size(it->context, &size);
  printf("prepared %u sections: %d, content %a %a\n", sections, status, size.width, size.height);
}

static int run(const layout_plugin *plugin, uint32_t index, const layout_host *host) {
  static const uint32_t ordinary[] = {5, 0, 13, 40, 1}, sevens[] = {7, 7, 7};
  const layout_instance *it = NULL;
  descriptor = plugin->layouts[index];
  printf("layout %.*s, flags %u, %u properties, %u queries, %u kinds\n", (int)descriptor->id.count,
         descriptor->id.bytes, descriptor->flags, descriptor->property_count, descriptor->query_count,
         descriptor->kind_count);
  layout_status status = plugin->create(host, index, &it);
  if (status != LAYOUT_OK) return printf("create gave %d\n", status), 1;
#ifdef MUTANT_SIZE  // A reader that requires the size of its own headers.
  if (it->struct_size < sizeof *it) return printf("the table is too short\n"), 1;
#endif
#ifdef LAYOUT_LATER
#ifdef MUTANT_NULL  // A reader that checks the size, and not for null.
  if (LAYOUT_REACHES(it, later)) it->later(it->context);
#else
  if (LAYOUT_HAS(it, later)) it->later(it->context);
#endif
#endif
#ifdef MUTANT_CONSTANT  // A host whose headers gave a constant another value.
  printf("property type %d\n", descriptor->property_count ? (int)descriptor->properties[0]->type + 1 : 0);
#endif
  print_extensions(it);
  print_properties(it);
  layout_rect view = {0, 0, 320, 480}, plane = {-1e6, -1e6, 2e6, 2e6};
  prepare(it, ordinary, 5, view, 0);
  print_elements(it, plane);
  layout_bounds_change change = {.struct_size = sizeof change, .old_bounds = view, .new_bounds = view};
  change.new_bounds.y = 100;
  change.flags = LAYOUT_BOUNDS_TOUCH;  // A finger, which springs lag behind.
  change.touch = (layout_point){160, 300};
  layout_marks marks = LAYOUT_MARK_NOTHING;
  status = it->should_invalidate(it->context, LEND(change), &marks);
  printf("should_invalidate %d 0x%x\n", status, marks);
  print_behaviour(it, change.new_bounds);
  view.width = 500;
  prepare(it, sevens, 3, view, 7);
  print_elements(it, (layout_rect){0, 20, 500, 200});
  it->destroy(it->context);
  return 0;
}

#ifdef __wasm__
LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi);
#endif

int main(int argument_count, char **arguments) {
  const layout_plugin *(*entry)(uint32_t);
#ifdef __wasm__
  (void)argument_count;
  (void)arguments;
  entry = layout_plugin_entry;
#else
  void *image = argument_count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!image) return fprintf(stderr, "host: %s\n", argument_count > 1 ? dlerror() : "which plugin?"), 2;
  *(void **)&entry = dlsym(image, LAYOUT_PLUGIN_ENTRY);
#endif
  layout_query_functions functions = {.struct_size = sizeof functions, .one = (void (*)(void))size_of,
                                      .many = sizes_of};
  size_functions = LEND(functions);
  layout_host host = {.struct_size = sizeof host, .abi = LAYOUT_ABI, .query = query,
                      .section_count = section_count, .item_count = item_count,
                      .register_decoration = reuse, .register_reuse = reuse, .map_paths = map,
                      .invalidate = invalidate, .log = note, .set_error = say, .post_event = post,
                      .extension = extension};
  const layout_plugin *plugin = entry ? entry(LAYOUT_ABI) : NULL;
  if (!plugin) return fprintf(stderr, "host: no plugin\n"), 2;
  int failed = 0;
  for (uint32_t index = 0; index < plugin->layout_count; index++) failed |= run(plugin, index, LEND(host));
  return failed;
}
