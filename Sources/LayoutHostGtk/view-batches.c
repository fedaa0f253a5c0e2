// SPDX-License-Identifier: Apache-2.0
//
// view-batches.c: the changes of a model as batches of the engine.
//
// Models report changes one span at a time, and have no moves. The view collects them until it
// needs the engine, merges them to one span a section, and finds moves by comparing the objects.
#include "changes.h"
#include "view-private.h"

/// A change of more items than this is shown without animation.
#define MOST_CHANGES 20000

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
  GPtrArray *added = lh_section_objects(section->list, section->span_start, count);
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
  lh_signals_emit_failed(self, lie);
  g_error_free(lie);
}

/// Takes over the list of sections: those whose lists keep their order stay; a moved section is
/// deleted and inserted, because its items may change in the same batch. `*befores` receives, for
/// each section, its index of before.
static gboolean batch_sections(LhCollectionView *self, lh_batch *batch, GArray *befores,
                               lh_error **error) {
  GListModel *outer = self->model.outer;
  GPtrArray *old = self->model.sections, *was = g_ptr_array_new();
  GPtrArray *is = lh_section_objects(outer, 0, g_list_model_get_n_items(outer));
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
    g_clear_pointer(&old->pdata[g_array_index(changes.deleted, guint, i)], lh_section_free);
  for (guint i = 0; i < changes.inserted->len; i++)
    g_hash_table_add(comes, GUINT_TO_POINTER(g_array_index(changes.inserted, guint, i)));
  self->model.sections = g_ptr_array_new_with_free_func(lh_section_free);
  for (guint j = 0; j < is->len; j++) {
    guint before = G_MAXUINT;
    if (g_hash_table_contains(comes, GUINT_TO_POINTER(j))) {
      g_ptr_array_add(self->model.sections, lh_section_new(self, is->pdata[j]));
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
  if (self->model.is_replaced) done = FALSE;
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
      lh_section_read(section);
      done = FALSE;
    }
  }
  self->model.is_outer_stale = self->model.is_replaced = FALSE;
  g_array_unref(befores);
  lh_model_number_sections(self);
  return done;
}

void lh_model_flush(LhCollectionView *self) {
  lh_animation animation = LH_TABLE(lh_animation);
  lh_batch *batch;
  lh_error *error = NULL;
  GError *lie = NULL;
  gboolean is_batch;
  // Before the outcome of a move the engine refuses changes, and the move needs its sections.
  if (!self->model.is_stale || self->model.is_moving_item) return;
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
