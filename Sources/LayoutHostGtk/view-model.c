// SPDX-License-Identifier: Apache-2.0
//
// view-model.c: the GListModel of a view: its sections, and its selection.
#include "view-private.h"

static void on_outer_changed(GListModel *outer, guint position, guint removed, guint added,
                             gpointer data) {
  LhCollectionView *self = data;
  (void)outer, (void)position, (void)removed, (void)added;
  self->model.is_outer_stale = TRUE;
  lh_model_mark_stale(self);
}

static void on_selection_changed(GtkSelectionModel *selection, guint position, guint count,
                                 gpointer data) {
  (void)selection, (void)position, (void)count;
  lh_selecting_mark_all(data);
}

static void clear(LhModelPart *part) {
  if (part->outer != NULL) g_signal_handler_disconnect(part->outer, part->outer_handler);
  if (part->selection != NULL)
    g_signal_handler_disconnect(part->selection, part->selection_handler);
  g_ptr_array_set_size(part->sections, 0);
  g_clear_object(&part->outer);
  g_clear_object(&part->model);
  part->selection = NULL;
  part->is_stale = part->is_outer_stale = FALSE;
}

/// Returns the list of lists behind a model: that of a GtkFlattenListModel, also under a selection.
static GListModel *find_outer(GListModel *model) {
  GListModel *inner = model, *outer = NULL;
  g_object_ref(inner);
  while (GTK_IS_SELECTION_MODEL(inner)) {
    GListModel *next = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(inner), "model") == NULL) break;
    g_object_get(inner, "model", &next, NULL);
    if (next == NULL) break;
    g_object_unref(inner);
    inner = next;
  }
  if (GTK_IS_FLATTEN_LIST_MODEL(inner))
    outer = gtk_flatten_list_model_get_model(GTK_FLATTEN_LIST_MODEL(inner));
  if (outer != NULL) g_object_ref(outer);
  g_object_unref(inner);
  return outer;
}

static void add_sections(LhCollectionView *self) {
  LhModelPart *part = &self->model;
  if (part->outer == NULL) {
    g_ptr_array_add(part->sections, lh_section_new(self, part->model));
    return;
  }
  part->outer_handler =
      g_signal_connect(part->outer, "items-changed", G_CALLBACK(on_outer_changed), self);
  for (guint i = 0; i < g_list_model_get_n_items(part->outer); i++) {
    GListModel *list = g_list_model_get_item(part->outer, i);
    g_ptr_array_add(part->sections, lh_section_new(self, list));
    g_object_unref(list);
  }
}

GPtrArray *lh_model_sections_new(void) { return g_ptr_array_new_with_free_func(lh_section_free); }

void lh_model_set(LhCollectionView *self, GListModel *model) {
  LhModelPart *part = &self->model;
  lh_error *error = NULL;
  clear(part);
  if (model != NULL) {
    part->model = g_object_ref(model);
    part->outer = find_outer(model);
    if (GTK_IS_SELECTION_MODEL(model)) {
      part->selection = GTK_SELECTION_MODEL(model);
      part->selection_handler = g_signal_connect_object(model, "selection-changed",
                                                        G_CALLBACK(on_selection_changed), self, 0);
    }
    add_sections(self);
  }
  lh_model_number_sections(self);
  self->select.has_anchor = FALSE;
  if (self->engine == NULL) return;
  lh_view_reload(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}
