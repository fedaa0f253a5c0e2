// SPDX-License-Identifier: Apache-2.0
//
// Counts of one thread; see the header.
#define _GNU_SOURCE
#include "Counters.h"

#include <dlfcn.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int bench_instructions_open(void) {
  struct perf_event_attr about;
  memset(&about, 0, sizeof(about));
  about.size = sizeof(about);
  about.type = PERF_TYPE_HARDWARE;
  about.config = PERF_COUNT_HW_INSTRUCTIONS;
  about.disabled = 1;
  about.exclude_kernel = 1;
  about.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &about, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void bench_instructions_start(int descriptor) {
  ioctl(descriptor, PERF_EVENT_IOC_RESET, 0);
  ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0);
}

int64_t bench_instructions_stop(int descriptor) {
  ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0);
  int64_t count = -1;
  return read(descriptor, &count, sizeof(count)) == sizeof(count) ? count : -1;
}

int bench_allocations_start(void) {
  void (*start)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "layout_allocations_start");
  if (!start) return -1;
  start();
  return 0;
}

int64_t bench_allocations_stop(void) {
  uint64_t (*stop)(void) = (uint64_t(*)(void))dlsym(RTLD_DEFAULT, "layout_allocations_stop");
  return stop ? (int64_t)stop() : -1;
}
