// SPDX-License-Identifier: Apache-2.0
//
// Timers as descriptors, and two descriptors as one, for hosts that poll.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "standin.h"

/// Returns the result of a call, or the negated `errno`, which is restored, when it failed.
static int answer(int result, int saved) {
  int code = result < 0 ? -errno : result;
  errno = saved;
  return code;
}

int layout_sys_timer(void) {
  int saved = errno;
  return answer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), saved);
}

int layout_sys_timer_set(int timer, int64_t deadline_ns) {
  int saved = errno;
  struct itimerspec time = {0};
  if (deadline_ns >= 0) {
    // All zeros would mean never.
    int64_t deadline = deadline_ns > 0 && !layout_sys_standing_in ? deadline_ns : 1;
    time.it_value.tv_sec = deadline / 1000000000;
    time.it_value.tv_nsec = deadline % 1000000000;
  }
  return answer(timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL), saved);
}

int layout_sys_either(int first, int second) {
  int saved = errno;
  int both = epoll_create1(EPOLL_CLOEXEC);
  if (both < 0) return answer(both, saved);
  struct epoll_event readable = {.events = EPOLLIN};
  if (epoll_ctl(both, EPOLL_CTL_ADD, first, &readable) < 0 ||
      epoll_ctl(both, EPOLL_CTL_ADD, second, &readable) < 0) {
    int code = answer(-1, saved);
    close(both);
    errno = saved;
    return code;
  }
  return both;
}
