// SPDX-License-Identifier: Apache-2.0
//
// The common parts of fixtures: a plugin of one file whose functions have the names of their slots.
#ifndef FIXTURE_PLUGIN_H
#define FIXTURE_PLUGIN_H

#include <string.h>

#include "layout/layout.h"

/// The first member of every table.
#define SIZED(type) .struct_size = sizeof(type)

/// A property that is a number, in points.
#define NUMBER(symbol, text, value, least)                                     \
  static const layout_property symbol = {SIZED(layout_property),               \
                                         .type = LAYOUT_TYPE_F64,              \
                                         .name = LAYOUT_TEXT(text),            \
                                         .unit = LAYOUT_TEXT("pt"),            \
                                         .default_value = NUMBER_VALUE(value), \
                                         .minimum = least,                     \
                                         .maximum = 100000};
#define NUMBER_VALUE(value)                 \
  {                                         \
    LAYOUT_TYPE_F64, 0, { .number = value } \
  }

/// The `set_property` and `get_property` of an instance that keeps its numbers in `given`.
#define NUMBERS_ARE_GIVEN(instance)                                                             \
  static layout_status set_property(void *context, uint32_t index, const layout_value *value) { \
    ((instance *)context)->given[index] = value->as.number;                                     \
    return LAYOUT_OK;                                                                           \
  }                                                                                             \
  static layout_status get_property(void *context, uint32_t index, layout_value *out) {         \
    *out = (layout_value)NUMBER_VALUE(((instance *)context)->given[index]);                     \
    return LAYOUT_OK;                                                                           \
  }

/// The `set_property` and `get_property` of a layout that has no properties.
#define WITHOUT_PROPERTIES                                                                      \
  static layout_status set_property(void *context, uint32_t index, const layout_value *value) { \
    (void)context, (void)index, (void)value;                                                    \
    return LAYOUT_ERROR_ARGUMENT;                                                               \
  }                                                                                             \
  static layout_status get_property(void *context, uint32_t index, layout_value *out) {         \
    (void)context, (void)index, (void)out;                                                      \
    return LAYOUT_ERROR_ARGUMENT;                                                               \
  }

/// The `extension` of a layout that has none.
#define WITHOUT_EXTENSIONS                                      \
  static const void *extension(void *context, layout_text id) { \
    (void)context, (void)id;                                    \
    return NULL;                                                \
  }

/// The `should_invalidate` of a layout that is the same in each viewport.
#define NEVER_INVALIDATES                                                                   \
  static layout_status should_invalidate(void *context, const layout_bounds_change *change, \
                                         layout_marks *out_marks) {                         \
    (void)context, (void)change;                                                            \
    *out_marks = LAYOUT_MARK_NOTHING;                                                       \
    return LAYOUT_OK;                                                                       \
  }

/// A kind of elements, without fields.
#define KIND(symbol, of, text) \
  static const layout_kind symbol = {SIZED(layout_kind), .category = of, .name = LAYOUT_TEXT(text)};

/// The descriptor of a layout whose id is its name too, and whose answers the host mirrors; further
/// members follow.
#define DESCRIPTOR(symbol, text, ...)                                               \
  static const layout_descriptor symbol = {SIZED(layout_descriptor),                \
                                           .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS, \
                                           .id = LAYOUT_TEXT(text),                 \
                                           .name = LAYOUT_TEXT(text),               \
                                           .properties = properties,                \
                                           .property_count = PROPERTY_COUNT,        \
                                           __VA_ARGS__};

/// Sets every number of an instance to its default.
#define GIVE_DEFAULTS(self)                                              \
  for (int number = 0; number < PROPERTY_COUNT; number++) {              \
    (self)->given[number] = properties[number]->default_value.as.number; \
  }

/// The table of an instance.
#define INSTANCE_TABLE(self)                                                                      \
  (layout_instance) {                                                                             \
    SIZED(layout_instance), .context = self, .destroy = destroy, .set_property = set_property,    \
        .get_property = get_property, .should_invalidate = should_invalidate, .prepare = prepare, \
        .content_size = content_size, .attributes_in_rect = attributes_in_rect,                   \
        .attributes_for = attributes_for, .extension = extension                                  \
  }

/// The one exported function, of a plugin with these `layouts` and `create`.
#define PLUGIN_ENTRY(plugin_id, plugin_name)                                                 \
  LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {                \
    static const layout_plugin plugin = {SIZED(layout_plugin),                               \
                                         .abi = LAYOUT_ABI,                                  \
                                         .id = LAYOUT_TEXT(plugin_id),                       \
                                         .name = LAYOUT_TEXT(plugin_name),                   \
                                         .version = LAYOUT_TEXT("1.0.0"),                    \
                                         .layouts = layouts,                                 \
                                         .layout_count = sizeof layouts / sizeof layouts[0], \
                                         .create = create};                                  \
    return host_abi >= LAYOUT_ABI ? &plugin : NULL;                                          \
  }

/// Ends an answer of records alone, of which the layout wrote those that have room.
static inline layout_status finish_records(layout_answer *answer, uint32_t count) {
  answer->record_count = count;
  answer->transform_count = answer->payload_count = 0;
  return count <= answer->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static inline int is_id(layout_text id, const char *known) {
  return id.count == strlen(known) && !memcmp(id.bytes, known, id.count);
}

#endif
