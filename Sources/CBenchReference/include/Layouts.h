// SPDX-License-Identifier: Apache-2.0
//
// Layouts in plain C behind the function table of the contract. Only the slots that a frame calls are set:
// `destroy`, `should_invalidate` and `attributes_in_rect`.
#ifndef CBENCH_LAYOUTS_H
#define CBENCH_LAYOUTS_H

#include "layout/layout.h"

/// The sizes of the items, from the app.
typedef struct bench_sizes {
  void *context;
  /// Writes the sizes of `count` items from `first` on, as `many` of a query does; null to ask one by one.
  void (*many)(void *context, uint32_t first, uint32_t count, layout_size *out);
  /// Writes the size of one item.
  void (*one)(void *context, uint32_t item, layout_size *out);
} bench_sizes;

/// Sizes that lie in an array, and then one by one as they are set.
typedef struct bench_size_feed {
  const layout_size *all;  ///< Null once they were read: then `next` is the answer.
  layout_size next;
} bench_size_feed;

/// Answers from `feed`, which outlives the layout; one by one when `is_single` is not 0.
bench_sizes bench_sizes_from(bench_size_feed *feed, int is_single);

/// Breaks `count` items into lines of `room` points and spreads each line but the last from edge to edge.
/// Pulls all sizes into memory of its own. Returns the layout, or null without memory.
const layout_instance *bench_flow_open(bench_sizes sizes, uint32_t count, double room);

/// Puts `count` items into the one of `columns` equal columns that ends first, the leftmost of equals.
/// `columns` is at most 64. Returns the layout, or null without memory.
const layout_instance *bench_waterfall_open(bench_sizes sizes, uint32_t count, uint32_t columns,
                                            double room);

/// Lays `count` items of one size into lines of `room` points. Nothing is kept for an item.
const layout_instance *bench_equal_open(layout_size size, uint32_t count, double room);

/// Repeats a page of `cell_count` frames downwards, `length` points each; the frames are copied. Each cell
/// has a custom field of one word: its style.
const layout_instance *bench_mosaic_open(const layout_rect *cells, uint32_t cell_count, uint32_t count,
                                         double length);

/// Writes a record of a cell of section 0 at the end of the answer, or only counts it without room.
static inline void bench_add_cell(layout_answer *answer, uint32_t item, double x, double y, double width,
                                  double height) {
  if (answer->record_count < answer->record_capacity) {
    answer->records[answer->record_count] = (layout_attributes){
        .frame = {x, y, width, height}, .item = item, .category = LAYOUT_CELL, .alpha = 1};
  }
  answer->record_count++;
}

/// True when an item of these extents overlaps the rectangle by more than an edge.
static inline int bench_meets(layout_rect rect, double x, double y, double width, double height) {
  return x < rect.x + rect.width && x + width > rect.x && y < rect.y + rect.height && y + height > rect.y;
}

/// `should_invalidate` of a layout that takes another offset as it is.
layout_status bench_nothing_to_invalidate(void *context, const layout_bounds_change *change,
                                          uint32_t *out_marks);

#endif  // CBENCH_LAYOUTS_H
