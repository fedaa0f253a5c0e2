// SPDX-License-Identifier: Apache-2.0
//
// layout/records.h: what a layout is told before it prepares, and what it answers.
#ifndef LAYOUT_RECORDS_H
#define LAYOUT_RECORDS_H

#include "layout/base.h"

/// The categories of elements.
#define LAYOUT_CELL ((uint16_t)0)
#define LAYOUT_SUPPLEMENTARY ((uint16_t)1)
#define LAYOUT_DECORATION ((uint16_t)2)

/// Flags of an attributes record. Unknown bits are refused.
#define LAYOUT_HIDDEN ((uint32_t)1)  ///< Laid out, but not shown.

/// The place of one element. Frozen: this record never gains a member.
typedef struct layout_attributes {
  layout_rect frame;   ///< Content coordinates, before the transform. Finite, sizes >= 0.
  uint32_t section;    ///< Index path in the data of the snapshot.
  uint32_t item;       ///< 0 for a section's header or footer.
  uint16_t category;   ///< LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
  uint16_t kind;       ///< Index into the descriptor's kinds, of that category.
  int32_t z_index;     ///< Larger is nearer to the viewer.
  float alpha;         ///< Opacity, 0 to 1.
  uint32_t flags;      ///< LAYOUT_HIDDEN; unknown bits are refused.
  uint32_t transform;  ///< 0, or 1 + index into the answer's transforms.
  uint32_t payload;    ///< 0, or 1 + index of its first word in the answer's payload.
} layout_attributes;

/// A 3-D transform about the centre of the frame: row vectors, row-major, m11 first, so a point
/// (x, y, z, 1) is multiplied from the left. All members are finite.
typedef struct layout_transform {
  double m[16];
} layout_transform;

/// The words that one custom field takes in a payload block, by its type: BOOL, I64, ENUM and U32
/// one (an int64_t), F64 one (a double), POINT and SIZE two, INSETS four. A block holds the fields
/// of its kind in the order in which the descriptor declares them; TEXT and F64_ARRAY are no
/// fields.
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

/// The data and the room, as they are for one `prepare`. Everything it points at is borrowed until
/// `prepare` returns; a layout copies what it wants to keep. Sizes of items are never in it: a
/// layout pulls them through its queries.
typedef struct layout_snapshot {
  uint32_t struct_size;
  uint32_t section_count;
  uint64_t epoch;               ///< Grows with each change of the data. Answers belong to it.
  const uint32_t *item_counts;  ///< One for each section, any number; null when there is none.
                                ///< Their sum may need 64 bits.
  layout_rect bounds;           ///< Content offset and container size: the viewport. Sizes >= 0.
  layout_insets content_inset;  ///< Room the host keeps around the content, inside the bounds.
  double scale;                 ///< Pixels a point, > 0.
  uint32_t direction;           ///< LAYOUT_LEFT_TO_RIGHT or LAYOUT_RIGHT_TO_LEFT.
  uint32_t flags;               ///< Zero.
} layout_snapshot;

/// Which way people read, as the snapshot tells it.
#define LAYOUT_LEFT_TO_RIGHT ((uint32_t)0)
#define LAYOUT_RIGHT_TO_LEFT ((uint32_t)1)

/// A change of the viewport, told before it takes effect, so that a layout can take the difference.
typedef struct layout_bounds_change {
  uint32_t struct_size;
  uint32_t flags;          ///< LAYOUT_BOUNDS_…
  layout_rect old_bounds;  ///< What the last frame showed.
  layout_rect new_bounds;  ///< What the next frame will show.
  layout_point touch;      ///< The finger in content coordinates; (0, 0) when there is no touch.
  double time;             ///< The host's clock.
} layout_bounds_change;

/// A touch moves the content, or moved it last: it is kept until scrolling stops.
#define LAYOUT_BOUNDS_TOUCH ((uint32_t)1)

/// The parts that have to be made anew. Told to `prepare`, given by `should_invalidate` and
/// `invalidate`.
#define LAYOUT_MARK_NOTHING ((uint32_t)0)
#define LAYOUT_MARK_EVERYTHING ((uint32_t)1)  ///< Forget all and start over.
#define LAYOUT_MARK_COUNTS ((uint32_t)2)      ///< Counts of sections or items changed.
#define LAYOUT_MARK_ITEMS ((uint32_t)4)       ///< The listed items; their queries may answer anew.
#define LAYOUT_MARK_SUPPLEMENTARIES ((uint32_t)8)
#define LAYOUT_MARK_DECORATIONS ((uint32_t)16)
#define LAYOUT_MARK_BOUNDS ((uint32_t)32)      ///< Offset or size of the viewport.
#define LAYOUT_MARK_PROPERTIES ((uint32_t)64)  ///< `set_property` or a binding changed something.

/// One element, named.
typedef struct layout_element {
  uint16_t category;  ///< LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
  uint16_t kind;      ///< Index into the descriptor's kinds.
  uint32_t section;
  uint32_t item;
} layout_element;

/// One change of the data inside a batch.
typedef struct layout_update {
  uint32_t action;  ///< LAYOUT_UPDATE_…
  uint32_t
      of_section;  ///< 1 when a whole section is meant; the paths' items are then LAYOUT_PATH_NONE.
  layout_path before;  ///< LAYOUT_PATH_NONE in both members for an insert.
  layout_path after;   ///< LAYOUT_PATH_NONE in both members for a delete.
} layout_update;

/// The change that an update makes to an item or a section.
#define LAYOUT_UPDATE_INSERT ((uint32_t)0)
#define LAYOUT_UPDATE_DELETE ((uint32_t)1)
#define LAYOUT_UPDATE_MOVE ((uint32_t)2)
#define LAYOUT_UPDATE_RELOAD ((uint32_t)3)

/// The reason for a call of `prepare`. A layout that does not care prepares everything.
typedef struct layout_invalidation {
  uint32_t struct_size;
  uint32_t marks;                  ///< LAYOUT_MARK_… combined.
  const layout_element *elements;  ///< What LAYOUT_MARK_ITEMS and its siblings name, in new paths.
  const layout_update *updates;    ///< The batch, deletes and move sources in old paths.
  uint32_t element_count;
  uint32_t update_count;
} layout_invalidation;

LAYOUT_STATIC_ASSERT(sizeof(layout_attributes) == 64, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_transform) == 128, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_element) == 12, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_update) == 24, "part of ABI 1");

#endif  // LAYOUT_RECORDS_H
