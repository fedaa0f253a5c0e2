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

/// Gives a new version what its predecessor may not have had. If a class is refused, its frame tells.
static void told_version(void *data, lh_layout *layout) {
  lh_error *error = NULL;
  lh_layouts_attach(data, layout);
  lh_cells_register(data, layout, &error);
  lh_error_free(error);
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
  delegate.will_swap = told_version;
  delegate.swapped = told_swap;
  delegate.layout_failed = told_failure;
  lh_view_set_delegate(self->engine, &delegate, error);
}

/// Starts the clock where there is something to do. The folders around a followed one change too, which means nothing
/// here; and a frame that failed must not be tried again for that, because a plugin that crashes a few times is put
/// into quarantine.
static void take_news(LhCollectionView *self) {
  if (self->has_failed) {
    if (lh_view_is_swapping(self->engine)) lh_engine_tick(self);
  } else if (lh_view_needs_frame(self->engine)) {
    lh_engine_wake(self);
  }
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
  if (self->engine != NULL) take_news(self);
  return G_SOURCE_CONTINUE;
}

// The engine.

void lh_engine_make(LhCollectionView *self, lh_layout *layout, lh_error **error) {
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
  if (self->engine == NULL && self->kept != NULL) {
    lh_failure_hide(self);
    lh_remaking_show(self, layout);
    return;
  }
  if (self->engine == NULL) {
    lh_engine_make(self, layout, error);
    if (*error != NULL) lh_engine_free(self);
  } else {
    lh_cells_register(self, layout, error);
    if (*error == NULL)
      lh_view_set_layout(lh_engine_ready(self), layout, animated ? &animation : NULL, error);
  }
  if (*error == NULL && self->engine == NULL && self->kept != NULL) {
    // A handler of its first frame had all cells made again, while the view had the layout of before.
    lh_remaking_show(self, layout);
    return;
  }
  lh_layout_free(layout);
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
    // A cell that is filled meanwhile may name another layout.
    g_autofree char *name = g_strdup(self->layout_name);
    self->awaits_layout = FALSE;
    lh_engine_show_named(self, name);
  }
  if (self->kept != NULL && self->engine == NULL) lh_remaking_go_on(self);
  if (self->owes_answers && self->engine != NULL) lh_layouts_attach_shown(self);
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
