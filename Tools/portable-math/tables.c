// SPDX-License-Identifier: Apache-2.0
//
// Prints the tables of Sources/CPortableMath, worked out by MPFR: `tables exp`, `log` or `sincos`.
// `Tools/portable-math/check` compares them with what is there.
#include <mpfr.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 1600 };

static void begin(const char *of, const char *what) {
  printf("// SPDX-License-Identifier: Apache-2.0\n//\n// %s\n", what);
  printf("// Made by Tools/portable-math/tables.c; not to be edited.\n");
  printf("#ifndef CPORTABLEMATH_%s_TABLE_H\n#define CPORTABLEMATH_%s_TABLE_H\n\n", of, of);
  printf("#include \"pair.h\"\n\n");
}

static void end(const char *of) { printf("\n#endif  // CPORTABLEMATH_%s_TABLE_H\n", of); }

/// Takes the part of `value` that is a multiple of 2^-bits.
static double take(mpfr_t value, int bits) {
  mpfr_t part;
  mpfr_init2(part, BITS);
  mpfr_mul_2si(part, value, bits, MPFR_RNDN);
  mpfr_rint(part, part, MPFR_RNDN);
  mpfr_div_2si(part, part, bits, MPFR_RNDN);
  double result = mpfr_get_d(part, MPFR_RNDN);
  mpfr_sub(value, value, part, MPFR_RNDN);
  mpfr_clear(part);
  return result;
}

/// Takes the part of `value` that a double holds.
static double take_double(mpfr_t value) {
  double result = mpfr_get_d(value, MPFR_RNDN);
  mpfr_sub_d(value, value, result, MPFR_RNDN);
  return result;
}

static void print_pair(mpfr_t value) {
  double high = take_double(value), low = take_double(value);
  printf("    {%a, %a},\n", high, low);
}

static void exp_table(void) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  begin("EXP", "Powers of two by 64ths, and a 64th of the logarithm of 2 in two pieces.");
  mpfr_const_log2(x, MPFR_RNDN);
  mpfr_ui_div(x, 64, x, MPFR_RNDN);
  printf("static const double kStepsPerUnit = %a;\n", mpfr_get_d(x, MPFR_RNDN));
  mpfr_const_log2(x, MPFR_RNDN);
  mpfr_div_2ui(x, x, 6, MPFR_RNDN);
  printf("/// So short that its product with a number of steps is exact.\n");
  printf("static const double kStepHigh = %a;\n", take(x, 42));
  printf("static const double kStepLow = %a;\n\n", take_double(x));
  printf("static const pair kPowers[64] = {\n");
  for (int i = 0; i < 64; i++) {
    mpfr_set_d(x, i / 64.0, MPFR_RNDN);
    mpfr_exp2(x, x, MPFR_RNDN);
    print_pair(x);
  }
  printf("};\n");
  end("EXP");
  mpfr_clear(x);
}

/// The bits of the least z, 0.703125.
static const uint64_t kFirst = 0x3FE6800000000000;

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// 1 over the middle of an interval, to nine bits behind the point; 1 beside 1.
static double inverse(int i) {
  double low = from_bits(kFirst + ((uint64_t)i << 45));
  double high = from_bits(kFirst + ((uint64_t)(i + 1) << 45));
  if (low == 1 || high == 1) return 1;
  return (double)(int)(512 * 2 / (low + high) + 0.5) / 512;
}

static void log_table(void) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  begin("LOG", "Short inverses of z from 0.703125 to 1.40625 with their logarithms' negatives.");
  printf("static const uint64_t kFirst = 0x%016llX;\n", (unsigned long long)kFirst);
  mpfr_const_log2(x, MPFR_RNDN);
  printf("/// A multiple of 2^-42.\n");
  printf("static const double kLn2High = %a;\n", take(x, 42));
  printf("static const double kLn2Low = %a;\n\n", take_double(x));
  printf("static const struct inverse {\n  double c;     ///< Ten bits.\n");
  printf("  double high;  ///< Of -log c; a multiple of 2^-42.\n  double low;\n");
  printf("} kInverses[128] = {\n");
  for (int i = 0; i < 128; i++) {
    double c = inverse(i);
    mpfr_set_d(x, c, MPFR_RNDN);
    mpfr_log(x, x, MPFR_RNDN);
    mpfr_neg(x, x, MPFR_RNDN);
    double high = take(x, 42) + 0.0, low = take_double(x) + 0.0;
    printf("    {%a, %a, %a},\n", c, high, low);
  }
  printf("};\n");
  end("LOG");
  mpfr_clear(x);
}

static void print_sines(const char *name, int (*of)(mpfr_t, const mpfr_t, mpfr_rnd_t)) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  printf("\nstatic const pair %s[27] = {\n", name);
  for (int i = 0; i < 27; i++) {
    mpfr_set_d(x, i / 32.0, MPFR_RNDN);
    of(x, x, MPFR_RNDN);
    print_pair(x);
  }
  printf("};\n");
  mpfr_clear(x);
}

static void print_bits(void) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  printf("\n/// 2/pi: the first bit behind the point is the first of the second word.\n");
  printf("static const uint64_t kTwoOverPiBits[23] = {\n    0,");
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_ui_div(x, 2, x, MPFR_RNDN);
  for (int word = 1; word < 23; word++) {
    mpfr_mul_2ui(x, x, 64, MPFR_RNDN);
    unsigned long bits = mpfr_get_ui(x, MPFR_RNDZ);
    mpfr_sub_ui(x, x, bits, MPFR_RNDN);
    printf("%s0x%016lX,", word % 3 == 0 ? "\n    " : " ", bits);
  }
  printf("\n};\n");
  mpfr_clear(x);
}

static void sincos_table(void) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  begin("SINCOS", "Sines and cosines of 32nds of a radian, and pi/2 in pieces.");
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_ui_div(x, 2, x, MPFR_RNDN);
  printf("static const double kTwoOverPi = %a;\n", mpfr_get_d(x, MPFR_RNDN));
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_div_2ui(x, x, 1, MPFR_RNDN);
  double high = mpfr_get_d(x, MPFR_RNDN), first = take(x, 32), second = take(x, 65);
  double third = take_double(x), fourth = take_double(x);
  printf("/// The first two have 33 bits.\n");
  printf("static const double kHalfPi[4] = {%a, %a,\n    %a, %a};\n", first, second, third, fourth);
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_div_2ui(x, x, 1, MPFR_RNDN);
  mpfr_sub_d(x, x, high, MPFR_RNDN);
  printf("static const pair kHalfPiPair = {%a, %a};\n", high, mpfr_get_d(x, MPFR_RNDN));
  print_sines("kSines", mpfr_sin);
  print_sines("kCosines", mpfr_cos);
  print_bits();
  end("SINCOS");
  mpfr_clear(x);
}

int main(int count, char **words) {
  const char *which = count == 2 ? words[1] : "";
  if (strcmp(which, "exp") == 0) return exp_table(), 0;
  if (strcmp(which, "log") == 0) return log_table(), 0;
  if (strcmp(which, "sincos") == 0) return sincos_table(), 0;
  fprintf(stderr, "usage: tables exp|log|sincos\n");
  return 2;
}
