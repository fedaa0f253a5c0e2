// SPDX-License-Identifier: Apache-2.0
//
// The question which instructions the processor has. A plugin must not have an IFUNC, so its functions ask.
#ifndef CLAYOUTKIT_PROCESSOR_H
#define CLAYOUTKIT_PROCESSOR_H

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdbool.h>

// Returns whether the processor has AVX2 and the kernel saves its registers.
static inline bool layout_kit_has_avx2(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
#endif

#endif
