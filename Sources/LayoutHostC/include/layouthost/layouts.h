// SPDX-License-Identifier: Apache-2.0
//
// layouthost/layouts.h: plugins, and live layouts: their properties, queries, actions.
#ifndef LAYOUTHOST_LAYOUTS_H
#define LAYOUTHOST_LAYOUTS_H

#include "layouthost/base.h"

/// The process in which a layout runs. The answers are the same in each, bit for bit.
#define LH_TIER_AUTO ((uint32_t)0)        ///< In this process when it is bundled or trusted by the
                                          ///< user, sandboxed otherwise.
#define LH_TIER_IN_PROCESS ((uint32_t)1)  ///< In this process.
#define LH_TIER_WORKER ((uint32_t)2)      ///< In a child process that may do what this one may.
#define LH_TIER_SANDBOXED ((uint32_t)3)   ///< In a child process that may do nothing but lay out.

/// The limits of a layout's answer to one call. Zero keeps the default.
typedef struct lh_limits {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t elements;           ///< Elements in an answer whatever its rectangle; 4096.
  double area_per_element;     ///< Square points of the rectangle for each element more; 64.
  uint64_t most_elements;      ///< Elements that are taken in one answer; 131,072.
  uint64_t words_per_element;  ///< Payload words for each element; 16.
  uint64_t text_bytes;         ///< Of a log line or an error text; 4096.
  uint64_t log_lines;          ///< Lines in the log for each call; 128.
  uint64_t log_bytes;          ///< Bytes of those lines together; 65,536.
  uint64_t name_bytes;         ///< Of a name that a layout registers; 256.
  uint64_t events;             ///< Events for each frame; 4096.
  uint64_t event_bytes;        ///< Bytes of those events together; 4 MiB.
  uint64_t marked_elements;    ///< Elements that a layout may mark as stale by name; 65,536.
} lh_limits;

/// The options for making a layout.
typedef struct lh_layout_options {
  uint32_t struct_size;
  uint32_t tier;                   ///< LH_TIER_…
  uint32_t flags;                  ///< LH_LAYOUT_…
  uint32_t directory_count;
  const char *const *directories;  ///< Searched before the standard ones, in this order.
  const char *worker;              ///< The path of `layout-worker`; null looks beside the library.
  uint64_t memory_limit;           ///< Bytes that a worker may have; 2 GiB.
  /// Seconds that a worker may take for a call before it is ended; infinity: no limit. 0: each kind
  /// of call has limits of its own, and the layout is supervised. Under supervision a frame that
  /// prepares counts as two calls.
  double deadline;
  const lh_limits *limits;
  void *data;
  void (*release)(void *data);
  /// Called for a layout that crashed, hung or broke a rule, before the call fails with the same
  /// reason. The record is a scenario, as text, that `layouthost probe` runs again. It must not
  /// call into the layout. May run on any thread.
  void (*crashed)(void *data, const lh_error *why, const char *record);
} lh_layout_options;

/// Lets LH_TIER_AUTO run a file in this process that is neither bundled nor trusted.
#define LH_LAYOUT_TRUST_ONCE ((uint32_t)1)
/// Supervises a layout that has a `deadline` too: it is restarted automatically after it crashed or
/// hung, and three strikes in ten minutes put the file into quarantine. A layout without a
/// `deadline` is always supervised.
#define LH_LAYOUT_SUPERVISED ((uint32_t)2)

/// Makes a live layout. One view shows it at a time.
///
/// `name` is the id of a layout, such as "flow", or the path of a plugin (it contains a slash or
/// ends with ".so"), followed by "#" and an id if the plugin has several. `options` may be null.
///
/// Errors: `unknown-layout` with the known ids and the searched places, the refusal of the file,
/// `untrusted`, the error of loading it.
LH_API lh_layout *lh_layout_new(const char *name, const lh_layout_options *options,
                                lh_error **error);

/// Starts to make a layout. The file is read and judged here; frames continue while the plugin
/// starts in a separate process. `lh_loading_poll` returns the layout. Arguments and errors as for
/// `lh_layout_new`, as far as they are known before the plugin runs.
LH_API lh_loading *lh_layout_begin(const char *name, const lh_layout_options *options,
                                   lh_error **error);
/// Polls for the layout between two frames, without waiting. If it runs in this process, the first
/// poll makes it. Sets `*layout` to null while it is not ready, and then, once, to the layout,
/// which the caller frees. Errors: the error of making it, at each poll; `invalid-argument` once
/// the layout was returned.
LH_API bool lh_loading_poll(lh_loading *loading, lh_layout **layout, lh_error **error);
/// Frees a loading. A layout that is not ready ends with its process; one that was returned stays.
LH_API void lh_loading_free(lh_loading *loading);

/// Releases a layout. A view that shows it retains it.
LH_API void lh_layout_free(lh_layout *layout);
/// Returns the id, such as "flow".
LH_API const char *lh_layout_id(lh_layout *layout);
/// Returns the name for people.
LH_API const char *lh_layout_name(lh_layout *layout);
/// Returns one sentence for people.
LH_API const char *lh_layout_help(lh_layout *layout);
/// Returns the path of its plugin.
LH_API const char *lh_layout_file(lh_layout *layout);

// The declarations of a layout. Text and arrays in them are valid during the life of the layout.

/// A setting of a layout.
typedef struct lh_property {
  uint32_t struct_size;
  uint32_t type;           ///< LH_TYPE_…
  const char *name;
  const char *help;        ///< One sentence.
  const char *unit;        ///< Such as "pt"; "" for none.
  lh_value default_value;  ///< LH_TYPE_NONE when it is unset by default.
  double minimum;          ///< The least that a number in it may be.
  double maximum;
  const char *const *cases;
  uint32_t case_count;
  uint32_t is_optional;    ///< 1 when it may be unset by a value of LH_TYPE_NONE.
} lh_property;

/// A question that a layout asks the app.
typedef struct lh_query {
  uint32_t struct_size;
  uint32_t type;            ///< Of the answer, LH_TYPE_…
  const char *name;
  const char *help;
  uint32_t is_for_section;  ///< 1 when it is asked for a section and not for an item.
  uint32_t argument_count;
  const uint32_t *argument_types;
} lh_query;

/// A call that a layout offers, or a notice that it sends.
typedef struct lh_signature {
  uint32_t struct_size;
  uint32_t type;  ///< Of the result; LH_TYPE_NONE for notices.
  const char *name;
  const char *help;
  uint32_t argument_count;
  uint32_t reserved;
  const uint32_t *argument_types;
  const char *const *argument_names;
} lh_signature;

/// The categories of elements.
#define LH_CELL ((uint32_t)0)           ///< Shows an item.
#define LH_SUPPLEMENTARY ((uint32_t)1)  ///< Belongs to data and is no cell, such as a section's header.
#define LH_DECORATION ((uint32_t)2)     ///< The layout's own, such as a backdrop.

/// A kind of element that a layout places.
typedef struct lh_kind {
  uint32_t struct_size;
  uint32_t category;  ///< LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION.
  const char *name;   ///< Such as "header"; "cell" for cells.
} lh_kind;

/// Return the counts.
LH_API uint32_t lh_layout_property_count(lh_layout *layout);
LH_API uint32_t lh_layout_query_count(lh_layout *layout);
LH_API uint32_t lh_layout_action_count(lh_layout *layout);
LH_API uint32_t lh_layout_event_count(lh_layout *layout);
LH_API uint32_t lh_layout_kind_count(lh_layout *layout);

/// Describe the entry at `index`. Set `struct_size` of `*out` first. Error: `invalid-argument`.
LH_API bool lh_layout_get_property(lh_layout *layout, uint32_t index, lh_property *out,
                                   lh_error **error);
LH_API bool lh_layout_get_query(lh_layout *layout, uint32_t index, lh_query *out,
                                lh_error **error);
LH_API bool lh_layout_get_action(lh_layout *layout, uint32_t index, lh_signature *out,
                                 lh_error **error);
LH_API bool lh_layout_get_event(lh_layout *layout, uint32_t index, lh_signature *out,
                                lh_error **error);
LH_API bool lh_layout_get_kind(lh_layout *layout, uint32_t index, lh_kind *out, lh_error **error);

// Properties. The next frame shows changes.

/// Sets a property. LH_TYPE_NONE unsets an optional one; an integer is accepted for a number, and
/// text for the name of an enumeration's case. Errors: `unknown-property`, `property-type`,
/// `unknown-case`, `out-of-range`, or the layout's own refusal; the old value then stays.
LH_API bool lh_layout_set(lh_layout *layout, const char *name, const lh_value *value,
                          lh_error **error);
/// Set a property of one type, as `lh_layout_set` does.
LH_API bool lh_layout_set_bool(lh_layout *layout, const char *name, bool value, lh_error **error);
LH_API bool lh_layout_set_integer(lh_layout *layout, const char *name, int64_t value,
                                  lh_error **error);
LH_API bool lh_layout_set_number(lh_layout *layout, const char *name, double value,
                                 lh_error **error);
LH_API bool lh_layout_set_size(lh_layout *layout, const char *name, double width, double height,
                               lh_error **error);
/// Sets a text, or an enumeration by the name of its case.
LH_API bool lh_layout_set_text(lh_layout *layout, const char *name, const char *value,
                               lh_error **error);
/// Sets a property of any type from JSON, written as in scenarios: `12`, `true`, `"center"`, `[120, 80]`.
LH_API bool lh_layout_set_json(lh_layout *layout, const char *name, const char *json,
                               lh_error **error);
/// Reads a property as last set, or its default. Text and arrays in it are valid until the next
/// call of this function for this layout.
LH_API bool lh_layout_get(lh_layout *layout, const char *name, lh_value *out, lh_error **error);

// Queries: questions of a layout to the app, such as the size of an item.

/// An answer to a query. Called while a layout prepares; it must not call into the layout.
typedef struct lh_answer {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  /// Answers for `count` items of `section` from `first` on, as an array of the query's type:
  /// `bool` as uint8_t, integers and enumerations as int64_t, numbers as double, lh_point, lh_size,
  /// lh_insets, LH_TYPE_INDEX as uint32_t. For a query about sections `section` is 0 and `first` is
  /// the first section. Returns LH_ANSWER_…. Best for large data; not for queries with arguments.
  int32_t (*many)(void *data, uint32_t section, uint32_t first, uint32_t count, void *out,
                  lh_error **error);
  /// Answers for one path, with the query's further arguments. Used when `many` is null.
  int32_t (*one)(void *data, lh_path path, const lh_value *arguments, uint32_t argument_count,
                 lh_value *out, lh_error **error);
} lh_answer;

#define LH_ANSWER_FAILED ((int32_t)-1)  ///< `*error` may say why; the frame then fails.
#define LH_ANSWER_NONE ((int32_t)0)     ///< No answer: the layout takes its property.
#define LH_ANSWER_ALL ((int32_t)1)      ///< Everything is written; NaN stands for "no answer".
#define LH_ANSWER_UNIFORM ((int32_t)2)  ///< The first value holds for all of them.

/// Answers a query. Errors: `unknown-query`, `query-signature`.
LH_API bool lh_layout_answer(lh_layout *layout, const char *query, const lh_answer *answer,
                             lh_error **error);
/// Removes an answer, so that the layout uses its property.
LH_API bool lh_layout_unanswer(lh_layout *layout, const char *query, lh_error **error);

/// Runs an action of the layout. `result` may be null; text and arrays in it are valid until the
/// next call of this function for this layout. Errors: `unknown-action`, `action-signature`, the
/// layout's own.
LH_API bool lh_layout_call(lh_layout *layout, const char *action, const lh_value *arguments,
                           uint32_t argument_count, lh_value *result, lh_error **error);

/// Declares everything in the layout stale; the next frame prepares it again.
LH_API bool lh_layout_invalidate(lh_layout *layout, lh_error **error);
/// Declares these items stale; the next frame queries their sizes again.
LH_API bool lh_layout_invalidate_items(lh_layout *layout, const lh_path *paths, size_t count,
                                       lh_error **error);
/// Makes a new instance with the properties set so far, after a breach or a crash.
LH_API bool lh_layout_restart(lh_layout *layout, lh_error **error);

// The plugins on the search path.

/// One layout of one plugin file. Text in it is valid during the life of the library.
typedef struct lh_plugin {
  uint32_t struct_size;
  uint32_t trust;       ///< LH_TRUST_…
  const char *layout;   ///< The id of the layout; "" for a file that was refused before it was known.
  const char *plugin;   ///< The id of the plugin; "" when it is not known.
  const char *version;
  const char *path;
  const char *refusal;  ///< The reason for which it cannot be used; null when it can.
} lh_plugin;

#define LH_TRUST_USER ((uint32_t)0)     ///< From a directory of the user's: runs sandboxed.
#define LH_TRUST_SYSTEM ((uint32_t)1)   ///< From a directory of the system's: runs sandboxed.
#define LH_TRUST_TRUSTED ((uint32_t)2)  ///< The user trusts these bytes: runs in this process.
#define LH_TRUST_BUNDLED ((uint32_t)3)  ///< Came with LayoutHost: runs in this process.

/// Searches `directories` and the standard ones. No code of the plugins runs.
LH_API lh_library *lh_library_new(const char *const *directories, uint32_t count,
                                  lh_error **error);
/// Frees a library.
LH_API void lh_library_free(lh_library *library);
/// Returns the number of layouts, including refused ones.
LH_API uint32_t lh_library_count(const lh_library *library);
/// Describes the layout at `index`, in the order of the search. Error: `invalid-argument`.
LH_API bool lh_library_get(const lh_library *library, uint32_t index, lh_plugin *out,
                           lh_error **error);
/// Returns the directories that are searched for plugins and the worker, one per line, in order.
LH_API const char *lh_library_places(const lh_library *library);

#endif  // LAYOUTHOST_LAYOUTS_H
