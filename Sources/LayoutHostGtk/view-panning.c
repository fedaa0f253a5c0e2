// SPDX-License-Identifier: Apache-2.0
//
// view-panning.c: fingers, and the middle button: the content follows them, goes on after them, and stops under them.
#include "view-private.h"

/// The period over which a velocity is computed, seconds.
#define VELOCITY_WINDOW 0.15

gboolean lh_panning_is_of_finger(gpointer controller) {
  GdkEvent *event = gtk_event_controller_get_current_event(controller);
  GdkEventType type = event != NULL ? gdk_event_get_event_type(event) : GDK_EVENT_LAST;
  return type == GDK_TOUCH_BEGIN || type == GDK_TOUCH_UPDATE || type == GDK_TOUCH_END;
}

gboolean lh_panning_may_stop(LhCollectionView *self) {
  lh_scroll at = LH_TABLE(lh_scroll);
  return self->engine != NULL && lh_view_get_scroll(self->engine, &at, NULL) && at.phase == LH_SCROLL_MOVING;
}

static double now_of(GtkGesture *gesture) {
  return gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture)) / 1e3;
}

static void add_sample(LhScrollPart *part, double time, double x, double y) {
  if (part->sample_count == G_N_ELEMENTS(part->samples))
    memmove(part->samples, part->samples + 1, sizeof part->samples[0] * --part->sample_count);
  part->samples[part->sample_count].time = time;
  part->samples[part->sample_count].x = x;
  part->samples[part->sample_count++].y = y;
}

/// The velocity of the finger over the last moments; zero when it rested before it was lifted.
static lh_point velocity(const LhScrollPart *part, double now) {
  guint last = part->sample_count - 1, first = last;
  double time;
  while (first > 0 && now - part->samples[first - 1].time <= VELOCITY_WINDOW) first--;
  time = part->samples[last].time - part->samples[first].time;
  if (time <= 0 || now - part->samples[last].time > VELOCITY_WINDOW) return (lh_point){0, 0};
  return (lh_point){(part->samples[last].x - part->samples[first].x) / time,
                    (part->samples[last].y - part->samples[first].y) / time};
}

// The engine.

static void touch(LhCollectionView *self, guint32 phase) {
  lh_error *error = NULL;
  lh_view_touch(self->engine, phase, self->drag.x, self->drag.y, NULL, NULL, &error);
  lh_engine_check(self, error);
  lh_engine_scroll(self);
}

/// Stops what moves under the finger: the content, or a section that scrolls across. Returns true if it did.
static gboolean stop(LhCollectionView *self) {
  if (!lh_panning_may_stop(self) || lh_engine_ready(self) == NULL) return FALSE;
  touch(self, LH_TOUCH_BEGAN);
  if (!lh_panning_may_stop(self)) return TRUE;
  // What moves is a section elsewhere.
  if (self->engine != NULL) touch(self, LH_TOUCH_CANCELLED);
  return FALSE;
}

static void drag(LhCollectionView *self, double dx, double dy) {
  lh_error *error = NULL;
  lh_view_drag(self->engine, dx, dy, &(lh_point){self->drag.x, self->drag.y}, &error);
  lh_engine_check(self, error);
  lh_engine_scroll(self);
}

static void release(LhCollectionView *self, lh_point speed) {
  lh_error *error = NULL;
  lh_view_release(self->engine, -speed.x, -speed.y, NULL, &error);
  lh_engine_check(self, error);
  lh_engine_scroll(self);
}

// The gesture. It is claimed by a movement only: two fingers that stop the content may be those of another gesture.

static void on_begin(GtkGesture *gesture, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  LhScrollPart *part = &self->scroll;
  part->is_panning = FALSE;
  part->sample_count = 0;
  part->last_x = part->last_y = 0;
  self->drag.x = x;
  self->drag.y = y;
  add_sample(part, now_of(gesture), 0, 0);
  part->has_stopped = stop(self);
  // A touch that stops something is no click, and none of a double click.
  if (part->has_stopped) lh_selecting_forget_click(self);
}

/// A finger rests before it moves: a short movement may still become a tap.
static gboolean starts(LhCollectionView *self, GtkGesture *gesture, double dx, double dy) {
  if (self->scroll.is_panning) return TRUE;
  if (lh_dragging_is_active(self)) return FALSE;
  if (!gtk_drag_check_threshold(GTK_WIDGET(self), 0, 0, (int)dx, (int)dy)) return FALSE;
  self->scroll.is_panning = TRUE;
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  return TRUE;
}

static void on_update(GtkGesture *gesture, double dx, double dy, gpointer data) {
  LhCollectionView *self = data;
  LhScrollPart *part = &self->scroll;
  double step_x = dx - part->last_x, step_y = dy - part->last_y;
  if (!starts(self, gesture, dx, dy) || lh_engine_ready(self) == NULL) return;
  part->last_x = dx;
  part->last_y = dy;
  add_sample(part, now_of(gesture), dx, dy);
  drag(self, step_x, step_y);
  self->drag.x += step_x;
  self->drag.y += step_y;
}

/// Also called when the gesture is cancelled, or denied by another one.
static void on_end(GtkGesture *gesture, double dx, double dy, gpointer data) {
  LhCollectionView *self = data;
  gboolean was_panning = self->scroll.is_panning, has_stopped = self->scroll.has_stopped;
  (void)dx, (void)dy;
  self->scroll.is_panning = self->scroll.has_stopped = FALSE;
  if (was_panning && lh_engine_ready(self) != NULL) release(self, velocity(&self->scroll, now_of(gesture)));
  // What was stopped, and is not flung again, comes to rest where the layout wants it.
  if (has_stopped && lh_engine_ready(self) != NULL) touch(self, LH_TOUCH_CANCELLED);
}

static void add(LhCollectionView *self, guint button, gboolean is_touch) {
  GtkGesture *gesture = gtk_gesture_drag_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), button);
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(gesture), is_touch);
  g_signal_connect_object(gesture, "drag-begin", G_CALLBACK(on_begin), self, 0);
  g_signal_connect_object(gesture, "drag-update", G_CALLBACK(on_update), self, 0);
  g_signal_connect_object(gesture, "drag-end", G_CALLBACK(on_end), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(gesture));
}

void lh_panning_init(LhCollectionView *self) {
  add(self, 0, TRUE);
  add(self, GDK_BUTTON_MIDDLE, FALSE);
}
