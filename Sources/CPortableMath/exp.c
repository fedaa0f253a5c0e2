// SPDX-License-Identifier: Apache-2.0
//
// The exponential function: x = (64 k + i) ln 2 / 64 + r, so that e^x = 2^k · 2^(i/64) · e^r, where the
// second factor is in a table and r is so small that a few terms of the series do.
#include "CPortableMath.h"
#include "exp_table.h"
#include "pair.h"

// Above this the result is infinite, below the other it is 0.
static const double kLargest = 0x1.62e42fefa39efp+9, kLeast = -0x1.74910d52d3052p+9;

/// e^r - 1 for |r| up to 0.0055.
static pair small_exp(pair r) {
  pair square = multiply(r.hi, r.hi);
  double cube = square.hi * r.hi;
  double series = 1.0 / 120 + r.hi * (1.0 / 720 + r.hi * (1.0 / 5040));
  series = 1.0 / 6 + r.hi * (1.0 / 24 + r.hi * series);
  pair sum = add_ordered(r.hi, 0.5 * square.hi);
  double rest = (0.5 * square.lo + r.hi * r.lo) + cube * series;
  return add_ordered(sum.hi, sum.lo + (r.lo + rest));
}

scaled portable_math_exp(pair x) {
  double n = nearest(x.hi * kStepsPerUnit);
  pair low = multiply(n, kStepLow);
  // The first difference is exact.
  pair r = add(x.hi - n * kStepHigh, -low.hi);
  r = add_ordered(r.hi, r.lo + (x.lo - low.lo));
  int steps = (int)n, i = steps & 63;
  pair p = small_exp(r), power = kPowers[i], product = multiply(power.hi, p.hi);
  pair sum = add_ordered(power.hi, product.hi);
  double rest = product.lo + (power.hi * p.lo + power.lo * p.hi) + power.lo;
  return (scaled){add_ordered(sum.hi, sum.lo + rest), (steps - i) / 64};
}

double portable_math_round(scaled x) {
  if (x.k >= 1023) return x.value.hi * power_of_two(1000) * power_of_two(x.k - 1000);
  if (x.k >= -1021) return x.value.hi * power_of_two(x.k);
  // Beside 1 the last place is that of the least numbers, so that the sum is rounded once.
  double scale = x.k >= -1022 - 1022 ? power_of_two(x.k + 1022) : 0;
  double value = x.value.hi * scale;
  if (value >= 1) return value * 0x1p-1022;
  pair sum = add_ordered(1, value);
  return ((sum.hi + (sum.lo + x.value.lo * scale)) - 1) * 0x1p-1022;
}

double portable_exp(double x) {
  if (is_not_a_number(x)) return not_a_number();
  if (x > kLargest) return infinity();
  if (x < kLeast) return 0;
  if (magnitude(x) < 0x1p-54) return 1;
  return portable_math_round(portable_math_exp((pair){x, 0}));
}

/// e^x - 1 for |x| up to 1/64, by the series.
static double expm1_near_0(double x) {
  pair square = multiply(x, x);
  double series = 1.0 / 720 + x * (1.0 / 5040 + x * (1.0 / 40320 + x * (1.0 / 362880)));
  series = 1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * series));
  pair sum = add_ordered(x, 0.5 * square.hi);
  return sum.hi + (sum.lo + (0.5 * square.lo + square.hi * x * series));
}

double portable_expm1(double x) {
  if (is_not_a_number(x)) return not_a_number();
  if (x > kLargest) return infinity();
  if (x < -40) return -1;
  if (magnitude(x) < 0x1p-54) return x;
  if (magnitude(x) < 0x1p-6) return expm1_near_0(x);
  scaled power = portable_math_exp((pair){x, 0});
  if (power.k > 120) return portable_math_round(power);
  double scale = power_of_two(power.k);
  pair sum = add(power.value.hi * scale, -1);
  return sum.hi + (sum.lo + power.value.lo * scale);
}
