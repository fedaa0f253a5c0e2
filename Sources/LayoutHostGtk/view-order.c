// SPDX-License-Identifier: Apache-2.0
//
// view-order.c: the order of the cells as children, in which assistive technology reads them.
//
// Cells are recycled, so the order in which they were made says nothing. Order is made once a moment
// passes without a change: made in each frame, it would cost more than the frame while people scroll.
#include "changes.h"
#include "view-private.h"

/// The time without a change before the order is made, milliseconds; at most twice as long.
#define ORDER_DELAY 60

/// A cell and its place in the order of reading: by section, what stands before the items, the items
/// with what belongs to them, and what stands behind.
typedef struct {
  LhCell *cell;
  lh_path path;
  int part;
  gsize index;
} LhRead;

enum { BEFORE, ITEMS, BEHIND };

static int compare_read(gconstpointer a, gconstpointer b) {
  const LhRead *one = a, *other = b;
  if (one->path.section != other->path.section)
    return one->path.section < other->path.section ? -1 : 1;
  if (one->part != other->part) return one->part < other->part ? -1 : 1;
  if (one->part == ITEMS && one->path.item != other->path.item)
    return one->path.item < other->path.item ? -1 : 1;
  return one->index < other->index ? -1 : 1;
}

/// Finds the smallest rectangle around the cells of a section; returns false when none is on screen.
static gboolean find_cells(const lh_element_list *list, guint section, graphene_rect_t *around) {
  gboolean is_found = FALSE;
  for (gsize i = 0; i < list->count; i++) {
    const lh_element *element = lh_element_at(list, i);
    graphene_rect_t at = GRAPHENE_RECT_INIT(element->frame.x, element->frame.y, element->frame.width,
                                            element->frame.height);
    if (element->category != LH_CELL) break;  // Cells come first.
    if (element->path.section != section) continue;
    if (is_found) graphene_rect_union(around, &at, around);
    else *around = at;
    is_found = TRUE;
  }
  return is_found;
}

/// Returns whether a header or a footer is read before or behind the cells of its section: above or
/// below them, else to their sides, else by the half of them that it covers.
static int part_of(const lh_element_list *list, const lh_element *element, gboolean is_rtl) {
  lh_rect at = element->frame;
  graphene_rect_t cells;
  if (element->category == LH_CELL || element->path.item > 0) return ITEMS;
  if (!find_cells(list, element->path.section, &cells)) return BEFORE;
  if (at.y + at.height <= cells.origin.y + 0.5) return BEFORE;
  if (at.y >= cells.origin.y + cells.size.height - 0.5) return BEHIND;
  if (at.x + at.width <= cells.origin.x + 0.5) return is_rtl ? BEHIND : BEFORE;
  if (at.x >= cells.origin.x + cells.size.width - 0.5) return is_rtl ? BEFORE : BEHIND;
  return at.y + at.height / 2 < cells.origin.y + cells.size.height / 2 ? BEFORE : BEHIND;
}

/// Returns the cells on screen in the order of reading, without decorations and what leaves.
static GPtrArray *wanted_order(LhCollectionView *self) {
  lh_element_list list = LH_TABLE(lh_element_list);
  GPtrArray *wanted = g_ptr_array_new();
  gboolean is_rtl = gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL;
  LhRead *read;
  gsize count = 0;
  if (!lh_view_get_elements(self->engine, &list, NULL)) return wanted;
  read = g_new(LhRead, MAX(list.count, 1));
  for (gsize i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    if (element->object == NULL || element->category == LH_DECORATION) continue;
    if ((element->flags & LH_ELEMENT_LEAVING) != 0) continue;
    read[count++] = (LhRead){element->object, element->path, part_of(&list, element, is_rtl), i};
  }
  qsort(read, count, sizeof *read, compare_read);
  for (gsize i = 0; i < count; i++) g_ptr_array_add(wanted, read[i].cell);
  g_free(read);
  return wanted;
}

/// Returns the children that are among the wanted ones, in their present order.
static GPtrArray *present_order(LhCollectionView *self, GPtrArray *wanted) {
  GHashTable *among = g_hash_table_new(NULL, NULL);
  GPtrArray *present = g_ptr_array_new();
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self));
  for (guint i = 0; i < wanted->len; i++) g_hash_table_add(among, wanted->pdata[i]);
  for (; child != NULL; child = gtk_widget_get_next_sibling(child))
    if (g_hash_table_contains(among, child)) g_ptr_array_add(present, child);
  g_hash_table_destroy(among);
  return present;
}

static gboolean on_time(gpointer data) {
  LhCollectionView *self = data;
  GPtrArray *wanted, *present;
  LhChanges changes;
  if (self->has_new_places) {
    self->has_new_places = FALSE;
    return G_SOURCE_CONTINUE;
  }
  self->order_timer = 0;
  if (self->engine == NULL) return G_SOURCE_REMOVE;
  wanted = wanted_order(self);
  present = present_order(self, wanted);
  changes = lh_changes_find(present->pdata, present->len, wanted->pdata, wanted->len);
  // Ascending by their targets, so that the one before each has its place already.
  for (guint i = 0; i < changes.moved->len; i++) {
    guint to = g_array_index(changes.moved, LhMove, i).to;
    gtk_widget_insert_after(wanted->pdata[to], GTK_WIDGET(self),
                            to > 0 ? wanted->pdata[to - 1] : NULL);
  }
  lh_changes_clear(&changes);
  g_ptr_array_unref(present);
  g_ptr_array_unref(wanted);
  return G_SOURCE_REMOVE;
}

void lh_order_wake(LhCollectionView *self) {
  self->has_new_places = TRUE;
  if (self->order_timer == 0) self->order_timer = g_timeout_add(ORDER_DELAY, on_time, self);
}

void lh_order_stop(LhCollectionView *self) { g_clear_handle_id(&self->order_timer, g_source_remove); }
