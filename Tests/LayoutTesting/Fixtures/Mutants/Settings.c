// SPDX-License-Identifier: Apache-2.0
//
// The settings of the grid, and the state that consists of them.
#include <string.h>

#include "Grid.h"

layout_status grid_set_property(void *context, uint32_t index, const layout_value *value) {
  grid *g = context;
  if (IS(property_refused) && index >= PROPERTY_COUNT) return LAYOUT_OK;
  if (index >= PROPERTY_COUNT || value->type != properties[index]->type) {
    return LAYOUT_ERROR_ARGUMENT;
  }
  g->is_dirty = 1;
  if (index == PROPERTY_COLUMNS) g->wanted_columns = value->as.integer;
  if (IS(property_round_trip) && g->wanted_columns == 64) g->wanted_columns = 63;
  if (index == PROPERTY_SIDE) g->wanted_side = value->as.number;
  if (IS(property_waits)) g->side = g->wanted_side;
  g->is_touched = 1;
  return LAYOUT_OK;
}

layout_status grid_get_property(void *context, uint32_t index, layout_value *out) {
  grid *g = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){.type = properties[index]->type};
  if (index == PROPERTY_COLUMNS) out->as.integer = g->wanted_columns;
  if (index == PROPERTY_SIDE) out->as.number = g->wanted_side;
  if (IS(property_defaults) && index == PROPERTY_SIDE && !g->is_touched) out->as.number += 1;
  return LAYOUT_OK;
}

/// The state is the values of the properties.
typedef struct saved {
  int64_t columns;
  double side;
} saved;

static layout_status save(void *context, uint8_t *bytes, uint32_t capacity, uint32_t *out_count) {
  grid *g = context;
  saved state = {g->wanted_columns, g->wanted_side};
  if (IS(state_round_trip)) state.columns += g->is_loaded;
  *out_count = sizeof state;
  if (capacity < sizeof state) return LAYOUT_CAPACITY;
  memcpy(bytes, &state, sizeof state);
  return LAYOUT_OK;
}

static layout_status load(void *context, uint32_t version, const uint8_t *bytes, uint32_t count) {
  grid *g = context;
  saved state;
  if (IS(state_refuses) && count >= 8) memcpy(&g->wanted_columns, bytes, 8);
  if (version != 1 || count != sizeof state) return LAYOUT_ERROR_ARGUMENT;
  memcpy(&state, bytes, sizeof state);
  int is_sound = state.columns >= 1 && state.columns <= 64 && state.side >= 8 && state.side <= 512;
  if (!is_sound) return LAYOUT_ERROR_ARGUMENT;
  g->wanted_columns = state.columns;
  g->wanted_side = state.side;
  g->is_loaded = 1;
  return LAYOUT_OK;
}

const layout_state grid_state = {sizeof grid_state, 0, save, load};
