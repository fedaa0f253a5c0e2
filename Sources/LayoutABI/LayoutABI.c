// SPDX-License-Identifier: Apache-2.0
//
// Compiles the headers as C11 once, so that a broken one fails the build of everything.
#include "layout/layout.h"
