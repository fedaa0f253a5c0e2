// SPDX-License-Identifier: Apache-2.0
//
// view-engine.c: the lh_view of a widget: made, shown and ended, with its notices and errors.
#include <glib-unix.h>

#include "view-private.h"

// Notices.

static void told_event(void *data, const char *name, const lh_value *arguments, uint32_t count) {
  GVariantBuilder builder;
  g_variant_builder_init(&builder, G_VARIANT_TYPE("av"));
  for (uint32_t i = 0; i < count; i++) {
    GVariant *value = lh_value_to_variant(&arguments[i]);
    if (value != NULL) g_variant_builder_add(&builder, "v", value);
  }
  lh_signals_emit_event(data, name, g_variant_builder_end(&builder));
}

static void told_failure(void *data, const char *path, const char *stage, const lh_error *why) {
  LhCollectionView *self = data;
  GError *error = lh_failure_from(why);
  g_prefix_error(&error, "%s (%s): ", path, stage);
  lh_failure_show(self, error, FALSE);
  lh_signals_emit_failed(self, error);
  g_error_free(error);
}

static void told_swap(void *data, const char *path) {
  (void)path;
  lh_failure_hide(data);
  lh_engine_wake(data);
}

static void give_delegate(LhCollectionView *self, lh_error **error) {
  lh_delegate delegate = LH_TABLE(lh_delegate);
  delegate.data = self;
  delegate.event = told_event;
  delegate.swapped = told_swap;
  delegate.layout_failed = told_failure;
  lh_view_set_delegate(self->engine, &delegate, error);
}

static gboolean on_readable(int descriptor, GIOCondition condition, gpointer data) {
  LhCollectionView *self = data;
  lh_error *error = NULL;
  (void)descriptor, (void)condition;
  // A handler may drop the view.
  LH_KEEP(self);
  if (lh_engine_ready(self) == NULL) return G_SOURCE_CONTINUE;
  lh_view_process(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
  return G_SOURCE_CONTINUE;
}

// The engine.

static void make(LhCollectionView *self, lh_layout *layout, lh_error **error) {
  int width = MAX(gtk_widget_get_width(GTK_WIDGET(self)), 1);
  int height = MAX(gtk_widget_get_height(GTK_WIDGET(self)), 1);
  int descriptor;
  self->engine = lh_view_new(layout, width, height, error);
  if (self->engine == NULL) return;
  lh_cells_register(self, layout, error);
  if (*error == NULL) lh_view_set_selection_mode(self->engine, LH_SELECTION_MULTIPLE, error);
  if (*error == NULL) give_delegate(self, error);
  if (*error == NULL) lh_data_give(self, error);
  if (*error != NULL) return;
  descriptor = lh_view_descriptor(self->engine, NULL);
  if (descriptor >= 0) self->watch = g_unix_fd_add(descriptor, G_IO_IN, on_readable, self);
  lh_engine_update_environment(self);
}

void lh_engine_show(LhCollectionView *self, lh_layout *layout, gboolean animated,
                    lh_error **error) {
  lh_animation animation = LH_TABLE(lh_animation);
  lh_layouts_attach(self, layout);
  if (self->engine == NULL) {
    make(self, layout, error);
    if (*error != NULL) lh_engine_free(self);
  } else {
    lh_cells_register(self, layout, error);
    if (*error == NULL)
      lh_view_set_layout(lh_engine_ready(self), layout, animated ? &animation : NULL, error);
  }
  if (*error != NULL) return;
  lh_failure_hide(self);
  lh_engine_wake(self);
}

void lh_engine_free(LhCollectionView *self) {
  lh_view *engine = g_steal_pointer(&self->engine);
  self->model.is_read = FALSE;
  if (self->tick != 0) gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
  self->tick = 0;
  g_clear_handle_id(&self->watch, g_source_remove);
  lh_order_stop(self);
  g_hash_table_remove_all(self->kinds);
  lh_view_free(engine);
  lh_places_clear(self);
}

/// Shows a layout in the next tick: a view in a cell of another one comes inside a frame of that.
static void show_later(LhCollectionView *self, const char *name) {
  lh_layouts_note_name(self, name);
  self->awaits_layout = TRUE;
  lh_engine_tick(self);
}

void lh_engine_show_named(LhCollectionView *self, const char *name) {
  lh_error *why = NULL;
  GError *error = NULL;
  if (name == NULL || lh_layouts_show(self, name, TRUE, &why)) return;
  if (g_strcmp0(lh_error_code(why), "reentrant") == 0) {
    lh_error_free(why);
    show_later(self, name);
    return;
  }
  lh_failure_give(why, &error);
  // A first layout that is still to be shown would hide the bar.
  lh_engine_ready(self);
  lh_failure_show(self, error, FALSE);
  lh_signals_emit_failed(self, error);
  g_error_free(error);
}

lh_view *lh_engine_ready(LhCollectionView *self) {
  if (self->awaits_layout) {
    self->awaits_layout = FALSE;
    lh_engine_show_named(self, self->layout_name);
  }
  lh_model_flush(self);
  return self->engine;
}

void lh_engine_update_environment(LhCollectionView *self) {
  GtkWidget *widget = GTK_WIDGET(self);
  gboolean animates = TRUE;
  if (self->engine == NULL) return;
  if (self->settings != NULL) g_object_get(self->settings, "gtk-enable-animations", &animates, NULL);
  lh_view_set_animations(self->engine, animates, NULL);
  lh_view_set_scale(self->engine, gtk_widget_get_scale_factor(widget), NULL);
  lh_view_set_right_to_left(self->engine, gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL, NULL);
  lh_engine_wake(self);
}

void lh_engine_check(LhCollectionView *self, lh_error *error) {
  GError *given;
  if (error == NULL) return;
  given = lh_failure_from(error);
  self->has_failed = TRUE;
  // The engine went back to its last good frame, of which it tells nothing.
  self->places.reads_all = TRUE;
  lh_failure_show(self, given, TRUE);
  lh_signals_emit_failed(self, given);
  g_error_free(given);
  lh_error_free(error);
}

// Cells made again.

/// The state of an engine that its successor takes over.
typedef struct {
  char *directory;
  lh_point offset;
  GArray *across;  ///< The offset of each section along its track.
  lh_path focus;
  gboolean has_frame, has_focus;
} LhKept;

static LhKept keep(LhCollectionView *self) {
  LhKept kept = {.across = g_array_new(FALSE, FALSE, sizeof(double))};
  lh_scroll at = LH_TABLE(lh_scroll);
  kept.directory = g_strdup(lh_view_followed_directory(self->engine));
  kept.has_focus = lh_view_get_focus(self->engine, &kept.focus);
  // Before its first frame an engine has no place in the content.
  kept.has_frame = self->model.is_read && lh_view_get_scroll(self->engine, &at, NULL);
  kept.offset = at.offset;
  for (guint i = 0; kept.has_frame && i < self->model.sections->len; i++) {
    double offset = lh_view_section_offset(self->engine, i);
    g_array_append_val(kept.across, offset);
  }
  return kept;
}

/// Shows the first frame of an engine, and one at an offset inside the edges that the first one told.
static gboolean show_at(LhCollectionView *self, lh_point offset, lh_error **error) {
  lh_scroll at = LH_TABLE(lh_scroll);
  if (!lh_view_update(self->engine, error) || !lh_view_get_scroll(self->engine, &at, error)) return FALSE;
  return lh_view_set_offset(self->engine,
                            CLAMP(offset.x, at.minimum.x, MAX(at.minimum.x, at.maximum.x)),
                            CLAMP(offset.y, at.minimum.y, MAX(at.minimum.y, at.maximum.y)), false, error);
}

static void give_back(LhCollectionView *self, const LhKept *kept, lh_error **error) {
  gboolean done = kept->directory == NULL ||
                  lh_view_follow_directory(self->engine, kept->directory, NULL, error);
  if (done && kept->has_frame) done = show_at(self, kept->offset, error);
  for (guint i = 0; done && i < kept->across->len; i++) {
    double offset = g_array_index(kept->across, double, i);
    if (offset != 0) done = lh_view_set_section_offset(self->engine, i, offset, false, error);
  }
  if (done && kept->has_focus) lh_view_set_focus(self->engine, kept->focus, error);
}

void lh_engine_remake_cells(LhCollectionView *self) {
  lh_error *error = NULL;
  lh_layout *layout;
  LhKept kept;
  // The paths of what is kept are those of the present model.
  if (self->engine != NULL) lh_model_flush(self);
  if (self->engine == NULL) return;
  kept = keep(self);
  layout = lh_view_layout(self->engine);
  lh_engine_free(self);
  make(self, layout, &error);
  lh_layout_free(layout);
  if (error == NULL) give_back(self, &kept, &error);
  g_free(kept.directory);
  g_array_unref(kept.across);
  lh_engine_check(self, error);
  lh_engine_wake(self);
  // The old cell of the focused item gave the keyboard to the view.
  if (kept.has_focus && self->select.gives_focus && gtk_widget_is_focus(GTK_WIDGET(self)))
    lh_selecting_focus(self, kept.focus);
}
