// SPDX-License-Identifier: Apache-2.0
//
// Functions for checks of plugins that Swift cannot provide: a child that continues from here, and
// a count of all allocations in the process.
#ifndef C_CONFORMANCE_H
#define C_CONFORMANCE_H

#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// `fork`. Only for a process with one thread: the child has no other thread, but all their locks.
pid_t layout_conformance_fork(void);

/// Limits of a child: processor time in seconds, after which SIGXCPU ends it, and no core file. The
/// signals of a crash, and SIGPIPE, get their default action, so that no handler delays the end.
/// The kernel kills the child when its parent ends.
void layout_conformance_confine(uint32_t cpu_seconds);

/// Fills new memory of `malloc`, and the stack below the caller, with this byte, so that reading
/// uninitialised memory gives another value for another byte.
void layout_conformance_soil(uint8_t byte);

/// Limits the heap and private maps of this process to this many bytes: `malloc` then returns null.
/// Permanent: call it in a child that ends soon.
void layout_conformance_limit_memory(uint64_t bytes);

/// The activity of a child, in memory shared with its parent: after a crash nothing else is left.
typedef struct layout_conformance_note {
  uint8_t call;            ///< The slot under way, by the host's own number.
  uint8_t is_in_call;      ///< 1 when one is.
  double rect[4];          ///< The last rectangle asked for.
  uint32_t element[4];     ///< The last element asked for: category, kind, section, item.
  double bounds[4];        ///< The viewport that was last prepared for.
  uint32_t section_count;  ///< The data that was last prepared for.
  uint32_t first_count;    ///< Items of its first section.
  uint32_t did_prepare;    ///< 1 when there is any yet.
} layout_conformance_note;

/// Memory for a note, all zero, that a fork shares; null when there is none.
layout_conformance_note *layout_conformance_note_map(void);

/// Unmaps it.
void layout_conformance_note_unmap(layout_conformance_note *note);

/// Makes this process write into it from now on.
void layout_conformance_note_use(layout_conformance_note *note);

/// The note that this process writes; memory that no process reads when there is no note.
layout_conformance_note *layout_conformance_note_current(void);

/// Makes the kernel kill this process when its parent ends.
void layout_conformance_end_with_parent(void);

/// Redirects the calls of every loaded image to malloc and its siblings through counters, by
/// rewriting the images' tables of imported functions. Permanent: call it in a child that ends
/// soon, after the plugin was loaded. Returns the number of rewritten entries.
uint32_t layout_conformance_hook_allocations(void);

/// Starts a count of this thread's allocations from zero.
void layout_conformance_start_counting(void);

/// Ends the count and returns it.
uint64_t layout_conformance_stop_counting(void);

/// Bytes of this process on the heap.
uint64_t layout_conformance_heap_bytes(void);

/// The rounding mode and the unmasked exceptions, in one number: the part that `fesetenv` changes,
/// without the exceptions that have happened.
uint32_t layout_conformance_float_mode(void);

#ifdef __cplusplus
}
#endif

#endif  // C_CONFORMANCE_H
