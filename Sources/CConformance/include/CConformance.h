// SPDX-License-Identifier: Apache-2.0
//
// What a check of a plugin needs and Swift cannot do itself: a child that goes on from here, and a
// count of the memory that all code in the process asks for.
#ifndef C_CONFORMANCE_H
#define C_CONFORMANCE_H

#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// `fork`. Only for a process with one thread: in the child every other one is gone, with whatever
/// it had locked.
pid_t layout_conformance_fork(void);

/// Limits of a child: processor time in seconds, after which SIGXCPU ends it, and no core file. The
/// signals that a crash raises get their default action, so that nothing reports at length first,
/// and the kernel ends the child with its parent.
void layout_conformance_confine(uint32_t cpu_seconds);

/// Has the kernel end this process when its parent ends.
void layout_conformance_end_with_parent(void);

/// Sends the calls of every loaded image to malloc and its siblings through counters, by rewriting
/// the images' tables of imported functions. For good: call it in a child that ends soon, after the
/// plugin was loaded. The number of entries that were rewritten.
uint32_t layout_conformance_hook_allocations(void);

/// Starts a count of this thread's allocations from zero.
void layout_conformance_start_counting(void);

/// Ends it and answers how many there were.
uint64_t layout_conformance_stop_counting(void);

/// Bytes that this process holds on the heap.
uint64_t layout_conformance_heap_bytes(void);

/// The rounding mode and the exceptions that are unmasked, in one number: what `fesetenv` changes,
/// without the exceptions that have happened.
uint32_t layout_conformance_float_mode(void);

#ifdef __cplusplus
}
#endif

#endif  // C_CONFORMANCE_H
