// SPDX-License-Identifier: Apache-2.0
//
// Watching, ending and tidying up after child processes.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLayoutSystem.h"

/// A raw call whose failure is its result and not `errno`.
static int call(long number, long a, long b, long c, long d) {
  int saved = errno;
  long result = syscall(number, a, b, c, d);
  int answer = result < 0 ? -errno : (int)result;
  errno = saved;
  return answer;
}

int layout_sys_die_with_parent(int signal) {
  return call(SYS_prctl, PR_SET_PDEATHSIG, signal, 0, 0);
}

int layout_sys_pidfd_open(pid_t process) { return call(SYS_pidfd_open, process, 0, 0, 0); }

int layout_sys_pidfd_send_signal(int pidfd, int signal) {
  return call(SYS_pidfd_send_signal, pidfd, signal, 0, 0);
}

int layout_sys_close_range(uint32_t first, uint32_t last) {
  return call(SYS_close_range, first, last, 0, 0);
}
