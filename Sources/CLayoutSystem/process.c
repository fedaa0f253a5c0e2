// SPDX-License-Identifier: Apache-2.0
//
// Watching, killing and reaping child processes.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "standin.h"

/// A raw call that returns its error and leaves `errno` alone.
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
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->pidfd_send_signal(other->context, pidfd, signal);
  return call(SYS_pidfd_send_signal, pidfd, signal, 0, 0);
}

int layout_sys_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return -posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int layout_sys_close_all_but(int first, int second) {
  int low = first < second ? first : second, high = first < second ? second : first;
  int saved = errno, result = 0;
  if (low > STDERR_FILENO + 1) result = close_range(STDERR_FILENO + 1, (unsigned)low - 1, 0);
  if (result == 0 && high > low + 1) {
    result = close_range((unsigned)low + 1, (unsigned)high - 1, 0);
  }
  if (result == 0) result = close_range((unsigned)high + 1, ~0U, 0);
  int answer = result < 0 ? -errno : 0;
  errno = saved;
  return answer;
}

int layout_sys_eventfd(void) {
  int saved = errno;
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int answer = descriptor < 0 ? -errno : descriptor;
  errno = saved;
  return answer;
}

int64_t layout_sys_process_time_ns(pid_t process) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->process_time_ns(other->context, process);
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) != 0) return -1;
  if (clock_gettime(clock, &used) != 0) return -1;
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

void layout_sys_name_thread(const char *name) { call(SYS_prctl, PR_SET_NAME, (long)name, 0, 0); }
