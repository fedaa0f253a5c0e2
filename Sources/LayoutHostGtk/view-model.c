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

// Links.

/// Returns true for a model that the list of sections may be behind.
static gboolean is_link(GListModel *model) {
  return GTK_IS_FLATTEN_LIST_MODEL(model) ||
         (GTK_IS_SELECTION_MODEL(model) &&
          g_object_class_find_property(G_OBJECT_GET_CLASS(model), "model") != NULL);
}

/// Returns the models from a model to the list of sections, of which a GtkFlattenListModel is the last.
static GPtrArray *find_links(GListModel *model) {
  GPtrArray *links = g_ptr_array_new_with_free_func(g_object_unref);
  GListModel *next = g_object_ref(model);
  while (next != NULL && is_link(next)) {
    GListModel *link = next;
    g_ptr_array_add(links, link);
    next = NULL;
    if (!GTK_IS_FLATTEN_LIST_MODEL(link)) g_object_get(link, "model", &next, NULL);
  }
  g_clear_object(&next);
  return links;
}

/// Returns the list of sections behind the links; null where there is one section.
static GListModel *outer_of(GPtrArray *links) {
  GListModel *last = links->len > 0 ? g_ptr_array_index(links, links->len - 1) : NULL;
  return GTK_IS_FLATTEN_LIST_MODEL(last) ? gtk_flatten_list_model_get_model(GTK_FLATTEN_LIST_MODEL(last))
                                         : NULL;
}

static void on_link_changed(GObject *link, GParamSpec *spec, gpointer data);

static void follow_links(LhCollectionView *self) {
  GPtrArray *links = self->model.links = find_links(self->model.model);
  for (guint i = 0; i < links->len; i++)
    g_signal_connect_object(g_ptr_array_index(links, i), "notify::model", G_CALLBACK(on_link_changed), self, 0);
}

static void leave_links(LhCollectionView *self) {
  GPtrArray *links = g_steal_pointer(&self->model.links);
  if (links == NULL) return;
  for (guint i = 0; i < links->len; i++)
    g_signal_handlers_disconnect_by_func(g_ptr_array_index(links, i), on_link_changed, self);
  g_ptr_array_unref(links);
}

/// Takes over another list of sections. Other items alone are told by the models.
static void on_link_changed(GObject *link, GParamSpec *spec, gpointer data) {
  LhCollectionView *self = data;
  GListModel *model;
  (void)link, (void)spec;
  leave_links(self);
  follow_links(self);
  if (outer_of(self->model.links) == self->model.outer) return;
  model = g_object_ref(self->model.model);
  lh_model_set(self, model);
  g_object_unref(model);
}

// The model.

static void clear(LhCollectionView *self) {
  LhModelPart *part = &self->model;
  leave_links(self);
  if (part->outer != NULL) g_signal_handler_disconnect(part->outer, part->outer_handler);
  if (part->selection != NULL)
    g_signal_handler_disconnect(part->selection, part->selection_handler);
  g_ptr_array_set_size(part->sections, 0);
  g_clear_object(&part->outer);
  g_clear_object(&part->model);
  part->selection = NULL;
  part->is_stale = part->is_outer_stale = part->is_replaced = FALSE;
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

/// Makes the engine read all data again; after a move, if this is in one.
static void reload(LhCollectionView *self) {
  lh_error *error = NULL;
  if (self->engine == NULL) return;
  if (self->model.is_moving_item) {
    self->model.is_replaced = TRUE;
    lh_model_mark_stale(self);
    return;
  }
  lh_view_reload(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

void lh_model_set(LhCollectionView *self, GListModel *model) {
  LhModelPart *part = &self->model;
  clear(self);
  if (model != NULL) {
    part->model = g_object_ref(model);
    follow_links(self);
    g_set_object(&part->outer, outer_of(part->links));
    if (GTK_IS_SELECTION_MODEL(model)) {
      part->selection = GTK_SELECTION_MODEL(model);
      part->selection_handler = g_signal_connect_object(model, "selection-changed",
                                                        G_CALLBACK(on_selection_changed), self, 0);
    }
    add_sections(self);
  }
  lh_model_number_sections(self);
  self->select.has_anchor = FALSE;
  reload(self);
}
