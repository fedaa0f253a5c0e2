// SPDX-License-Identifier: Apache-2.0
//
// The same work in plain C, to measure against: no plugin, no check, nothing but the loop.
#ifndef CBENCH_PASSES_H
#define CBENCH_PASSES_H

#include <stdint.h>

/// Breaks `count` items into lines of `room` points, greedily, with no spacing, and writes where each
/// line starts.
///
/// - widths, heights: `count` extents, points.
/// - first: Room for `count` indices: the first item of each line.
/// - top: Room for `count` offsets: where each line starts, points.
/// Returns the number of lines.
uint32_t bench_flow_pass(const double *widths, const double *heights, uint32_t count, double room,
                         uint32_t *first, double *top);

/// Puts `count` items into the column that ends first, the leftmost of equals, and writes each one's
/// offset and column.
///
/// - heights: `count` extents, points.
/// - columns: The number of columns, at most 64.
/// Returns where the tallest column ends.
double bench_waterfall_pass(const double *heights, uint32_t count, uint32_t columns, double *top,
                            uint32_t *column);

/// Breaks `count` items into rows that each fill `width`, with no spacing, so that the rows come as near
/// to a height of `target` as they can: least is the sum of (f - 1)^2, f being the factor by which a row
/// is higher or lower. A row holds at most 100 items.
///
/// - shares: Width divided by height of each item.
/// - badness, counts: Room for `count` + 1 entries: the least sum before each place, and the number of
///   items of the row that ends there.
/// Returns the height of all rows, points.
double bench_gallery_pass(const double *shares, uint32_t count, double width, double target,
                          double *badness, uint8_t *counts);

/// Moves `count` springs, damped or not, on by one step, exactly: displacement and velocity of each are
/// multiplied by the same 2×2 matrix.
///
/// - x, v: `count` displacements, points, and velocities, points per second.
/// - m: The matrix, row by row.
/// Returns the largest displacement after the step, points.
double bench_spring_step(double *x, double *v, uint32_t count, const double m[4]);

#endif  // CBENCH_PASSES_H
