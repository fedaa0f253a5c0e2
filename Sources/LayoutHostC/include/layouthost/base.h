// SPDX-License-Identifier: Apache-2.0
//
// layouthost/base.h: versions, errors, geometry and values.
//
// These rules hold for every declaration of every header here:
//   - Lengths are in points, times in seconds, velocities in points per second. y grows downwards.
//   - Text is UTF-8 and ends with a zero byte. Text that a function returns is borrowed: it is
//     valid during the life of its object, unless its comment says otherwise.
//   - A function that can fail returns false, or null, and stores the error in `*error` unless
//     `error` is null. The caller frees it with `lh_error_free`. A successful function does not
//     change `*error`. Invalid arguments are such errors: null, numbers that are not finite, freed
//     objects, calls in the wrong order. None of them ends the program.
//   - A function that looks for something also returns false when nothing is there, which is no
//     failure; its comment says "false without an error". It then stores null in `*error`.
//   - A function that cannot fail takes no `error`. With an invalid object it does nothing, and
//     returns 0, false or null.
//   - Objects (`lh_view *`, `lh_layout *`, …) are handles, not addresses: do not dereference them.
//     A freed handle is not reused for the first four thousand million objects.
//   - A type that starts with `struct_size` is a table: it only gains members, at its end. Set
//     `struct_size` to its sizeof and unused members to zero: zero is always the default.
//     `LH_TABLE(type)` does both. Every other type is frozen and never changes its size.
//   - Functions copy tables and text that you pass. Pointers in a callback are borrowed until it
//     returns.
//   - `data` of a table is passed to each of its functions. `release`, if not null, is called once:
//     when the table was replaced, or at the end of the object. A refused table is not released.
//   - Only one thread at a time may use a view, its layouts and its cells; it need not always be
//     the same one. A call from another thread meanwhile fails with the code `wrong-thread`. Two
//     views are independent. Callbacks run on the thread of the call.
//   - No C++ exception, Python exception or longjmp may leave a callback.
#ifndef LAYOUTHOST_BASE_H
#define LAYOUTHOST_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define LH_EXTERN_C extern "C"
#else
#define LH_EXTERN_C extern
#endif

/// Marks a function of the library.
#define LH_API LH_EXTERN_C __attribute__((visibility("default")))

/// A table of this type with its size set and the rest zero.
#ifdef __cplusplus
#define LH_TABLE(type) lh_sized<type>()
template <typename Table>
inline Table lh_sized() {
  Table table = {};
  table.struct_size = sizeof(Table);
  return table;
}
#else
#define LH_TABLE(type) ((type){.struct_size = sizeof(type)})
#endif

/// The version of these headers.
#define LH_VERSION_MAJOR 0
#define LH_VERSION_MINOR 1

/// Returns the version of the running library: major · 65536 + minor.
LH_API uint32_t lh_version(void);

/// A view: see view.h.
typedef struct lh_view lh_view;
/// A live layout: see layouts.h.
typedef struct lh_layout lh_layout;
/// A layout that is being made: see layouts.h.
typedef struct lh_loading lh_loading;
/// A view of one element, which is recycled for others: see cell.h.
typedef struct lh_cell lh_cell;
/// Changes of the data that belong together: see changes.h.
typedef struct lh_batch lh_batch;
/// The data as identities: see changes.h.
typedef struct lh_snapshot lh_snapshot;
/// The plugins found: see layouts.h.
typedef struct lh_library lh_library;
/// The reason why a call failed.
typedef struct lh_error lh_error;

/// Makes an error, for callbacks that fail. Null text counts as empty; invalid UTF-8 is repaired.
LH_API lh_error *lh_error_new(const char *code, const char *message);
/// Frees an error. Does nothing for null.
LH_API void lh_error_free(lh_error *error);
/// Returns a stable name of the failure, such as "unknown-layout"; docs/errors.md lists them.
LH_API const char *lh_error_code(const lh_error *error);
/// Returns the message for people: the cause of the failure.
LH_API const char *lh_error_message(const lh_error *error);
/// Returns the remedy, for people; "" if it is unknown.
LH_API const char *lh_error_remedy(const lh_error *error);
/// Returns the id of the plugin that caused the error; null without one.
LH_API const char *lh_error_plugin(const lh_error *error);
/// Returns the call into the plugin that failed, such as "prepare"; null without one.
LH_API const char *lh_error_call(const lh_error *error);

/// Frees memory that a function returned; its comment says so.
LH_API void lh_free(void *memory);

/// A place.
typedef struct lh_point {
  double x;
  double y;
} lh_point;

/// An extent.
typedef struct lh_size {
  double width;
  double height;
} lh_size;

/// A rectangle.
typedef struct lh_rect {
  double x;
  double y;
  double width;
  double height;
} lh_rect;

/// Distances inwards from the four edges.
typedef struct lh_insets {
  double top;
  double left;
  double bottom;
  double right;
} lh_insets;

/// A place in the data.
typedef struct lh_path {
  uint32_t section;
  uint32_t item;
} lh_path;

/// The types of values.
#define LH_TYPE_NONE ((uint32_t)0)     ///< No value: unset, or no result.
#define LH_TYPE_BOOL ((uint32_t)1)     ///< `integer`, 0 or 1.
#define LH_TYPE_INTEGER ((uint32_t)2)  ///< `integer`.
#define LH_TYPE_NUMBER ((uint32_t)3)   ///< `number`.
#define LH_TYPE_ENUM ((uint32_t)4)     ///< `integer`, an index into the declared cases.
#define LH_TYPE_POINT ((uint32_t)5)    ///< `point`.
#define LH_TYPE_SIZE ((uint32_t)6)     ///< `size`.
#define LH_TYPE_INSETS ((uint32_t)7)   ///< `insets`.
#define LH_TYPE_TEXT ((uint32_t)8)     ///< `text`.
#define LH_TYPE_ARRAY ((uint32_t)9)    ///< `array`.
#define LH_TYPE_INDEX ((uint32_t)10)   ///< `integer`, 0 to 4,294,967,295: a section or an item.

/// An array of numbers.
typedef struct lh_array {
  const double *values;
  size_t count;
} lh_array;

/// The content of a value; its type selects the member.
typedef union lh_value_content {
  int64_t integer;   ///< BOOL, INTEGER, ENUM, INDEX.
  double number;     ///< NUMBER.
  lh_point point;    ///< POINT.
  lh_size size;      ///< SIZE.
  lh_insets insets;  ///< INSETS.
  const char *text;  ///< TEXT.
  lh_array array;    ///< ARRAY.
} lh_value_content;

/// One value of any type: a property, a custom field, an argument.
typedef struct lh_value {
  uint32_t type;  ///< LH_TYPE_…
  uint32_t reserved;
  lh_value_content as;
} lh_value;

/// An animation of a change. A null pointer to it shows the result at once; all zero is the view's
/// default: 0.3 seconds, slow at both ends.
typedef struct lh_animation {
  uint32_t struct_size;
  uint32_t course;     ///< LH_COURSE_…
  double duration;     ///< Of a curve, seconds, ≥ 0.
  double damping;      ///< Of a spring, its damping ratio, > 0; 1 does not swing.
  double response;     ///< Of a spring, the seconds of one swing without damping, > 0.
  void *data;          ///< For `completed`.
  /// Called once at the end of the change: true when it was completed, false when another one
  /// replaced it, or the view was freed. Not called when the function that received the animation fails. May be null.
  void (*completed)(void *data, bool finished);
} lh_animation;

/// The courses of animations.
#define LH_COURSE_STANDARD ((uint32_t)0)  ///< As the view does unless told otherwise.
#define LH_COURSE_LINEAR ((uint32_t)1)
#define LH_COURSE_EASE_IN ((uint32_t)2)
#define LH_COURSE_EASE_OUT ((uint32_t)3)
#define LH_COURSE_EASE_IN_OUT ((uint32_t)4)
#define LH_COURSE_SPRING ((uint32_t)5)
#define LH_COURSE_NONE ((uint32_t)6)  ///< At once; for the sake of `completed`.

#endif  // LAYOUTHOST_BASE_H
