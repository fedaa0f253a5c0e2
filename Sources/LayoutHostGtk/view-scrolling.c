// SPDX-License-Identifier: Apache-2.0
//
// view-scrolling.c: wheel and touchpad go to the engine, and the adjustments mirror it.
#include <math.h>

#include "view-private.h"

/// Points for one unit of a touchpad, as in GtkScrolledWindow.
#define SURFACE_UNIT 2.5

// Adjustments.

/// Returns true when an adjustment has the values that `mirror` would give it.
static gboolean is_mirror(GtkAdjustment *of, double offset, double low, double high, double page) {
  return of == NULL || (gtk_adjustment_get_value(of) == CLAMP(offset, low, MAX(low, high)) &&
                        gtk_adjustment_get_lower(of) == low && gtk_adjustment_get_page_size(of) == page &&
                        gtk_adjustment_get_upper(of) == MAX(low, high) + page);
}

/// Returns true when both adjustments have the values of the engine, which a frame may change: cells
/// that came into sight have their own sizes.
static gboolean are_mirrors(LhCollectionView *self) {
  GtkAdjustment **of = self->scroll.adjustment;
  lh_scroll at = LH_TABLE(lh_scroll);
  return lh_view_get_scroll(self->engine, &at, NULL) &&
         is_mirror(of[GTK_ORIENTATION_HORIZONTAL], at.offset.x, at.minimum.x, at.maximum.x, at.viewport.width) &&
         is_mirror(of[GTK_ORIENTATION_VERTICAL], at.offset.y, at.minimum.y, at.maximum.y, at.viewport.height);
}

/// Reads the offset that the adjustments ask for; where there is only one, the other axis stays.
static gboolean read_offset(LhCollectionView *self, lh_point *offset) {
  GtkAdjustment *across = self->scroll.adjustment[GTK_ORIENTATION_HORIZONTAL];
  GtkAdjustment *along = self->scroll.adjustment[GTK_ORIENTATION_VERTICAL];
  if (across == NULL || along == NULL) {
    lh_scroll at = LH_TABLE(lh_scroll);
    if (!lh_view_get_scroll(self->engine, &at, NULL)) return FALSE;
    *offset = at.offset;
  }
  if (across != NULL) offset->x = gtk_adjustment_get_value(across);
  if (along != NULL) offset->y = gtk_adjustment_get_value(along);
  return TRUE;
}

static void on_value_changed(GtkAdjustment *adjustment, gpointer data) {
  LhCollectionView *self = data;
  lh_point offset;
  lh_error *error = NULL;
  (void)adjustment;
  if (self->scroll.is_syncing || lh_engine_ready(self) == NULL || !read_offset(self, &offset)) return;
  lh_view_set_offset(self->engine, offset.x, offset.y, false, &error);
  lh_engine_check(self, error);
  // A handler of the error may have taken the engine away.
  if (self->engine != NULL && are_mirrors(self)) lh_engine_present(self);
  else lh_engine_scroll(self);
}

void lh_scrolling_set_adjustment(LhCollectionView *self, GtkOrientation axis, GtkAdjustment *to) {
  GtkAdjustment **place = &self->scroll.adjustment[axis];
  if (to != NULL && to == *place) return;
  if (*place != NULL) {
    g_signal_handlers_disconnect_by_func(*place, on_value_changed, self);
    g_clear_object(place);
  }
  if (to == NULL) return;
  *place = g_object_ref_sink(to);
  g_signal_connect_object(to, "value-changed", G_CALLBACK(on_value_changed), self, 0);
  lh_scrolling_sync(self);
}

static void mirror(GtkAdjustment *to, double offset, double low, double high, double page) {
  if (to == NULL) return;
  gtk_adjustment_configure(to, CLAMP(offset, low, MAX(low, high)), low, MAX(low, high) + page,
                           page * 0.1, page * 0.9, page);
}

void lh_scrolling_mirror(LhCollectionView *self, const lh_scroll *at) {
  LhScrollPart *part = &self->scroll;
  part->is_syncing = TRUE;
  mirror(part->adjustment[GTK_ORIENTATION_HORIZONTAL], at->offset.x, at->minimum.x, at->maximum.x,
         at->viewport.width);
  mirror(part->adjustment[GTK_ORIENTATION_VERTICAL], at->offset.y, at->minimum.y, at->maximum.y,
         at->viewport.height);
  part->is_syncing = FALSE;
}

void lh_scrolling_sync(LhCollectionView *self) {
  lh_scroll at = LH_TABLE(lh_scroll);
  if (self->engine != NULL && lh_view_get_scroll(self->engine, &at, NULL)) lh_scrolling_mirror(self, &at);
}

// Wheel and touchpad.

/// Converts units of a scroll event to points.
static void to_points(LhCollectionView *self, GtkEventController *controller, double *dx,
                      double *dy) {
  GtkEventControllerScroll *scroll = GTK_EVENT_CONTROLLER_SCROLL(controller);
  GtkWidget *widget = GTK_WIDGET(self);
  gboolean is_wheel = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL;
  *dx *= is_wheel ? pow(gtk_widget_get_width(widget), 2.0 / 3) : SURFACE_UNIT;
  *dy *= is_wheel ? pow(gtk_widget_get_height(widget), 2.0 / 3) : SURFACE_UNIT;
}

/// Swaps the axes with shift, and where the content only scrolls across.
static void choose_axis(LhCollectionView *self, GtkEventController *controller, double *dx,
                        double *dy) {
  lh_scroll at = LH_TABLE(lh_scroll);
  gboolean swaps = (gtk_event_controller_get_current_event_state(controller) & GDK_SHIFT_MASK) != 0;
  if (!swaps && *dx == 0 && lh_view_get_scroll(self->engine, &at, NULL))
    swaps = at.maximum.y <= at.minimum.y && at.maximum.x > at.minimum.x;
  if (!swaps) return;
  double x = *dx;
  *dx = *dy;
  *dy = x;
}

static const lh_point *pointer(LhCollectionView *self, lh_point *place) {
  *place = (lh_point){self->drag.x, self->drag.y};
  return &*place;
}

static gboolean on_scroll(GtkEventController *controller, double dx, double dy, gpointer data) {
  LhCollectionView *self = data;
  lh_error *error = NULL;
  lh_point place;
  if (lh_engine_ready(self) == NULL) return FALSE;
  to_points(self, controller, &dx, &dy);
  choose_axis(self, controller, &dx, &dy);
  lh_view_wheel(self->engine, dx, dy, pointer(self, &place), &error);
  lh_engine_check(self, error);
  lh_engine_scroll(self);
  return TRUE;
}

static void on_decelerate(GtkEventController *controller, double vx, double vy, gpointer data) {
  LhCollectionView *self = data;
  lh_error *error = NULL;
  if (lh_engine_ready(self) == NULL) return;
  to_points(self, controller, &vx, &vy);
  choose_axis(self, controller, &vx, &vy);
  lh_view_release(self->engine, vx, vy, NULL, &error);
  lh_engine_check(self, error);
  lh_engine_scroll(self);
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  (void)controller;
  if (self->scroll.is_panning) return;
  self->drag.x = x;
  self->drag.y = y;
}

void lh_scrolling_init(LhCollectionView *self) {
  GtkEventController *scroll = gtk_event_controller_scroll_new(
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect_object(scroll, "scroll", G_CALLBACK(on_scroll), self, 0);
  g_signal_connect_object(scroll, "decelerate", G_CALLBACK(on_decelerate), self, 0);
  g_signal_connect(motion, "motion", G_CALLBACK(on_motion), self);
  gtk_widget_add_controller(GTK_WIDGET(self), scroll);
  gtk_widget_add_controller(GTK_WIDGET(self), motion);
}
