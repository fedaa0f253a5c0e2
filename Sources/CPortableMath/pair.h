// SPDX-License-Identifier: Apache-2.0
//
// pair.h: numbers of twice the precision, as unevaluated sums of two doubles, and the bits of doubles.
//
// Every operation here has to be rounded once, to double: this is compiled without contraction of
// products and sums, and never with -ffast-math.
//
// T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
// Mathematik 18, 1971, doi:10.1007/BF01397083.
#ifndef CPORTABLEMATH_PAIR_H
#define CPORTABLEMATH_PAIR_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "sums have to be rounded to double; on x86 use SSE2 (-mfpmath=sse)"
#endif
#ifdef __FAST_MATH__
#error "-ffast-math changes the results"
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

/// hi + lo, where hi is the sum rounded to double.
typedef struct pair {
  double hi, lo;
} pair;

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// 2 to the power of k, for -1022 <= k <= 1023.
static inline double power_of_two(int k) { return from_bits((uint64_t)(k + 1023) << 52); }

/// Processors make different ones; this is the same everywhere.
static inline double not_a_number(void) { return from_bits(0x7FF8000000000000u); }
static inline double infinity(void) { return from_bits(0x7FF0000000000000u); }
static inline int is_not_a_number(double x) { return x != x; }
static inline double magnitude(double x) { return from_bits(bits_of(x) & ~(UINT64_C(1) << 63)); }

/// a + b, where |a| >= |b| or a = 0.
static inline pair add_ordered(double a, double b) {
  double sum = a + b;
  return (pair){sum, b - (sum - a)};
}

/// a + b.
static inline pair add(double a, double b) {
  double sum = a + b, other = sum - a;
  return (pair){sum, (a - (sum - other)) + (b - other)};
}

/// The upper 26 bits of a; the rest is the other half.
static inline double upper(double a) {
  double scaled = 134217729.0 * a;
  return scaled - (scaled - a);
}

/// a * b, where both are below 2^996.
static inline pair multiply(double a, double b) {
  double product = a * b, a1 = upper(a), b1 = upper(b), a2 = a - a1, b2 = b - b1;
  return (pair){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

/// The number of whole steps in x, rounded to the nearest; |x| below 2^51.
static inline double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/// 2^k times a result in [1, 2), to about 2^-65.
typedef struct scaled {
  pair value;
  int k;
} scaled;

/// e to the power of a pair between -746 and 710.
scaled portable_math_exp(pair x);
/// The logarithm of x + tail, where x is positive and finite and the tail below its last place; relative
/// error about 2^-65.
pair portable_math_log(double x, double tail);
/// Rounds to double, below 2^-1022 too.
double portable_math_round(scaled x);

#endif  // CPORTABLEMATH_PAIR_H
