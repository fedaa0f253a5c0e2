// SPDX-License-Identifier: Apache-2.0
//
// Plain C versions of the passes; see the header.
#include "CBenchReference.h"

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
