// SPDX-License-Identifier: Apache-2.0
//
// Children for the rules: fork, limits, and the state that a child can read of itself.
#define _GNU_SOURCE
#include <fenv.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CConformance.h"

pid_t layout_conformance_fork(void) { return fork(); }

void layout_conformance_confine(uint32_t cpu_seconds) {
  static const int ends[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE, SIGTRAP,
                             SIGABRT, SIGXCPU, SIGSYS, SIGPIPE};
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) signal(ends[index], SIG_DFL);
  // The parent may have blocked signals, and a child inherits the mask.
  sigset_t no_signals;
  sigemptyset(&no_signals);
  sigprocmask(SIG_SETMASK, &no_signals, NULL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  struct rlimit time = {cpu_seconds, cpu_seconds + 1};
  setrlimit(RLIMIT_CPU, &time);
  layout_conformance_end_with_parent();
}

static layout_conformance_note unread_note;
static layout_conformance_note *current_note = &unread_note;

layout_conformance_note *layout_conformance_note_map(void) {
  void *place = mmap(NULL, sizeof(layout_conformance_note), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? NULL : place;
}

void layout_conformance_note_unmap(layout_conformance_note *note) {
  if (note) munmap(note, sizeof *note);
}

void layout_conformance_note_use(layout_conformance_note *note) {
  if (note) current_note = note;
}

layout_conformance_note *layout_conformance_note_current(void) { return current_note; }

/// Fills the stack below the caller.
__attribute__((noinline)) static void soil_stack(uint8_t byte) {
#if defined(__x86_64__)
  // From the return address down, so that the whole frame of the next call is included; nothing
  // here uses that memory.
  __asm__ volatile(
      "mov %%rsp, %%rdi\n sub $16384, %%rdi\n mov $16384, %%ecx\n cld\n rep stosb"
      :
      : "a"(byte)
      : "rdi", "rcx", "memory", "cc");
#else
  volatile uint8_t below[16384];
  for (size_t place = 0; place < sizeof below; place++) below[place] = byte;
#endif
}

void layout_conformance_soil(uint8_t byte) {
  // `malloc` fills memory with the complement of the option's byte.
  mallopt(M_PERTURB, (uint8_t)~byte);
  soil_stack(byte);
}

void layout_conformance_limit_memory(uint64_t bytes) {
  struct rlimit data = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &data);
}

void layout_conformance_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

uint64_t layout_conformance_heap_bytes(void) {
  struct mallinfo2 about = mallinfo2();
  return about.uordblks + about.hblkhd;
}

uint32_t layout_conformance_float_mode(void) {
#if defined(__x86_64__)
  // Bits 0 to 5 of MXCSR are the exceptions that have happened; the others are settings.
  uint32_t mode;
  __asm__ volatile("stmxcsr %0" : "=m"(mode));
  return mode & ~0x3Fu;
#else
  return (uint32_t)fegetround();
#endif
}
