// SPDX-License-Identifier: Apache-2.0
//
// Measures the functions against MPFR: `error [arguments a function]` prints the largest error of each,
// in units in the last place, and ends with 1 where it is above the bound that the header states. What
// the C library's own pow, exp and so on give for the special values has to come out as well.
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"

enum { BITS = 320 };

static const double bounds[FUNCTIONS] = {0.501, 0.501, 0.501, 0.501, 0.501, 0.501, 0.501};

static void exact(int function, mpfr_t result, mpfr_t x, mpfr_t y) {
  switch (function) {
    case EXP: mpfr_exp(result, x, MPFR_RNDN); break;
    case EXPM1: mpfr_expm1(result, x, MPFR_RNDN); break;
    case LOG: mpfr_log(result, x, MPFR_RNDN); break;
    case LOG1P: mpfr_log1p(result, x, MPFR_RNDN); break;
    case POW: mpfr_pow(result, x, y, MPFR_RNDN); break;
    case SIN: mpfr_sin(result, x, MPFR_RNDN); break;
    default: mpfr_cos(result, x, MPFR_RNDN);
  }
}

/// The distance of `got` from the result, in units of the result's last place.
static double error_of(double got, mpfr_t result) {
  if (mpfr_zero_p(result)) return got == 0 ? 0 : INFINITY;
  long exponent = mpfr_get_exp(result);
  if (exponent > 1024 || (exponent == 1024 && isinf(got))) return isinf(got) ? 0 : INFINITY;
  if (exponent < -1021) exponent = -1021;
  mpfr_t distance;
  mpfr_init2(distance, BITS);
  mpfr_sub_d(distance, result, got, MPFR_RNDN);
  mpfr_mul_2si(distance, distance, 53 - exponent, MPFR_RNDN);
  double error = fabs(mpfr_get_d(distance, MPFR_RNDN));
  mpfr_clear(distance);
  return error;
}

static int measure(int function, int rounds) {
  mpfr_t x, y, result;
  mpfr_inits2(BITS, x, y, result, (mpfr_ptr)0);
  uint64_t state = (uint64_t)function + 1000;
  double worst = 0, worst_x = 0, worst_y = 0;
  for (int round = 0; round < rounds; round++) {
    double a, b;
    arguments(function, round, &state, &a, &b);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    exact(function, result, x, y);
    double error = error_of(portable(function, a, b), result);
    if (!(error <= worst)) worst = error, worst_x = a, worst_y = b;
  }
  printf("%-6s %.4f ulp at %a", names[function], worst, worst_x);
  if (function == POW) printf(", %a", worst_y);
  printf("\n");
  mpfr_clears(x, y, result, (mpfr_ptr)0);
  return worst <= bounds[function] ? 0 : 1;
}

static double of_c(int function, double x, double y) {
  switch (function) {
    case EXP: return exp(x);
    case EXPM1: return expm1(x);
    case LOG: return log(x);
    case LOG1P: return log1p(x);
    case POW: return pow(x, y);
    case SIN: return sin(x);
    default: return cos(x);
  }
}

/// Compares zeros, infinities and NaN, with their signs, except for that of NaN.
static int check_special(void) {
  const double values[] = {0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 2.5, INFINITY, -INFINITY, NAN,
                           1e308, -1e308, 0x1p53, 0x1p53 + 2, -0x1p53};
  int count = (int)(sizeof values / sizeof *values), failures = 0;
  for (int function = 0; function < FUNCTIONS; function++)
    for (int i = 0; i < count; i++)
      for (int j = 0; j < count; j++) {
        double got = portable(function, values[i], values[j]);
        double expected = of_c(function, values[i], values[j]);
        int is_plain = isfinite(expected) && expected != 0;
        int agrees = isnan(expected) ? isnan(got)
                     : is_plain      ? fabs(got - expected) <= 4e-16 * fabs(expected)
                                     : got == expected && signbit(got) == signbit(expected);
        if (agrees) continue;
        printf("%s(%a, %a) is %a, and %a in C\n", names[function], values[i], values[j], got,
               expected);
        failures++;
      }
  return failures;
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 1000000, failures = check_special();
  for (int function = 0; function < FUNCTIONS; function++) failures += measure(function, rounds);
  return failures == 0 ? 0 : 1;
}
