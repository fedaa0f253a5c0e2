// SPDX-License-Identifier: Apache-2.0
//
// view-layout.c: layouts by name or file, and their properties.
#include "view-private.h"

static uint32_t tier_of(LhCollectionView *self) {
  switch (self->tier) {
    case LH_LAYOUT_TIER_IN_PROCESS: return LH_TIER_IN_PROCESS;
    case LH_LAYOUT_TIER_WORKER: return LH_TIER_WORKER;
    case LH_LAYOUT_TIER_SANDBOXED: return LH_TIER_SANDBOXED;
    default: return LH_TIER_AUTO;
  }
}

void lh_layouts_note_name(LhCollectionView *self, const char *name) {
  if (g_strcmp0(self->layout_name, name) == 0) return;
  g_free(self->layout_name);
  self->layout_name = g_strdup(name);
  g_object_notify(G_OBJECT(self), "layout");
}

gboolean lh_layouts_show(LhCollectionView *self, const char *name, gboolean animated, lh_error **error) {
  lh_layout_options options = LH_TABLE(lh_layout_options);
  gboolean awaited = self->awaits_layout;
  lh_layout *layout;
  options.tier = tier_of(self);
  layout = lh_layout_new(name, &options, error);
  if (layout == NULL) return FALSE;
  self->awaits_layout = FALSE;
  lh_engine_show(self, layout, animated, error);
  if (*error == NULL) lh_layouts_note_name(self, name);
  else self->awaits_layout = awaited;
  return *error == NULL;
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
  lh_error *why = NULL;
  g_return_val_if_fail(LH_IS_COLLECTION_VIEW(self), FALSE);
  LH_KEEP(self);
  return lh_layouts_show(self, name, animated, &why) || lh_failure_give(why, error);
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
  LH_KEEP(self);
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
  LH_KEEP(self);
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
  LH_KEEP(self);
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
 * @value: The value: a boolean, a whole number, a double, a string for text, the name or the number of a
 *   case, `(dd)` for a point or a size, `(dddd)` for insets (top, left, bottom, right), `ad` for an array, and
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
  LH_KEEP(self);
  g_variant_ref_sink(value);
  if (!need_engine(self, error)) {
    g_variant_unref(value);
    return FALSE;
  }
  layout = lh_view_layout(self->engine);
  done = lh_value_from_variant(value, type_of_property(layout, name), &given);
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
  LH_KEEP(self);
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
