// SPDX-License-Identifier: Apache-2.0
//
// A layout that a test controls: correct by default, wrong in one chosen way if a test sets its
// properties `behaviour` and `call`.
//
// Correct behaviour: each section has a header (the container's width × 20), then its items, 50 ×
// 50 in rows of ten; a backdrop lies behind its items. sizeForItem is queried for every item and,
// if it is answered, is the size of the item in its 50 × 50 place; insetForSection is queried too
// and its top moves the section's items down.
//
// This file prepares, and has the life of an instance; the answers are in FakeAnswers.h, the properties in
// FakeProperties.h, the mistakes in FakeMistakes.h, the descriptor in FakeTables.h.
//
// Compile-time switches: NOTE is the text of the ELF note, MUTATION a statement that is run on the static tables
// before the entry returns them, INSTANCE_MUTATION one that is run on `self->table`, EXTENSIONS_WHEN is a condition
// for all extensions, NO_EXTENSIONS removes scroll targets and dynamics, ALL_EXTENSIONS adds the others
// (FakeExtensions.h), DEMAND is a number of records for which each answer requests room, IN_PREPARE, IN_SET and
// IN_ACTION are statements in `prepare`, `set_property` and the action `add`. The others are at the end and in
// `create`.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "FakeAnswers.h"
#ifdef ALL_EXTENSIONS
#include "FakeExtensions.h"
#endif
#include "FakeMistakes.h"
#include "FakeProperties.h"
#include "FakeTables.h"
#include "layout/layout.h"

// clang-format off
#ifndef NOTE
#define NOTE {                                                                              \
    "id": "test.fake", "name": "Fake", "version": "1.0.0", "abi": 1, "runtime": "none",     \
    "requires": [], "uses": ["layout.scroll-target/1", "layout.dynamics/1"], "layouts": ["fake"] \
  }
#endif
// clang-format on

#ifndef MUTATION
#define MUTATION
#endif

LAYOUT_NOTE(NOTE);
#ifdef SECOND_NOTE
LAYOUT_NOTE(NOTE);
#endif

// MARK: Preparing

/// Queries the sizes of a section's items; 50 × 50 without an answer.
static layout_status ask_sizes(fake *self, uint32_t section, layout_size *sizes) {
  const layout_host *host = self->host;
  uint32_t count = self->item_counts[section], how = LAYOUT_ANSWERED_NONE;
  const layout_query_functions *query = host->query(host->context, QUERY_SIZE);
  if (query && count > 0) {
    layout_status status = query->many(query->context, section, 0, count, sizes, &how);
    if (status != LAYOUT_OK) return status;
  }
  for (uint32_t item = 0; item < count; item++) {
    if (how == LAYOUT_ANSWERED_UNIFORM) sizes[item] = sizes[0];
    if (how == LAYOUT_ANSWERED_NONE || isnan(sizes[item].width)) {
      sizes[item] = (layout_size){SIDE, SIDE};
    }
  }
  return LAYOUT_OK;
}

/// Queries a section's inset with the single form.
static layout_status ask_inset(fake *self, uint32_t section, double *top) {
  typedef layout_status (*one)(void *, uint32_t, uint32_t, layout_insets *);
  const layout_host *host = self->host;
  const layout_query_functions *query = host->query(host->context, QUERY_INSET);
  layout_insets insets = {0};
  *top = 0;
  if (!query) return LAYOUT_OK;
  layout_status status = ((one)query->one)(query->context, section, 0, &insets);
  if (status == LAYOUT_OK) *top = insets.top;
  return status == LAYOUT_UNANSWERED ? LAYOUT_OK : status;
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  fake *self = context;
  (void)why;
  layout_status status = misbehave(self, CALL_prepare);
  if (status != LAYOUT_OK) return status;
#ifdef IN_PREPARE
  IN_PREPARE;
#endif
  uint32_t sections = snapshot->section_count, total = 0;
  for (uint32_t section = 0; section < sections; section++) total += snapshot->item_counts[section];
  self->section_count = 0;
  self->item_counts = realloc(self->item_counts, (sections + 1) * sizeof *self->item_counts);
  self->tops = realloc(self->tops, (sections + 1) * sizeof *self->tops);
  self->insets = realloc(self->insets, (sections + 1) * sizeof *self->insets);
  self->sizes = realloc(self->sizes, (total + 1) * sizeof *self->sizes);
  if (!self->item_counts || !self->tops || !self->insets || !self->sizes) {
    return LAYOUT_ERROR_MEMORY;
  }
  self->bounds = snapshot->bounds;
  double top = 0;
  layout_size *sizes = self->sizes;
  for (uint32_t section = 0; section < sections; section++) {
    uint32_t count = self->item_counts[section] = snapshot->item_counts[section];
    status = ask_sizes(self, section, sizes);
    if (status == LAYOUT_OK) status = ask_inset(self, section, &self->insets[section]);
    if (status != LAYOUT_OK) return status;
    self->tops[section] = top;
    top += HEADER + self->insets[section] + ceil(count / COLUMNS) * SIDE + self->spacing;
    sizes += count;
  }
  self->tops[sections] = top;
  self->section_count = sections;
  if (self->offset_count > sections) self->offset_count = sections;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_contentSize);
  if (status != LAYOUT_OK) return status;
  *out = (layout_size){COLUMNS * SIDE, self->section_count ? self->tops[self->section_count] : 0};
  if (does(self, BEHAVIOUR_nanSize)) out->height = NAN;
  if (does(self, BEHAVIOUR_infiniteSize)) out->width = INFINITY;
  if (does(self, BEHAVIOUR_negativeSize)) out->height = -1;
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_shouldInvalidate);
  if (status != LAYOUT_OK) return status;
  *out_marks = change->old_bounds.width != change->new_bounds.width ? LAYOUT_MARK_BOUNDS
                                                                    : LAYOUT_MARK_NOTHING;
  if (does(self, BEHAVIOUR_invalidates)) *out_marks = LAYOUT_MARK_BOUNDS;
  if (does(self, BEHAVIOUR_unknownMark)) *out_marks = 1u << 30;
  return LAYOUT_OK;
}

// MARK: Extensions, actions

static layout_status scroll_target(void *context, const layout_scroll *scroll, layout_point *out) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_scrollTarget);
  if (status != LAYOUT_OK) return status;
  *out = (layout_point){scroll->proposed.x, round(scroll->proposed.y / SIDE) * SIDE};
  if (does(self, BEHAVIOUR_nanTarget)) out->y = NAN;
  if (does(self, BEHAVIOUR_infiniteTarget)) out->x = INFINITY;
  return LAYOUT_OK;
}

static layout_status advance(void *context, double time, uint32_t *out_state) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_advance);
  if (status != LAYOUT_OK) return status;
  if (time < self->time) return LAYOUT_ERROR_ARGUMENT;
  self->time = time;
  *out_state = does(self, BEHAVIOUR_moves) ? LAYOUT_MOVING : LAYOUT_AT_REST;
  if (does(self, BEHAVIOUR_unknownState)) *out_state = 77;
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  static const layout_scroll_target target = {SIZED(layout_scroll_target), 0, scroll_target};
  static const layout_dynamics dynamics = {SIZED(layout_dynamics), 0, advance};
  fake *self = context;
  (void)self;
#ifdef EXTENSIONS_WHEN
  if (!(EXTENSIONS_WHEN)) return NULL;
#endif
#ifdef NO_EXTENSIONS
  return NULL;
#endif
  if (is_id(id, LAYOUT_EXT_SCROLL_TARGET)) return &target;
  if (is_id(id, LAYOUT_EXT_DYNAMICS)) return &dynamics;
#ifdef ALL_EXTENSIONS
  return further_extension(id);
#else
  return NULL;
#endif
}

/// Returns the sum.
static layout_status action_add(fake *self, double a, double b, double *out) {
#ifdef IN_ACTION
  IN_ACTION;
#endif
  layout_status status = misbehave(self, CALL_action);
  if (status != LAYOUT_OK) return status;
  *out = a + b;
  return LAYOUT_OK;
}

/// Posts the event `touched` with the same path.
static layout_status action_touch(fake *self, uint32_t section, uint32_t item) {
  layout_status status = misbehave(self, CALL_action);
  if (status != LAYOUT_OK) return status;
  layout_value values[2] = {{.type = LAYOUT_TYPE_U32, .as.integer = section},
                            {.type = LAYOUT_TYPE_U32, .as.integer = item}};
  return self->host->post_event(self->host->context, 0, values, 2);
}

// MARK: Life

static void destroy(void *context) {
  fake *self = context;
  free(self->item_counts);
  free(self->tops);
  free(self->insets);
  free(self->sizes);
  free(self->offsets);
  free(self->updates);
  free(self);
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
#ifdef CREATE_FAILS
  host->set_error(host->context, text("told to fail"));
  return LAYOUT_ERROR_FAILED;
#endif
#ifdef LEAKS
  void *volatile lost = malloc(16);
  if (!lost) return LAYOUT_ERROR_MEMORY;
#endif
#ifdef CREATE_TRAPS
  __builtin_trap();
#endif
#if defined TAKEN_KIND && TAKEN_KIND > 2
  prepare_take_over(2);
#endif
  fake *self = calloc(1, sizeof *self);
  if (!self) return LAYOUT_ERROR_MEMORY;
  self->host = host;
  memcpy(self->title, "Fäke", self->title_count = 5);
  self->stop_count = UINT32_MAX;
  self->table = INSTANCE_TABLE(self);
#ifdef INSTANCE_MUTATION
  INSTANCE_MUTATION;
#endif
  *out = &self->table;
  return LAYOUT_OK;
}

static layout_plugin plugin = {SIZED(layout_plugin),
                               .abi = LAYOUT_ABI,
                               .id = LAYOUT_TEXT("test.fake"),
                               .name = LAYOUT_TEXT("Fake"),
                               .version = LAYOUT_TEXT("1.0.0"),
                               .layouts = layouts,
                               .layout_count = 1,
                               .create = create};

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  MUTATION;
  return &plugin;
}

#ifdef HIDDEN_ENTRY
__asm__(".hidden layout_plugin_entry\n");
#endif

// To be used with -Dlayout_plugin_entry=other, so that the name is free.
#ifdef DATA_ENTRY
__asm__(
    ".data\n.globl layout_plugin_entry\n.type layout_plugin_entry, @object\n"
    ".size layout_plugin_entry, 4\nlayout_plugin_entry: .long 1\n.text\n");
#endif

#ifdef TEXT_RELOCATION
__asm__(".text\n.quad layout_plugin_entry\n");
#endif

#ifdef UNIQUE_SYMBOL
__asm__(
    ".data\n.globl lonely\n.type lonely, @gnu_unique_object\n.size lonely, 4\nlonely: .long 1\n"
    ".text\n");
#endif

#ifdef SWIFT_METADATA
__attribute__((section("swift5_types"), used)) static int metadata = 1;
#endif
