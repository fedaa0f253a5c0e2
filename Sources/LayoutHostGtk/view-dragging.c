// SPDX-License-Identifier: Apache-2.0
//
// view-dragging.c: the primary button drags: an item to another place, or a rubber band over items.
#include "view-private.h"

/// Beyond an edge the content scrolls by this share of the distance each frame.
#define EDGE_SPEED 0.2

static lh_point offset_of(LhCollectionView *self) {
  lh_scroll at = LH_TABLE(lh_scroll);
  lh_view_get_scroll(self->engine, &at, NULL);
  return at.offset;
}

// The band.

static graphene_rect_t band(LhCollectionView *self) {
  LhDragPart *part = &self->drag;
  lh_point offset = offset_of(self);
  double x = part->start_x - offset.x, y = part->start_y - offset.y;
  return GRAPHENE_RECT_INIT(MIN(x, part->x), MIN(y, part->y), ABS(part->x - x), ABS(part->y - y));
}

/// Visible items are hit or not; the others stay unchanged.
static void update_hits(LhCollectionView *self) {
  lh_element_list list = LH_TABLE(lh_element_list);
  lh_point offset = offset_of(self);
  graphene_rect_t area = self->drag.band_rect;
  if (!lh_view_get_elements(self->engine, &list, NULL)) return;
  for (gsize i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    graphene_rect_t frame = GRAPHENE_RECT_INIT(element->frame.x - offset.x, element->frame.y - offset.y,
                                               element->frame.width, element->frame.height);
    guint position;
    if (element->category != LH_CELL || (element->flags & LH_ELEMENT_LEAVING) != 0) continue;
    position = lh_model_position(self, element->path);
    if (position == GTK_INVALID_LIST_POSITION) continue;
    if (graphene_rect_intersection(&frame, &area, NULL)) gtk_bitset_add(self->drag.hits, position);
    else gtk_bitset_remove(self->drag.hits, position);
  }
}

static void select_hits(LhCollectionView *self) {
  GtkBitset *selected = gtk_bitset_copy(self->drag.hits);
  GtkBitset *all = gtk_bitset_new_range(0, lh_model_count(self));
  if (self->drag.keeps_rest) gtk_bitset_union(selected, self->drag.before);
  if (self->model.selection != NULL)
    gtk_selection_model_set_selection(self->model.selection, selected, all);
  gtk_bitset_unref(selected);
  gtk_bitset_unref(all);
}

static void update_band(LhCollectionView *self) {
  self->drag.band_rect = band(self);
  update_hits(self);
  select_hits(self);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void begin_band(LhCollectionView *self, double x, double y, gboolean keeps) {
  LhDragPart *part = &self->drag;
  lh_point offset = offset_of(self);
  part->is_band = TRUE;
  part->keeps_rest = keeps;
  part->start_x = x + offset.x;
  part->start_y = y + offset.y;
  part->before = self->model.selection != NULL ? gtk_selection_model_get_selection(self->model.selection)
                                               : gtk_bitset_new_empty();
  part->hits = gtk_bitset_new_empty();
  part->band = g_object_new(GTK_TYPE_BOX, "css-name", "rubberband", "can-target", FALSE, NULL);
  gtk_widget_set_parent(part->band, GTK_WIDGET(self));
}

static void end_band(LhCollectionView *self) {
  LhDragPart *part = &self->drag;
  part->is_band = FALSE;
  g_clear_pointer(&part->before, gtk_bitset_unref);
  g_clear_pointer(&part->hits, gtk_bitset_unref);
  g_clear_pointer(&part->band, gtk_widget_unparent);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

// The gesture.

static gboolean begin_move(LhCollectionView *self, double x, double y) {
  lh_path path;
  lh_point at = {x, y};
  bool is_held = false;
  lh_error *error = NULL;
  if (!self->drag.reorderable || !lh_view_get_item_at(self->engine, x, y, &path)) return FALSE;
  lh_view_begin_move(self->engine, path, &at, &is_held, &error);
  lh_engine_check(self, error);
  self->drag.is_move = is_held;
  return is_held;
}

static gboolean begin(LhCollectionView *self, GtkGestureDrag *gesture, double x, double y) {
  GdkModifierType state =
      gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
  if (self->scroll.is_panning || lh_engine_ready(self) == NULL) return FALSE;
  if (!begin_move(self, x, y)) {
    if (!self->drag.enable_rubberband || self->model.selection == NULL) return FALSE;
    begin_band(self, x, y, (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0);
  }
  gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  return TRUE;
}

static void follow(LhCollectionView *self) {
  lh_error *error = NULL;
  if (self->drag.is_band) update_band(self);
  if (self->drag.is_move) lh_view_update_move(self->engine, self->drag.x, self->drag.y, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

static void on_update(GtkGestureDrag *gesture, double dx, double dy, gpointer data) {
  LhCollectionView *self = data;
  double x, y;
  gtk_gesture_drag_get_start_point(gesture, &x, &y);
  if (!lh_dragging_is_active(self)) {
    // A finger scrolls.
    if (lh_panning_is_of_finger(gesture)) return;
    if (!gtk_drag_check_threshold(GTK_WIDGET(self), 0, 0, (int)dx, (int)dy)) return;
    if (!begin(self, gesture, x, y)) return;
  }
  self->drag.x = x + dx;
  self->drag.y = y + dy;
  if (lh_engine_ready(self) != NULL) follow(self);
}

/// A finger takes an item by a rest on it.
static void on_rest(GtkGestureLongPress *rest, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  if (self->scroll.is_panning || self->scroll.has_stopped || lh_dragging_is_active(self)) return;
  if (lh_engine_ready(self) == NULL || !begin_move(self, x, y)) return;
  self->drag.x = x;
  self->drag.y = y;
  gtk_gesture_set_state(GTK_GESTURE(rest), GTK_EVENT_SEQUENCE_CLAIMED);
  follow(self);
}

static void on_end(GtkGestureDrag *gesture, double dx, double dy, gpointer data) {
  LhCollectionView *self = data;
  lh_error *error = NULL;
  (void)gesture, (void)dx, (void)dy;
  if (self->drag.is_band) end_band(self);
  if (!self->drag.is_move) return;
  self->drag.is_move = FALSE;
  if (lh_engine_ready(self) != NULL) lh_view_end_move(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

static void on_cancel(GtkGesture *gesture, GdkEventSequence *sequence, gpointer data) {
  LhCollectionView *self = data;
  (void)gesture, (void)sequence;
  // The item goes back in a frame, which fills cells by the places that the engine knows.
  if (self->drag.is_move) lh_engine_ready(self);
  lh_dragging_cancel(self);
}

void lh_dragging_cancel(LhCollectionView *self) {
  if (self->drag.is_band) end_band(self);
  if (self->drag.is_move && self->engine != NULL) lh_view_cancel_move(self->engine, NULL);
  self->drag.is_move = FALSE;
  lh_engine_wake(self);
}

gboolean lh_dragging_is_active(LhCollectionView *self) {
  return self->drag.is_band || self->drag.is_move;
}

/// Scrolls when a band extends beyond an edge. Returns true while a drag needs frames.
gboolean lh_dragging_step(LhCollectionView *self) {
  LhDragPart *part = &self->drag;
  double width = gtk_widget_get_width(GTK_WIDGET(self));
  double height = gtk_widget_get_height(GTK_WIDGET(self));
  double dx = part->x - CLAMP(part->x, 0, width), dy = part->y - CLAMP(part->y, 0, height);
  if (!part->is_band) return part->is_move;
  if (dx == 0 && dy == 0) return FALSE;
  lh_view_wheel(self->engine, dx * EDGE_SPEED, dy * EDGE_SPEED, NULL, NULL);
  update_band(self);
  return TRUE;
}

void lh_dragging_init(LhCollectionView *self) {
  GtkGesture *gesture = gtk_gesture_drag_new(), *rest = gtk_gesture_long_press_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), GDK_BUTTON_PRIMARY);
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(rest), TRUE);
  g_signal_connect_object(gesture, "drag-update", G_CALLBACK(on_update), self, 0);
  g_signal_connect_object(gesture, "drag-end", G_CALLBACK(on_end), self, 0);
  g_signal_connect_object(gesture, "cancel", G_CALLBACK(on_cancel), self, 0);
  g_signal_connect_object(rest, "pressed", G_CALLBACK(on_rest), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(gesture));
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(rest));
  // The finger that took the item moves it.
  gtk_gesture_group(rest, gesture);
  self->drag.drag = gesture;
}
