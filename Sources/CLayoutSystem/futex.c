// SPDX-License-Identifier: Apache-2.0
//
// Waiting on a word of shared memory, the clock of deadlines, and their stand-ins.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "standin.h"

_Thread_local const layout_sys_stand_in *layout_sys_standing_in;

void layout_sys_set_stand_in(const layout_sys_stand_in *stand_in) {
  layout_sys_standing_in = stand_in;
}

int layout_sys_is_simulated(void) { return layout_sys_standing_in != NULL; }

int layout_sys_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->futex_wait(other->context, word, expected, timeout_ns);
  struct timespec timeout = {timeout_ns / 1000000000, timeout_ns % 1000000000};
  const struct timespec *limit = timeout_ns < 0 ? NULL : &timeout;
  int saved = errno;
  // Without FUTEX_PRIVATE_FLAG: the word is shared with another process.
  long result = syscall(SYS_futex, word, FUTEX_WAIT, expected, limit, NULL, 0);
  int failure = result < 0 ? errno : 0;
  errno = saved;
  return failure == EAGAIN ? 0 : -failure;
}

int layout_sys_futex_wake(const uint32_t *word, uint32_t count) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->futex_wake(other->context, word, count);
  int saved = errno;
  int limit = count > INT_MAX ? INT_MAX : (int)count;
  long result = syscall(SYS_futex, word, FUTEX_WAKE, limit, NULL, NULL, 0);
  int answer = result < 0 ? -errno : (int)result;
  errno = saved;
  return answer;
}

uint32_t layout_sys_processor(void) {
  // Simulated threads take turns on one processor, so that none spins for another.
  return layout_sys_standing_in ? 1 : (uint32_t)sched_getcpu();
}

int64_t layout_sys_monotonic_ns(void) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->monotonic_ns(other->context);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
