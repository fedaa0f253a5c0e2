// SPDX-License-Identifier: Apache-2.0
//
// view-moving.c: items that a person moves, in the model.
#include "view-private.h"

/// Returns the store of a section's items; null when the app moves them itself.
static GListStore *store_of(LhSection *section) {
  GListModel *list = section != NULL ? section->list : NULL;
  while (GTK_IS_SELECTION_MODEL(list) &&
         g_object_class_find_property(G_OBJECT_GET_CLASS(list), "model") != NULL) {
    GListModel *next = NULL;
    g_object_get(list, "model", &next, NULL);
    if (next != NULL) g_object_unref(next);  // The selection keeps it.
    list = next;
  }
  return G_IS_LIST_STORE(list) ? G_LIST_STORE(list) : NULL;
}

gboolean lh_model_can_move(LhCollectionView *self) { return self->drag.reorderable; }

static gboolean move_in_stores(LhCollectionView *self, lh_path from, lh_path to) {
  GListStore *source = store_of(lh_model_section(self, from.section));
  GListStore *target = store_of(lh_model_section(self, to.section));
  gpointer item;
  if (source == NULL || target == NULL) return FALSE;
  item = g_list_model_get_item(G_LIST_MODEL(source), from.item);
  if (item == NULL) return FALSE;
  g_list_store_remove(source, from.item);
  g_list_store_insert(target, to.item, item);
  g_object_unref(item);
  return TRUE;
}

gboolean lh_model_move(LhCollectionView *self, lh_path from, lh_path to, lh_error **error) {
  LhSection *source = lh_model_section(self, from.section);
  LhSection *target = lh_model_section(self, to.section);
  gboolean done;
  self->model.is_moving_item = TRUE;
  done = lh_signals_emit_move(self, from, to) || move_in_stores(self, from, to);
  self->model.is_moving_item = FALSE;
  if (done) {
    lh_section_read(source);
    if (target != source) lh_section_read(target);
    lh_model_number_sections(self);
    return true;
  }
  if (error != NULL)
    *error = lh_error_new("not-movable",
                          "the model is not a GListStore, and no handler of move-item moved the item");
  return false;
}
