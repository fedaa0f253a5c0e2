// SPDX-License-Identifier: Apache-2.0
//
// view-engine.c: the lh_view of a widget: its callbacks, its cells, and the clock that drives it.
#include <glib-unix.h>

#include "view-private.h"

// Cells.

/// The kind of element and the view of a class of cells.
typedef struct {
  LhCollectionView *view;
  char *kind;
} LhCellMaker;

static void maker_free(void *data) {
  LhCellMaker *maker = data;
  g_free(maker->kind);
  g_free(maker);
}

static LhCellFactory *factory_for(LhCellMaker *maker, lh_cell *cell) {
  switch (lh_cell_category(cell)) {
    case LH_CELL: return maker->view->factory;
    case LH_SUPPLEMENTARY: return maker->view->header_factory;
    default: return NULL;
  }
}

static void *cell_make(void *data, lh_cell *cell) {
  LhCellMaker *maker = data;
  LhCell *made = lh_cell_make(factory_for(maker, cell), maker->kind);
  LhCellFactory *factory = factory_for(maker, cell);
  gtk_widget_set_parent(GTK_WIDGET(made), GTK_WIDGET(maker->view));
  if (factory != NULL) lh_cell_factory_setup(factory, made);
  return made;
}

static void cell_recycle(void *data, lh_cell *cell, void *object) {
  LhCellMaker *maker = data;
  (void)cell;
  lh_selecting_cell_left(maker->view, object);
  lh_cell_unbind(object);
  lh_places_note_left(maker->view, object);
}

static void cell_place(void *data, lh_cell *cell, void *object, const lh_element *element) {
  LhCellMaker *maker = data;
  (void)cell, (void)object;
  lh_places_note_come(maker->view, element);
}

static void cell_drop(void *data, lh_cell *cell, void *object) {
  LhCellMaker *maker = data;
  (void)cell;
  lh_places_drop(maker->view, object);
  lh_selecting_cell_left(maker->view, object);
  lh_cell_tear_down(object);
  gtk_widget_unparent(object);
}

static bool cell_preferred_size(void *data, lh_cell *cell, void *object, lh_size *size,
                                lh_error **error) {
  (void)data, (void)cell, (void)error;
  lh_cell_preferred_size(object, &size->width, &size->height);
  return true;
}

/// Registers widgets for a kind, once.
static void register_kind(LhCollectionView *self, uint32_t category, const char *kind,
                          lh_error **error) {
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  LhCellMaker *maker;
  if (*error != NULL || !g_hash_table_add(self->kinds, g_strdup(kind))) return;
  maker = g_new(LhCellMaker, 1);
  *maker = (LhCellMaker){self, g_strdup(kind)};
  cells.data = maker;
  cells.release = maker_free;
  cells.make = cell_make;
  cells.place = cell_place;
  cells.recycle = cell_recycle;
  cells.drop = cell_drop;
  cells.preferred_size = category == LH_DECORATION ? NULL : cell_preferred_size;
  if (!lh_view_register(self->engine, category, category == LH_CELL ? NULL : kind, NULL, &cells,
                        error))
    maker_free(maker);
}

static void register_kinds(LhCollectionView *self, lh_layout *layout, lh_error **error) {
  register_kind(self, LH_CELL, "cell", error);
  for (uint32_t i = 0; *error == NULL && i < lh_layout_kind_count(layout); i++) {
    lh_kind kind = LH_TABLE(lh_kind);
    if (lh_layout_get_kind(layout, i, &kind, error) && kind.category != LH_CELL)
      register_kind(self, kind.category, kind.name, error);
  }
}

// Data.

static int64_t data_section_count(void *data) {
  LhCollectionView *self = data;
  self->model.is_read = TRUE;
  return (int64_t)self->model.sections->len;
}

static int64_t data_item_count(void *data, uint32_t section) {
  LhSection *found = lh_model_section(data, section);
  return found != NULL ? (int64_t)found->count : -1;
}

static bool data_bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  LhCollectionView *self = data;
  LhCell *shown = lh_cell_object(cell);
  GObject *item = lh_model_item(self, path);
  (void)error;
  if (shown != NULL) {
    lh_cell_bind(shown, item, path.section, path.item, lh_model_position(self, path));
    lh_selecting_cell_bound(self, shown, path);
  }
  g_clear_object(&item);
  return true;
}

static bool data_bind_supplementary(void *data, lh_cell *cell, const char *kind, lh_path path,
                                    lh_error **error) {
  LhCollectionView *self = data;
  LhCell *shown = lh_cell_object(cell);
  LhSection *section = lh_model_section(self, path.section);
  (void)kind, (void)error;
  if (shown != NULL)
    lh_cell_bind(shown, section != NULL ? G_OBJECT(section->list) : NULL, path.section, path.item,
                 GTK_INVALID_LIST_POSITION);
  lh_order_wake(self);
  return true;
}

static bool data_can_move(void *data, lh_path path) {
  (void)path;
  return lh_model_can_move(data);
}

static bool data_move(void *data, lh_path path, lh_path target, lh_error **error) {
  return lh_model_move(data, path, target, error);
}

static void give_data(LhCollectionView *self, lh_error **error) {
  lh_data_source source = LH_TABLE(lh_data_source);
  source.data = self;
  source.section_count = data_section_count;
  source.item_count = data_item_count;
  source.bind = data_bind;
  source.bind_supplementary = data_bind_supplementary;
  source.can_move = data_can_move;
  source.move = data_move;
  lh_view_set_data_source(self->engine, &source, error);
}

// Notices.

static void told_event(void *data, const char *name, const lh_value *arguments, uint32_t count) {
  GVariantBuilder builder;
  g_variant_builder_init(&builder, G_VARIANT_TYPE("av"));
  for (uint32_t i = 0; i < count; i++) {
    GVariant *value = lh_value_to_variant(&arguments[i]);
    if (value != NULL) g_variant_builder_add(&builder, "v", value);
  }
  lh_collection_view_emit_event(data, name, g_variant_builder_end(&builder));
}

static void told_failure(void *data, const char *path, const char *stage, const lh_error *why) {
  LhCollectionView *self = data;
  GError *error = lh_failure_from(why);
  g_prefix_error(&error, "%s (%s): ", path, stage);
  lh_failure_show(self, error, FALSE);
  lh_collection_view_emit_failed(self, error);
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
  register_kinds(self, layout, error);
  if (*error == NULL) lh_view_set_selection_mode(self->engine, LH_SELECTION_MULTIPLE, error);
  if (*error == NULL) give_delegate(self, error);
  if (*error == NULL) give_data(self, error);
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
    register_kinds(self, layout, error);
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

lh_view *lh_engine_ready(LhCollectionView *self) {
  if (self->awaits_layout) {
    self->awaits_layout = FALSE;
    lh_collection_view_emit_layout(self, self->layout_name);
  }
  lh_model_flush(self);
  return self->engine;
}

void lh_engine_remake_cells(LhCollectionView *self) {
  lh_error *error = NULL;
  lh_layout *layout;
  if (self->engine == NULL) return;
  layout = lh_view_layout(self->engine);
  lh_engine_free(self);
  make(self, layout, &error);
  lh_layout_free(layout);
  lh_engine_check(self, error);
  lh_engine_wake(self);
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
  lh_collection_view_emit_failed(self, given);
  g_error_free(given);
  lh_error_free(error);
}

// The clock. The engine's time stands still while nothing moves, so that the first change after a
// rest starts on time, and no animation runs out while a plugin is read from disk.

/// The step of the first frame after a rest, and the longest step, seconds.
#define FIRST_STEP (1.0 / 60)
#define LONGEST_STEP 0.1

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  lh_error *error = NULL;
  double now = gdk_frame_clock_get_frame_time(clock) / 1e6;
  double step = self->last_tick > 0 ? CLAMP(now - self->last_tick, 0, LONGEST_STEP) : FIRST_STEP;
  gboolean goes_on;
  (void)data;
  if (lh_engine_ready(self) == NULL) {
    self->tick = 0;
    return G_SOURCE_REMOVE;
  }
  goes_on = lh_dragging_step(self);
  self->last_tick = now;
  lh_view_advance(self->engine, lh_view_time(self->engine) + step, &error);
  lh_engine_check(self, error);
  lh_scrolling_sync(self);
  gtk_widget_queue_allocate(widget);
  if (!self->has_failed && (goes_on || lh_view_needs_frame(self->engine))) return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void lh_engine_wake(LhCollectionView *self) {
  self->places.reads_all = TRUE;
  lh_engine_scroll(self);
}

void lh_engine_scroll(LhCollectionView *self) {
  if (self->engine == NULL) return;
  self->has_failed = FALSE;
  if (self->tick != 0) return;
  self->last_tick = 0;
  self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tick, NULL, NULL);
}

void lh_engine_present(LhCollectionView *self) {
  if (self->tick != 0 || lh_dragging_is_active(self) || lh_view_needs_frame(self->engine)) {
    lh_engine_scroll(self);
    return;
  }
  self->has_failed = FALSE;
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}
