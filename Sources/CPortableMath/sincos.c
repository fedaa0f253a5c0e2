// SPDX-License-Identifier: Apache-2.0
//
// Sine and cosine: x = n π/2 + r, and r = i/32 + b with the sine and cosine of i/32 from a table; the
// rest by the series and the theorems of addition.
//
// M. Payne, R. Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983,
// doi:10.1145/1057600.1057602.
#include "CPortableMath.h"
#include "pair.h"
#include "sincos_table.h"

/// An angle within 45 degrees of a multiple of 90.
typedef struct angle {
  pair rest;
  unsigned quadrant;
} angle;

/// |x| below 2^20: π/2 in pieces of which the first two, times n, are exact.
static angle reduce_near(double x) {
  double n = nearest(x * kTwoOverPi);
  pair third = multiply(n, kHalfPi[2]);
  pair sum = add(x - n * kHalfPi[0], -(n * kHalfPi[1]));
  pair less = add(sum.hi, -third.hi);
  pair rest = add(less.hi, (sum.lo + less.lo) - (third.lo + n * kHalfPi[3]));
  return (angle){rest, (unsigned)(int)n & 3};
}

/// 64 bits of 2/π, from `first` on, where bit 64 is the first behind the point.
static uint64_t bits_from(int first) {
  int word = first / 64, shift = first % 64;
  uint64_t upper_part = kTwoOverPiBits[word] << shift;
  return shift == 0 ? upper_part : upper_part | kTwoOverPiBits[word + 1] >> (64 - shift);
}

/// The number that 53 bits of `words` from `first` on make.
static double number_from(const uint64_t words[5], int first) {
  int word = first / 64, shift = first % 64;
  uint64_t bits = words[word] << shift;
  if (shift > 11) bits |= words[word + 1] >> (64 - shift);
  return (double)(bits >> 11);
}

/// A fraction of 254 bits, the upper two of the first word left out, as a pair.
static pair fraction_of(const uint64_t words[5]) {
  int first = 0;
  while (first < 192 && !(words[first / 64] >> (63 - first % 64) & 1)) first++;
  double high = number_from(words, first), low = number_from(words, first + 53);
  // The first bit is worth 2^(1 - first).
  double scale = power_of_two(1 - first - 52);
  return (pair){high * scale, low * scale * 0x1p-53};
}

/// Any |x| of at least 2^20: the product with 2/π, without the whole turns.
static angle reduce_far(double x) {
  uint64_t bits = bits_of(x), mantissa = (bits & 0xFFFFFFFFFFFFF) | UINT64_C(1) << 52;
  int exponent = (int)(bits >> 52 & 0x7FF) - 1075;
  // What is left out in front is worth whole turns; 256 bits from there, times the mantissa.
  uint64_t words[5] = {0};
  uint64_t carry = 0;
  for (int word = 3; word >= 0; word--) {
    unsigned __int128 product =
        (unsigned __int128)bits_from(64 + exponent - 2 + 64 * word) * mantissa + carry;
    words[word] = (uint64_t)product;
    carry = (uint64_t)(product >> 64);
  }
  unsigned quadrant = (unsigned)(words[0] >> 62);
  int over = words[0] >> 61 & 1;
  words[0] &= UINT64_MAX >> 2;
  if (over) {
    quadrant++;
    for (int word = 0; word < 4; word++) words[word] = ~words[word];
    words[0] &= UINT64_MAX >> 2;
  }
  pair fraction = fraction_of(words), high = multiply(fraction.hi, kHalfPiPair.hi);
  double low = high.lo + (fraction.hi * kHalfPiPair.lo + fraction.lo * kHalfPiPair.hi);
  pair rest = add_ordered(high.hi, low);
  // Either sign alone turns the angle round.
  if (over != (bits >> 63 != 0)) rest = (pair){-rest.hi, -rest.lo};
  return (angle){rest, (bits >> 63 ? 0u - quadrant : quadrant) & 3};
}

static angle reduce(double x) {
  double size = magnitude(x);
  if (size <= 0x1.921fb54442d18p-1) return (angle){{x, 0}, 0};
  return size < 0x1p20 ? reduce_near(x) : reduce_far(x);
}

/// u + v * s - w * c, where u is a pair at least as large as the rest, or 0.
static double combine(pair u, pair v, pair s, pair w, pair c) {
  pair first = multiply(v.hi, s.hi), second = multiply(w.hi, c.hi);
  pair sum = add(u.hi, first.hi), whole = add(sum.hi, -second.hi);
  double rest = first.lo + (v.hi * s.lo + v.lo * s.hi);
  rest -= second.lo + (w.hi * c.lo + w.lo * c.hi);
  return whole.hi + ((sum.lo + whole.lo) + (u.lo + rest));
}

/// The sine or the cosine of an angle of up to 45 degrees.
static double of_small(pair r, int wants_sine) {
  int negative = r.hi < 0;
  if (negative) r = (pair){-r.hi, -r.lo};
  int i = (int)(r.hi * 32 + 0.5);
  pair b = add(r.hi - i / 32.0, r.lo), square = multiply(b.hi, b.hi);
  double s = square.hi;
  double sine_rest = s * b.hi * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040)));
  pair sine_b = add_ordered(b.hi, b.lo + sine_rest);
  // 1 - cos b.
  double cosine_rest = s * s * (-1.0 / 24 + s * (1.0 / 720 + s * (-1.0 / 40320)));
  pair less_b = add_ordered(0.5 * s, (0.5 * square.lo + b.hi * b.lo) + cosine_rest);
  pair sine = kSines[i], cosine = kCosines[i];
  if (!wants_sine) {
    pair opposite = {-sine.hi, -sine.lo};
    return combine(cosine, opposite, sine_b, cosine, less_b);
  }
  double result = combine(sine, cosine, sine_b, sine, less_b);
  return negative ? -result : result;
}

static double turned(double x, unsigned by) {
  angle a = reduce(x);
  unsigned quadrant = (a.quadrant + by) & 3;
  double result = of_small(a.rest, !(quadrant & 1));
  return quadrant & 2 ? -result : result;
}

double portable_sin(double x) {
  if (!(magnitude(x) < infinity())) return not_a_number();
  return magnitude(x) < 0x1p-28 ? x : turned(x, 0);
}

double portable_cos(double x) {
  if (!(magnitude(x) < infinity())) return not_a_number();
  return magnitude(x) < 0x1p-28 ? 1 : turned(x, 1);
}
