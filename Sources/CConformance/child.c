// SPDX-License-Identifier: Apache-2.0
//
// Children for the rules: fork, limits, and what a child can see of itself.
#define _GNU_SOURCE
#include <fenv.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CConformance.h"

pid_t layout_conformance_fork(void) { return fork(); }

void layout_conformance_confine(uint32_t cpu_seconds) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGXCPU};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    signal(crashes[index], SIG_DFL);
  }
  // Whoever started the check may have blocked signals, and a child inherits that.
  sigset_t no_signals;
  sigemptyset(&no_signals);
  sigprocmask(SIG_SETMASK, &no_signals, NULL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  struct rlimit time = {cpu_seconds, cpu_seconds + 1};
  setrlimit(RLIMIT_CPU, &time);
  layout_conformance_end_with_parent();
}

void layout_conformance_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

uint64_t layout_conformance_heap_bytes(void) {
  struct mallinfo2 about = mallinfo2();
  return about.uordblks + about.hblkhd;
}

uint32_t layout_conformance_float_mode(void) {
#if defined(__x86_64__)
  // Bits 0 to 5 of MXCSR say what has happened; the others what is wanted.
  uint32_t mode;
  __asm__ volatile("stmxcsr %0" : "=m"(mode));
  return mode & ~0x3Fu;
#else
  return (uint32_t)fegetround();
#endif
}
