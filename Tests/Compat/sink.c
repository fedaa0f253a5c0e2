// SPDX-License-Identifier: Apache-2.0
//
// sink.c: the plugin side of the compatibility matrix. A column of items that uses every slot of the host, has a
// property, a query, an action, an event and a field of each kind, and every stable extension. It is written as
// plugins are: tables start from zeros, members are set by name, and members after 1.0 are tested before they are
// used.
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"

#ifndef REQUIRES
#define REQUIRES
#endif
#define NOTE(...) LAYOUT_NOTE(__VA_ARGS__)
NOTE({
  "id": "test.sink", "name": "Sink", "version": "1.0.0", "abi": 1, "runtime": "none", "requires": [REQUIRES],
  "uses": ["layout.cross-scroll/1", "layout.dynamics/1", "layout.scroll-target/1", "layout.self-sizing/1",
           "layout.state/1", "layout.updates/1"],
  "layouts": ["sink"]
});

#define TABLE(type) .struct_size = sizeof(type)
#define COUNT(list) (uint32_t)(sizeof(list) / sizeof *(list))

enum { FLAG, WHOLE, GAP, ALIGNMENT, ORIGIN, EXTENT, MARGIN, TITLE, STOPS, PROPERTY_COUNT };
enum { KIND_CELL, KIND_HEADER, KIND_BAND };

static const double first_stops[] = {1, 2, 3};
static const layout_text cases[] = {LAYOUT_TEXT("start"), LAYOUT_TEXT("end")};

#define PROPERTY(id, kind, title, ...)                                                  \
  static const layout_property id = {TABLE(layout_property), .type = LAYOUT_TYPE_##kind, \
                                     .name = LAYOUT_TEXT(title), .minimum = -1e6, .maximum = 1e6, \
                                     .default_value = {.type = LAYOUT_TYPE_##kind, __VA_ARGS__}}
PROPERTY(flag, BOOL, "flag", .as.integer = 1);
PROPERTY(whole, I64, "whole", .as.integer = 3);
PROPERTY(gap, F64, "gap", .as.number = 4);
static const layout_property alignment = {TABLE(layout_property), .type = LAYOUT_TYPE_ENUM,
                                          .name = LAYOUT_TEXT("alignment"), .maximum = 1,
                                          .default_value = {.type = LAYOUT_TYPE_ENUM}, .cases = cases,
                                          .case_count = COUNT(cases)};
PROPERTY(origin, POINT, "origin", .as.point = {2, 3});
PROPERTY(extent, SIZE, "extent", .as.size = {80, 20});
PROPERTY(margin, INSETS, "margin", .as.insets = {1, 2, 3, 4});
PROPERTY(title, TEXT, "title", .as.text = LAYOUT_TEXT("sink"));
PROPERTY(stops, F64_ARRAY, "stops", .as.array = {first_stops, 3, 0});
static const layout_property *const properties[PROPERTY_COUNT] = {&flag, &whole, &gap, &alignment, &origin,
                                                                  &extent, &margin, &title, &stops};

static const layout_type path_types[] = {LAYOUT_TYPE_U32, LAYOUT_TYPE_U32};
static const layout_text path_names[] = {LAYOUT_TEXT("section"), LAYOUT_TEXT("item")};
static const layout_type scale_types[] = {LAYOUT_TYPE_F64};
static const layout_text scale_names[] = {LAYOUT_TEXT("scale")};
static const layout_query size_query = {TABLE(layout_query), .scope = LAYOUT_SCOPE_ITEM,
                                        .name = LAYOUT_TEXT(LAYOUT_QUERY_SIZE_FOR_ITEM),
                                        .result_type = LAYOUT_TYPE_SIZE};
static const layout_query inset_query = {TABLE(layout_query), .scope = LAYOUT_SCOPE_SECTION,
                                         .name = LAYOUT_TEXT(LAYOUT_QUERY_INSET_FOR_SECTION),
                                         .result_type = LAYOUT_TYPE_INSETS};
static const layout_query weight_query = {TABLE(layout_query), .scope = LAYOUT_SCOPE_ITEM,
                                          .name = LAYOUT_TEXT("weightForItem"),
                                          .argument_types = scale_types, .argument_names = scale_names,
                                          .argument_count = 1, .result_type = LAYOUT_TYPE_F64};
static const layout_query *const queries[] = {&size_query, &inset_query, &weight_query};

static const layout_field fill = {TABLE(layout_field), .type = LAYOUT_TYPE_I64,
                                  .name = LAYOUT_TEXT(LAYOUT_FIELD_FILL)};
static const layout_field radius = {TABLE(layout_field), .type = LAYOUT_TYPE_F64,
                                    .name = LAYOUT_TEXT(LAYOUT_FIELD_CORNER_RADIUS)};
static const layout_field *const band_fields[] = {&fill, &radius};
static const layout_kind cell = {TABLE(layout_kind), .category = LAYOUT_CELL, .name = LAYOUT_TEXT("cell")};
static const layout_kind header = {TABLE(layout_kind), .category = LAYOUT_SUPPLEMENTARY,
                                   .name = LAYOUT_TEXT(LAYOUT_KIND_HEADER)};
static const layout_kind band = {TABLE(layout_kind), .category = LAYOUT_DECORATION,
                                 .name = LAYOUT_TEXT("band"), .fields = band_fields,
                                 .field_count = COUNT(band_fields)};
static const layout_kind *const kinds[] = {&cell, &header, &band};

static const layout_event prepared = {TABLE(layout_event), .argument_count = 2,
                                      .name = LAYOUT_TEXT("prepared"), .argument_types = path_types,
                                      .argument_names = path_names};
static const layout_event *const events[] = {&prepared};

typedef struct sink {
  layout_instance table;
  const layout_host *host;
  double wanted_gap, gap, width, height, time;
  uint32_t section_count, item_count;  // In all sections, as last prepared.
  double *tops;                        // The top of each item, and the end.
  layout_path *paths;
} sink;

static layout_status add(void *context, uint32_t section, uint32_t item) {
  sink *s = context;
  const layout_value values[] = {{.type = LAYOUT_TYPE_U32, .as.integer = section},
                                 {.type = LAYOUT_TYPE_U32, .as.integer = item}};
  return s->host->post_event(s->host->context, 0, values, 2);
}
static const layout_action touch = {TABLE(layout_action), .name = LAYOUT_TEXT("touch"),
                                    .argument_types = path_types, .argument_names = path_names,
                                    .argument_count = 2, .function = (void (*)(void))add};
static const layout_action *const actions[] = {&touch};

static void destroy(void *context) {
  sink *s = context;
  free(s->tops);
  free(s->paths);
  free(s);
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  sink *s = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  if (index == GAP) s->wanted_gap = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  const sink *s = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  *out = properties[index]->default_value;
  if (index == GAP) out->as.number = s->wanted_gap;
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change, layout_marks *out) {
  (void)context;
  *out = change->old_bounds.width != change->new_bounds.width ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

static layout_status fail(const sink *s, layout_status status) {
  s->host->set_error(s->host->context, (layout_text)LAYOUT_TEXT("the sink is full"));
  return status;
}

/// Places the items one after the other, each as high as the app says.
static layout_status place(sink *s, uint32_t section, uint32_t count, uint32_t first, double *y) {
  const layout_query_functions *size = s->host->query(s->host->context, 0);
  for (uint32_t item = 0; item < count; item++) {
    layout_size extent_of = {80, 20};
    layout_answered how = LAYOUT_ANSWERED_NONE;
    layout_status status = LAYOUT_UNANSWERED;
    if (size && size->many) status = size->many(size->context, section, item, 1, &extent_of, &how);
    if (status < 0) return status;
    if (how == LAYOUT_ANSWERED_NONE || extent_of.height != extent_of.height) extent_of.height = 20;
    s->tops[first + item] = *y;
    s->paths[first + item] = (layout_path){section, item};
    *y += extent_of.height + s->gap;
  }
  return LAYOUT_OK;
}

static layout_status prepare(void *context, const layout_snapshot *snapshot, const layout_invalidation *why) {
  sink *s = context;
  uint64_t total = 0;
  for (uint32_t i = 0; i < snapshot->section_count; i++) total += LAYOUT_ITEM_COUNT(snapshot, i);
  if (total > 10000000) return fail(s, LAYOUT_ERROR_MEMORY);
  double *tops = calloc(total + 1, sizeof *tops);
  layout_path *paths = calloc(total + 1, sizeof *paths);
  if (!tops || !paths) {
    free(tops);
    free(paths);
    return fail(s, LAYOUT_ERROR_MEMORY);
  }
  sink before = *s;
  s->tops = tops;
  s->paths = paths;
  s->gap = s->wanted_gap;
  s->item_count = 0;
  s->section_count = snapshot->section_count;
  double y = 0;
  for (uint32_t i = 0; i < snapshot->section_count; i++) {
    uint32_t count = LAYOUT_ITEM_COUNT(snapshot, i);
    layout_status status = place(s, i, count, s->item_count, &y);
    if (status != LAYOUT_OK) {
      free(tops);
      free(paths);
      *s = before;
      return status;
    }
    s->item_count += count;
  }
  free(before.tops);
  free(before.paths);
  s->tops[s->item_count] = y;
  s->height = y;
  s->width = snapshot->bounds.width;
  layout_path first = {0, 0};
  if (why->update_count > 0) s->host->map_paths(s->host->context, &first, 1, &first);
  return s->host->section_count(s->host->context) >= 1 && s->host->item_count(s->host->context, 0) > 3
             ? add(s, 0, 3)
             : LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const sink *s = context;
  *out = (layout_size){s->width, s->height};
  return LAYOUT_OK;
}

static int meets(layout_rect a, layout_rect b) {
  if (a.width <= 0 || a.height <= 0 || b.width <= 0 || b.height <= 0) return 0;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Adds an element, or only counts it if there is no room.
static void answer_with(layout_answer *answer, layout_attributes record, int has_payload) {
  if (has_payload) {
    if (answer->payload_count + 2 <= answer->payload_capacity) {
      double corner = 4;
      answer->payload[answer->payload_count] = 0x336699FF;
      memcpy(&answer->payload[answer->payload_count + 1], &corner, sizeof corner);
    }
    record.payload = answer->payload_count + 1;
    answer->payload_count += 2;
  }
  if (answer->record_count < answer->record_capacity) answer->records[answer->record_count] = record;
  answer->record_count++;
}

static layout_status finish(const layout_answer *answer) {
  return answer->record_count > answer->record_capacity || answer->payload_count > answer->payload_capacity
             ? LAYOUT_CAPACITY
             : LAYOUT_OK;
}

static layout_attributes cell_at(const sink *s, uint32_t index) {
  layout_rect frame = {0, s->tops[index], s->width, s->tops[index + 1] - s->tops[index] - s->gap};
  if (frame.height < 0) frame.height = 0;
  return (layout_attributes){.frame = frame, .section = s->paths[index].section, .item = s->paths[index].item,
                             .category = LAYOUT_CELL, .kind = KIND_CELL, .alpha = 1};
}

/// The band lies behind everything and belongs to no section.
static layout_attributes the_band(const sink *s) {
  return (layout_attributes){.frame = {0, 0, s->width, s->height}, .section = LAYOUT_PATH_NONE,
                             .category = LAYOUT_DECORATION, .kind = KIND_BAND, .z_index = -1, .alpha = 1,
                             .flags = LAYOUT_PINNED};
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  const sink *s = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  for (uint32_t i = 0; i < s->item_count; i++) {
    layout_attributes record = cell_at(s, i);
    if (meets(record.frame, rect)) answer_with(answer, record, 0);
  }
  if (s->item_count > 0 && meets(the_band(s).frame, rect)) answer_with(answer, the_band(s), 1);
  return finish(answer);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  const sink *s = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  for (uint32_t i = 0; element.category == LAYOUT_CELL && i < s->item_count; i++) {
    if (s->paths[i].section == element.section && s->paths[i].item == element.item)
      answer_with(answer, cell_at(s, i), 0);
  }
  int is_band = element.category == LAYOUT_DECORATION && element.section == LAYOUT_PATH_NONE && element.item == 0;
  if (is_band && s->item_count > 0) answer_with(answer, the_band(s), 1);
  return finish(answer);
}

static layout_status target(void *context, const layout_scroll *scroll, layout_point *out) {
  (void)context;
  *out = scroll->proposed;
  return LAYOUT_OK;
}
static layout_status advance(void *context, double time, layout_motion *out) {
  ((sink *)context)->time = time;
  *out = LAYOUT_AT_REST;
  return LAYOUT_OK;
}
static layout_status preferred(void *context, layout_element element, layout_size original,
                               layout_size wanted, layout_marks *out) {
  (void)context;
  (void)element;
  (void)original;
  (void)wanted;
  *out = LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}
static layout_status save(void *context, uint8_t *bytes, uint32_t capacity, uint32_t *out) {
  *out = sizeof(double);
  if (capacity < sizeof(double)) return LAYOUT_CAPACITY;
  memcpy(bytes, &((sink *)context)->wanted_gap, sizeof(double));
  return LAYOUT_OK;
}
static layout_status load(void *context, uint32_t version, const uint8_t *bytes, uint32_t count) {
  if (version != 1 || count != sizeof(double)) return LAYOUT_ERROR_ARGUMENT;
  memcpy(&((sink *)context)->wanted_gap, bytes, sizeof(double));
  return LAYOUT_OK;
}
static layout_status told(void *context, const layout_update *updates, uint32_t count) {
  (void)context;
  (void)updates;
  (void)count;
  return LAYOUT_OK;
}
static layout_status keep(void *context, layout_element element, layout_answer *answer) {
  (void)context;
  (void)element;
  (void)answer;
  return LAYOUT_OK;
}
static layout_status done(void *context) { return (void)context, LAYOUT_OK; }
static layout_status track_at(void *context, layout_point point, layout_cross_track *out) {
  (void)context;
  (void)point;
  (void)out;
  return LAYOUT_UNANSWERED;
}
static layout_status set_offset(void *context, uint32_t section, double offset) {
  (void)offset;
  return section < ((sink *)context)->section_count ? LAYOUT_OK : LAYOUT_ERROR_ARGUMENT;
}
static layout_status cross_target(void *context, uint32_t section, double proposed, double velocity,
                                  double *out) {
  (void)context;
  (void)section;
  (void)velocity;
  *out = proposed;
  return LAYOUT_OK;
}

static const layout_scroll_target scroll_target = {TABLE(layout_scroll_target), .target = target};
static const layout_dynamics dynamics = {TABLE(layout_dynamics), .advance = advance};
static const layout_self_sizing self_sizing = {TABLE(layout_self_sizing), .preferred_size = preferred};
static const layout_state state = {TABLE(layout_state), .save = save, .load = load};
static const layout_updates updating = {TABLE(layout_updates), .prepare_for_updates = told, .initial = keep,
                                        .final = keep, .finalize_updates = done};
static const layout_cross_scroll cross = {TABLE(layout_cross_scroll), .track_at = track_at,
                                          .set_offset = set_offset, .cross_target = cross_target};

static int is(layout_text id, const char *wanted) {
  return id.count == strlen(wanted) && memcmp(id.bytes, wanted, id.count) == 0;
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  if (is(id, LAYOUT_EXT_SCROLL_TARGET)) return &scroll_target;
  if (is(id, LAYOUT_EXT_DYNAMICS)) return &dynamics;
  if (is(id, LAYOUT_EXT_SELF_SIZING)) return &self_sizing;
  if (is(id, LAYOUT_EXT_STATE)) return &state;
  if (is(id, LAYOUT_EXT_UPDATES)) return &updating;
  return is(id, LAYOUT_EXT_CROSS_SCROLL) ? &cross : NULL;
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0 || host->struct_size < LAYOUT_1_0_SIZE_host) return LAYOUT_ERROR_ARGUMENT;
  sink *s = calloc(1, sizeof *s);
  if (!s) return LAYOUT_ERROR_MEMORY;
  s->table = (layout_instance){TABLE(layout_instance), .context = s, .destroy = destroy,
                               .set_property = set_property, .get_property = get_property,
                               .should_invalidate = should_invalidate, .prepare = prepare,
                               .content_size = content_size, .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for, .extension = extension};
  s->host = host;
  s->wanted_gap = 4;
  host->log(host->context, LAYOUT_LOG_DEBUG, (layout_text)LAYOUT_TEXT("made"));
  host->register_reuse(host->context, KIND_HEADER, (layout_text)LAYOUT_TEXT("sink-header"));
  host->register_decoration(host->context, KIND_BAND, (layout_text)LAYOUT_TEXT("sink-band"));
  if (host->extension(host->context, (layout_text)LAYOUT_TEXT("org.example.nothing/1")) != NULL)
    host->invalidate(host->context, &(layout_invalidation){TABLE(layout_invalidation)});
  *out = &s->table;
  return LAYOUT_OK;
}

static const layout_descriptor descriptor = {TABLE(layout_descriptor), .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
                                             .id = LAYOUT_TEXT("sink"), .name = LAYOUT_TEXT("Sink"),
                                             .properties = properties, .queries = queries,
                                             .actions = actions, .events = events, .kinds = kinds,
                                             .property_count = PROPERTY_COUNT,
                                             .query_count = COUNT(queries), .action_count = COUNT(actions),
                                             .event_count = COUNT(events), .kind_count = COUNT(kinds),
                                             .state_version = 1, .state_schema = LAYOUT_TEXT("test.sink")};
static const layout_descriptor *const layouts[] = {&descriptor};
static const layout_plugin plugin = {TABLE(layout_plugin), .abi = LAYOUT_ABI, .id = LAYOUT_TEXT("test.sink"),
                                     .name = LAYOUT_TEXT("Sink"), .version = LAYOUT_TEXT("1.0.0"),
                                     .layouts = layouts, .layout_count = 1, .create = create};

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  return host_abi >= 1 ? &plugin : NULL;
}
