// SPDX-License-Identifier: Apache-2.0
//
// Box2D alone, with the bodies of a layout and nothing around it, to measure `pendulum` against.
#ifndef CBENCH_BODIES_H
#define CBENCH_BODIES_H

#include <stdint.h>

/// A world with bodies that hang on springs.
typedef struct bench_bodies bench_bodies;

/// A body: the rectangle that collides, and the point from which it hangs, points.
typedef struct bench_body {
  double x, y, width, height;  ///< The middle, and the sides.
  double anchor_x, anchor_y;
} bench_body;

/// The calls of the library `BenchBodies`, which is loaded for these benchmarks alone: the command does not
/// need Box2D.
typedef struct bench_bodies_calls {
  /// Makes a world of `count` bodies on springs of `length` points with `frequency` swings a second, elastic
  /// and without damping, under 1000 points a second, each second. Without memory it ends the process.
  bench_bodies *(*make)(const bench_body *bodies, uint32_t count, double length, double frequency);
  /// Frees a world.
  void (*free)(bench_bodies *bodies);
  /// Moves it on by `steps` steps of `seconds`.
  void (*step)(bench_bodies *bodies, uint32_t steps, double seconds);
  /// Returns the greatest speed of a body, points a second.
  double (*speed)(const bench_bodies *bodies);
} bench_bodies_calls;

#endif  // CBENCH_BODIES_H
