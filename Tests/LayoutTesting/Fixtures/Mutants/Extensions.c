// SPDX-License-Identifier: Apache-2.0
//
// The grid's side of the extensions: the rest of scrolling, dynamics, and the tables of all.
#include <math.h>
#include <string.h>

#include "Grid.h"

static layout_status target(void *context, const layout_scroll *scroll, layout_point *out) {
  grid *g = context;
  *out = scroll->proposed;
  // The finished share of a movement of length zero.
  double way = fmax(0, g->tops[g->section_count] - scroll->bounds.height);
  if (IS(target_finite)) out->y = scroll->proposed.y / way * way;
  if (IS(target_inside)) out->y += scroll->velocity.dy / 10;
  if (IS(target_idempotent)) out->y = fmin(out->y + 7, g->tops[g->section_count] - g->height);
  return LAYOUT_OK;
}

static layout_status advance(void *context, double time, uint32_t *out_state) {
  grid *g = context;
  if (IS(dynamics_steps) && time > g->time + 20) g->drift = 1;
  g->time = time;
  *out_state = IS(dynamics_state) ? 7 : LAYOUT_AT_REST;
  return LAYOUT_OK;
}

static layout_status do_nothing(void *context) {
  (void)context;
  return LAYOUT_OK;
}

static int is_id(layout_text id, const char *wanted) {
  size_t count = strlen(wanted);
  // A prefix is enough for the mutant.
  int fits = IS(extension_unknown) ? id.count >= count : id.count == count;
  return fits && memcmp(id.bytes, wanted, count) == 0;
}

const void *grid_extension(void *context, layout_text id) {
  grid *g = context;
  static const layout_scroll_target scroll_target = {sizeof scroll_target, 0, target};
  static const layout_transition transition = {.struct_size = sizeof transition,
                                               .finalize = do_nothing};
  static const layout_dynamics dynamics = {sizeof dynamics, 0, advance};
  int moves = IS(dynamics_state) || IS(dynamics_steps);
  if (is_id(id, LAYOUT_EXT_STATE)) return &grid_state;
  if (moves && is_id(id, LAYOUT_EXT_DYNAMICS)) return &dynamics;
  // The mutant withdraws it after its first prepare.
  if (IS(extensions_kept) && g->section_count > 0) return NULL;
  if (is_id(id, LAYOUT_EXT_SCROLL_TARGET)) return &scroll_target;
  if (IS(extension_tables) && is_id(id, LAYOUT_EXT_TRANSITION)) return &transition;
  return NULL;
}
