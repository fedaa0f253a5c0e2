// SPDX-License-Identifier: Apache-2.0
//
// What the grid says about itself, the state of an instance, and the list of its mutants. The tables
// are not const, so that a mutant can spoil them.
#ifndef GRID_H
#define GRID_H

#include "layout/layout.h"

// clang-format off
#define MUTANTS(X) \
  X(correct) \
  X(file_judged) X(file_exports) X(load_resolves) X(load_entry) X(load_tables) X(load_note) \
  X(load_threads) X(load_descriptors) X(load_signals) X(load_environment) X(load_float_mode) \
  X(load_output) X(load_unloads) X(load_leaks) X(create_works) X(frame_runs) \
  X(content_size) X(frames_finite) X(frames_sized) X(frames_inside) X(alpha_range) \
  X(flags_known) X(kinds_declared) X(paths_exist) X(no_duplicates) X(transforms_sound) \
  X(fields_typed) X(marks_known) X(rect_complete) X(rect_minimal) X(rect_odd) X(rect_slices) \
  X(single_equals_bulk) X(single_none) X(queries_change_nothing) X(scroll_complete) \
  X(data_none) X(data_empty_sections) X(data_small) X(data_large) X(data_many_sections) \
  X(container_zero) X(container_huge) X(direction_scale) \
  X(capacity_exact) X(capacity_kept) X(capacity_table) X(capacity_retry) \
  X(destroy_clean) X(instances_apart) X(call_orders) X(prepare_twice) X(prepare_anew) \
  X(error_leaves_layout) X(threads_any) \
  X(inputs_unmodified) X(inputs_not_kept) X(tables_grow) X(extension_unknown) \
  X(extension_tables)
// clang-format on

#define AS_NUMBER(name) M_##name,
enum mutant { MUTANTS(AS_NUMBER) };

#ifndef MUTANT
#define MUTANT M_correct
#endif

/// Whether this is the mutant of that name; known when compiled.
#define IS(name) (MUTANT == M_##name)

#define HEADER_HEIGHT 24.0
#define DEFAULT_COLUMNS 4
#define DEFAULT_SIDE 64.0

enum { KIND_CELL, KIND_HEADER, KIND_BACKDROP };
enum { PROPERTY_COLUMNS, PROPERTY_SIDE, PROPERTY_COUNT };
enum { QUERY_SIZE };

/// An instance. Everything but the wanted values belongs to the last `prepare`.
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
  uint32_t query_count;  ///< For mutants that count calls.
  uint32_t failed_count;    ///< For the mutant that remembers what did not fit.
  int is_dirty;             ///< For the mutant that wants a prepare first.
  int repeat_count;         ///< For the mutant that counts repeated prepares.
  const uint32_t *lent;     ///< For the mutant that keeps what was lent.
  layout_rect kept;         ///< For the mutant that keeps a viewport.
} grid;

extern const layout_property *const properties[];

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out);

#endif  // GRID_H
