// SPDX-License-Identifier: Apache-2.0
//
// CBenchBodies.h: Box2D alone, as a library that benchmarks load.
#ifndef CBENCH_BODIES_LIBRARY_H
#define CBENCH_BODIES_LIBRARY_H

#include "Bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the calls; they live as long as the library.
const bench_bodies_calls *bench_bodies_library(void);

#ifdef __cplusplus
}
#endif

#endif  // CBENCH_BODIES_LIBRARY_H
