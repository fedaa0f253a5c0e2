// SPDX-License-Identifier: Apache-2.0
//
// arguments.h: the functions with the arguments that they are tried with, the same in every run.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdint.h>
#include <string.h>

#include "CPortableMath.h"

/// SplitMix64 of Steele, Lea and Flood, 2014.
static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static inline double as_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// A number between two others, all equally likely.
static inline double between(uint64_t *state, double low, double high) {
  return low + (high - low) * ((double)(next_random(state) >> 11) * 0x1p-53);
}

/// Any positive number whose exponent lies between two, evenly by exponent.
static inline double by_exponent(uint64_t *state, int low, int high) {
  uint64_t bits = next_random(state);
  uint64_t exponent = (uint64_t)(1023 + low) + (bits >> 52) % (uint64_t)(high - low + 1);
  return as_double(exponent << 52 | (bits & 0xFFFFFFFFFFFFF));
}

enum { EXP, EXPM1, LOG, LOG1P, POW, SIN, COS, FUNCTIONS };
static const char *const names[FUNCTIONS] = {"exp", "expm1", "log", "log1p", "pow", "sin", "cos"};

static inline double portable(int function, double x, double y) {
  switch (function) {
    case EXP: return portable_exp(x);
    case EXPM1: return portable_expm1(x);
    case LOG: return portable_log(x);
    case LOG1P: return portable_log1p(x);
    case POW: return portable_pow(x, y);
    case SIN: return portable_sin(x);
    default: return portable_cos(x);
  }
}

/// The arguments of round `round`: ordinary ones, small ones, and all that there are.
static inline void arguments(int function, int round, uint64_t *state, double *x, double *y) {
  double sign = next_random(state) & 1 ? -1 : 1;
  int kind = round % 4;
  *y = 0;
  switch (function) {
    case EXP:
    case EXPM1:
      *x = kind == 0   ? between(state, -2, 2)
           : kind == 1 ? between(state, -746, 710)
           : kind == 2 ? between(state, -50, 50)
                       : sign * by_exponent(state, -60, 9);
      break;
    case LOG:
      *x = kind == 0   ? between(state, 0.25, 4)
           : kind == 1 ? by_exponent(state, -1023, 1023)
           : kind == 2 ? 1 + sign * by_exponent(state, -52, -5)
                       : between(state, 0, 1000);
      break;
    case LOG1P:
      *x = kind == 0   ? between(state, -1, 3)
           : kind == 1 ? by_exponent(state, -60, 1023)
           : kind == 2 ? sign * by_exponent(state, -60, -3)
                       : between(state, -0.01, 0.01);
      break;
    case POW:
      *x = kind == 0 ? between(state, 0, 1) : kind == 1 ? by_exponent(state, -1022, 1023)
                                                        : between(state, 0, 100);
      *y = kind == 0   ? between(state, -10, 10)
           : kind == 1 ? sign * by_exponent(state, -20, 3)
           : kind == 2 ? between(state, -150, 150)
                       : (double)(int)between(state, -20, 20);
      if (kind == 3) *x = sign * *x;
      break;
    default:
      *x = kind == 0   ? between(state, -7, 7)
           : kind == 1 ? sign * by_exponent(state, -30, 1023)
           : kind == 2 ? between(state, -1e6, 1e6)
                       // Beside a multiple of 90 degrees.
                       : (double)(next_random(state) % 600000) * 1.5707963267948966 +
                             sign * by_exponent(state, -60, -20);
  }
}

#endif  // ARGUMENTS_H
