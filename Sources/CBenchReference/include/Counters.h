// SPDX-License-Identifier: Apache-2.0
//
// Counts of one thread: instructions by the processor's own counter, allocations by a preloaded library.
#ifndef CBENCH_COUNTERS_H
#define CBENCH_COUNTERS_H

#include <stdint.h>

/// Opens a counter of the instructions that this thread executes outside of the kernel.
/// Returns its file descriptor, or -1 where the machine or its settings do not allow it.
int bench_instructions_open(void);

/// Sets the counter to 0 and starts it.
void bench_instructions_start(int descriptor);

/// Stops the counter and returns what it counted; -1 when it cannot be read.
int64_t bench_instructions_stop(int descriptor);

/// Starts to count the allocations of this thread.
/// Returns 0, or -1 when libAllocationCounter.so was not preloaded.
int bench_allocations_start(void);

/// Stops counting and returns the number of allocations; -1 without the library.
int64_t bench_allocations_stop(void);

#endif  // CBENCH_COUNTERS_H
