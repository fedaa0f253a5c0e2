// SPDX-License-Identifier: Apache-2.0
//
// Plain C versions of the engine's work, to measure against.
//
// They do what a careful C programmer would write for the same job: the same records, the same keys, one
// indirect call for each call of the contract and for each view made, filled, placed and recycled, the same
// checks of each record. They leave out what the scene does not use: error texts, guards behind the arrays,
// animation, selection, prefetching, self-sizing. `PlainView.requireSame` compares what both show.
#ifndef CBENCH_REFERENCE_H
#define CBENCH_REFERENCE_H

#include "Bodies.h"
#include "Counters.h"
#include "Layouts.h"
#include "LineTree.h"
#include "Passes.h"
#include "ViewHost.h"

#endif  // CBENCH_REFERENCE_H
