// SPDX-License-Identifier: Apache-2.0
//
// The descriptor of the grid, the state of an instance, and the list of its mutants. The tables are
// not const, so that a mutant can change them.
#ifndef GRID_H
#define GRID_H

#include "layout/drafts.h"
#include "layout/layout.h"

// clang-format off
#define MUTANTS(X) \
  X(correct) \
  X(file_judged) X(file_exports) X(load_resolves) X(load_entry) X(load_tables) X(load_reserved) X(load_note) X(load_newer) \
  X(load_threads) X(load_descriptors) X(load_signals) X(load_environment) X(load_float_mode) \
  X(load_output) X(load_unloads) X(load_leaks) X(create_works) X(frame_runs) \
  X(content_size) X(frames_finite) X(frames_sized) X(frames_inside) X(alpha_range) X(cells_visible) \
  X(flags_known) X(kinds_declared) X(paths_exist) X(no_duplicates) X(transforms_sound) \
  X(fields_typed) X(marks_known) X(marks_unknown) X(rect_complete) X(rect_minimal) X(rect_odd) X(rect_slices) \
  X(single_equals_bulk) X(single_none) X(queries_change_nothing) X(scroll_complete) \
  X(data_none) X(data_empty_sections) X(data_small) X(data_large) X(data_many_sections) \
  X(data_huge) X(data_uniform) X(data_emptied) X(container_zero) X(container_huge) X(direction_scale) \
  X(direction_complete) \
  X(capacity_exact) X(capacity_kept) X(capacity_table) X(capacity_retry) \
  X(destroy_clean) X(instances_apart) X(call_orders) X(prepare_twice) X(prepare_anew) \
  X(error_leaves_layout) X(threads_any) X(process_kept) X(process_silent) \
  X(inputs_unmodified) X(inputs_not_kept) X(tables_grow) X(extension_unknown) \
  X(extension_tables) X(extensions_kept) \
  X(property_defaults) X(property_round_trip) X(property_ends) X(property_refused) \
  X(property_waits) X(query_unbound) X(query_forms) X(query_fails) X(host_refuses) \
  X(children_refused) \
  X(same_instances) X(same_processes) \
  X(update_undone) X(update_steps) X(update_like_new) X(update_kinds) X(update_reload) \
  X(resize_like_new) \
  X(target_finite) X(target_inside) X(target_idempotent) X(state_round_trip) X(state_refuses) \
  X(dynamics_state) X(dynamics_steps) X(frame_allocations) X(frame_cost) \
  X(frame_cost_sections) X(single_cost) \
  X(process_files) X(process_children) X(process_signals) X(process_confined)
// clang-format on

#define AS_NUMBER(name) M_##name,
enum mutant { MUTANTS(AS_NUMBER) };

#ifndef MUTANT
#define MUTANT M_correct
#endif

/// True for the mutant of that name; known at compile time.
#define IS(name) (MUTANT == M_##name)

#define HEADER_HEIGHT 24.0
#define DEFAULT_COLUMNS 4
#define DEFAULT_SIDE 64.0

enum { KIND_CELL, KIND_HEADER, KIND_BACKDROP };
enum { PROPERTY_COLUMNS, PROPERTY_SIDE, PROPERTY_COUNT };
enum { QUERY_SIZE };

/// An instance. Every member except the wanted values belongs to the last `prepare`.
typedef struct grid {
  layout_instance table;
  const layout_host *host;
  int64_t wanted_columns;
  double wanted_side;
  int64_t columns;
  double side, width, height;
  double *tops;        ///< One for each section, and the content's height.
  uint32_t *counts;    ///< Items of each section.
  uint32_t *firsts;    ///< Items before each section.
  layout_size *sizes;  ///< One for each item; null when the app does not answer.
  uint32_t section_count;
  uint32_t query_count;   ///< For mutants that count calls.
  uint32_t failed_count;  ///< For the mutant that counts answers without room.
  int is_dirty;           ///< For the mutant that wants a prepare first.
  int repeat_count;       ///< For the mutant that counts repeated prepares.
  const uint32_t *lent;   ///< For the mutant that keeps a lent table.
  int is_touched;         ///< For the mutant with other defaults.
  int is_poisoned;        ///< For the mutant that never forgets a failure.
  int is_late;            ///< For the mutant whose later instances differ.
  int is_loaded;          ///< For the mutant that saves another state than it loaded.
  int mirrors;            ///< For the mutant that mirrors by itself: right to left.
  int drift;              ///< For mutants that go wrong in updates.
  int was_insert;         ///< For the mutant that goes wrong in undoing.
  double time;            ///< For the mutant that cannot take long steps.
  layout_rect kept;       ///< For the mutant that keeps a viewport.
} grid;

extern const layout_property *const properties[];

/// The height of the content that any instance prepared last, for the mutant that shares it.
extern double grid_last_height;
/// True if this thread made an instance, for the mutant that works only on that thread.
extern __thread int grid_is_makers_thread;

static inline uint32_t rows_of(const grid *g, uint32_t count) {
  return (uint32_t)(((uint64_t)count + g->columns - 1) / g->columns);
}

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out);
layout_status grid_prepare(void *context, const layout_snapshot *snapshot,
                           const layout_invalidation *why);
/// Frees the memory of the last `prepare`.
void grid_forget(grid *g);
layout_status grid_content_size(void *context, layout_size *out);
layout_status grid_attributes_in_rect(void *context, layout_rect rect, layout_answer *answer);
layout_status grid_attributes_for(void *context, layout_element element, layout_answer *answer);
layout_status grid_set_property(void *context, uint32_t index, const layout_value *value);
layout_status grid_get_property(void *context, uint32_t index, layout_value *out);
extern const layout_state grid_state;
/// The tables of the offered extensions; NULL for the others.
const void *grid_extension(void *context, layout_text id);

#endif  // GRID_H
