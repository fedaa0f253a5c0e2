// SPDX-License-Identifier: Apache-2.0
//
// The question which instructions the processor has. A plugin must not have an IFUNC, so its functions ask.
#ifndef CLAYOUTKIT_PROCESSOR_H
#define CLAYOUTKIT_PROCESSOR_H

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>

// Returns true if the processor has AVX2 and the kernel saves its registers.
static inline bool layout_kit_ask_for_avx2(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

// The same, asked once: a virtual machine takes a microsecond or more for the question.
static inline bool layout_kit_has_avx2(void) {
  // 0 before the question, then 1 for no and 2 for yes.
  static _Atomic(int) answer;
  int known = atomic_load_explicit(&answer, memory_order_relaxed);
  if (known == 0) {
    known = layout_kit_ask_for_avx2() ? 2 : 1;
    atomic_store_explicit(&answer, known, memory_order_relaxed);
  }
  return known == 2;
}
#endif

#endif
