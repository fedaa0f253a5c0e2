// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/dynamics.h: a layout whose elements move by themselves.
#ifndef LAYOUT_EXT_DYNAMICS_H
#define LAYOUT_EXT_DYNAMICS_H

#include "layout/base.h"

#define LAYOUT_EXT_DYNAMICS "layout.dynamics/1"

/// The state of the elements. Closed.
typedef uint32_t layout_motion;

#define LAYOUT_AT_REST 0u
#define LAYOUT_MOVING 1u

/// Revision 1. Stable.
typedef struct layout_dynamics {
  uint32_t struct_size;
  uint32_t reserved;

  /// Moves the elements on to `time`, the host's clock in seconds, which never goes back; the next
  /// `attributes_in_rect` answers with them there. `*out_state` receives LAYOUT_MOVING or
  /// LAYOUT_AT_REST. Called once a frame while the last answer was LAYOUT_MOVING, and after every
  /// `prepare`, `should_invalidate` and action. Nothing else calls it at rest, `set_offset` of a section
  /// neither. [serial] [hot]
  layout_status (*advance)(void *context, double time, layout_motion *out_state);
} layout_dynamics;

#endif  // LAYOUT_EXT_DYNAMICS_H
