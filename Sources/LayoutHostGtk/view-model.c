// SPDX-License-Identifier: Apache-2.0
//
// view-model.c: a GListModel as sections, and its changes as batches of the engine.
//
// Models report changes one span at a time, and have no moves. The view collects them until it
// needs the engine, merges them to one span a section, and finds moves by comparing the objects.
#include "changes.h"
#include "view-private.h"

/// Longer lists are not compared item by item, because that would create all objects of a lazy
/// model: its removed and added items become deletes and inserts.
#define COMPARED_ITEMS 50000
/// A change of more items than this is shown without animation.
#define MOST_CHANGES 20000

// Sections.

static void object_free(gpointer object) {
  if (object != NULL) g_object_unref(object);
}

/// Returns an array that keeps its objects: the address of a freed one may be given to a new one,
/// which would look like the same item.
static GPtrArray *objects_of(GListModel *list, guint first, guint count) {
  GPtrArray *objects = g_ptr_array_new_full(count, object_free);
  for (guint i = first; i < first + count; i++)
    g_ptr_array_add(objects, g_list_model_get_item(list, i));
  return objects;
}

static void read_section(LhSection *section) {
  GPtrArray *before = section->objects;
  section->count = g_list_model_get_n_items(section->list);
  section->is_stale = FALSE;
  section->objects = section->count > COMPARED_ITEMS ? NULL : objects_of(section->list, 0, section->count);
  // Last, because a lazy model makes an object again after its last reference is gone.
  g_clear_pointer(&before, g_ptr_array_unref);
}

static void section_free(gpointer data) {
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

static void mark_stale(LhCollectionView *self) {
  self->model.is_stale = TRUE;
  lh_engine_wake(self);
}

static void on_items_changed(GListModel *list, guint position, guint removed, guint added,
                             gpointer data) {
  LhSection *section = data;
  (void)list;
  if (section->view->model.is_moving_item) return;
  extend_span(section, position, removed, added);
  mark_stale(section->view);
}

static LhSection *section_new(LhCollectionView *self, GListModel *list) {
  LhSection *section = g_new0(LhSection, 1);
  section->view = self;
  section->list = g_object_ref(list);
  section->handler = g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), section);
  read_section(section);
  return section;
}

static void number_sections(LhCollectionView *self) {
  guint start = 0;
  for (guint i = 0; i < self->model.sections->len; i++) {
    LhSection *section = g_ptr_array_index(self->model.sections, i);
    section->start = start;
    start += section->count;
  }
}

static void on_outer_changed(GListModel *outer, guint position, guint removed, guint added,
                             gpointer data) {
  LhCollectionView *self = data;
  (void)outer, (void)position, (void)removed, (void)added;
  self->model.is_outer_stale = TRUE;
  mark_stale(self);
}

// Batches.

static gboolean add_paths(lh_batch *batch, guint section, GArray *indexes, gboolean inserts,
                          lh_error **error) {
  lh_path *paths = g_new(lh_path, MAX(indexes->len, 1));
  gboolean done = TRUE;
  for (guint i = 0; i < indexes->len; i++)
    paths[i] = (lh_path){section, g_array_index(indexes, guint, i)};
  if (indexes->len > 0)
    done = inserts ? lh_batch_insert_items(batch, paths, indexes->len, error)
                   : lh_batch_delete_items(batch, paths, indexes->len, error);
  g_free(paths);
  return done;
}

static void shift(GArray *indexes, guint by) {
  for (guint i = 0; i < indexes->len; i++) g_array_index(indexes, guint, i) += by;
}

/// Finds the changes in a section's span, as indexes of the section.
static LhChanges changes_of(LhSection *section, GPtrArray *added) {
  guint start = section->span_start;
  LhChanges changes;
  gpointer *before = section->objects != NULL ? section->objects->pdata + start : NULL;
  if (section->objects != NULL) {
    changes = lh_changes_find(before, section->span_removed, added->pdata, added->len);
  } else {
    gpointer *nothing = g_new0(gpointer, MAX(MAX(section->span_removed, section->span_added), 1));
    changes = lh_changes_find(nothing, section->span_removed, nothing, section->span_added);
    g_free(nothing);
  }
  shift(changes.deleted, start);
  shift(changes.inserted, start);
  for (guint i = 0; i < changes.moved->len; i++) {
    g_array_index(changes.moved, LhMove, i).from += start;
    g_array_index(changes.moved, LhMove, i).to += start;
  }
  return changes;
}

/// Takes over a section's new state, and adds it to the batch unless the section is new in it.
static gboolean batch_section(LhSection *section, lh_batch *batch, guint before, guint after,
                              lh_error **error) {
  guint count = section->objects != NULL ? section->span_added : 0;
  GPtrArray *added = objects_of(section->list, section->span_start, count);
  LhChanges changes;
  gboolean done;
  changes = changes_of(section, added);
  done = add_paths(batch, before, changes.deleted, FALSE, error) &&
         add_paths(batch, after, changes.inserted, TRUE, error);
  for (guint i = 0; done && i < changes.moved->len; i++) {
    LhMove move = g_array_index(changes.moved, LhMove, i);
    done = lh_batch_move_item(batch, (lh_path){before, move.from}, (lh_path){after, move.to}, error);
  }
  lh_changes_clear(&changes);
  if (section->objects != NULL) {
    if (section->span_removed > 0)
      g_ptr_array_remove_range(section->objects, section->span_start, section->span_removed);
    for (guint i = 0; i < added->len; i++)
      g_ptr_array_insert(section->objects, section->span_start + i, added->pdata[i]);
    // The section keeps them now.
    g_ptr_array_set_free_func(added, NULL);
  }
  g_ptr_array_unref(added);
  section->count += section->span_added - section->span_removed;
  section->is_stale = FALSE;
  return done;
}

/// Returns true when the reported changes match the model's count.
static gboolean adds_up(LhSection *section) {
  guint count = g_list_model_get_n_items(section->list);
  return section->span_start + section->span_removed <= section->count &&
         section->count - section->span_removed + section->span_added == count;
}

static GError *make_lie(LhSection *section) {
  guint wanted = section->count - section->span_removed + section->span_added;
  return g_error_new(
      LH_ERROR, LH_ERROR_DATA,
      "The model %s told of changes after which it should have %u items, and has %u; emit "
      "items-changed for each change, after it",
      G_OBJECT_TYPE_NAME(section->list), wanted, g_list_model_get_n_items(section->list));
}

static void tell_lie(LhCollectionView *self, GError *lie) {
  if (lie == NULL) return;
  lh_failure_show(self, lie, FALSE);
  lh_collection_view_emit_failed(self, lie);
  g_error_free(lie);
}

/// Takes over the list of sections: those whose lists keep their order stay; a moved section is
/// deleted and inserted, because its items may change in the same batch. `*befores` receives, for
/// each section, its index of before.
static gboolean batch_sections(LhCollectionView *self, lh_batch *batch, GArray *befores,
                               lh_error **error) {
  GListModel *outer = self->model.outer;
  GPtrArray *old = self->model.sections, *was = g_ptr_array_new();
  GPtrArray *is = objects_of(outer, 0, g_list_model_get_n_items(outer));
  LhChanges changes;
  GHashTable *comes = g_hash_table_new(NULL, NULL);
  guint next = 0;
  gboolean done = TRUE;
  for (guint i = 0; i < old->len; i++)
    g_ptr_array_add(was, ((LhSection *)g_ptr_array_index(old, i))->list);
  changes = lh_changes_find(was->pdata, was->len, is->pdata, is->len);
  for (guint i = 0; i < changes.moved->len; i++) {
    LhMove move = g_array_index(changes.moved, LhMove, i);
    g_array_append_val(changes.deleted, move.from);
    g_array_append_val(changes.inserted, move.to);
  }
  for (guint i = 0; i < changes.deleted->len; i++)
    g_clear_pointer(&old->pdata[g_array_index(changes.deleted, guint, i)], section_free);
  for (guint i = 0; i < changes.inserted->len; i++)
    g_hash_table_add(comes, GUINT_TO_POINTER(g_array_index(changes.inserted, guint, i)));
  self->model.sections = g_ptr_array_new_with_free_func(section_free);
  for (guint j = 0; j < is->len; j++) {
    guint before = G_MAXUINT;
    if (g_hash_table_contains(comes, GUINT_TO_POINTER(j))) {
      g_ptr_array_add(self->model.sections, section_new(self, is->pdata[j]));
    } else {
      while (old->pdata[next] == NULL) next++;
      before = next++;
      g_ptr_array_add(self->model.sections, old->pdata[before]);
    }
    g_array_append_val(befores, before);
  }
  if (changes.deleted->len > 0)
    done = lh_batch_delete_sections(batch, (const uint32_t *)(const void *)changes.deleted->data,
                                    changes.deleted->len, error);
  if (done && changes.inserted->len > 0)
    done = lh_batch_insert_sections(batch, (const uint32_t *)(const void *)changes.inserted->data,
                                    changes.inserted->len, error);
  g_ptr_array_set_free_func(old, NULL);
  g_ptr_array_unref(old);
  g_ptr_array_unref(was);
  g_ptr_array_unref(is);
  g_hash_table_destroy(comes);
  lh_changes_clear(&changes);
  return done;
}

/// Collects the changes. Returns false when all data must be read again. `*lie` receives the first
/// wrong notice of a model. No signal is emitted here: a handler could free the sections.
static gboolean collect(LhCollectionView *self, lh_batch *batch, GError **lie, lh_error **error) {
  GArray *befores = g_array_new(FALSE, FALSE, sizeof(guint));
  gboolean done = TRUE;
  if (self->model.is_outer_stale) done = batch_sections(self, batch, befores, error);
  for (guint i = 0; i < self->model.sections->len; i++) {
    LhSection *section = g_ptr_array_index(self->model.sections, i);
    guint before = self->model.is_outer_stale ? g_array_index(befores, guint, i) : i;
    gboolean fits;
    if (!section->is_stale) continue;
    fits = adds_up(section);
    if (!fits && *lie == NULL) *lie = make_lie(section);
    if (fits && done && section->span_removed + section->span_added <= MOST_CHANGES) {
      done = batch_section(section, batch, before, i, error);
    } else {
      read_section(section);
      done = FALSE;
    }
  }
  self->model.is_outer_stale = FALSE;
  g_array_unref(befores);
  number_sections(self);
  return done;
}

void lh_model_flush(LhCollectionView *self) {
  lh_animation animation = LH_TABLE(lh_animation);
  lh_batch *batch;
  lh_error *error = NULL;
  GError *lie = NULL;
  gboolean is_batch;
  if (!self->model.is_stale) return;
  self->model.is_stale = FALSE;
  batch = lh_batch_new();
  // An engine that has not asked for the counts yet would take the present ones for those before the changes.
  is_batch = collect(self, batch, &lie, &error) && self->model.is_read;
  if (self->engine != NULL) {
    if (is_batch) is_batch = lh_view_perform(self->engine, batch, NULL, NULL, &animation, &error);
    lh_engine_check(self, error);
    error = NULL;
    // A handler of the error may have taken the engine away.
    if (!is_batch && self->engine != NULL) lh_view_reload(self->engine, &error);
    lh_engine_check(self, error);
  }
  lh_batch_free(batch);
  lh_selecting_mark_all(self);
  // Last, because a handler may set another model.
  tell_lie(self, lie);
}

// The model.

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
    g_ptr_array_add(part->sections, section_new(self, part->model));
    return;
  }
  part->outer_handler =
      g_signal_connect(part->outer, "items-changed", G_CALLBACK(on_outer_changed), self);
  for (guint i = 0; i < g_list_model_get_n_items(part->outer); i++) {
    GListModel *list = g_list_model_get_item(part->outer, i);
    g_ptr_array_add(part->sections, section_new(self, list));
    g_object_unref(list);
  }
}

GPtrArray *lh_model_sections_new(void) { return g_ptr_array_new_with_free_func(section_free); }

void lh_model_set(LhCollectionView *self, GListModel *model) {
  LhModelPart *part = &self->model;
  lh_error *error = NULL;
  clear(part);
  if (model != NULL) {
    part->model = g_object_ref(model);
    part->outer = find_outer(model);
    if (GTK_IS_SELECTION_MODEL(model)) {
      part->selection = GTK_SELECTION_MODEL(model);
      part->selection_handler = g_signal_connect(model, "selection-changed",
                                                 G_CALLBACK(on_selection_changed), self);
    }
    add_sections(self);
  }
  number_sections(self);
  self->select.has_anchor = FALSE;
  if (self->engine == NULL) return;
  lh_view_reload(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

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

// Items moved by the user.

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
  done = lh_collection_view_emit_move(self, from, to) || move_in_stores(self, from, to);
  self->model.is_moving_item = FALSE;
  if (done) {
    read_section(source);
    if (target != source) read_section(target);
    number_sections(self);
    return true;
  }
  if (error != NULL)
    *error = lh_error_new("not-movable",
                          "the model is not a GListStore, and no handler of move-item moved the item");
  return false;
}
