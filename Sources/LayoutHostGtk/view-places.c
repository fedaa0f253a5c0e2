// SPDX-License-Identifier: Apache-2.0
//
// view-places.c: the cells on screen in their order of drawing, from one frame to the next.
//
// Reading all elements costs as much as allocating their cells. In most frames of scrolling only the
// offset is another, and a few cells come and leave; the engine tells of each, and that is enough while
// the data are the same and no element is turned or on its way out.
#include "view-private.h"

void lh_places_init(LhCollectionView *self) {
  LhPlacesPart *part = &self->places;
  part->shown = g_ptr_array_new();
  part->come = g_ptr_array_new();
  part->left = g_ptr_array_new();
  part->reads_all = TRUE;
}

void lh_places_finalize(LhCollectionView *self) {
  LhPlacesPart *part = &self->places;
  g_ptr_array_unref(part->shown);
  g_ptr_array_unref(part->come);
  g_ptr_array_unref(part->left);
  g_clear_pointer(&part->drawn, g_array_unref);
}

static LhCellPlace *place_of(GPtrArray *cells, guint index) {
  return lh_cell_told_place(g_ptr_array_index(cells, index));
}

static void forget_notices(LhPlacesPart *part) {
  for (guint i = 0; i < part->come->len; i++) place_of(part->come, i)->has_come = FALSE;
  for (guint i = 0; i < part->left->len; i++) place_of(part->left, i)->has_left = FALSE;
  g_ptr_array_set_size(part->come, 0);
  g_ptr_array_set_size(part->left, 0);
}

void lh_places_clear(LhCollectionView *self) {
  forget_notices(&self->places);
  g_ptr_array_set_size(self->places.shown, 0);
  self->places.reads_all = TRUE;
}

// Notices.

static void take(LhCellPlace *place, const lh_element *element) {
  place->at = element->pixels;
  place->z_index = element->z_index;
  place->alpha = element->alpha;
  place->category = element->category;
}

/// Returns true when the notice of an element says all about it: its order among others of its kind is
/// that of its path, and its place has no transform.
static gboolean says_all(const lh_element *element) {
  return element->category == LH_CELL && element->transform == NULL && element->pixels.width >= 0.5 &&
         element->pixels.height >= 0.5 && (element->flags & (LH_ELEMENT_HIDDEN | LH_ELEMENT_LEAVING)) == 0;
}

void lh_places_note_come(LhCollectionView *self, const lh_element *element) {
  LhPlacesPart *part = &self->places;
  LhCellPlace *place;
  if (part->reads_all || element->object == NULL) return;
  if (!says_all(element)) {
    part->reads_all = TRUE;
    return;
  }
  place = lh_cell_told_place(element->object);
  take(place, element);
  if (!place->has_come) g_ptr_array_add(part->come, element->object);
  place->has_come = TRUE;
}

void lh_places_note_left(LhCollectionView *self, LhCell *cell) {
  LhCellPlace *place = lh_cell_told_place(cell);
  // Noted even where all elements are read: their reading hides what was recycled.
  if (!place->has_left) g_ptr_array_add(self->places.left, cell);
  place->has_left = TRUE;
}

void lh_places_drop(LhCollectionView *self, LhCell *cell) {
  g_ptr_array_remove(self->places.shown, cell);
  g_ptr_array_remove(self->places.come, cell);
  g_ptr_array_remove(self->places.left, cell);
}

// Following.

/// Returns true when a cell is drawn before another one: by order, decorations behind, then in the
/// engine's order, which is that of the paths among cells and cells before headers.
static gboolean is_behind(LhCell *one, LhCell *other) {
  const LhCellPlace *a = lh_cell_told_place(one), *b = lh_cell_told_place(other);
  if (a->z_index != b->z_index) return a->z_index < b->z_index;
  if (a->category != b->category)
    return a->category == LH_DECORATION || (a->category == LH_CELL && b->category != LH_DECORATION);
  if (lh_cell_get_section(one) != lh_cell_get_section(other))
    return lh_cell_get_section(one) < lh_cell_get_section(other);
  return lh_cell_get_index(one) < lh_cell_get_index(other);
}

/// Puts a cell at its place in the order of drawing.
static void insert(GPtrArray *shown, LhCell *cell) {
  guint low = 0, high = shown->len;
  if (high > 0 && is_behind(g_ptr_array_index(shown, high - 1), cell)) low = high;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (is_behind(g_ptr_array_index(shown, middle), cell)) low = middle + 1;
    else high = middle;
  }
  g_ptr_array_insert(shown, (gint)low, cell);
}

static void remove_moved(GPtrArray *shown) {
  guint kept = 0;
  for (guint i = 0; i < shown->len; i++) {
    const LhCellPlace *place = place_of(shown, i);
    if (!place->has_come && !place->has_left) shown->pdata[kept++] = shown->pdata[i];
  }
  g_ptr_array_set_size(shown, (gint)kept);
}

gboolean lh_places_follow(LhCollectionView *self) {
  LhPlacesPart *part = &self->places;
  if (part->reads_all) return FALSE;
  if (part->come->len == 0 && part->left->len == 0) return TRUE;
  remove_moved(part->shown);
  for (guint i = 0; i < part->come->len; i++) {
    LhCell *cell = g_ptr_array_index(part->come, i);
    // Some leave in the frame in which they came, when others have another size than they had before.
    if (!lh_cell_is_bound(cell)) continue;
    insert(part->shown, cell);
    lh_cell_place(cell, self->frame, TRUE, lh_cell_told_place(cell)->alpha);
    lh_places_tell(self, cell, (lh_path){lh_cell_get_section(cell), lh_cell_get_index(cell)});
  }
  for (guint i = 0; i < part->left->len; i++) lh_cell_hide_unless_bound(g_ptr_array_index(part->left, i));
  forget_notices(part);
  return TRUE;
}

// Reading all.

void lh_places_begin(LhCollectionView *self) {
  g_ptr_array_set_size(self->places.shown, 0);
  self->frame++;
}

void lh_places_add(LhCollectionView *self, const lh_element *element) {
  take(lh_cell_told_place(element->object), element);
  g_ptr_array_add(self->places.shown, element->object);
}

void lh_places_end(LhCollectionView *self, gboolean can_follow) {
  LhPlacesPart *part = &self->places;
  for (guint i = 0; i < part->left->len; i++)
    lh_cell_hide_unless_placed(g_ptr_array_index(part->left, i), self->frame);
  forget_notices(part);
  part->reads_all = !can_follow;
}

void lh_places_tell(LhCollectionView *self, LhCell *cell, lh_path path) {
  LhSection *section = lh_model_section(self, path.section);
  if (lh_cell_move(cell, path.section, path.item, lh_model_position(self, path),
                   section != NULL ? section->count : 0))
    lh_order_wake(self);
}
