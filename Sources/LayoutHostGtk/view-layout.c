// SPDX-License-Identifier: Apache-2.0
//
// view-layout.c: layouts by name, their properties as GVariants, and answers to their queries.
#include "view-private.h"

// Values.

static GVariant *numbers(const double *values, gsize count) {
  return g_variant_new_fixed_array(G_VARIANT_TYPE_DOUBLE, values, count, sizeof *values);
}

GVariant *lh_value_to_variant(const lh_value *value) {
  switch (value->type) {
    case LH_TYPE_BOOL: return g_variant_new_boolean(value->as.integer != 0);
    case LH_TYPE_INTEGER: case LH_TYPE_ENUM: case LH_TYPE_INDEX:
      return g_variant_new_int64(value->as.integer);
    case LH_TYPE_NUMBER: return g_variant_new_double(value->as.number);
    case LH_TYPE_POINT: return g_variant_new("(dd)", value->as.point.x, value->as.point.y);
    case LH_TYPE_SIZE: return g_variant_new("(dd)", value->as.size.width, value->as.size.height);
    case LH_TYPE_INSETS:
      return g_variant_new("(dddd)", value->as.insets.top, value->as.insets.left,
                           value->as.insets.bottom, value->as.insets.right);
    case LH_TYPE_TEXT: return g_variant_new_string(value->as.text != NULL ? value->as.text : "");
    case LH_TYPE_ARRAY: return numbers(value->as.array.values, value->as.array.count);
    default: return NULL;
  }
}

/// Reads a whole number of any width.
static gboolean get_integer(GVariant *from, int64_t *out) {
  switch (g_variant_classify(from)) {
    case G_VARIANT_CLASS_BOOLEAN: *out = g_variant_get_boolean(from); return TRUE;
    case G_VARIANT_CLASS_BYTE: *out = g_variant_get_byte(from); return TRUE;
    case G_VARIANT_CLASS_INT16: *out = g_variant_get_int16(from); return TRUE;
    case G_VARIANT_CLASS_UINT16: *out = g_variant_get_uint16(from); return TRUE;
    case G_VARIANT_CLASS_INT32: *out = g_variant_get_int32(from); return TRUE;
    case G_VARIANT_CLASS_UINT32: *out = g_variant_get_uint32(from); return TRUE;
    case G_VARIANT_CLASS_INT64: *out = g_variant_get_int64(from); return TRUE;
    default: return FALSE;
  }
}

/// Converts a GVariant to a value of `type`. The GVariant owns its text and arrays.
static gboolean to_value(GVariant *from, uint32_t type, lh_value *out) {
  int64_t integer = 0;
  *out = (lh_value){.type = LH_TYPE_NONE};
  if (g_variant_is_of_type(from, G_VARIANT_TYPE_UNIT)) return TRUE;
  if (g_variant_is_of_type(from, G_VARIANT_TYPE_STRING)) {
    *out = (lh_value){.type = LH_TYPE_TEXT, .as.text = g_variant_get_string(from, NULL)};
  } else if (g_variant_is_of_type(from, G_VARIANT_TYPE_DOUBLE)) {
    *out = (lh_value){.type = LH_TYPE_NUMBER, .as.number = g_variant_get_double(from)};
  } else if (g_variant_is_of_type(from, G_VARIANT_TYPE("(dd)"))) {
    out->type = type == LH_TYPE_POINT ? LH_TYPE_POINT : LH_TYPE_SIZE;
    g_variant_get(from, "(dd)", &out->as.size.width, &out->as.size.height);
  } else if (g_variant_is_of_type(from, G_VARIANT_TYPE("(dddd)"))) {
    out->type = LH_TYPE_INSETS;
    g_variant_get(from, "(dddd)", &out->as.insets.top, &out->as.insets.left, &out->as.insets.bottom,
                  &out->as.insets.right);
  } else if (g_variant_is_of_type(from, G_VARIANT_TYPE("ad"))) {
    out->type = LH_TYPE_ARRAY;
    out->as.array.values = g_variant_get_fixed_array(from, &out->as.array.count, sizeof(double));
  } else if (get_integer(from, &integer)) {
    gboolean is_bool = g_variant_is_of_type(from, G_VARIANT_TYPE_BOOLEAN);
    *out = (lh_value){.type = is_bool ? LH_TYPE_BOOL : LH_TYPE_INTEGER, .as.integer = integer};
    if (!is_bool && type == LH_TYPE_INDEX) out->type = LH_TYPE_INDEX;
    if (!is_bool && type == LH_TYPE_NUMBER)
      *out = (lh_value){.type = LH_TYPE_NUMBER, .as.number = integer};
  } else {
    return FALSE;
  }
  return TRUE;
}

// Answers.

typedef struct {
  LhCollectionView *view;
  char *query;
  LhAnswerFunc func;
  gpointer data;
  GDestroyNotify destroy;
  gatomicrefcount references;
} LhAnswer;

static LhAnswer *answer_ref(LhAnswer *answer) {
  g_atomic_ref_count_inc(&answer->references);
  return answer;
}

static void answer_unref(gpointer data) {
  LhAnswer *answer = data;
  if (!g_atomic_ref_count_dec(&answer->references)) return;
  if (answer->destroy != NULL) answer->destroy(answer->data);
  g_free(answer->query);
  g_free(answer);
}

GHashTable *lh_layouts_answers_new(void) {
  return g_hash_table_new_full(g_str_hash, g_str_equal, NULL, answer_unref);
}

/// An answer for the engine and the type of the layout's query.
typedef struct {
  LhAnswer *answer;
  uint32_t type;
  gboolean is_for_section;
} LhQuestion;

static void question_free(void *data) {
  LhQuestion *question = data;
  answer_unref(question->answer);
  g_free(question);
}

static int32_t answer_one(void *data, lh_path path, const lh_value *arguments, uint32_t count,
                          lh_value *out, lh_error **error) {
  LhQuestion *question = data;
  LhAnswer *answer = question->answer;
  GObject *item = question->is_for_section ? NULL : lh_model_item(answer->view, path);
  GVariant *given = answer->func(answer->view, item, path.section, path.item, answer->data);
  int32_t result = LH_ANSWER_ALL;
  (void)arguments, (void)count;
  g_clear_object(&item);
  if (given == NULL) return LH_ANSWER_NONE;
  g_variant_ref_sink(given);
  if (!to_value(given, question->type, out) || out->type != question->type ||
      question->type == LH_TYPE_TEXT || question->type == LH_TYPE_ARRAY) {
    char *message = g_strdup_printf("the answer to %s has the type %s, which does not fit",
                                    answer->query, g_variant_get_type_string(given));
    if (error != NULL) *error = lh_error_new("query-signature", message);
    g_free(message);
    result = LH_ANSWER_FAILED;
  }
  g_variant_unref(given);
  return result;
}

static void attach_answer(lh_layout *layout, const lh_query *query, LhAnswer *answer) {
  LhQuestion *question = g_new(LhQuestion, 1);
  lh_answer table = LH_TABLE(lh_answer);
  *question = (LhQuestion){answer_ref(answer), query->type, query->is_for_section != 0};
  table.data = question;
  table.release = question_free;
  table.one = answer_one;
  if (!lh_layout_answer(layout, query->name, &table, NULL)) question_free(question);
}

void lh_layouts_attach(LhCollectionView *self, lh_layout *layout) {
  for (uint32_t i = 0; i < lh_layout_query_count(layout); i++) {
    lh_query query = LH_TABLE(lh_query);
    LhAnswer *answer;
    if (!lh_layout_get_query(layout, i, &query, NULL)) continue;
    answer = g_hash_table_lookup(self->answers, query.name);
    if (answer != NULL) attach_answer(layout, &query, answer);
  }
}

/**
 * lh_collection_view_set_answer:
 * @self: A view.
 * @query: The name of a query, such as "sizeForItem" or "aspectRatioForItem".
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): Answers it; null leaves it to
 *   the layout again.
 * @user_data: Data for @func.
 * @destroy: Frees @user_data.
 *
 * Answers what layouts ask about items. The answer holds for every layout that is shown and asks this;
 * layouts that do not are not told. `layouthost info` lists what a layout asks.
 */
void lh_collection_view_set_answer(LhCollectionView *self, const char *query, LhAnswerFunc func,
                                   gpointer user_data, GDestroyNotify destroy) {
  lh_layout *layout;
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  g_return_if_fail(query != NULL);
  layout = self->engine != NULL ? lh_view_layout(self->engine) : NULL;
  g_hash_table_remove(self->answers, query);
  if (func != NULL) {
    LhAnswer *answer = g_new(LhAnswer, 1);
    *answer = (LhAnswer){self, g_strdup(query), func, user_data, destroy, 0};
    g_atomic_ref_count_init(&answer->references);
    g_hash_table_insert(self->answers, answer->query, answer);
    if (layout != NULL) lh_layouts_attach(self, layout);
  } else if (layout != NULL) {
    lh_layout_unanswer(layout, query, NULL);
  }
  lh_layout_free(layout);
  lh_engine_wake(self);
}

/**
 * lh_collection_view_answers_changed:
 * @self: A view.
 *
 * Lets the layout ask everything anew, after answers changed for items that stay.
 */
void lh_collection_view_answers_changed(LhCollectionView *self) {
  lh_layout *layout;
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  if (lh_engine_ready(self) == NULL) return;
  layout = lh_view_layout(self->engine);
  lh_layout_invalidate(layout, NULL);
  lh_layout_free(layout);
  lh_engine_wake(self);
}

// Layouts.

static uint32_t tier_of(LhCollectionView *self) {
  switch (self->tier) {
    case LH_LAYOUT_TIER_IN_PROCESS: return LH_TIER_IN_PROCESS;
    case LH_LAYOUT_TIER_WORKER: return LH_TIER_WORKER;
    case LH_LAYOUT_TIER_SANDBOXED: return LH_TIER_SANDBOXED;
    default: return LH_TIER_AUTO;
  }
}

/**
 * lh_collection_view_set_layout:
 * @self: A view.
 * @name: The id of a layout, such as "flow", or the path of a plugin.
 * @animated: True to let everything move to its new place.
 * @error: Return location of an error.
 *
 * Shows another layout. On an error the present one stays.
 *
 * Returns: True when the layout is shown.
 */
gboolean lh_collection_view_set_layout(LhCollectionView *self, const char *name, gboolean animated,
                                       GError **error) {
  lh_layout_options options = LH_TABLE(lh_layout_options);
  lh_error *why = NULL;
  lh_layout *layout;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  options.tier = tier_of(self);
  layout = lh_layout_new(name, &options, &why);
  if (layout != NULL) lh_engine_show(self, layout, animated, &why);
  lh_layout_free(layout);
  if (why != NULL) return lh_failure_give(why, error);
  if (g_strcmp0(self->layout_name, name) == 0) return TRUE;
  g_free(self->layout_name);
  self->layout_name = g_strdup(name);
  g_object_notify(G_OBJECT(self), "layout");
  return TRUE;
}

static gboolean need_engine(LhCollectionView *self, GError **error) {
  if (lh_engine_ready(self) != NULL) return TRUE;
  g_set_error_literal(error, LH_ERROR, LH_ERROR_LAYOUT,
                      "the view has no layout: set one with set_layout");
  return FALSE;
}

static gboolean outcome(LhCollectionView *self, gboolean done, lh_error *why, GError **error) {
  if (!done) return lh_failure_give(why, error);
  lh_engine_wake(self);
  return TRUE;
}

/**
 * lh_collection_view_swap_layout:
 * @self: A view.
 * @file: The path of a plugin that offers the layout that is shown.
 * @error: Return location of an error.
 *
 * Replaces the layout by another version of it. Properties, answers and state go along; on an error the
 * old version runs on.
 *
 * Returns: True when the new version is shown.
 */
gboolean lh_collection_view_swap_layout(LhCollectionView *self, const char *file, GError **error) {
  lh_animation animation = LH_TABLE(lh_animation);
  lh_error *why = NULL;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  if (!need_engine(self, error)) return FALSE;
  return outcome(self, lh_view_swap(self->engine, file, NULL, &animation, &why), why, error);
}

/**
 * lh_collection_view_follow_directory:
 * @self: A view.
 * @directory: (nullable) (type filename): A directory; null ends it.
 * @error: Return location of an error.
 *
 * Watches a directory: a plugin that is saved there and offers the layout on screen is swapped in. What
 * fails is told by [signal@CollectionView::layout-failed].
 *
 * Returns: True when the directory is watched.
 */
gboolean lh_collection_view_follow_directory(LhCollectionView *self, const char *directory,
                                             GError **error) {
  lh_error *why = NULL;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  if (!need_engine(self, error)) return FALSE;
  return outcome(self, lh_view_follow_directory(self->engine, directory, NULL, &why), why, error);
}

/**
 * lh_collection_view_restart_layout:
 * @self: A view.
 * @error: Return location of an error.
 *
 * Starts the layout again, with the properties set so far, after it crashed or broke a rule.
 *
 * Returns: True when it runs.
 */
gboolean lh_collection_view_restart_layout(LhCollectionView *self, GError **error) {
  lh_error *why = NULL;
  lh_layout *layout;
  gboolean done;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  if (!need_engine(self, error)) return FALSE;
  layout = lh_view_layout(self->engine);
  done = lh_layout_restart(layout, &why);
  lh_layout_free(layout);
  if (done) lh_failure_hide(self);
  if (done) lh_view_set_needs_frame(self->engine, NULL);
  return outcome(self, done, why, error);
}

static uint32_t type_of_property(lh_layout *layout, const char *name) {
  for (uint32_t i = 0; i < lh_layout_property_count(layout); i++) {
    lh_property property = LH_TABLE(lh_property);
    if (lh_layout_get_property(layout, i, &property, NULL) && g_strcmp0(property.name, name) == 0)
      return property.type;
  }
  return LH_TYPE_NONE;
}

/**
 * lh_collection_view_set_property_value:
 * @self: A view.
 * @name: The name of a property of the layout, such as "itemSize".
 * @value: The value: a boolean, a whole number, a double, a string for text and for the name of a case,
 *   `(dd)` for a point or a size, `(dddd)` for insets (top, left, bottom, right), `ad` for an array, and
 *   `()` to unset it. A floating reference is taken.
 * @error: Return location of an error.
 *
 * Sets a property of the layout that is shown.
 *
 * Returns: True when it is set; else the old value stays.
 */
gboolean lh_collection_view_set_property_value(LhCollectionView *self, const char *name,
                                               GVariant *value, GError **error) {
  lh_error *why = NULL;
  lh_layout *layout;
  lh_value given;
  gboolean done;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  g_return_val_if_fail(value != NULL, FALSE);
  if (!need_engine(self, error)) return FALSE;
  g_variant_ref_sink(value);
  layout = lh_view_layout(self->engine);
  done = to_value(value, type_of_property(layout, name), &given);
  if (done) done = lh_layout_set(layout, name, &given, &why);
  else
    why = lh_error_new("property-type", "the value has a type that no property has; see the "
                                        "documentation of set_property_value");
  lh_layout_free(layout);
  g_variant_unref(value);
  return outcome(self, done, why, error);
}

/**
 * lh_collection_view_get_property_value:
 * @self: A view.
 * @name: The name of a property of the layout.
 * @error: Return location of an error.
 *
 * Returns: (transfer full): The property as last set, or its default; `()` when it is unset.
 */
GVariant *lh_collection_view_get_property_value(LhCollectionView *self, const char *name,
                                                GError **error) {
  lh_error *why = NULL;
  lh_layout *layout;
  lh_value value;
  GVariant *made;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), NULL);
  if (!need_engine(self, error)) return NULL;
  layout = lh_view_layout(self->engine);
  if (!lh_layout_get(layout, name, &value, &why)) {
    lh_layout_free(layout);
    lh_failure_give(why, error);
    return NULL;
  }
  made = lh_value_to_variant(&value);
  lh_layout_free(layout);
  return g_variant_ref_sink(made != NULL ? made : g_variant_new_tuple(NULL, 0));
}
