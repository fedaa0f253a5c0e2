// SPDX-License-Identifier: Apache-2.0
//
// Calls of Linux that the tests need and that Swift's module of glibc lacks.
#ifndef TEST_SYSTEM_H
#define TEST_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/// A set of processors: a bit for each.
typedef struct test_processors {
  uint64_t words[16];
} test_processors;

/// Moves the calling thread, and those that it starts from now on, to the first processor that it may use.
///
/// @param before Receives the processors that it may use now.
/// @returns False if the kernel refuses; nothing is changed then.
bool test_use_first_processor(test_processors *before);

/// Lets the calling thread use these processors again.
void test_use_processors(const test_processors *processors);

/// Makes a pipe whose ends are closed in every process that this one starts.
///
/// @param ends Receives the descriptors for reading and for writing.
/// @returns 0, or -1 with the reason in `errno`.
int test_private_pipe(int ends[2]);

#endif
