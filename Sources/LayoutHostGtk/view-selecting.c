// SPDX-License-Identifier: Apache-2.0
//
// view-selecting.c: the selection and the focus of cells, and the pointer that sets them.
//
// The GtkSelectionModel holds the selection. The engine keeps the focus through every change of the
// data, and finds the next item in a direction; its own selection is used only for that.
#include "view-private.h"

// Cells.

static gboolean is_selected(LhCollectionView *self, guint position) {
  return self->model.selection != NULL && position != GTK_INVALID_LIST_POSITION &&
         gtk_selection_model_is_selected(self->model.selection, position);
}

void lh_selecting_mark_all(LhCollectionView *self) {
  // A handler of `selected` may have all cells made again.
  g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_object_unref);
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self));
  for (; child != NULL; child = gtk_widget_get_next_sibling(child))
    if (LH_GTK_IS_CELL(child)) g_ptr_array_add(cells, g_object_ref(child));
  for (guint i = 0; i < cells->len; i++) {
    LhCell *cell = g_ptr_array_index(cells, i);
    if (!lh_cell_is_bound(cell) || !g_str_equal(lh_cell_get_element_kind(cell), "cell")) continue;
    lh_cell_mark_selected(cell, is_selected(self, lh_model_position(self, (lh_path){
                                                      lh_cell_get_section(cell),
                                                      lh_cell_get_index(cell)})));
  }
}

char *lh_selecting_text(LhCollectionView *self, GObject *item) {
  GValue value = G_VALUE_INIT;
  char *text = NULL;
  if (item == NULL) return NULL;
  if (self->select.text_expression == NULL && self->select.text_property != NULL) {
    GParamSpec *spec =
        g_object_class_find_property(G_OBJECT_GET_CLASS(item), self->select.text_property);
    if (spec != NULL && spec->value_type == G_TYPE_STRING) g_object_get(item, spec->name, &text, NULL);
    return text;
  }
  if (self->select.text_expression == NULL)
    return GTK_IS_STRING_OBJECT(item)
               ? g_strdup(gtk_string_object_get_string(GTK_STRING_OBJECT(item)))
               : NULL;
  if (gtk_expression_evaluate(self->select.text_expression, item, &value)) {
    if (G_VALUE_HOLDS_STRING(&value)) text = g_value_dup_string(&value);
    g_value_unset(&value);
  }
  return text;
}

void lh_selecting_cell_bound(LhCollectionView *self, LhCell *cell, lh_path path) {
  lh_path focus;
  lh_cell_mark_selected(cell, is_selected(self, lh_model_position(self, path)));
  if (!self->select.gives_focus || !lh_view_get_focus(self->engine, &focus)) return;
  if (focus.section != path.section || focus.item != path.item) return;
  self->select.gives_focus = FALSE;
  if (gtk_widget_is_focus(GTK_WIDGET(self))) gtk_widget_grab_focus(GTK_WIDGET(cell));
}

void lh_selecting_cell_left(LhCollectionView *self, LhCell *cell) {
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus(root) : NULL;
  if (focus == NULL || (focus != GTK_WIDGET(cell) && !gtk_widget_is_ancestor(focus, GTK_WIDGET(cell))))
    return;
  // The focus stays in the view, and returns to the item when that is visible again.
  self->select.gives_focus = TRUE;
  gtk_root_set_focus(root, GTK_WIDGET(self));
}

void lh_selecting_focus(LhCollectionView *self, lh_path path) {
  lh_cell *cell;
  if (lh_engine_ready(self) == NULL || !lh_view_set_focus(self->engine, path, NULL)) return;
  cell = lh_view_cell(self->engine, path);
  self->select.gives_focus = cell == NULL || lh_cell_object(cell) == NULL;
  gtk_widget_grab_focus(self->select.gives_focus ? GTK_WIDGET(self) : lh_cell_object(cell));
}

// Selecting.

/// Returns false where the model selects no ranges, as a GtkSingleSelection.
static gboolean select_range(LhCollectionView *self, guint from, guint to, gboolean keeps) {
  return gtk_selection_model_select_range(self->model.selection, MIN(from, to),
                                          MAX(from, to) - MIN(from, to) + 1, !keeps);
}

void lh_selecting_pick(LhCollectionView *self, guint section, guint index, gboolean toggles,
                       gboolean extends) {
  lh_path path = {section, index};
  guint position, anchor;
  lh_model_flush(self);
  position = lh_model_position(self, path);
  if (self->model.selection == NULL || position == GTK_INVALID_LIST_POSITION) return;
  anchor = self->select.has_anchor ? lh_model_position(self, self->select.anchor) : position;
  if (extends && anchor != GTK_INVALID_LIST_POSITION && select_range(self, anchor, position, toggles)) return;
  if (toggles && gtk_selection_model_is_selected(self->model.selection, position))
    gtk_selection_model_unselect_item(self->model.selection, position);
  else
    gtk_selection_model_select_item(self->model.selection, position, !toggles);
  self->select.anchor = path;
  self->select.has_anchor = TRUE;
}

void lh_selecting_activate(LhCollectionView *self, guint section, guint index) {
  lh_signals_emit_activate(self, section, index);
}

static GdkModifierType state_of(gpointer controller) {
  return gtk_event_controller_get_current_event_state(controller);
}

static void on_pressed(GtkGestureClick *gesture, int presses, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  lh_path path;
  if (lh_engine_ready(self) == NULL) return;
  // A touch that stops content, which the next gesture decides, takes no focus.
  if (lh_panning_is_of_finger(gesture) && lh_panning_may_stop(self)) return;
  if (!lh_view_get_item_at(self->engine, x, y, &path)) {
    gtk_widget_grab_focus(GTK_WIDGET(self));
    return;
  }
  lh_selecting_focus(self, path);
  if (presses == 2 && !self->select.single_click_activate) {
    lh_selecting_activate(self, path.section, path.item);
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  }
}

static void on_released(GtkGestureClick *gesture, int presses, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  GdkModifierType state = state_of(gesture);
  lh_path path;
  if (presses != 1 || lh_dragging_is_active(self) || lh_engine_ready(self) == NULL) return;
  if (!lh_view_get_item_at(self->engine, x, y, &path)) {
    if (self->model.selection != NULL && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
      gtk_selection_model_unselect_all(self->model.selection);
    return;
  }
  if (self->select.single_click_activate && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
    lh_selecting_activate(self, path.section, path.item);
  else
    lh_selecting_pick(self, path.section, path.item, (state & GDK_CONTROL_MASK) != 0,
                      (state & GDK_SHIFT_MASK) != 0);
}

void lh_selecting_init(LhCollectionView *self) {
  GtkGesture *click = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_PRIMARY);
  g_signal_connect_object(click, "pressed", G_CALLBACK(on_pressed), self, 0);
  g_signal_connect_object(click, "released", G_CALLBACK(on_released), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  self->select.click = click;
}

void lh_selecting_forget_click(LhCollectionView *self) {
  gtk_event_controller_reset(GTK_EVENT_CONTROLLER(self->select.click));
}
