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
  X(load_output) X(load_unloads) X(load_leaks) X(create_works) X(frame_runs)
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
} grid;

extern const layout_property *const properties[];

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out);

#endif  // GRID_H
