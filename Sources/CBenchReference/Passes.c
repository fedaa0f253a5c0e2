// SPDX-License-Identifier: Apache-2.0
//
// Plain C versions of the passes; see the header.
#include "Passes.h"

uint32_t bench_flow_pass(const double *widths, const double *heights, uint32_t count, double room,
                         uint32_t *first, double *top) {
  if (count == 0) return 0;
  uint32_t lines = 0;
  double x = widths[0], y = 0, thickness = heights[0];
  first[0] = 0;
  top[0] = 0;
  for (uint32_t i = 1; i < count; i++) {
    if (x + widths[i] > room) {
      lines++;
      y += thickness;
      first[lines] = i;
      top[lines] = y;
      x = 0;
      thickness = 0;
    }
    x += widths[i];
    if (heights[i] > thickness) thickness = heights[i];
  }
  return lines + 1;
}

double bench_waterfall_pass(const double *heights, uint32_t count, uint32_t columns, double *top,
                            uint32_t *column) {
  double ends[64] = {0};
  if (columns == 0 || columns > 64) return 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t shortest = 0;
    double end = ends[0];
    for (uint32_t k = 1; k < columns; k++) {
      // Without a branch: which column is the shortest cannot be foreseen.
      shortest = ends[k] < end ? k : shortest;
      end = ends[k] < end ? ends[k] : end;
    }
    top[i] = end;
    column[i] = shortest;
    ends[shortest] = end + heights[i];
  }
  double tallest = 0;
  for (uint32_t k = 0; k < columns; k++)
    if (ends[k] > tallest) tallest = ends[k];
  return tallest;
}

double bench_gallery_pass(const double *shares, uint32_t count, double width, double target,
                          double *badness, uint8_t *counts) {
  badness[0] = 0;
  counts[0] = 0;
  for (uint32_t end = 1; end <= count; end++) {
    double natural = 0, before = 0, best = 1e300;
    uint32_t part = 0, best_count = 1;
    uint32_t limit = end < 100 ? end : 100;
    for (uint32_t n = 1; n <= limit; n++) {
      double breadth = shares[end - n] * target;
      natural += breadth;
      double factor = (natural > width ? natural / width : width / natural) - 1;
      double sum = badness[end - n] + factor * factor;
      if (sum < best) {
        best = sum;
        best_count = n;
      }
      // Longer rows are no better than two: see RowBreaks in LayoutKit.
      if (part > 0) {
        before += breadth;
        if (before >= width) break;
      } else if (natural >= 0.62 * width) {
        part = n;
      }
    }
    badness[end] = best;
    counts[end] = (uint8_t)best_count;
  }
  double height = 0;
  for (uint32_t end = count; end > 0; end -= counts[end]) {
    double share = 0;
    for (uint32_t n = 1; n <= counts[end]; n++) share += shares[end - n];
    height += width / share;
  }
  return height;
}

double bench_spring_step(double *x, double *v, uint32_t count, const double m[4]) {
  double largest = 0;
  for (uint32_t i = 0; i < count; i++) {
    double moved = m[0] * x[i] + m[1] * v[i];
    v[i] = m[2] * x[i] + m[3] * v[i];
    x[i] = moved;
    double distance = moved < 0 ? -moved : moved;
    largest = distance > largest ? distance : largest;
  }
  return largest;
}
