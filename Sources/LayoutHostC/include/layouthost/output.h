// SPDX-License-Identifier: Apache-2.0
//
// layouthost/output.h: pictures of a view, its session as text, and the cost of frames.
#ifndef LAYOUTHOST_OUTPUT_H
#define LAYOUTHOST_OUTPUT_H

#include "layouthost/base.h"

/// The options of a picture. All zero is the default.
typedef struct lh_picture_options {
  uint32_t struct_size;
  uint32_t flags;  ///< LH_PICTURE_…
  double scale;    ///< Pixels a point; 2.
} lh_picture_options;

#define LH_PICTURE_DARK ((uint32_t)1)     ///< The dark theme.
#define LH_PICTURE_OUTLINE ((uint32_t)2)  ///< Frames and index paths are drawn over the elements.

/// Draws the view into a file: PNG, SVG or PDF, by its extension. `options` may be null. Errors:
/// `unknown-format`, `picture-size`, `output-unwritable`.
LH_API bool lh_view_write_picture(lh_view *view, const char *path,
                                  const lh_picture_options *options, lh_error **error);
/// Draws the view. `format` is "png", "svg" or "pdf". Free `*bytes` with `lh_free`.
LH_API bool lh_view_draw_picture(lh_view *view, const char *format,
                                 const lh_picture_options *options, uint8_t **bytes, size_t *count,
                                 lh_error **error);

/// Starts to record the session. Error: `reentrant` if it is being recorded already, `data-source` if
/// the app has other numbers of items than the view shows: reload the view before.
LH_API bool lh_view_start_recording(lh_view *view, lh_error **error);
/// Returns the session so far as a scenario, which `layouthost probe` runs again; free it with `lh_free`.
/// Error: `not-recording`.
LH_API char *lh_view_recording(lh_view *view, lh_error **error);
/// Ends the recording.
LH_API bool lh_view_stop_recording(lh_view *view, lh_error **error);

/// The cost of frames, in counts since the view was made.
typedef struct lh_counters {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t frames;        ///< Frames shown.
  uint64_t plugin_calls;  ///< Calls into the plugin.
  uint64_t exchanges;     ///< Frames asked of the layout.
  uint64_t prepares;      ///< Frames in which the layout prepared.
  uint64_t made;          ///< Cells made.
  uint64_t binds;         ///< Cells filled.
  uint64_t places;        ///< Times that a cell was given a place.
  uint64_t recycles;
  uint64_t drops;
} lh_counters;

/// Reads the counts. Set `struct_size` first.
LH_API bool lh_view_get_counters(lh_view *view, lh_counters *out, lh_error **error);

#endif  // LAYOUTHOST_OUTPUT_H
