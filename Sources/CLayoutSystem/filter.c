// SPDX-License-Identifier: Apache-2.0
//
// A filter of system calls, written instruction by instruction.
//
// libseccomp is not used: the tables in seccomp.c are easier to review, the generated program is
// one page, and every machine that builds a host would need one more library.
#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
/// The bit of the x32 calls, which would pass a comparison of numbers.
#define FOREIGN_CALLS 0x40000000U
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

enum { capacity = sizeof((struct program *)0)->code / sizeof(struct sock_filter) };

static void add(struct program *out, unsigned short code, uint32_t k, uint8_t yes, uint8_t no) {
  if (out->count < capacity) out->code[out->count] = (struct sock_filter){code, yes, no, k};
  out->count++;
}

static void answer_with(struct program *out, uint32_t action) {
  add(out, BPF_RET | BPF_K, action, 0, 0);
}

static void load(struct program *out, size_t offset) {
  add(out, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

void filter_start(struct program *out, uint32_t refused) {
  *out = (struct program){.refused = refused};
  load(out, offsetof(struct seccomp_data, arch));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer_with(out, SECCOMP_RET_KILL_PROCESS);
  load(out, offsetof(struct seccomp_data, nr));
#ifdef FOREIGN_CALLS
  add(out, BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1);
  answer_with(out, SECCOMP_RET_KILL_PROCESS);
#endif
}

int filter_finish(struct program *out) {
  answer_with(out, out->refused);
  return out->count > capacity ? -E2BIG : 0;
}

void filter_begin(struct program *out, int call) {
  out->rule = out->count;
  add(out, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 0);
}

void filter_end(struct program *out, uint32_t action) {
  answer_with(out, action);
  if (out->count > capacity) return;
  out->code[out->rule].jf = (uint8_t)(out->count - out->rule - 1);
}

void filter_answer(struct program *out, int call, uint32_t action) {
  filter_begin(out, call);
  filter_end(out, action);
}

void filter_allow(struct program *out, int call) { filter_answer(out, call, SECCOMP_RET_ALLOW); }

/// The machines are little-endian.
void filter_argument(struct program *out, int index, uint32_t ignored) {
  load(out, offsetof(struct seccomp_data, args) + (size_t)index * 8);
  if (ignored) add(out, BPF_ALU | BPF_AND | BPF_K, ~ignored, 0, 0);
}

void filter_high_half(struct program *out, int index) {
  load(out, offsetof(struct seccomp_data, args) + (size_t)index * 8 + 4);
}

/// One comparison, and the answer when its result is `wanted`.
static void compare(struct program *out, unsigned short test, uint32_t k, int wanted,
                    uint32_t action) {
  add(out, BPF_JMP | test | BPF_K, k, wanted ? 0 : 1, wanted ? 1 : 0);
  answer_with(out, action);
}

void filter_if_equal(struct program *out, uint32_t value, uint32_t action) {
  compare(out, BPF_JEQ, value, 1, action);
}

void filter_unless_equal(struct program *out, uint32_t value, uint32_t action) {
  compare(out, BPF_JEQ, value, 0, action);
}

void filter_if_greater(struct program *out, uint32_t value, uint32_t action) {
  compare(out, BPF_JGT, value, 1, action);
}

void filter_if_any(struct program *out, uint32_t bits, uint32_t action) {
  compare(out, BPF_JSET, bits, 1, action);
}

void filter_if_none(struct program *out, uint32_t bits, uint32_t action) {
  compare(out, BPF_JSET, bits, 0, action);
}
