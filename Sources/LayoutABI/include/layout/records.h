// SPDX-License-Identifier: Apache-2.0
//
// layout/records.h: what a layout is told before it prepares, and what it answers.
#ifndef LAYOUT_RECORDS_H
#define LAYOUT_RECORDS_H

#include "layout/base.h"

/// The category of an element. Open: a host refuses a plugin that declares a kind of a category that
/// it does not know.
typedef uint16_t layout_category;

#define LAYOUT_CELL 0u
#define LAYOUT_SUPPLEMENTARY 1u
#define LAYOUT_DECORATION 2u

/// Flags of an attributes record. Unknown bits are refused.
#define LAYOUT_HIDDEN 1u  ///< Laid out, but not shown.
#define LAYOUT_PINNED 2u  ///< Kept at its place in the viewport while the content scrolls, as a header
                          ///< may be: what dresses or animates scrolled content leaves it alone.

/// The place of one element. Frozen: this record never gains a member.
///
/// A host checks each record of an answer, by what stands at the members and by these rules; a layout that
/// breaks one gets no further call. The item of a cell is below the count of its section, and that of a
/// supplementary is too, or 0, for the header of an empty section. No element comes twice. Of the fields in
/// its payload every number is finite, a BOOL is 0 or 1, and an ENUM is below the count of its cases.
typedef struct layout_attributes {
  layout_rect frame;   ///< Content coordinates, before the transform. Finite, its far edges too; sizes >= 0.
  uint32_t section;    ///< In the data of the snapshot; for a decoration also LAYOUT_PATH_NONE.
  uint32_t item;       ///< In the data, or 0 for a supplementary; any for a decoration.
  layout_category category;  ///< LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
  uint16_t kind;             ///< Index into the descriptor's kinds, of that category.
  int32_t z_index;     ///< Larger is nearer to the viewer.
  float alpha;         ///< Opacity, 0 to 1.
  uint32_t flags;      ///< LAYOUT_HIDDEN, LAYOUT_PINNED; unknown bits are refused.
  uint32_t transform;  ///< 0, or 1 + index into the answer's transforms.
  uint32_t payload;    ///< 0, or 1 + index of its first word in the answer's payload. With 0 the
                       ///< element has no field: its view finds none, not zeros.
} layout_attributes;

/// A 3-D transform about the centre of the frame: row vectors, row-major, m11 first, so a point
/// (x, y, z, 1) is multiplied from the left. All members are finite.
typedef struct layout_transform {
  double m[16];
} layout_transform;

/// The words that one custom field takes in a payload block, by its type: BOOL, I64 and ENUM one (an
/// int64_t), F64 one (a double), POINT and SIZE two, INSETS four. A block holds the fields of its kind in
/// the order in which the descriptor declares them; U32, TEXT and F64_ARRAY are no fields.
typedef uint64_t layout_payload_word;

/// Caller-owned room for an answer, and how much of it was used.
///
/// On LAYOUT_OK each count is at most its capacity and says how much was written from the start.
/// On LAYOUT_CAPACITY all three counts say how much is needed, what the arrays hold is unspecified,
/// and nothing else was changed; the caller asks again with that much room. On an error the counts
/// mean nothing. A pointer may be null when its capacity is 0. A layout never writes past a
/// capacity: the host puts marks behind the arrays and looks at them.
typedef struct layout_answer {
  uint32_t struct_size;
  uint32_t record_capacity;
  layout_attributes *records;
  uint32_t record_count;
  uint32_t transform_capacity;
  layout_transform *transforms;
  uint32_t transform_count;
  uint32_t payload_capacity;  ///< In words.
  layout_payload_word *payload;
  uint32_t payload_count;  ///< In words.
  uint32_t reserved;
} layout_answer;

/// Which way people read, as the snapshot tells it. Open: an unknown one is left to right.
typedef uint32_t layout_direction;

#define LAYOUT_LEFT_TO_RIGHT 0u
#define LAYOUT_RIGHT_TO_LEFT 1u

/// The data and the room, as they are for one `prepare`. Everything it points at is borrowed until
/// `prepare` returns; a layout copies what it wants to keep. Sizes of items are never in it: a
/// layout pulls them through its queries.
typedef struct layout_snapshot {
  uint32_t struct_size;
  uint32_t section_count;
  uint64_t epoch;               ///< Grows with each change of the data. Answers belong to it.
  const uint32_t *item_counts;  ///< One for each section, any number; or null when there is no section,
                                ///< or all have `uniform_count` items. Their sum may need 64 bits.
  layout_rect bounds;           ///< Content offset and container size: the viewport. Sizes >= 0.
  layout_insets content_inset;  ///< Room the host keeps around the content, inside the bounds.
  double scale;                 ///< Pixels a point, > 0.
  layout_direction direction;   ///< LAYOUT_LEFT_TO_RIGHT or LAYOUT_RIGHT_TO_LEFT.
  uint32_t flags;               ///< Zero.
  uint32_t uniform_count;       ///< Items of each section where `item_counts` is null.
  uint32_t reserved;
} layout_snapshot;

/// The items of `section` of the snapshot at `snapshot`, one of its sections.
#define LAYOUT_ITEM_COUNT(snapshot, section) \
  ((snapshot)->item_counts ? (snapshot)->item_counts[section] : (snapshot)->uniform_count)

/// A change of the viewport, told before it takes effect, so that a layout can take the difference.
typedef struct layout_bounds_change {
  uint32_t struct_size;
  uint32_t flags;          ///< LAYOUT_BOUNDS_…
  layout_rect old_bounds;  ///< The part of the content in the last frame.
  layout_rect new_bounds;  ///< The part in the next frame.
  layout_point touch;      ///< The finger in content coordinates; (0, 0) when there is no touch.
  double time;             ///< The host's clock.
} layout_bounds_change;

/// A touch moves the content, or moved it last: it is kept until scrolling stops.
#define LAYOUT_BOUNDS_TOUCH 1u

/// The parts that have to be made anew, combined. Told to `prepare`, given by `should_invalidate`,
/// `preferred_size` and `invalidate`. Open: a layout takes a mark that it does not know for
/// LAYOUT_MARK_EVERYTHING. A host refuses one; a layout sends a mark that came after 1.0 only where the
/// host offers the extension id that it came with.
typedef uint32_t layout_marks;

#define LAYOUT_MARK_NOTHING 0u
#define LAYOUT_MARK_EVERYTHING 1u  ///< Forget all and start over.
#define LAYOUT_MARK_COUNTS 2u      ///< Counts of sections or items changed.
#define LAYOUT_MARK_ITEMS 4u       ///< The listed items; their queries may answer anew.
#define LAYOUT_MARK_SUPPLEMENTARIES 8u
#define LAYOUT_MARK_DECORATIONS 16u
#define LAYOUT_MARK_BOUNDS 32u      ///< The viewport, or inset, scale or direction of the snapshot;
                                    ///< compare the snapshot itself.
#define LAYOUT_MARK_PROPERTIES 64u  ///< `set_property` or a binding changed something.

/// One element, named.
typedef struct layout_element {
  layout_category category;  ///< LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
  uint16_t kind;             ///< Index into the descriptor's kinds.
  uint32_t section;
  uint32_t item;
} layout_element;

/// The change that an update makes to an item or a section. Open: a layout that meets an action that it
/// does not know prepares everything, as if the batch had LAYOUT_MARK_EVERYTHING.
typedef uint32_t layout_update_action;

#define LAYOUT_UPDATE_INSERT 0u  ///< It was not there: `after` alone.
#define LAYOUT_UPDATE_DELETE 1u  ///< It is not there any more: `before` alone.
#define LAYOUT_UPDATE_MOVE 2u    ///< It has another place: both paths.
#define LAYOUT_UPDATE_RELOAD 3u  ///< It is another thing at its place, a delete and an insert in one:
                                 ///< both paths, which differ where the batch moved its neighbours.

/// One change of the data inside a batch.
typedef struct layout_update {
  layout_update_action action;  ///< LAYOUT_UPDATE_…
  uint32_t of_section;          ///< 0, or 1 when a whole section is meant; the paths' items are then
                                ///< LAYOUT_PATH_NONE. Closed.
  layout_path before;  ///< In the data before the batch; LAYOUT_PATH_NONE in both members for an insert.
  layout_path after;   ///< In the data after it; LAYOUT_PATH_NONE in both members for a delete.
} layout_update;

/// The reason for a call of `prepare`. A layout that does not care prepares everything.
typedef struct layout_invalidation {
  uint32_t struct_size;
  layout_marks marks;              ///< LAYOUT_MARK_… combined.
  const layout_element *elements;  ///< The elements of LAYOUT_MARK_ITEMS and its siblings, in new paths.
  const layout_update *updates;    ///< The batch, deletes and move sources in old paths.
  uint32_t element_count;
  uint32_t update_count;
} layout_invalidation;

LAYOUT_STATIC_ASSERT(sizeof(layout_attributes) == 64, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_transform) == 128, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_element) == 12, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_update) == 24, "part of ABI 1");

#endif  // LAYOUT_RECORDS_H
