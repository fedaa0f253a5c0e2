// SPDX-License-Identifier: Apache-2.0
//
// Counts the heap allocations of a thread, for the tests that allow none.
//
// Linked into a program, this replaces malloc and its siblings for the program and for every
// library that it loads, plugins included; each forwards to glibc.
#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Starts to count the calling thread's allocations from zero.
void layout_allocations_start(void);

/// Stops counting and returns the number of allocations.
uint64_t layout_allocations_stop(void);

/// The bytes that the whole process has allocated and not freed, in every arena.
uint64_t layout_allocations_live_bytes(void);

#endif  // C_ALLOCATION_COUNTER_H
