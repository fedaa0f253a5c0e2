// SPDX-License-Identifier: Apache-2.0
//
// layout/host.h: what a layout may ask of its host. The table and its context live from `create`
// until `destroy` returns, or, where `create` fails, until that returns; so do the tables that
// `extension` gives. No slot is null. The slots tagged [call] are legal while the host is inside a
// call into this instance, on the thread of that call; no slot ever calls back into the layout.
// Elsewhere they do nothing, and give LAYOUT_ERROR_CONTEXT, 0 or null.
//
// A slot may give any negative status: a layout that cannot do without that call returns it as it
// came. A positive one comes only where the slot's comment names it. Of what is counted here a host
// may take more; none of a later revision takes less unless its app says so.
#ifndef LAYOUT_HOST_H
#define LAYOUT_HOST_H

#include "layout/base.h"
#include "layout/records.h"

/// The part of a range that a bulk answer covers. Closed.
typedef uint32_t layout_answered;

#define LAYOUT_ANSWERED_NONE 0u     ///< No answer for any of them; `out` is untouched.
#define LAYOUT_ANSWERED_ALL 1u      ///< `out[0..<count]` are written; a value whose first number is NaN
                                    ///< stands for "unanswered".
#define LAYOUT_ANSWERED_UNIFORM 2u  ///< `out[0]` holds for the whole range.

/// Answers a query for a range in one call. The range is `count` items of `section` from `first`
/// on, or for a query of section scope `count` sections from `first` on (`section` is then 0).
/// `out` has room for `count` values of the query's type, side by side, each of the C type that
/// LAYOUT_TYPE_… names and aligned for it; `*how` receives LAYOUT_ANSWERED_…. LAYOUT_ERROR_QUERY
/// when the app's answer failed, LAYOUT_ERROR_ARGUMENT when the range leaves the data.
///
/// The host has looked at what the app answered: numbers are finite and sizes not negative, but for
/// the NaN of "unanswered". A type without NaN is answered for a whole range or not at all. [call]
typedef layout_status (*layout_query_many)(void *context, uint32_t section, uint32_t first,
                                           uint32_t count, void *out, layout_answered *how);

/// A bound query. `one` is a C function of the prototype
/// `layout_status one(void *context, uint32_t section, uint32_t item, ARGUMENTS…, RESULT *out)`; `item`
/// is 0 for a query of section scope. It gives LAYOUT_OK, LAYOUT_UNANSWERED (`*out` untouched),
/// LAYOUT_ERROR_QUERY when the app's answer failed, or LAYOUT_ERROR_ARGUMENT for a path that the data
/// do not have. Any other negative status, of `many` too, ends the call: return it as it came.
///
/// An answer depends on its arguments and on what the last `prepare` was told: a mark of items,
/// properties or everything ends it, though the epoch may be the same. [call]
typedef struct layout_query_functions {
  uint32_t struct_size;
  uint32_t reserved;
  void (*one)(void);       ///< Cast it to the query's prototype.
  layout_query_many many;  ///< Null exactly for a query with arguments.
  void *context;           ///< The first argument of both.
} layout_query_functions;

/// The severity of a log line. Open: an unknown one is LAYOUT_LOG_ERROR.
typedef uint32_t layout_log_level;

#define LAYOUT_LOG_DEBUG 0u
#define LAYOUT_LOG_INFO 1u
#define LAYOUT_LOG_WARNING 2u
#define LAYOUT_LOG_ERROR 3u

/// The core as revision 1.0 has it. Each addition to it has an id of its own, by which `requires` of a
/// note and `extension` of the host name it.
#define LAYOUT_CORE "layout.core/1"

/// The table that a host gives for an addition to the core: its size, and nothing to call.
typedef struct layout_addition {
  uint32_t struct_size;
  uint32_t reserved;
} layout_addition;

/// The services of a host to one instance.
typedef struct layout_host {
  uint32_t struct_size;
  uint32_t abi;   ///< LAYOUT_ABI of the host, for messages.
  void *context;  ///< The first argument of every slot, those of extensions of the host included.

  /// The functions that answer the query at `index` of the descriptor, or null when the app bound
  /// none. What it returns holds until the next `prepare`; ask anew there. In `create` there is no
  /// data yet, so that there is nothing to ask about. [call]
  const layout_query_functions *(*query)(void *context, uint32_t index);

  /// The number of sections now: in `should_invalidate` those of the next snapshot; 0 before the first
  /// frame, in `create` too. [call]
  uint32_t (*section_count)(void *context);

  /// The number of items in `section` now; 0 when there is no such section. [call]
  uint32_t (*item_count)(void *context, uint32_t section);

  /// Says that decorations of `kind` are made from the view class that the app registered under
  /// `reuse_identifier`, of 1 to 256 bytes. Without it the kind's name is the identifier.
  /// LAYOUT_ERROR_ARGUMENT for another identifier and for a kind of another category. [call], in `create`
  /// or `prepare`
  layout_status (*register_decoration)(void *context, uint32_t kind, layout_text reuse_identifier);

  /// Says under which reuse identifier cells or supplementaries of `kind` are asked for, unless the
  /// app chooses its own; as for decorations else. [call], in `create` or `prepare`
  layout_status (*register_reuse)(void *context, uint32_t kind, layout_text reuse_identifier);

  /// Maps the items at `old_paths` through the update under way: `new_paths` receives as many. An item
  /// that was deleted or reloaded is LAYOUT_PATH_NONE in both members, and so is a path that the data
  /// before the update did not have, LAYOUT_PATH_NONE included. A path whose item alone is
  /// LAYOUT_PATH_NONE stands for its section. Outside an update nothing moves: every path is given back
  /// as it is. The two may be the same array. Cost: O(count · log of the changes). [call]
  layout_status (*map_paths)(void *context, const layout_path *old_paths, uint32_t count,
                             layout_path *new_paths);

  /// Sets a mark that the next frame reads: the host will prepare with `what`, whose elements are
  /// copied. Its `updates` are null and `update_count` 0: changes of the data are the host's to tell.
  /// When more than 65,536 elements would be named, everything is stale. Updates, and a mark or an element
  /// that the host does not know, end the use of the instance. Never calls back. [call]
  void (*invalidate)(void *context, const layout_invalidation *what);

  /// Leaves a line in the host's log; copied up to 4,096 bytes. Of one frame, or of one call outside of a
  /// frame, 128 lines are taken, 65,536 bytes together; later ones are dropped, and the log says how
  /// many. [any]
  void (*log)(void *context, layout_log_level level, layout_text message);

  /// Says why the call under way is about to fail; copied up to 4,096 bytes, and shown to the person with the
  /// plugin's name and the name of the call. [call]
  void (*set_error)(void *context, layout_text message);

  /// Posts the event at `index` of the descriptor with its arguments, copied; the app hears of it
  /// between this frame and the next. LAYOUT_ERROR_MEMORY, and nothing is posted, when this frame, or
  /// this call outside of a frame, has posted 4,096 events, or when its events would take more than
  /// 4 MiB: each counts 64 bytes, the length of its name, 48 for each argument, and the bytes of texts
  /// and arrays. When more than that wait for the app, the oldest are dropped. LAYOUT_ERROR_ARGUMENT
  /// when the index, the count or the type of an argument is not as declared, or for a value that the
  /// host refuses (`layout_value`). [call]
  layout_status (*post_event)(void *context, uint32_t index, const layout_value *arguments,
                              uint32_t count);

  /// The host's side of an extension, by its exact id, or null; for LAYOUT_CORE and for each addition
  /// to the core that the host has a `layout_addition`. The answer is the same each time; the table
  /// lives as long as this one. [call]
  const void *(*extension)(void *context, layout_text id);
} layout_host;

#endif  // LAYOUT_HOST_H
