// SPDX-License-Identifier: Apache-2.0
//
// layout/base.h: the primitive types of the contract between a host and a layout plugin.
//
// Holds for every declaration of every header here:
//   - Lengths are in points, times in seconds, velocities in points per second. y grows downwards
//     from the content's top-left corner.
//   - Every number that the host passes is finite, a rectangle's far edges too, and no size is
//     below 0. `many` alone writes a NaN, which stands for "unanswered".
//   - Pointers are borrowed for the duration of the call unless a comment says more. Each side frees
//     only the memory that it allocated itself.
//   - Text is UTF-8 with a length, not terminated.
//   - A type that starts with `struct_size` is a table: it only gains members, at its end. A writer
//     sets `struct_size` to sizeof and what it does not know to zero. A reader asks for the size that
//     the table had in revision 1.0 (layout/since.h), reads member by member, and tests what came
//     later by LAYOUT_HAS. A member that came after 1.0 means, when it is zero or null, what held
//     before it was there. Every slot of 1.0 is set, in a plugin's tables and in the host's, unless
//     its comment says "or null".
//   - Every other type is a record: it is frozen and never changes its size.
//   - `reserved` members are zero, in texts and values too. A host refuses a layout whose tables have
//     another value there, or a flag that the host does not know: `reserved-used`, with the member's
//     name. A layout ignores both in what the host gives. So they can gain a meaning later.
//   - A set of constants is open or closed. A closed set never gains a member. An open one may; its
//     comment says what a reader takes an unknown member for. What a plugin declares in its static
//     tables (types, categories, scopes) a host must know, or it refuses the plugin and says so.
//   - An addition to the core has an extension id, although it may have no table: a layout that
//     cannot do without it names the id in `requires` of its note, and one that can asks
//     `layout_host.extension`. Ids that begin with "layout." are those of these headers; others begin
//     with a reverse domain name ("org.example.tilt/1").
//   - Tags give the calling context. [serial]: the calls into one instance come one after the other,
//     not always on the same thread; two instances may run in parallel. [call]: legal only while the
//     host is inside a call into this instance, on the thread of that call. [any]: any thread, at any
//     time. [hot]: once a frame, so no allocation once warm, no lock, no input or output.
//   - No C++ exception, Swift error, trap or longjmp may cross the boundary in either direction.
//   - A pointer has 64 bits, or 32; the sizes asserted below are those of both.
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

/// The number of the contract that these headers describe: 1 in each revision 1.x. For messages and for
/// `layout_plugin_entry`; what a plugin can do is told by extension ids, not by this number.
#define LAYOUT_ABI 1u

/// Text from a string literal, in a static table: `.name = LAYOUT_TEXT("grid")`.
#define LAYOUT_TEXT(literal) \
  { ("" literal), (uint32_t)(sizeof("" literal) - 1), 0 }

/// True when the table at `table` is long enough to have `member`.
#define LAYOUT_REACHES(table, member) \
  ((table)->struct_size >= offsetof(__typeof__(*(table)), member) + sizeof((table)->member))

/// True when the table at `table` has `member` and says something by it: a slot is not null, a
/// number not 0. Test it before using a member that revision 1.0 did not have. A source that
/// was compiled anew against later headers has the room for such a member and leaves it zero. Not for a
/// member that is a record, such as a layout_text: there use LAYOUT_REACHES and the record's own empty value.
#define LAYOUT_HAS(table, member) (LAYOUT_REACHES(table, member) && !!(table)->member)

/// The outcome of a call: LAYOUT_OK and so on. Zero is success, positive values are ordinary
/// outcomes, negative ones errors. Any call may give any negative status: a layout that cannot do without
/// that call returns the status as it came. A positive one comes only from a slot whose comment names it;
/// a layout that gives one elsewhere gets no further call. Open: an unknown negative value is
/// LAYOUT_ERROR_FAILED. An unknown positive one is an outcome of a later revision: a layout takes it for
/// LAYOUT_UNANSWERED, a host for an error that asks for a newer host.
typedef int32_t layout_status;

#define LAYOUT_OK 0          ///< Done.
#define LAYOUT_UNANSWERED 1  ///< There is no answer; where the app was asked, use the property.
#define LAYOUT_CAPACITY 2    ///< Too little room; the counts say what is needed.
#define LAYOUT_ERROR_FAILED (-1)    ///< See the text given to `set_error`.
#define LAYOUT_ERROR_ARGUMENT (-2)  ///< An argument is outside its documented range.
#define LAYOUT_ERROR_MEMORY (-3)    ///< Memory could not be allocated.
#define LAYOUT_ERROR_UNSUPPORTED (-4)  ///< This is not offered.
#define LAYOUT_ERROR_QUERY (-5)        ///< The app's answer failed.
#define LAYOUT_ERROR_STALE (-6)        ///< The data changed; it comes again.
#define LAYOUT_ERROR_CONTEXT (-7)      ///< The call is not legal here; see its tag.

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
/// counts when its origin lies inside the other, lower edges in, upper edges out. Two empty ones
/// intersect when their origins are equal.
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

/// No section, no item: the answer of `map_paths` for an item that the update deleted, the section of
/// a decoration that belongs to none.
#define LAYOUT_PATH_NONE 0xFFFFFFFFu

/// The type of a property, a custom field, a query or an argument: LAYOUT_TYPE_NONE and so on. Open: a
/// host refuses a plugin that declares a type that it does not know.
typedef uint32_t layout_type;

#define LAYOUT_TYPE_NONE 0u       ///< No value: unset, or no result.
#define LAYOUT_TYPE_BOOL 1u       ///< uint8_t, 0 or 1.
#define LAYOUT_TYPE_I64 2u        ///< int64_t.
#define LAYOUT_TYPE_F64 3u        ///< double.
#define LAYOUT_TYPE_ENUM 4u       ///< int64_t, index into the declared cases.
#define LAYOUT_TYPE_POINT 5u      ///< layout_point.
#define LAYOUT_TYPE_SIZE 6u       ///< layout_size.
#define LAYOUT_TYPE_INSETS 7u     ///< layout_insets.
#define LAYOUT_TYPE_TEXT 8u       ///< layout_text.
#define LAYOUT_TYPE_F64_ARRAY 9u  ///< layout_array.
#define LAYOUT_TYPE_U32 10u       ///< uint32_t; for sections and items among arguments.

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

/// One value of any type, as it crosses in `set_property` and in events. A host refuses one from a layout
/// that holds a NaN, a text that is not UTF-8 or has more than 1,048,576 bytes, or an array of more than
/// 1,048,576 numbers: `post_event` gives LAYOUT_ERROR_ARGUMENT. A layout whose `get_property` gives such a
/// value, or whose action a NaN, gets no further call.
typedef struct layout_value {
  layout_type type;  ///< LAYOUT_TYPE_…
  uint32_t reserved;
  layout_value_content as;
} layout_value;

LAYOUT_STATIC_ASSERT(sizeof(layout_text) == (sizeof(void *) == 8 ? 16 : 12), "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_point) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_vector) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_size) == 16, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_rect) == 32, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_insets) == 32, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_path) == 8, "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_array) == (sizeof(void *) == 8 ? 16 : 12), "part of ABI 1");
LAYOUT_STATIC_ASSERT(sizeof(layout_value) == 40, "part of ABI 1");

#endif  // LAYOUT_BASE_H
