// SPDX-License-Identifier: Apache-2.0
//
// view-answers.c: values of layouts as GVariants, and the app's answers to queries of layouts.
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

gboolean lh_value_from_variant(GVariant *from, uint32_t type, lh_value *out) {
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
    if (!is_bool && (type == LH_TYPE_INDEX || type == LH_TYPE_ENUM)) out->type = type;
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
  LhAnswerFunc func;     ///< Null where `full` answers.
  LhAnswerFullFunc full;
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

static GVariant *arguments_of(const lh_value *values, uint32_t count) {
  GVariantBuilder builder;
  g_variant_builder_init(&builder, G_VARIANT_TYPE("av"));
  for (uint32_t i = 0; i < count; i++) {
    GVariant *value = lh_value_to_variant(&values[i]);
    g_variant_builder_add(&builder, "v", value != NULL ? value : g_variant_new_tuple(NULL, 0));
  }
  return g_variant_ref_sink(g_variant_builder_end(&builder));
}

/// Calls the function of the app. Returns a reference, or null for no answer.
static GVariant *ask(LhQuestion *question, lh_path path, const lh_value *values, uint32_t count) {
  LhAnswer *answer = question->answer;
  GObject *item = question->is_for_section ? NULL : lh_model_item(answer->view, path);
  GVariant *given;
  if (answer->full != NULL) {
    GVariant *arguments = arguments_of(values, count);
    given = answer->full(answer->view, item, path.section, path.item, arguments, answer->data);
    g_variant_unref(arguments);
  } else {
    given = answer->func(answer->view, item, path.section, path.item, answer->data);
  }
  g_clear_object(&item);
  return given != NULL ? g_variant_take_ref(given) : NULL;
}

static int32_t answer_one(void *data, lh_path path, const lh_value *arguments, uint32_t count,
                          lh_value *out, lh_error **error) {
  LhQuestion *question = data;
  GVariant *given = ask(question, path, arguments, count);
  int32_t result = LH_ANSWER_ALL;
  if (given == NULL) return LH_ANSWER_NONE;
  // No query asks for text or arrays, which would have to outlive this.
  if (!lh_value_from_variant(given, question->type, out) || out->type != question->type ||
      question->type == LH_TYPE_TEXT || question->type == LH_TYPE_ARRAY) {
    char *message = g_strdup_printf("the answer to %s has the type %s, which does not fit",
                                    question->answer->query, g_variant_get_type_string(given));
    if (error != NULL) *error = lh_error_new("query-signature", message);
    g_free(message);
    result = LH_ANSWER_FAILED;
  }
  g_variant_unref(given);
  return result;
}

static gboolean is_taken_back(const LhAnswer *answer) { return answer->func == NULL && answer->full == NULL; }

static void attach_answer(lh_layout *layout, const lh_query *query, LhAnswer *answer, lh_error **error) {
  LhQuestion *question = g_new(LhQuestion, 1);
  lh_answer table = LH_TABLE(lh_answer);
  *question = (LhQuestion){answer_ref(answer), query->type, query->is_for_section != 0};
  table.data = question;
  table.release = question_free;
  table.one = answer_one;
  if (!lh_layout_answer(layout, query->name, &table, error)) question_free(question);
}

void lh_layouts_attach(LhCollectionView *self, lh_layout *layout) {
  self->owes_answers = FALSE;
  for (uint32_t i = 0; i < lh_layout_query_count(layout); i++) {
    lh_query query = LH_TABLE(lh_query);
    lh_error *error = NULL;
    LhAnswer *answer;
    if (!lh_layout_get_query(layout, i, &query, NULL)) continue;
    answer = g_hash_table_lookup(self->answers, query.name);
    if (answer == NULL) continue;
    if (!is_taken_back(answer)) attach_answer(layout, &query, answer, &error);
    else if (lh_layout_unanswer(layout, query.name, &error)) g_hash_table_remove(self->answers, query.name);
    if (g_strcmp0(lh_error_code(error), "reentrant") == 0) self->owes_answers = TRUE;
    lh_error_free(error);
  }
}

void lh_layouts_attach_shown(LhCollectionView *self) {
  lh_layout *layout = lh_view_layout(self->engine);
  lh_layouts_attach(self, layout);
  lh_layout_free(layout);
}

/// Sets the answer to a query, or none where it has no function. A layout that is inside a frame, or waits for
/// its engine, gets it after that.
static void set_answer(LhCollectionView *self, LhAnswer *answer) {
  g_hash_table_replace(self->answers, answer->query, answer);
  self->owes_answers = TRUE;
  if (self->engine != NULL) lh_layouts_attach_shown(self);
  lh_engine_wake(self);
}

static LhAnswer *answer_new(LhCollectionView *self, const char *query, gpointer data,
                            GDestroyNotify destroy) {
  LhAnswer *answer = g_new0(LhAnswer, 1);
  answer->view = self;
  answer->query = g_strdup(query);
  answer->data = data;
  answer->destroy = destroy;
  g_atomic_ref_count_init(&answer->references);
  return answer;
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
  LhAnswer *answer;
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  g_return_if_fail(query != NULL);
  LH_KEEP(self);
  answer = answer_new(self, query, user_data, func != NULL ? destroy : NULL);
  answer->func = func;
  set_answer(self, answer);
}

/**
 * lh_collection_view_set_answer_full:
 * @self: A view.
 * @query: The name of a query.
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): Answers it; null leaves it to
 *   the layout again.
 * @user_data: Data for @func.
 * @destroy: Frees @user_data.
 *
 * Answers a query as [method@CollectionView.set_answer] does, with the further arguments that the layout
 * gives. A query has one answer: the last that was set by either.
 */
void lh_collection_view_set_answer_full(LhCollectionView *self, const char *query,
                                        LhAnswerFullFunc func, gpointer user_data,
                                        GDestroyNotify destroy) {
  LhAnswer *answer;
  g_return_if_fail(LH_IS_COLLECTION_VIEW(self));
  g_return_if_fail(query != NULL);
  LH_KEEP(self);
  answer = answer_new(self, query, user_data, func != NULL ? destroy : NULL);
  answer->full = func;
  set_answer(self, answer);
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
  LH_KEEP(self);
  if (lh_engine_ready(self) == NULL) return;
  layout = lh_view_layout(self->engine);
  lh_layout_invalidate(layout, NULL);
  lh_layout_free(layout);
  lh_engine_wake(self);
}
