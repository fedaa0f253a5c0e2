// SPDX-License-Identifier: Apache-2.0
//
// view-clock.c: the clock that drives the engine.
//
// The engine's time stands still while nothing moves, so that the first change after a rest starts on
// time, and no animation runs out while a plugin is read from disk.
#include "view-private.h"

/// The step of the first frame after a rest, and the longest step, seconds.
#define FIRST_STEP (1.0 / 60)
#define LONGEST_STEP 0.1

/// Takes a step of a swap without a frame, which has failed: a crash must not be repeated, and the new version may
/// mend it.
static void step_swap(LhCollectionView *self) {
  lh_error *error = NULL;
  lh_view_process(self->engine, &error);
  lh_engine_check(self, error);
}

/// Returns true while the clock has to go on.
static gboolean goes_on(LhCollectionView *self, gboolean is_dragging) {
  if (self->has_failed) return lh_view_is_swapping(self->engine);
  return is_dragging || lh_view_needs_frame(self->engine);
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  LhCollectionView *self = LH_COLLECTION_VIEW(widget);
  lh_error *error = NULL;
  double now = gdk_frame_clock_get_frame_time(clock) / 1e6;
  double step = self->last_tick > 0 ? CLAMP(now - self->last_tick, 0, LONGEST_STEP) : FIRST_STEP;
  guint tick = self->tick;
  gboolean is_dragging;
  (void)data;
  if (lh_engine_ready(self) == NULL) {
    // The next try has a tick, which may be another one.
    if (self->awaits_layout || self->kept != NULL) return G_SOURCE_CONTINUE;
    self->tick = 0;
    return G_SOURCE_REMOVE;
  }
  if (self->has_failed && lh_view_is_swapping(self->engine)) {
    step_swap(self);
    // A version that took over, or a handler, may have begun another tick.
    return self->tick == tick ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
  }
  if (self->has_new_text) {
    self->has_new_text = FALSE;
    lh_view_reload(self->engine, &error);
    lh_engine_check(self, g_steal_pointer(&error));
    if (self->tick != tick) return G_SOURCE_REMOVE;
  }
  is_dragging = lh_dragging_step(self);
  // A handler may have had all cells made again, with a tick of their own.
  if (self->tick != tick) return G_SOURCE_REMOVE;
  self->last_tick = now;
  lh_view_advance(self->engine, lh_view_time(self->engine) + step, &error);
  lh_engine_check(self, error);
  lh_scrolling_sync(self);
  gtk_widget_queue_allocate(widget);
  if (self->tick != tick) return G_SOURCE_REMOVE;
  if (goes_on(self, is_dragging)) return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void lh_engine_tick(LhCollectionView *self) {
  if (self->tick != 0) return;
  self->last_tick = 0;
  self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tick, NULL, NULL);
}

void lh_engine_wake(LhCollectionView *self) {
  self->places.reads_all = TRUE;
  lh_engine_scroll(self);
}

void lh_engine_scroll(LhCollectionView *self) {
  if (self->engine == NULL) return;
  self->has_failed = FALSE;
  lh_engine_tick(self);
}

void lh_engine_present(LhCollectionView *self) {
  if (self->tick != 0 || lh_dragging_is_active(self) || lh_view_needs_frame(self->engine)) {
    lh_engine_scroll(self);
    return;
  }
  self->has_failed = FALSE;
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}
