// SPDX-License-Identifier: Apache-2.0
//
// Logarithms and powers: x = 2^k · z with z near 1, and z · c = 1 + r with c from a table of short
// numbers, so that r is exact; log x = k ln 2 - log c + log(1 + r), the last by the series.
#include "CPortableMath.h"
#include "log_table.h"
#include "pair.h"

/// log(1 + r) - r + r²/2, as a part of r³, for |r| up to 1/128.
static double log_series(double r) {
  double far = 1.0 / 7 + r * (-1.0 / 8 + r * (1.0 / 9 + r * (-1.0 / 10)));
  return 1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5 + r * (-1.0 / 6 + r * far)));
}

/// z · c - 1 + tail, where z has 53 bits and c ten.
static pair residue(double z, double c, double tail) {
  double z1 = from_bits(bits_of(z) & ~UINT64_C(0x7FFFFFF));
  pair r = add(z1 * c - 1, (z - z1) * c);
  return add_ordered(r.hi, r.lo + tail * c);
}

pair portable_math_log(double x, double tail) {
  int shift = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    shift = 54;
  }
  uint64_t bits = bits_of(x), above = bits - kFirst;
  int exponent = (int)((int64_t)above >> 52), i = (int)(above >> 45 & 127);
  double z = from_bits(bits - (above & UINT64_C(0xFFF) << 52));
  // A tail there is only beside an x of at least 2^-53.
  pair r = residue(z, kInverses[i].c, tail == 0 ? 0 : tail * power_of_two(-exponent));
  pair square = multiply(r.hi, r.hi);
  double k = exponent - shift;
  // Both are multiples of 2^-42, so their sum is exact.
  pair sum = add(k * kLn2High + kInverses[i].high, r.hi);
  pair whole = add(sum.hi, -0.5 * square.hi);
  double rest = square.hi * r.hi * log_series(r.hi) - (0.5 * square.lo + r.hi * r.lo);
  rest += r.lo + (k * kLn2Low + kInverses[i].low);
  return add_ordered(whole.hi, (sum.lo + whole.lo) + rest);
}

double portable_log(double x) {
  if (is_not_a_number(x) || x < 0) return not_a_number();
  if (x == 0) return -infinity();
  if (x == infinity()) return x;
  return portable_math_log(x, 0).hi;
}

double portable_log1p(double x) {
  if (is_not_a_number(x) || x < -1) return not_a_number();
  if (x == -1) return -infinity();
  if (x == infinity()) return x;
  if (magnitude(x) < 0x1p-54) return x;
  if (x > 0x1p70) return portable_math_log(x, 0).hi;
  pair sum = add(1, x);
  return portable_math_log(sum.hi, sum.lo).hi;
}

enum { NO_INTEGER, ODD, EVEN };

static int parity(double y) {
  if (y >= 0x1p53) return EVEN;
  if (y >= 0x1p52) return bits_of(y) & 1 ? ODD : EVEN;
  int64_t whole = (int64_t)y;
  if ((double)whole != y) return NO_INTEGER;
  return whole & 1 ? ODD : EVEN;
}

/// The power of 0 or infinity.
static double power_of_limit(double x, double y, int odd) {
  double size = (magnitude(x) == 0) == (y > 0) ? 0 : infinity();
  return odd && bits_of(x) >> 63 ? -size : size;
}

/// x^y for finite x > 0, x != 1 and finite y != 0.
static scaled finite_power(double x, double y) {
  pair logarithm = portable_math_log(x, 0);
  // Beyond these any x but 1 is far out of range, or 1 to the last place.
  if (magnitude(y) > 0x1p70) y = y > 0 ? 0x1p70 : -0x1p70;
  if (magnitude(y) < 0x1p-70) return (scaled){{1, 0}, 0};
  pair exponent = multiply(y, logarithm.hi);
  exponent = add_ordered(exponent.hi, exponent.lo + y * logarithm.lo);
  if (exponent.hi > 710) return (scaled){{infinity(), 0}, 0};
  if (exponent.hi < -746) return (scaled){{0, 0}, 0};
  return portable_math_exp(exponent);
}

double portable_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (is_not_a_number(x) || is_not_a_number(y)) return not_a_number();
  double size = magnitude(x);
  if (magnitude(y) == infinity()) {
    if (size == 1) return 1;
    return (size > 1) == (y > 0) ? infinity() : 0;
  }
  int kind = parity(magnitude(y));
  if (size == 0 || size == infinity()) return power_of_limit(x, y, kind == ODD);
  if (x < 0 && kind == NO_INTEGER) return not_a_number();
  double power = size == 1 ? 1 : portable_math_round(finite_power(size, y));
  return x < 0 && kind == ODD ? -power : power;
}
