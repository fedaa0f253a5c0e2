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
/// signals that a crash raises, and SIGPIPE, get their default action, so that nothing reports at
/// length first, and the kernel ends the child with its parent.
void layout_conformance_confine(uint32_t cpu_seconds);

/// Fills what `malloc` gives from now on, and the stack below the caller, with this byte: who reads
/// what nobody wrote reads something else each time.
void layout_conformance_soil(uint8_t byte);

/// Limits what this process may have on the heap and in private maps from now on to so many bytes:
/// `malloc` then answers null. For good: call it in a child that ends soon.
void layout_conformance_limit_memory(uint64_t bytes);

/// The activity of a child, in memory that its parent sees too: after a crash it is all that is
/// left.
typedef struct layout_conformance_note {
  uint8_t call;            ///< The slot under way, by the host's own number.
  uint8_t is_in_call;      ///< Whether one is.
  double rect[4];          ///< The last rectangle asked for.
  uint32_t element[4];     ///< The last element asked for: category, kind, section, item.
  double bounds[4];        ///< The viewport that was last prepared for.
  uint32_t section_count;  ///< The data that was last prepared for.
  uint32_t first_count;    ///< Items of its first section.
  uint32_t did_prepare;    ///< Whether there is any yet.
} layout_conformance_note;

/// Memory for a note, all zero, that a fork shares; null when there is none.
layout_conformance_note *layout_conformance_note_map(void);

/// Gives it back.
void layout_conformance_note_unmap(layout_conformance_note *note);

/// Has this process write into it from now on.
void layout_conformance_note_use(layout_conformance_note *note);

/// The note that this process writes; memory that no process reads when there is no note.
layout_conformance_note *layout_conformance_note_current(void);

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
