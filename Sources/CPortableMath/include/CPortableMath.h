// SPDX-License-Identifier: Apache-2.0
//
// CPortableMath.h: the elementary functions that decide where things are, with the same bits on every
// machine. The C library picks its code by the processor, so its last bit differs between machines;
// these use additions, multiplications and divisions alone, each rounded once.
//
// The error stands beside each function, in units in the last place of the result, as `make
// math-check` measures it against MPFR. What is not a number is always the same, positive, quiet one.
#ifndef CPORTABLEMATH_H
#define CPORTABLEMATH_H

#ifdef __cplusplus
extern "C" {
#endif

/// e to the power of x; at most 0.501 ulp, and of the least number below 2^-1022.
double portable_exp(double x);
/// e to the power of x, minus 1, exact for small x too; at most 0.501 ulp.
double portable_expm1(double x);
/// The natural logarithm; at most 0.501 ulp.
double portable_log(double x);
/// The natural logarithm of 1 + x, exact for small x too; at most 0.501 ulp.
double portable_log1p(double x);
/// x to the power of y, with the special values of C's pow; at most 0.501 ulp.
double portable_pow(double x, double y);
/// The sine of x radians, of any size; at most 0.501 ulp.
double portable_sin(double x);
/// The cosine of x radians, of any size; at most 0.501 ulp.
double portable_cos(double x);

#ifdef __cplusplus
}
#endif

#endif  // CPORTABLEMATH_H
