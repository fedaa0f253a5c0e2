// SPDX-License-Identifier: Apache-2.0
//
// A filter of system calls: a program of a few instructions for each call.
#ifndef FILTER_H
#define FILTER_H

#include <stdint.h>
#include <linux/filter.h>

/// A program under construction.
struct program {
  struct sock_filter code[768];
  unsigned short count;
  /// The answer to a refused call: an error, or a notice to the parent.
  uint32_t refused;
  /// The jump over the rule of the present call.
  unsigned short rule;
};

/// Starts a program: a call of another architecture ends the process.
void filter_start(struct program *out, uint32_t refused);

/// Ends the program with the answer to all other calls. 0, or -E2BIG.
int filter_finish(struct program *out);

/// Allows a call whatever its arguments.
void filter_allow(struct program *out, int call);

/// Answers a call with `action`, whatever its arguments.
void filter_answer(struct program *out, int call, uint32_t action);

/// Starts the rule of one call. The following functions test its arguments; `filter_end` ends it.
void filter_begin(struct program *out, int call);

/// Ends the rule of a call: a call that passed all tests is answered with `action`.
void filter_end(struct program *out, uint32_t action);

/// Loads the low half of an argument for the comparisons that follow, without the bits of `ignored`.
void filter_argument(struct program *out, int index, uint32_t ignored);

/// Loads the high half of an argument.
void filter_high_half(struct program *out, int index);

/// Answers with `action` when the loaded value equals `value`.
void filter_if_equal(struct program *out, uint32_t value, uint32_t action);

/// Answers with `action` when the loaded value is another than `value`.
void filter_unless_equal(struct program *out, uint32_t value, uint32_t action);

/// Answers with `action` when the loaded value is greater than `value`, both unsigned.
void filter_if_greater(struct program *out, uint32_t value, uint32_t action);

/// Answers with `action` when the loaded value has one of `bits`.
void filter_if_any(struct program *out, uint32_t bits, uint32_t action);

/// Answers with `action` when the loaded value has none of `bits`.
void filter_if_none(struct program *out, uint32_t bits, uint32_t action);

#endif  // FILTER_H
