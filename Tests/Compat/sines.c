// SPDX-License-Identifier: Apache-2.0
//
// sines.c: sin and cos with the same bits on every machine, for plugins whose frames are compared between machines.
// The C libraries differ in the last bit.
#include "CPortableMath.h"

double sin(double x);
double cos(double x);

double sin(double x) { return portable_sin(x); }
double cos(double x) { return portable_cos(x); }
