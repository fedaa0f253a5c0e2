// SPDX-License-Identifier: Apache-2.0
//
// zoom.c: the sizes of items, by zoom and by the width of the window.
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

void lv_zoom_fit(LvWindow *self) {
  char *name = lv_layouts_shown_id(self);
  double zoom = self->zoom, room = MAX(gtk_widget_get_width(GTK_WIDGET(self->view)), 1);
  guint sections = self->titles->len;
  // A single section without a title, as of a folder, needs no heading.
  gboolean has_headings = sections > 1 || (sections == 1 && *(char *)g_ptr_array_index(self->titles, 0) != 0);
  self->room = (int)room;
  for (gsize i = 0; i < G_N_ELEMENTS(SIZES); i++)
    if (g_strcmp0(name, SIZES[i].layout) == 0)
      set_if_there(self, "itemSize",
                   self->has_pictures ? g_variant_new("(dd)", SIZES[i].width * zoom, SIZES[i].height * zoom)
                                      : g_variant_new("(dd)", 220 * zoom, self->card_height * zoom));
  set_if_there(self, "lineAlignment", g_variant_new_string("leading"));
  set_if_there(self, "targetHeight", g_variant_new_double(180 * zoom));
  set_if_there(self, "columnCount", g_variant_new_int64(CLAMP((int)(room / (190 * zoom)), 1, 100)));
  set_if_there(self, "columnSpacing", g_variant_new_double(10));
  set_if_there(self, "rowSpacing", g_variant_new_double(10));
  set_if_there(self, "sectionInset", g_variant_new("(dddd)", 10.0, 10.0, 10.0, 10.0));
  if (has_headings) set_if_there(self, "headerReferenceSize", g_variant_new("(dd)", 40.0, 40.0));
  set_if_there(self, "sectionHeadersPinToVisibleBounds", g_variant_new_boolean(TRUE));
  g_free(name);
}

void lv_zoom_set(LvWindow *self, double zoom) {
  self->zoom = CLAMP(zoom, 0.25, 6);
  lv_zoom_fit(self);
}

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
  (void)dx;
  if ((state & GDK_CONTROL_MASK) == 0) return FALSE;
  lv_zoom_set(self, self->zoom * (dy > 0 ? 1 / 1.1 : 1.1));
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
