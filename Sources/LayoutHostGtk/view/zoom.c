// SPDX-License-Identifier: Apache-2.0
//
// zoom.c: the sizes of items, by zoom and by the width of the window.
#include <math.h>

#include "window.h"

// A layout has its size property under one of a few names; the others are skipped.

static void set_if_there(LvWindow *self, const char *name, GVariant *value) {
  lh_collection_view_set_property_value(self->view, name, value, NULL);
}

/// Sizes of pictures in the layouts whose items are of one size.
static const struct {
  const char *layout;
  double width, height;
} SIZES[] = {{"flow", 160, 160}, {"spring", 160, 160}, {"carousel", 400, 300},
             {"coverflow", 360, 270}, {"pendulum", 140, 105}};

/// Sets the number of columns by the width of the view.
static void set_columns(LvWindow *self) {
  self->room = MAX(gtk_widget_get_width(GTK_WIDGET(self->view)), 1);
  self->columns = CLAMP((int)(self->room / (190 * self->zoom)), 1, 100);
  set_if_there(self, "columnCount", g_variant_new_int64(self->columns));
}

/// The size of text, by the settings of the desktop; 1 for 96 dots to the inch.
static double text_scale(LvWindow *self) {
  int dpi = 0;
  g_object_get(gtk_widget_get_settings(GTK_WIDGET(self->view)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (1024.0 * 96) : 1;
}

/// Sets the sizes that follow the zoom.
static void set_sizes(LvWindow *self) {
  char *name = lv_layouts_shown_id(self);
  double zoom = self->zoom;
  for (gsize i = 0; i < G_N_ELEMENTS(SIZES); i++)
    if (g_strcmp0(name, SIZES[i].layout) == 0)
      set_if_there(self, "itemSize",
                   self->has_pictures ? g_variant_new("(dd)", SIZES[i].width * zoom, SIZES[i].height * zoom)
                                      : g_variant_new("(dd)", 220 * zoom,
                                                      self->card_height * zoom * text_scale(self)));
  set_if_there(self, "targetHeight", g_variant_new_double(180 * zoom));
  set_columns(self);
  lv_cards_set_detail(self->view, zoom);
  g_free(name);
}

void lv_zoom_fit(LvWindow *self) {
  gboolean has_headings = self->titles->len > 1 ||
                          (self->titles->len == 1 && *(char *)g_ptr_array_index(self->titles, 0) != 0);
  set_if_there(self, "lineAlignment", g_variant_new_string("leading"));
  set_if_there(self, "columnSpacing", g_variant_new_double(10));
  set_if_there(self, "rowSpacing", g_variant_new_double(10));
  set_if_there(self, "sectionInset", g_variant_new("(dddd)", 10.0, 10.0, 10.0, 10.0));
  if (has_headings) set_if_there(self, "headerReferenceSize", g_variant_new("(dd)", 40.0, 40.0));
  set_if_there(self, "sectionHeadersPinToVisibleBounds", g_variant_new_boolean(TRUE));
  set_sizes(self);
}

void lv_zoom_set(LvWindow *self, double zoom) {
  self->zoom = CLAMP(zoom, 0.25, 6);
  set_sizes(self);
}

// The width of the window, and its screen.

/// Fits the columns, unless a person has set their number since.
static gboolean fit_columns(gpointer data) {
  LvWindow *self = data;
  GVariant *now = lh_collection_view_get_property_value(self->view, "columnCount", NULL);
  gboolean is_own = now != NULL && g_variant_is_of_type(now, G_VARIANT_TYPE_INT64) &&
                    g_variant_get_int64(now) == self->columns;
  self->fitting = 0;
  if (is_own) set_columns(self);
  else self->room = MAX(gtk_widget_get_width(GTK_WIDGET(self->view)), 1);
  g_clear_pointer(&now, g_variant_unref);
  return G_SOURCE_REMOVE;
}

/// Columns follow the width in steps, after the frame in which it has changed.
static void on_width(GtkAdjustment *across, LvWindow *self) {
  if (self->fitting == 0 && fabs(gtk_adjustment_get_page_size(across) - self->room) > 40)
    self->fitting = g_idle_add(fit_columns, self);
}

static void on_scale(LhCollectionView *view, GParamSpec *spec, LvWindow *self) {
  (void)spec;
  lv_cards_set_detail(view, self->zoom);
}

/// Connects to a signal for as long as the window lives.
static void watch(LvWindow *self, gpointer to, const char *signal, GCallback call) {
  GClosure *closure = g_cclosure_new(call, self, NULL);
  g_object_watch_closure(G_OBJECT(self->window), closure);
  g_signal_connect_closure(to, signal, closure, FALSE);
}

static void on_text(GtkSettings *settings, GParamSpec *spec, LvWindow *self) {
  (void)settings, (void)spec;
  set_sizes(self);
}

void lv_zoom_follow(LvWindow *self, GtkAdjustment *across) {
  watch(self, gtk_widget_get_settings(GTK_WIDGET(self->window)), "notify::gtk-xft-dpi", G_CALLBACK(on_text));
  watch(self, across, "changed", G_CALLBACK(on_width));
  watch(self, self->view, "notify::scale-factor", G_CALLBACK(on_scale));
}

// Gestures.

static void on_pinch_begin(GtkGesture *gesture, GdkEventSequence *sequence, LvWindow *self) {
  (void)gesture, (void)sequence;
  self->zoom_before = self->zoom;
}

static void on_pinch(GtkGestureZoom *gesture, double scale, LvWindow *self) {
  (void)gesture;
  lv_zoom_set(self, self->zoom_before * scale);
}

static gboolean on_control_wheel(GtkEventControllerScroll *scroll, double dx, double dy, LvWindow *self) {
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
  gboolean is_wheel = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL;
  (void)dx;
  if ((state & GDK_CONTROL_MASK) == 0) return FALSE;
  // A click of a wheel is one step; a fine wheel sends parts of one, a touchpad points.
  lv_zoom_set(self, self->zoom * pow(1.1, -CLAMP(is_wheel ? dy : dy / 10, -3, 3)));
  return TRUE;
}

void lv_zoom_add_gestures(LvWindow *self, GtkWidget *widget) {
  GtkGesture *pinch = gtk_gesture_zoom_new();
  GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect(pinch, "begin", G_CALLBACK(on_pinch_begin), self);
  g_signal_connect(pinch, "scale-changed", G_CALLBACK(on_pinch), self);
  g_signal_connect(wheel, "scroll", G_CALLBACK(on_control_wheel), self);
  gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(pinch));
  gtk_widget_add_controller(widget, wheel);
}
