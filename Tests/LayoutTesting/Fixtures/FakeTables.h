// SPDX-License-Identifier: Apache-2.0
//
// The descriptor of the fake layout, and the state of an instance. The tables are not const, so
// that a test can change them.
#ifndef FAKE_TABLES_H
#define FAKE_TABLES_H

#include <math.h>
#include <string.h>

#include "FixturePlugin.h"

// The possible mistakes, and the calls. The Swift enumerations in FakeLayout.swift have the same
// names in the same order.
// clang-format off
#define BEHAVIOURS(X) \
  X(good) X(error) X(errorWithoutText) X(unknownStatus) X(positiveStatus) X(trap) X(crash) \
  X(aborts) X(exits) X(loops) X(allocates) X(nanFrame) X(infiniteFrame) X(negativeWidth) \
  X(negativeHeight) X(unknownSection) X(unknownItem) X(unknownCategory) X(unknownKind) \
  X(wrongCategory) X(unknownFlag) X(nanAlpha) X(alphaAboveOne) X(alphaBelowZero) X(duplicate) \
  X(badTransform) X(nanTransform) X(badPayload) X(neverFits) X(claimsMoreRecords) \
  X(claimsMoreTransforms) X(claimsMorePayload) X(writesPastRecords) X(writesPastTransforms) \
  X(writesPastPayload) X(movesPointer) X(raisesCapacity) X(descending) X(twoAnswers) \
  X(otherElement) X(nanSize) X(infiniteSize) X(negativeSize) X(nanTarget) X(infiniteTarget) \
  X(unknownState) X(moves) X(unknownMark) X(invalidates) X(asksUnknownQuery) \
  X(postsUnknownEvent) X(postsWrongArguments) X(registersUnknownKind) X(logs) \
  X(noAnswer) X(longState) X(hugeState)
#define CALLS(X) \
  X(attributesInRect) X(attributesFor) X(prepare) X(contentSize) X(shouldInvalidate) \
  X(setProperty) X(getProperty) X(scrollTarget) X(advance) X(action) \
  X(prepareForUpdates) X(initial) X(final) X(finalizeUpdates) X(preferredSize) X(targetPath) \
  X(attributesForMoving) X(save) X(load) X(transition) X(trackAt) X(setOffset) \
  X(crossTarget)
// clang-format on

#define AS_ENUM(name) BEHAVIOUR_##name,
#define AS_CALL(name) CALL_##name,
#define AS_TEXT(name) LAYOUT_TEXT(#name),
enum behaviour { BEHAVIOURS(AS_ENUM) BEHAVIOUR_COUNT };
enum call { CALLS(AS_CALL) CALL_COUNT };
static layout_text behaviour_names[] = {BEHAVIOURS(AS_TEXT)};
static layout_text call_names[] = {CALLS(AS_TEXT)};

static const double SIDE = 50, COLUMNS = 10, HEADER = 20;
enum kind { KIND_CELL, KIND_HEADER, KIND_BACKDROP };
enum query { QUERY_SIZE, QUERY_INSET, QUERY_HEIGHT };
enum property {
  PROPERTY_BEHAVIOUR,
  PROPERTY_CALL,
  PROPERTY_SPACING,
  PROPERTY_TITLE,
  PROPERTY_STOPS
};

typedef struct fake {
  layout_instance table;
  const layout_host *host;
  int64_t behaviour;
  int64_t call;
  double spacing;
  char title[64];
  uint32_t title_count;
  double stops[4];
  uint32_t stop_count;
  uint32_t section_count;
  uint32_t *item_counts;
  double *tops;        // The start of each section; one more than sections.
  double *insets;      // The inset of each section.
  layout_size *sizes;  // The sizes of all items, section by section.
  layout_rect bounds;
  double time;
  layout_update *updates;  // The updates of the running batch.
  uint32_t update_count;
  double *offsets;  // The offsets of the sections up to the last one that was scrolled across.
  uint32_t offset_count;
} fake;

// Fills the part of a table that revision 1.0 does not have with meaningless bytes.
#define GARBAGE(table, name)                                         \
  memset((char *)&(table) + LAYOUT_1_0_SIZE_##name, 0xA5, \
         sizeof(table) - LAYOUT_1_0_SIZE_##name)

static layout_property property_behaviour = {SIZED(layout_property),
                                             .type = LAYOUT_TYPE_ENUM,
                                             .name = LAYOUT_TEXT("behaviour"),
                                             .help = LAYOUT_TEXT("What goes wrong."),
                                             .default_value = {.type = LAYOUT_TYPE_ENUM},
                                             .minimum = 0,
                                             .maximum = BEHAVIOUR_COUNT - 1,
                                             .cases = behaviour_names,
                                             .case_count = BEHAVIOUR_COUNT};
static layout_property property_call = {SIZED(layout_property),
                                        .type = LAYOUT_TYPE_ENUM,
                                        .name = LAYOUT_TEXT("call"),
                                        .help = LAYOUT_TEXT("The call in which it goes wrong."),
                                        .default_value = {.type = LAYOUT_TYPE_ENUM},
                                        .minimum = 0,
                                        .maximum = CALL_COUNT - 1,
                                        .cases = call_names,
                                        .case_count = CALL_COUNT};
static layout_property property_spacing = {SIZED(layout_property),
                                           .type = LAYOUT_TYPE_F64,
                                           .name = LAYOUT_TEXT("spacing"),
                                           .help = LAYOUT_TEXT("Room between the sections."),
                                           .unit = LAYOUT_TEXT("pt"),
                                           .default_value = {.type = LAYOUT_TYPE_F64},
                                           .minimum = 0,
                                           .maximum = 1000};
static layout_property property_title = {
    SIZED(layout_property),
    .type = LAYOUT_TYPE_TEXT,
    .name = LAYOUT_TEXT("title"),
    .help = LAYOUT_TEXT("Only kept; \"refuse\" is refused."),
    .default_value = {.type = LAYOUT_TYPE_TEXT, .as.text = LAYOUT_TEXT("Fäke")},
    .minimum = -INFINITY,
    .maximum = INFINITY};
static layout_property property_stops = {SIZED(layout_property),
                                         .type = LAYOUT_TYPE_F64_ARRAY,
                                         .name = LAYOUT_TEXT("stops"),
                                         .help = LAYOUT_TEXT("Only kept, up to four."),
                                         .default_value = {.type = LAYOUT_TYPE_NONE},
                                         .minimum = -INFINITY,
                                         .maximum = INFINITY,
                                         .flags = LAYOUT_PROPERTY_OPTIONAL};
static const layout_property *properties[] = {&property_behaviour, &property_call,
                                              &property_spacing, &property_title, &property_stops};

static uint32_t height_arguments[] = {LAYOUT_TYPE_F64};
static layout_text height_names[] = {LAYOUT_TEXT("width")};
static layout_query query_size = {SIZED(layout_query), .scope = LAYOUT_SCOPE_ITEM,
                                  .name = LAYOUT_TEXT("sizeForItem"),
                                  .result_type = LAYOUT_TYPE_SIZE};
static layout_query query_inset = {SIZED(layout_query), .scope = LAYOUT_SCOPE_SECTION,
                                   .name = LAYOUT_TEXT("insetForSection"),
                                   .result_type = LAYOUT_TYPE_INSETS};
static layout_query query_height = {SIZED(layout_query),
                                    .scope = LAYOUT_SCOPE_ITEM,
                                    .name = LAYOUT_TEXT("heightForItem"),
                                    .argument_types = height_arguments,
                                    .argument_names = height_names,
                                    .argument_count = 1,
                                    .result_type = LAYOUT_TYPE_F64};
static const layout_query *queries[] = {&query_size, &query_inset, &query_height};

static uint32_t two_numbers[] = {LAYOUT_TYPE_F64, LAYOUT_TYPE_F64};
static layout_text two_names[] = {LAYOUT_TEXT("a"), LAYOUT_TEXT("b")};
static uint32_t a_path[] = {LAYOUT_TYPE_U32, LAYOUT_TYPE_U32};
static layout_text path_names[] = {LAYOUT_TEXT("section"), LAYOUT_TEXT("item")};
static layout_status action_add(fake *self, double a, double b, double *out);
static layout_status action_touch(fake *self, uint32_t section, uint32_t item);
static layout_action action_of_adding = {SIZED(layout_action),
                                         .result_type = LAYOUT_TYPE_F64,
                                         .name = LAYOUT_TEXT("add"),
                                         .argument_types = two_numbers,
                                         .argument_names = two_names,
                                         .argument_count = 2,
                                         .function = (void (*)(void))action_add};
static layout_action action_of_touching = {SIZED(layout_action),
                                           .result_type = LAYOUT_TYPE_NONE,
                                           .name = LAYOUT_TEXT("touch"),
                                           .argument_types = a_path,
                                           .argument_names = path_names,
                                           .argument_count = 2,
                                           .function = (void (*)(void))action_touch};
static const layout_action *actions[] = {&action_of_adding, &action_of_touching};

static layout_event event_touched = {SIZED(layout_event), .argument_count = 2,
                                     .name = LAYOUT_TEXT("touched"), .argument_types = a_path,
                                     .argument_names = path_names};
static const layout_event *events[] = {&event_touched};

static layout_text style_names[] = {LAYOUT_TEXT("even"), LAYOUT_TEXT("odd")};
static layout_field field_style = {SIZED(layout_field), .type = LAYOUT_TYPE_ENUM,
                                   .name = LAYOUT_TEXT("style"), .cases = style_names,
                                   .case_count = 2};
static layout_field field_place = {SIZED(layout_field), .type = LAYOUT_TYPE_POINT,
                                   .name = LAYOUT_TEXT("place"), .unit = LAYOUT_TEXT("pt")};
static layout_field field_fill = {SIZED(layout_field), .type = LAYOUT_TYPE_I64,
                                  .name = LAYOUT_TEXT("fill")};
static const layout_field *cell_fields[] = {&field_style, &field_place};
static const layout_field *backdrop_fields[] = {&field_fill};
static layout_kind kind_cell = {SIZED(layout_kind), .category = LAYOUT_CELL,
                                .name = LAYOUT_TEXT("cell"), .fields = cell_fields,
                                .field_count = 2};
static layout_kind kind_header = {SIZED(layout_kind), .category = LAYOUT_SUPPLEMENTARY,
                                  .name = LAYOUT_TEXT("header")};
static layout_kind kind_backdrop = {SIZED(layout_kind), .category = LAYOUT_DECORATION,
                                    .name = LAYOUT_TEXT("backdrop"), .fields = backdrop_fields,
                                    .field_count = 1};
static const layout_kind *kinds[] = {&kind_cell, &kind_header, &kind_backdrop};

static layout_descriptor descriptor = {SIZED(layout_descriptor),
                                       .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
                                       .id = LAYOUT_TEXT("fake"),
                                       .name = LAYOUT_TEXT("Fake"),
                                       .help = LAYOUT_TEXT("Goes wrong when told to."),
                                       .properties = properties,
                                       .queries = queries,
                                       .actions = actions,
                                       .events = events,
                                       .kinds = kinds,
                                       .property_count = 5,
                                       .query_count = 3,
                                       .action_count = 2,
                                       .event_count = 1,
                                       .kind_count = 3};
static const layout_descriptor *layouts[] = {&descriptor};

#endif  // FAKE_TABLES_H
