// SPDX-License-Identifier: Apache-2.0
//
// layout/base.h: the primitive types of the contract between a host and a layout plugin.
//
// Holds for every declaration of every header here:
//   - Lengths are in points, times in seconds, velocities in points per second. y grows downwards
//     from the content's top-left corner.
//   - Every number that the host passes is finite, a rectangle's far edges too, and no size is
//     below 0. `many` alone writes a NaN, which stands for "unanswered".
//   - Pointers are borrowed for the duration of the call unless a comment says more. Nobody frees
//     what the other side allocated.
//   - Text is UTF-8 with a length, not terminated.
//   - A type that starts with `struct_size` is a table: it only gains members, at its end. A writer
//     sets `struct_size` to sizeof and what it does not know to zero. A reader asks for the size that
//     the table had in revision 1.0 (layout/since.h), reads member by member, and tests what came
//     later by LAYOUT_HAS. A member that came after 1.0 means, when it is zero or null, what held
//     before it was there. Every slot of 1.0 is set, in a plugin's tables and in the host's.
//   - Every other type is a record: it is frozen and never changes its size.
//   - `reserved` members are zero.
//   - Tags give the calling context. [main]: the calls into one instance come one after the other;
//     two instances may run in parallel. [call]: legal only while the host is inside a call into
//     this instance, on the same thread. [any]: any thread, at any time. [hot]: once a frame, so no
//     allocation once warm, no lock, no input or output.
//   - No C++ exception, Swift error, trap or longjmp may cross the boundary in either direction.
#ifndef LAYOUT_BASE_H
#define LAYOUT_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define LAYOUT_STATIC_ASSERT(condition, why) static_assert(condition, why)
#define LAYOUT_EXTERN_C extern "C"
#else
#define LAYOUT_STATIC_ASSERT(condition, why) _Static_assert(condition, why)
#define LAYOUT_EXTERN_C
#endif

/// Marks the one symbol that a plugin exports.
#define LAYOUT_EXPORT LAYOUT_EXTERN_C __attribute__((visibility("default")))

/// The revision of the core tables and records that these headers describe. For messages and for
/// `layout_plugin_entry`; what a plugin can do is told by extension ids, not by this number.
#define LAYOUT_ABI ((uint32_t)1)

/// Text from a string literal, in a static table: `.name = LAYOUT_TEXT("grid")`.
#define LAYOUT_TEXT(literal) \
  { ("" literal), (uint32_t)(sizeof("" literal) - 1), 0 }

/// True when the table at `table` is long enough to have `member`.
#define LAYOUT_REACHES(table, member) \
  ((table)->struct_size >= offsetof(__typeof__(*(table)), member) + sizeof((table)->member))

/// True when the table at `table` has `member` and says something by it: a slot is not null, a
/// number not 0. Test it before using a member that revision 1.0 did not have. A source that
/// was compiled anew against later headers has the room for such a member and leaves it zero.
#define LAYOUT_HAS(table, member) (LAYOUT_REACHES(table, member) && !!(table)->member)

/// The outcome of a call. Zero is success, positive values are ordinary outcomes, negative ones
/// errors. A reader treats an unknown negative value as LAYOUT_ERROR_FAILED.
typedef int32_t layout_status;

#define LAYOUT_OK ((layout_status)0)          ///< Done.
#define LAYOUT_UNANSWERED ((layout_status)1)  ///< The app has no answer; use the property.
#define LAYOUT_CAPACITY ((layout_status)2)    ///< Too little room; the counts say what is needed.
#define LAYOUT_ERROR_FAILED ((layout_status)-1)    ///< See the text given to `set_error`.
#define LAYOUT_ERROR_ARGUMENT ((layout_status)-2)  ///< An argument is outside its documented range.
#define LAYOUT_ERROR_MEMORY ((layout_status)-3)    ///< Memory could not be allocated.
#define LAYOUT_ERROR_UNSUPPORTED ((layout_status)-4)  ///< That optional slot is not there.
#define LAYOUT_ERROR_QUERY ((layout_status)-5)        ///< The app's answer failed.
#define LAYOUT_ERROR_STALE ((layout_status)-6)        ///< The data changed; it comes again.
#define LAYOUT_ERROR_CONTEXT ((layout_status)-7)      ///< The call is not legal here; see its tag.

/// UTF-8 text. `bytes` may be null when `count` is 0.
typedef struct layout_text {
  const char *bytes;
  uint32_t count;  ///< In bytes, without any terminator.
  uint32_t reserved;
} layout_text;

/// A place in content coordinates.
typedef struct layout_point {
  double x;
  double y;
} layout_point;

/// A velocity or displacement in two axes.
typedef struct layout_vector {
  double dx;
  double dy;
} layout_vector;

/// An extent; both members are finite and not negative unless a comment says otherwise.
typedef struct layout_size {
  double width;
  double height;
} layout_size;

/// A rectangle. Two rectangles intersect when they overlap by more than an edge; an empty one
/// counts when its origin lies inside the other, lower edges in, upper edges out.
typedef struct layout_rect {
  double x;
  double y;
  double width;
  double height;
} layout_rect;

/// Distances inwards from the four edges.
typedef struct layout_insets {
  double top;
  double left;
  double bottom;
  double right;
} layout_insets;

/// A place in the data.
typedef struct layout_path {
  uint32_t section;
  uint32_t item;
} layout_path;

/// The answer of `map_paths` for an item that the update deleted.
#define LAYOUT_PATH_NONE ((uint32_t)0xFFFFFFFF)

/// The types of properties, custom fields, queries and of arguments.
#define LAYOUT_TYPE_NONE ((uint32_t)0)       ///< No value: unset, or no result.
#define LAYOUT_TYPE_BOOL ((uint32_t)1)       ///< uint8_t, 0 or 1.
#define LAYOUT_TYPE_I64 ((uint32_t)2)        ///< int64_t.
#define LAYOUT_TYPE_F64 ((uint32_t)3)        ///< double.
#define LAYOUT_TYPE_ENUM ((uint32_t)4)       ///< int64_t, index into the declared cases.
#define LAYOUT_TYPE_POINT ((uint32_t)5)      ///< layout_point.
#define LAYOUT_TYPE_SIZE ((uint32_t)6)       ///< layout_size.
#define LAYOUT_TYPE_INSETS ((uint32_t)7)     ///< layout_insets.
#define LAYOUT_TYPE_TEXT ((uint32_t)8)       ///< layout_text.
#define LAYOUT_TYPE_F64_ARRAY ((uint32_t)9)  ///< layout_array.
#define LAYOUT_TYPE_U32 ((uint32_t)10)       ///< uint32_t; for sections and items among arguments.

/// Numbers side by side.
typedef struct layout_array {
  const double *values;
  uint32_t count;
  uint32_t reserved;
} layout_array;

/// The content of a value; its type says which member holds it.
typedef union layout_value_content {
  int64_t integer;       ///< BOOL (0 or 1), I64, ENUM, U32.
  double number;         ///< F64.
  layout_point point;    ///< POINT.
  layout_size size;      ///< SIZE.
  layout_insets insets;  ///< INSETS.
  layout_text text;      ///< TEXT, borrowed like any pointer.
  layout_array array;    ///< F64_ARRAY, borrowed like any pointer.
} layout_value_content;

/// One value of any type, as it crosses in `set_property` and in events.
typedef struct layout_value {
  uint32_t type;  ///< LAYOUT_TYPE_…
  uint32_t reserved;
  layout_value_content as;
} layout_value;

LAYOUT_STATIC_ASSERT(sizeof(layout_text) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_point) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_vector) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_size) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_rect) == 32, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_insets) == 32, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_path) == 8, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_array) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_value) == 40, "part of ABI 1");

#endif  // LAYOUT_BASE_H
