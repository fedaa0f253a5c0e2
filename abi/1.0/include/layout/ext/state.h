// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/state.h: a layout that can be stopped here and go on there.
#ifndef LAYOUT_EXT_STATE_H
#define LAYOUT_EXT_STATE_H

#include "layout/base.h"

#define LAYOUT_EXT_STATE "layout.state/1"

/// Revision 1. Stable.
typedef struct layout_state {
  uint32_t struct_size;
  uint32_t reserved;

  /// Writes the state, `*out_count` bytes of it, at most 16 MiB; LAYOUT_CAPACITY with the count when
  /// `capacity` is too small. The same state gives the same bytes. [serial]
  layout_status (*save)(void *context, uint8_t *bytes, uint32_t capacity, uint32_t *out_count);

  /// Takes over a state that `save` wrote under `version` of the schema. An error leaves the layout
  /// as it was; otherwise the host prepares before it asks for anything. [serial]
  layout_status (*load)(void *context, uint32_t version, const uint8_t *bytes, uint32_t count);
} layout_state;

#endif  // LAYOUT_EXT_STATE_H
