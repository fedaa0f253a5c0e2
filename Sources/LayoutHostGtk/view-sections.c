// SPDX-License-Identifier: Apache-2.0
//
// view-sections.c: the lists of a model as sections: their items, and their changes as one span each.
#include "view-private.h"

/// Longer lists are not compared item by item, because that would create all objects of a lazy
/// model: its removed and added items become deletes and inserts.
#define COMPARED_ITEMS 50000

static void object_free(gpointer object) {
  if (object != NULL) g_object_unref(object);
}

GPtrArray *lh_section_objects(GListModel *list, guint first, guint count) {
  GPtrArray *objects = g_ptr_array_new_full(count, object_free);
  for (guint i = first; i < first + count; i++)
    g_ptr_array_add(objects, g_list_model_get_item(list, i));
  return objects;
}

void lh_section_read(LhSection *section) {
  GPtrArray *before = section->objects;
  section->count = g_list_model_get_n_items(section->list);
  section->is_stale = FALSE;
  section->objects =
      section->count > COMPARED_ITEMS ? NULL : lh_section_objects(section->list, 0, section->count);
  // Last, because a lazy model makes an object again after its last reference is gone.
  g_clear_pointer(&before, g_ptr_array_unref);
}

void lh_section_free(gpointer data) {
  LhSection *section = data;
  g_signal_handler_disconnect(section->list, section->handler);
  g_clear_pointer(&section->objects, g_ptr_array_unref);
  g_object_unref(section->list);
  g_free(section);
}

/// Merges a change into the waiting span.
static void extend_span(LhSection *section, guint position, guint removed, guint added) {
  guint start, end;
  if (!section->is_stale) {
    section->is_stale = TRUE;
    section->span_start = position;
    section->span_removed = removed;
    section->span_added = added;
    return;
  }
  start = MIN(section->span_start, position);
  end = MAX(section->span_start + section->span_added, position + removed);
  section->span_removed += section->span_start - start + end - (section->span_start + section->span_added);
  section->span_added = end - start - removed + added;
  section->span_start = start;
}

void lh_model_mark_stale(LhCollectionView *self) {
  self->model.is_stale = TRUE;
  lh_engine_wake(self);
}

static void on_items_changed(GListModel *list, guint position, guint removed, guint added,
                             gpointer data) {
  LhSection *section = data;
  (void)list;
  extend_span(section, position, removed, added);
  lh_model_mark_stale(section->view);
}

LhSection *lh_section_new(LhCollectionView *self, GListModel *list) {
  LhSection *section = g_new0(LhSection, 1);
  section->view = self;
  section->list = g_object_ref(list);
  section->handler = g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), section);
  lh_section_read(section);
  return section;
}

void lh_model_number_sections(LhCollectionView *self) {
  guint start = 0;
  for (guint i = 0; i < self->model.sections->len; i++) {
    LhSection *section = g_ptr_array_index(self->model.sections, i);
    section->start = start;
    start += section->count;
  }
}

// Finding.

LhSection *lh_model_section(LhCollectionView *self, guint section) {
  GPtrArray *sections = self->model.sections;
  return section < sections->len ? g_ptr_array_index(sections, section) : NULL;
}

guint lh_model_position(LhCollectionView *self, lh_path path) {
  LhSection *section = lh_model_section(self, path.section);
  if (section == NULL || path.item >= section->count) return GTK_INVALID_LIST_POSITION;
  return section->start + path.item;
}

gboolean lh_model_path(LhCollectionView *self, guint position, lh_path *path) {
  guint low = 0, high = self->model.sections->len;
  // The last section that starts at or before the position; an empty section starts where the next
  // one does.
  while (low < high) {
    guint middle = (low + high) / 2;
    if (lh_model_section(self, middle)->start <= position) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return FALSE;
  *path = (lh_path){low - 1, position - lh_model_section(self, low - 1)->start};
  return path->item < lh_model_section(self, low - 1)->count;
}

guint lh_model_count(LhCollectionView *self) {
  guint count = self->model.sections->len;
  LhSection *last = count > 0 ? lh_model_section(self, count - 1) : NULL;
  return last != NULL ? last->start + last->count : 0;
}

GObject *lh_model_item(LhCollectionView *self, lh_path path) {
  LhSection *section = lh_model_section(self, path.section);
  return section != NULL ? g_list_model_get_item(section->list, path.item) : NULL;
}
