// SPDX-License-Identifier: Apache-2.0
//
// layout/instance.h: the function table of a live layout.
//
// The host calls in this order, and repeats from the second step in each frame:
//
//   create ─▶ set_property* ─▶ [should_invalidate ─▶] [prepare ─▶ content_size ─▶] [advance ─▶]
//   attributes_in_rect ─▶ … ─▶ destroy
//
// `prepare` and `content_size` always come together, in this order, before the first
// `attributes_in_rect` and after anything was invalidated. `get_property` and `extension` may come
// between any two calls, `attributes_for` between any two after the first `content_size`. A call that
// fails leaves the layout as it was before it. docs/abi.md has a table of all calls, those of
// extensions too: when they come, and what may be asked of the host inside.
#ifndef LAYOUT_INSTANCE_H
#define LAYOUT_INSTANCE_H

#include "layout/base.h"
#include "layout/records.h"

/// A live layout. Made by `layout_plugin.create`, ended by `destroy`. The table is owned by who made it
/// and stays at its place until then. A host reads it once, after `create`: what is written into it later
/// counts for nothing.
typedef struct layout_instance {
  uint32_t struct_size;
  uint32_t reserved;
  void *context;  ///< The plugin's state; the host only passes it back.

  /// Frees the layout and this table. The last call, made exactly once. [serial]
  void (*destroy)(void *context);

  /// Sets the property at `index` of the descriptor, any number of times, before the first `prepare`
  /// or later, never inside a frame. The host has checked type, case and range;
  /// `value` may be LAYOUT_TYPE_NONE for an optional property. Takes effect with the next
  /// `prepare`, which the host calls. LAYOUT_ERROR_ARGUMENT, with a text for `set_error`, when the
  /// layout refuses the value; the old one then stays. [serial]
  layout_status (*set_property)(void *context, uint32_t index, const layout_value *value);

  /// Reads the property at `index` as last set, or its default. Text and arrays are borrowed until
  /// the next call into the instance. [serial]
  layout_status (*get_property)(void *context, uint32_t index, layout_value *out);

  /// Told before a change of the viewport takes effect. `*out_marks` receives what it invalidates,
  /// LAYOUT_MARK_NOTHING for most layouts while scrolling; anything else makes the host prepare
  /// before the next answer. [serial] [hot]
  layout_status (*should_invalidate)(void *context, const layout_bounds_change *change,
                                     layout_marks *out_marks);

  /// Works out enough to answer everything below for this snapshot. Queries are asked here. An
  /// error keeps the last good layout on screen. LAYOUT_ERROR_MEMORY, before any work, for more
  /// items than the layout can hold. [serial]
  layout_status (*prepare)(void *context, const layout_snapshot *snapshot,
                           const layout_invalidation *why);

  /// The size of the whole content, from what `prepare` worked out. Finite, >= 0. [serial] [hot]
  layout_status (*content_size)(void *context, layout_size *out);

  /// Writes every element whose frame intersects `rect`, hidden ones included: each once, in any
  /// order (ascending by category, section, item and kind saves the host a sort). `rect` is finite,
  /// its far edges too, its sizes are >= 0, and it may be any part of the plane, far outside the
  /// content too.
  ///
  /// After LAYOUT_CAPACITY the host comes again with what the counts ask for, four times at most. It
  /// takes no more elements than 4,096 and one for each 64 square points of `rect`, as many
  /// transforms, and 16 payload words for each; a block that several name counts for each of them. A layout
  /// that answers more gets no further call. Of more than 131,072 elements, or what goes with so many, the
  /// host takes none: the call fails, and the layout is not blamed. A host may take more, and none of a
  /// later revision takes less unless its app says so. [serial] [hot]
  layout_status (*attributes_in_rect)(void *context, layout_rect rect, layout_answer *answer);

  /// Writes the one element named, as it is now, or none (`record_count` 0) when the layout has no
  /// such element. Never changes the layout. [serial]
  layout_status (*attributes_for)(void *context, layout_element element, layout_answer *answer);

  /// The table of an extension, by its exact id ("layout.scroll-target/1"), or null. The first argument
  /// of its slots is `context` of this table. The table stays at its place until `destroy`. A host reads it
  /// when it is first offered: what is written into it later counts for nothing. Changes nothing, and may be
  /// called at any time. A host asks after `create`, and may ask again after a `prepare` for what was not
  /// offered: what was offered once stays offered, its table too. [serial]
  const void *(*extension)(void *context, layout_text id);
} layout_instance;

#endif  // LAYOUT_INSTANCE_H
