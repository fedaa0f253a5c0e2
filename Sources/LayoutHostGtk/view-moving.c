// SPDX-License-Identifier: Apache-2.0
//
// view-moving.c: items that a person moves, in the model.
#include "view-private.h"

/// Returns a new reference to the store of a section's items; null when the app moves them itself.
static GListStore *store_of(LhSection *section) {
  GListModel *list = section != NULL ? g_object_ref(section->list) : NULL;
  while (GTK_IS_SELECTION_MODEL(list) &&
         g_object_class_find_property(G_OBJECT_GET_CLASS(list), "model") != NULL) {
    GListModel *next = NULL;
    g_object_get(list, "model", &next, NULL);
    g_object_unref(list);
    list = next;
  }
  if (G_IS_LIST_STORE(list)) return G_LIST_STORE(list);
  g_clear_object(&list);
  return NULL;
}

gboolean lh_model_can_move(LhCollectionView *self) { return self->drag.reorderable; }

/// Moves the item. A handler of what the stores tell may set another model, so they are kept until the end.
static gboolean move_in_stores(LhCollectionView *self, lh_path from, lh_path to) {
  g_autoptr(GListStore) source = store_of(lh_model_section(self, from.section));
  g_autoptr(GListStore) target = store_of(lh_model_section(self, to.section));
  g_autoptr(GObject) item = NULL;
  guint count;
  if (source == NULL || target == NULL) return FALSE;
  item = g_list_model_get_item(G_LIST_MODEL(source), from.item);
  if (item == NULL) return FALSE;
  g_list_store_remove(source, from.item);
  count = g_list_model_get_n_items(G_LIST_MODEL(target));
  g_list_store_insert(target, MIN(to.item, count), item);
  return TRUE;
}

/// Takes over the lists of a move, whose outcome the engine knows.
static void read_again(LhCollectionView *self, lh_path from, lh_path to) {
  LhSection *source = lh_model_section(self, from.section);
  LhSection *target = lh_model_section(self, to.section);
  if (source != NULL) lh_section_read(source);
  if (target != NULL && target != source) lh_section_read(target);
  lh_model_number_sections(self);
}

/// Returns true when the model has changes that the engine does not know.
static gboolean is_behind(const LhModelPart *part) {
  gboolean is = part->is_outer_stale || part->is_replaced;
  for (guint i = 0; !is && i < part->sections->len; i++)
    is = ((LhSection *)g_ptr_array_index(part->sections, i))->is_stale;
  return is;
}

gboolean lh_model_move(LhCollectionView *self, lh_path from, lh_path to, lh_error **error) {
  lh_view *engine = self->engine;
  gboolean done;
  LH_KEEP(self);
  self->model.is_moving_item = TRUE;
  done = lh_signals_emit_move(self, from, to) || move_in_stores(self, from, to);
  self->model.is_moving_item = FALSE;
  // A handler may have made all cells again, and with them an engine that knows of no move.
  if (self->engine != engine) self->model.is_replaced = TRUE;
  // The sections of before may be gone: a handler may have set another model too.
  if (done) read_again(self, from, to);
  self->model.is_stale = is_behind(&self->model);
  if (done) return TRUE;
  if (error != NULL)
    *error = lh_error_new("not-movable",
                          "the model is not a GListStore, and no handler of move-item moved the item");
  return FALSE;
}
