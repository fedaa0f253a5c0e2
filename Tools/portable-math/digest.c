// SPDX-License-Identifier: Apache-2.0
//
// Prints one number for the bits of the results of each function: `digest [arguments a function]`. Two
// builds that print the same agree on every argument.
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"

static uint64_t mix(uint64_t digest, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (digest ^ bits) * 0x100000001B3 ^ digest >> 29;
}

static const double special[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, 1e-320, -1e-320, 1e308,
                                 -1e308, 0x1p-1022, 710, -745.2, 1e22, 0x1.8p1023};

static double special_value(int i) {
  int count = (int)(sizeof special / sizeof *special);
  if (i < count) return special[i];
  return as_double(i == count       ? 0x7FF0000000000000
                   : i == count + 1 ? 0xFFF0000000000000
                                    : 0xFFF8000000001234);
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 1000000;
  int specials = (int)(sizeof special / sizeof *special) + 3;
  for (int function = 0; function < FUNCTIONS; function++) {
    uint64_t state = (uint64_t)function, digest = 0xCBF29CE484222325;
    for (int round = 0; round < rounds; round++) {
      double x, y;
      arguments(function, round, &state, &x, &y);
      digest = mix(digest, portable(function, x, y));
    }
    for (int i = 0; i < specials; i++)
      for (int j = 0; j < specials; j++)
        digest = mix(digest, portable(function, special_value(i), special_value(j)));
    printf("%-6s %016llx\n", names[function], (unsigned long long)digest);
  }
}
