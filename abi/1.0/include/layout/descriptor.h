// SPDX-License-Identifier: Apache-2.0
//
// layout/descriptor.h: what a layout says about itself. Static tables: they live as long as the
// image is loaded and never change. Lists are arrays of pointers, so that their entries can grow.
// A list has at most 4,096 entries, a text at most 65,536 bytes.
//
// A host refuses a plugin whose tables break a rule, and names the member. Beside what stands at the members:
//   - The name of a property, query, action, event or field is [a-z][A-Za-z0-9]*, at most 64 bytes, and
//     unique in its list.
//   - `minimum` is at most `maximum`, and neither is NaN. Every number of a default value lies between.
//   - An ENUM has at least one case, and none twice. The default value of an F64_ARRAY has at least as many
//     numbers as there are `cases`. No other type has `cases`.
//   - `state_schema` is empty if and only if `state_version` is 0.
#ifndef LAYOUT_DESCRIPTOR_H
#define LAYOUT_DESCRIPTOR_H

#include "layout/base.h"
#include "layout/names.h"

/// A named setting of a layout: set from code, command line or scenario, by name.
typedef struct layout_property {
  uint32_t struct_size;
  layout_type type;            ///< LAYOUT_TYPE_BOOL to LAYOUT_TYPE_F64_ARRAY.
  layout_text name;            ///< camelCase, unique in the layout; see layout/names.h.
  layout_text help;            ///< One line.
  layout_text unit;            ///< "pt", "s", "pt/s", "1"…; empty when there is none.
  layout_value default_value;  ///< Of `type`; LAYOUT_TYPE_NONE when optional and unset.
  double minimum;              ///< For every number in the value; -INFINITY when unbounded. An I64 is
                               ///< compared as a double, which is exact up to 2^53.
  double maximum;              ///< Inclusive, like `minimum`; INFINITY when unbounded.
  const layout_text *cases;    ///< ENUM: its cases, in order. F64_ARRAY: names of the members of an
                               ///< object that is laid end to end: each one number, the last all
                               ///< that are left. Null, and `case_count` 0, for any other type.
  uint32_t case_count;
  uint32_t flags;  ///< LAYOUT_PROPERTY_…
} layout_property;

/// The property may be unset (LAYOUT_TYPE_NONE): the layout then works the value out itself.
#define LAYOUT_PROPERTY_OPTIONAL 1u

/// The thing that a query asks about, an item or a section. Open: a host refuses a plugin that declares
/// one that it does not know.
typedef uint32_t layout_scope;

#define LAYOUT_SCOPE_ITEM 0u
#define LAYOUT_SCOPE_SECTION 1u

/// A question that the layout asks the app: the size of an item, the inset of a section.
///
/// The app binds an answer by name. Arguments after the path make a query of the `one` form only.
typedef struct layout_query {
  uint32_t struct_size;
  layout_scope scope;                 ///< LAYOUT_SCOPE_…
  layout_text name;                   ///< camelCase, unique in the layout; see layout/names.h.
  layout_text help;                   ///< One line.
  const layout_type *argument_types;  ///< Of the arguments after section and item; any but NONE, ENUM.
  const layout_text *argument_names;  ///< As many, for people; unique in the query.
  uint32_t argument_count;
  layout_type result_type;  ///< BOOL, I64, F64, POINT, SIZE or INSETS.
} layout_query;

/// A call that the layout offers to its user: `detach(section, item)`.
///
/// `function` has the C prototype `layout_status f(void *context, ARGUMENTS…, RESULT *out)`,
/// without `out` when the result is LAYOUT_TYPE_NONE; `context` is the instance's. Legal between
/// frames only. [serial]
typedef struct layout_action {
  uint32_t struct_size;
  layout_type result_type;  ///< LAYOUT_TYPE_NONE, BOOL, I64, F64, POINT, SIZE or INSETS.
  layout_text name;
  layout_text help;
  const layout_type *argument_types;  ///< Any but NONE and ENUM.
  const layout_text *argument_names;  ///< As many, for people; unique in the action.
  uint32_t argument_count;
  uint32_t reserved;
  void (*function)(void);
} layout_action;

/// A notice that the layout gives to the app: `removed(section, item)`.
typedef struct layout_event {
  uint32_t struct_size;
  uint32_t argument_count;
  layout_text name;
  layout_text help;
  const layout_type *argument_types;  ///< Any but NONE and ENUM.
  const layout_text *argument_names;  ///< As many, for people; unique in the event.
} layout_event;

/// An extra, typed value that the layout gives to each view of a kind.
///
/// Standard names (layout/names.h) let the host draw a decoration that the app registered no view for.
typedef struct layout_field {
  uint32_t struct_size;
  layout_type type;  ///< BOOL, I64, F64, ENUM, POINT, SIZE, INSETS.
  layout_text name;
  layout_text help;
  layout_text unit;
  const layout_text *cases;  ///< ENUM: its cases, in order. Else null, and `case_count` 0.
  uint32_t case_count;
  uint32_t reserved;
} layout_field;

/// A kind of element that the layout places. Kind 0 of every layout is its cell, and no other kind is
/// one.
typedef struct layout_kind {
  uint32_t struct_size;
  uint32_t category;  ///< LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION, as 32 bits.
  layout_text name;   ///< "cell", "header", "footer", … unique in the layout;
                      ///< [A-Za-z][A-Za-z0-9._-]*, at most 64 bytes.
  const layout_field *const *fields;
  uint32_t field_count;
  uint32_t reserved;
} layout_kind;

/// One layout: everything a host can know of it before it makes an instance.
typedef struct layout_descriptor {
  uint32_t struct_size;
  uint32_t flags;    ///< LAYOUT_DESCRIPTOR_…
  layout_text id;    ///< Lower case, unique among all plugins: [a-z][a-z0-9.-]*, at most 64 bytes.
  layout_text name;  ///< For people.
  layout_text help;  ///< One line.
  const layout_property *const *properties;
  const layout_query *const *queries;
  const layout_action *const *actions;
  const layout_event *const *events;
  const layout_kind *const *kinds;
  uint32_t property_count;
  uint32_t query_count;
  uint32_t action_count;
  uint32_t event_count;
  uint32_t kind_count;       ///< At least 1.
  uint32_t state_version;    ///< Version of the state schema; 0 when the layout keeps no state.
  layout_text state_schema;  ///< Name of the state schema; empty when the layout keeps no state.
} layout_descriptor;

/// The layout answers left to right always, and the host mirrors for right-to-left: x of frames, targets
/// and tracks and the transforms that it answers; and of what it is given, x of the bounds, of the rectangle
/// it is asked about, of the touch and other points, dx of velocities, left and right of the content inset.
/// POINT and INSETS of properties, queries, actions, events and fields are not mirrored. `direction` of the
/// snapshot still tells which way people read; a layout with this flag does not mirror by it.
///
/// Without the flag nothing is mirrored: x grows to the right from the content's left edge in all that the
/// layout is given and answers, and the layout itself goes by `direction` if it wants to.
#define LAYOUT_DESCRIPTOR_HOST_MIRRORS 1u

#endif  // LAYOUT_DESCRIPTOR_H
