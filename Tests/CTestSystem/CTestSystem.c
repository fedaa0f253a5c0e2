// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CTestSystem.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

_Static_assert(sizeof(test_processors) == sizeof(cpu_set_t), "a set is one of the kernel's");

bool test_use_first_processor(test_processors *before) {
  cpu_set_t *allowed = (cpu_set_t *)before;
  if (sched_getaffinity(0, sizeof *allowed, allowed) != 0) return false;
  int first = 0;
  while (!CPU_ISSET(first, allowed)) first++;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

void test_use_processors(const test_processors *processors) {
  sched_setaffinity(0, sizeof *processors, (const cpu_set_t *)processors);
}

int test_private_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
