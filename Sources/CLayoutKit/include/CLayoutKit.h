// SPDX-License-Identifier: Apache-2.0
//
// CLayoutKit.h: the C part of the kit: static tables and static memory, the prototypes against
// which the compiler checks the kit's slots, and the mathematics that Embedded Swift cannot import.
#ifndef CLAYOUTKIT_H
#define CLAYOUTKIT_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "RigidBodies.h"
#include "layout/drafts.h"
#include "layout/layout.h"

/// Returns memory for the descriptor tables. It is in the image itself, so unloading a plugin frees
/// it; only memory beyond 64 KiB comes from the heap. Aligned to 16 bytes, zeroed; null when there
/// is no memory.
void *layout_kit_static_memory(size_t size);

/// Reserves address space, which needs no memory and counts against no limit until
/// `layout_kit_open` makes it usable; null when there is not enough. Aligned to a page.
void *layout_kit_reserve(size_t size);
/// Makes the first `size` bytes of a room usable, which are zero at first; touching them allocates
/// the memory. False when a limit forbids it.
bool layout_kit_open(void *room, size_t size);
/// Announces that the first `size` bytes of a room will all be filled, so that the system may use
/// large pages for them.
void layout_kit_will_fill(void *room, size_t size);
/// Frees a room of `size` bytes.
void layout_kit_release(void *room, size_t size);

/// Sorts records of `word_count` 64-bit words each, which is 1 or more, ascending by their first two
/// words. It uses the C library's sort, because a sort in Swift would add to the size of every
/// plugin.
void layout_kit_sort(uint64_t *words, size_t count, size_t word_count);

/// The place of an error: an item, a section, or other things that are counted by two numbers.
typedef struct layout_place {
  int64_t section;    ///< Negative when there is none.
  int64_t item;       ///< Negative when there is none.
  layout_text outer;  ///< The thing that the first number counts; empty for sections.
  layout_text inner;  ///< The thing that the second number counts; empty for items.
} layout_place;

/// Gives the host the text "subject, item section.item: message", or "subject, outer section, inner
/// item: message"; a negative number and an empty text are left out. At most 400 bytes of it.
void layout_kit_report(const layout_host *host, layout_text subject, layout_place where,
                       layout_text message);

/// Gives the host the text "subject, line 2, column 7: message".
void layout_kit_report_text(const layout_host *host, layout_text subject, int64_t line,
                            int64_t column, layout_text message);

/// Returns true to the one caller that must build the plugin's table and publish it.
bool layout_kit_claim_table(void);
/// Publishes the table, or null if it could not be built, and the makers of its layouts.
void layout_kit_publish_table(const layout_plugin *table, const void *makers);
/// Returns the published table; waits for a builder on another thread.
const layout_plugin *layout_kit_published_table(void);
/// Returns the makers that were published with the table.
const void *layout_kit_published_makers(void);

// The input and the output of a gallery's search for its best rows.

typedef struct layout_kit_rows {
  /// Each item's share, `step` numbers apart; with step 0 all items have the first share.
  const double *shares;
  size_t step;
  /// By place: the least badness of the items before it, and the number of items in the last row
  /// then.
  double *badness;
  uint8_t *counts;
  /// The height that rows approximate, the room between items, and the width that a row fills,
  /// points.
  double target, spacing, width;
} layout_kit_rows;

/// Finds the best rows before the places from `place` to `end`, four at a time, from place 100 on.
/// @param is_plain Uses only instructions that every processor has; the bits are the same.
/// @return The first place that is left to the caller; fewer than four are left if `place` is 100 or
/// more.
size_t layout_kit_best_rows(const layout_kit_rows *rows, size_t place, size_t end, bool is_plain);

// The input and the output of the breaking of a flow's items into lines.

/// The maximal number of items of a block.
enum { LAYOUT_KIT_BLOCK_LIMIT = 128 };

typedef struct layout_kit_lines {
  /// The sizes of the block's items, two numbers each; number `across` of each, 0 or 1, is the one
  /// along the lines.
  const double *sizes;
  size_t count, across;
  /// The item that starts the first line.
  size_t first;
  /// The room of a line, and the room between two items of a line, points.
  double limit, between;
  /// One bit for each item, set if a line starts there. All are 0 before.
  uint64_t starts[LAYOUT_KIT_BLOCK_LIMIT / 64];
  /// The number of lines; 0 before.
  size_t line_count;
  /// The sum of the thicknesses of all lines but the last: points, and the rest in steps of 2⁻⁶⁴ points.
  /// Both are 0 before; `longest` replaces any longer sum.
  int64_t points, longest;
  uint64_t fraction;
  /// The thickness of the last line and the room that is left in it, points: it may get more items.
  double thickness, left;
} layout_kit_lines;

/// Breaks a block of items into lines, from `first` on.
/// @param is_plain Uses only instructions that every processor has; the bits are the same.
void layout_kit_break_lines(layout_kit_lines *all, bool is_plain);

// The input and the output of a waterfall's pass over items of different lengths.

/// The maximal number of columns of that pass.
enum { LAYOUT_KIT_COLUMN_LIMIT = 16 };

typedef struct layout_kit_columns {
  /// Each item's length, two numbers apart.
  const double *lengths;
  /// By item: its top and the number of its column.
  double *tops;
  uint16_t *numbers;
  /// By column: its last item, or -1.
  int32_t *lasts;
  /// The next mark: `count` last items before a block of `block_size` items, the next of which begins
  /// at `block_end`.
  int32_t *marks;
  size_t block_end, block_size;
  /// The columns, ascending by the place of their next item and then by their number. There is room
  /// for `LAYOUT_KIT_COLUMN_LIMIT` of them.
  double *places;
  intptr_t *columns;
  size_t count;
  /// The room between two items of a column, and the greatest bottom so far, points.
  double spacing, deepest;
} layout_kit_columns;

/// Places items from `item` to `end`, each in the column that ends first.
/// @return False if the processor has no instructions for it; nothing is written then.
bool layout_kit_fill_columns(layout_kit_columns *all, size_t item, size_t end);

/// The slots that all layouts of the kit share; only `context` differs.
const layout_instance *layout_kit_instance_slots(void);
/// The kit's tables of the extensions that it serves.
const layout_scroll_target *layout_kit_scroll_target_table(void);
const layout_dynamics *layout_kit_dynamics_table(void);
const layout_updates *layout_kit_updates_table(void);
const layout_transition *layout_kit_transition_table(void);
const layout_self_sizing *layout_kit_self_sizing_table(void);
const layout_reordering *layout_kit_reordering_table(void);
const layout_state *layout_kit_state_table(void);
const layout_cross_scroll *layout_kit_cross_scroll_table(void);

// The slots, written in Swift.

layout_status layout_kit_create(const layout_host *host, uint32_t index,
                                const layout_instance **out);
void layout_kit_destroy(void *context);
layout_status layout_kit_set_property(void *context, uint32_t index, const layout_value *value);
layout_status layout_kit_get_property(void *context, uint32_t index, layout_value *out);
layout_status layout_kit_should_invalidate(void *context, const layout_bounds_change *change,
                                           uint32_t *out_marks);
layout_status layout_kit_prepare(void *context, const layout_snapshot *snapshot,
                                 const layout_invalidation *why);
layout_status layout_kit_content_size(void *context, layout_size *out);
layout_status layout_kit_attributes_in_rect(void *context, layout_rect rect,
                                            layout_answer *answer);
layout_status layout_kit_attributes_for(void *context, layout_element element,
                                        layout_answer *answer);
const void *layout_kit_extension(void *context, layout_text id);
layout_status layout_kit_target(void *context, const layout_scroll *scroll, layout_point *out);
layout_status layout_kit_advance(void *context, double time, uint32_t *out_state);
layout_status layout_kit_prepare_for_updates(void *context, const layout_update *updates,
                                             uint32_t count);
layout_status layout_kit_initial(void *context, layout_element element, layout_answer *answer);
layout_status layout_kit_final(void *context, layout_element element, layout_answer *answer);
layout_status layout_kit_finalize_updates(void *context);
layout_status layout_kit_prepare_from(void *context, layout_text id);
layout_status layout_kit_prepare_to(void *context, layout_text id);
layout_status layout_kit_finalize_transition(void *context);
layout_status layout_kit_prepare_for_bounds_change(void *context, layout_rect old_bounds);
layout_status layout_kit_finalize_bounds_change(void *context);
layout_status layout_kit_preferred_size(void *context, layout_element element,
                                        layout_size original, layout_size preferred,
                                        uint32_t *out_marks);
layout_status layout_kit_target_path(void *context, layout_path current, layout_point position,
                                     layout_path *out);
layout_status layout_kit_attributes_for_moving(void *context, layout_path path,
                                               layout_point position, layout_answer *answer);
layout_status layout_kit_save(void *context, uint8_t *bytes, uint32_t capacity,
                              uint32_t *out_count);
layout_status layout_kit_load(void *context, uint32_t version, const uint8_t *bytes,
                              uint32_t count);
layout_status layout_kit_track_at(void *context, layout_point point, layout_cross_track *out);
layout_status layout_kit_set_offset(void *context, uint32_t section, double offset);
layout_status layout_kit_cross_target(void *context, uint32_t section, double proposed,
                                      double velocity, double *out);

#endif  // CLAYOUTKIT_H
