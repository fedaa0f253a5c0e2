// SPDX-License-Identifier: Apache-2.0
//
// A collection view in plain C: it asks a layout, compares the answer with the last one, and reuses views.
#ifndef CBENCH_VIEW_HOST_H
#define CBENCH_VIEW_HOST_H

#include "layout/layout.h"

/// The calls that do something with views, by number; one indirect call each.
typedef struct bench_view_calls {
  void *context;
  /// Makes a view; returns its number, counted from 0.
  uint32_t (*make)(void *context);
  /// Fills a view for an item, as a data source does.
  void (*bind)(void *context, uint32_t view, uint32_t section, uint32_t item);
  /// Gives a view its attributes, its custom fields, and its frame with the edges on whole pixels.
  void (*apply)(void *context, uint32_t view, const layout_attributes *attributes,
                const layout_payload_word *words, uint32_t word_count, layout_rect pixels);
  /// Puts a view away for later.
  void (*recycle)(void *context, uint32_t view);
} bench_view_calls;

/// The cost of frames.
typedef struct bench_view_counts {
  uint64_t made, bound, applied, recycled;
} bench_view_counts;

/// A collection view.
typedef struct bench_host bench_host;

/// Makes a view of `viewport` that shows `layout`, which it owns from now on: `count` cells in one section,
/// each with `word_count` words of custom fields. Null without memory.
bench_host *bench_host_make(const layout_instance *layout, bench_view_calls views, layout_size viewport,
                            double scale, uint32_t count, uint32_t word_count);

/// Ends the view, and its layout.
void bench_host_free(bench_host *host);

/// Shows the content at offset `y`: asks the layout, checks each record as a host of plugins has to, merges
/// by category, section, item and kind, recycles the views of what left, takes views for what came, applies
/// what changed. 0, or -1 without memory or after a wrong answer.
int bench_host_frame(bench_host *host, double y);

/// Shows another layout from the next frame on, and ends the one before.
void bench_host_replace(bench_host *host, const layout_instance *layout);

/// Tells the view that an item was inserted: elements on screen behind it get the next path.
void bench_host_inserted(bench_host *host, uint32_t item);

/// The elements on screen, ascending. Valid until the next frame.
const layout_attributes *bench_host_records(const bench_host *host, uint32_t *out_count);

/// The cost of all frames so far.
bench_view_counts bench_host_counts(const bench_host *host);

/// Views in memory of their own: each holds its content, its attributes and its pixels.
bench_view_calls bench_views_make(void);

/// Ends what `bench_views_make` made.
void bench_views_free(bench_view_calls views);

#endif  // CBENCH_VIEW_HOST_H
