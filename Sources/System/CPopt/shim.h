// SPDX-License-Identifier: Apache-2.0
//
// popt for Swift. The header names both a struct and a pointer type `poptOption`, which Swift cannot
// tell apart; `popt_entry` is the struct.
#include <popt.h>

typedef struct poptOption popt_entry;
