// SPDX-License-Identifier: Apache-2.0
//
// layouthost/swapping.h: new versions of a layout on a live view, and work from other threads.
#ifndef LAYOUTHOST_SWAPPING_H
#define LAYOUTHOST_SWAPPING_H

#include "layouthost/base.h"
#include "layouthost/layouts.h"

/// Replaces the layout of the view by another version of it, from a file. Properties, answers and
/// state are carried over. `options` chooses the tier; null, or zero, keeps the current one. On an
/// error the old version continues: the message names the failed stage.
LH_API bool lh_view_swap(lh_view *view, const char *path, const lh_layout_options *options,
                         const lh_animation *animation, lh_error **error);

/// Watches a directory: a saved plugin that offers the layout on screen is swapped in, step by step
/// between frames. The delegate gets `swapped` and `layout_failed`. Null ends it. The directory may
/// appear later. `options` as for `lh_view_swap`.
LH_API bool lh_view_follow_directory(lh_view *view, const char *directory,
                                     const lh_layout_options *options, lh_error **error);
/// Returns the followed directory; null when there is none. Valid until the next call.
LH_API const char *lh_view_followed_directory(lh_view *view);

/// Returns a descriptor that is readable when `lh_view_process` has work, for `poll` and similar
/// calls; -1 on an error. It belongs to the view; do not read it.
LH_API int lh_view_descriptor(lh_view *view, lh_error **error);
/// Handles events of followed directories and work from `lh_view_post`. Never waits. During a swap
/// `lh_view_needs_frame` is true, and `lh_view_advance` does its next step.
LH_API bool lh_view_process(lh_view *view, lh_error **error);

/// Passes work to the thread of the view, from any thread: `run` is called inside the next
/// `lh_view_process` or `lh_view_advance`. If the view ends before, `run` is called with a null
/// view.
LH_API bool lh_view_post(lh_view *view, void (*run)(lh_view *view, void *data), void *data,
                         lh_error **error);

#endif  // LAYOUTHOST_SWAPPING_H
