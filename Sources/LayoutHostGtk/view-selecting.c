// SPDX-License-Identifier: Apache-2.0
//
// view-selecting.c: pointer and keys select, focus and activate.
//
// The GtkSelectionModel holds the selection. The engine keeps the focus through every change of the
// data, and finds the next item in a direction; its own selection is used only for that.
#include "view-private.h"

/// The longest time between two letters of one word, microseconds.
#define TYPE_AHEAD_TIME (1 * G_USEC_PER_SEC)

// Cells.

static gboolean is_selected(LhCollectionView *self, guint position) {
  return self->model.selection != NULL && position != GTK_INVALID_LIST_POSITION &&
         gtk_selection_model_is_selected(self->model.selection, position);
}

void lh_selecting_mark_all(LhCollectionView *self) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self));
  for (; child != NULL; child = gtk_widget_get_next_sibling(child)) {
    LhCell *cell;
    if (!LH_GTK_IS_CELL(child)) continue;
    cell = LH_GTK_CELL(child);
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
  char *text = lh_selecting_text(self, lh_cell_get_item(cell));
  lh_path focus;
  lh_cell_mark_selected(cell, is_selected(self, lh_model_position(self, path)));
  if (text != NULL) lh_cell_set_accessible_label(cell, text);
  g_free(text);
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

static void select_range(LhCollectionView *self, guint from, guint to, gboolean keeps) {
  gtk_selection_model_select_range(self->model.selection, MIN(from, to),
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
  if (extends && anchor != GTK_INVALID_LIST_POSITION) {
    select_range(self, anchor, position, toggles);
    return;
  }
  if (toggles && gtk_selection_model_is_selected(self->model.selection, position))
    gtk_selection_model_unselect_item(self->model.selection, position);
  else
    gtk_selection_model_select_item(self->model.selection, position, !toggles);
  self->select.anchor = path;
  self->select.has_anchor = TRUE;
}

void lh_selecting_activate(LhCollectionView *self, guint section, guint index) {
  lh_collection_view_emit_activate(self, section, index);
}

static GdkModifierType state_of(gpointer controller) {
  return gtk_event_controller_get_current_event_state(controller);
}

static void on_pressed(GtkGestureClick *gesture, int presses, double x, double y, gpointer data) {
  LhCollectionView *self = data;
  lh_path path;
  if (lh_engine_ready(self) == NULL) return;
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

// Keys.

/// Moves the focus with the engine's rules for its selection, and returns the new path.
static gboolean move_focus(LhCollectionView *self, uint32_t key, lh_path *path) {
  lh_error *error = NULL;
  lh_view *engine = self->engine;
  if (lh_view_get_focus(engine, path)) {
    // One item is selected in the engine, and shift makes every key move from there.
    lh_path focus = *path;
    lh_view_deselect_all(engine, NULL);
    lh_view_select(engine, focus, NULL);
    lh_view_set_focus(engine, focus, NULL);
    lh_view_press(engine, key, LH_MODIFIER_SHIFT, true, &error);
    lh_view_get_focus(engine, path);
    lh_view_deselect_all(engine, NULL);
    lh_view_set_focus(engine, *path, NULL);
  } else if (lh_view_get_item_at(engine, 1, 1, path) || lh_model_path(self, 0, path)) {
    lh_view_scroll_to(engine, *path, LH_POSITION_NEAREST, true, &error);
  } else {
    return FALSE;
  }
  lh_engine_check(self, error);
  return TRUE;
}

static gboolean jump_focus(LhCollectionView *self, gboolean to_end, lh_path *path) {
  lh_error *error = NULL;
  guint count = lh_model_count(self);
  if (count == 0 || !lh_model_path(self, to_end ? count - 1 : 0, path)) return FALSE;
  lh_view_scroll_to(self->engine, *path, LH_POSITION_NEAREST, true, &error);
  lh_engine_check(self, error);
  return TRUE;
}

static gboolean move_by_key(LhCollectionView *self, guint key, lh_path *path) {
  switch (key) {
    case GDK_KEY_Up: case GDK_KEY_KP_Up: return move_focus(self, LH_KEY_UP, path);
    case GDK_KEY_Down: case GDK_KEY_KP_Down: return move_focus(self, LH_KEY_DOWN, path);
    case GDK_KEY_Left: case GDK_KEY_KP_Left: return move_focus(self, LH_KEY_LEFT, path);
    case GDK_KEY_Right: case GDK_KEY_KP_Right: return move_focus(self, LH_KEY_RIGHT, path);
    case GDK_KEY_Page_Up: case GDK_KEY_KP_Page_Up: return move_focus(self, LH_KEY_PAGE_UP, path);
    case GDK_KEY_Page_Down: case GDK_KEY_KP_Page_Down:
      return move_focus(self, LH_KEY_PAGE_DOWN, path);
    case GDK_KEY_Home: case GDK_KEY_KP_Home: return jump_focus(self, FALSE, path);
    case GDK_KEY_End: case GDK_KEY_KP_End: return jump_focus(self, TRUE, path);
    default: return FALSE;
  }
}

/// Handles keys for the whole selection.
static gboolean select_by_key(LhCollectionView *self, guint key, GdkModifierType state) {
  gboolean is_a = key == GDK_KEY_a || key == GDK_KEY_A || key == GDK_KEY_slash;
  if (self->model.selection == NULL || (state & GDK_CONTROL_MASK) == 0 || !is_a) return FALSE;
  if ((state & GDK_SHIFT_MASK) != 0) gtk_selection_model_unselect_all(self->model.selection);
  else gtk_selection_model_select_all(self->model.selection);
  return TRUE;
}

/// Handles keys for the focused item.
static gboolean act_by_key(LhCollectionView *self, guint key, GdkModifierType state) {
  lh_path path;
  if (!lh_view_get_focus(self->engine, &path)) return FALSE;
  switch (key) {
    case GDK_KEY_Return: case GDK_KEY_KP_Enter: case GDK_KEY_ISO_Enter:
      lh_selecting_activate(self, path.section, path.item);
      return TRUE;
    case GDK_KEY_space: case GDK_KEY_KP_Space:
      if (self->select.typed->len > 0 &&
          g_get_monotonic_time() - self->select.typed_at < TYPE_AHEAD_TIME)
        return FALSE;
      lh_selecting_pick(self, path.section, path.item, (state & GDK_CONTROL_MASK) != 0,
                        (state & GDK_SHIFT_MASK) != 0);
      return TRUE;
    default: return FALSE;
  }
}

// Type-ahead.

static gboolean begins_with(LhCollectionView *self, guint position, const char *wanted) {
  lh_path path;
  GObject *item;
  char *text, *folded;
  gboolean begins;
  if (!lh_model_path(self, position, &path)) return FALSE;
  item = lh_model_item(self, path);
  text = lh_selecting_text(self, item);
  folded = text != NULL ? g_utf8_casefold(text, -1) : NULL;
  begins = folded != NULL && g_str_has_prefix(folded, wanted);
  g_free(folded);
  g_free(text);
  g_clear_object(&item);
  return begins;
}

static gboolean find_typed(LhCollectionView *self, lh_path *found) {
  guint count = lh_model_count(self), start = 0;
  char *wanted = g_utf8_casefold(self->select.typed->str, -1);
  gboolean has_focus = lh_view_get_focus(self->engine, found);
  gboolean is_found = FALSE;
  if (has_focus) start = lh_model_position(self, *found);
  // A longer word may still match the present item; the first letter moves on to the next one.
  if (has_focus && g_utf8_strlen(self->select.typed->str, -1) == 1) start++;
  for (guint step = 0; !is_found && step < count; step++) {
    guint position = (start + step) % count;
    is_found = begins_with(self, position, wanted) && lh_model_path(self, position, found);
  }
  g_free(wanted);
  return is_found;
}

static gboolean type_ahead(LhCollectionView *self, guint key, GdkModifierType state, lh_path *path) {
  gunichar character = gdk_keyval_to_unicode(key);
  gint64 now = g_get_monotonic_time();
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0) return FALSE;
  if (!g_unichar_isgraph(character) && character != ' ') return FALSE;
  if (now - self->select.typed_at > TYPE_AHEAD_TIME) g_string_truncate(self->select.typed, 0);
  if (self->select.typed->len == 0 && character == ' ') return FALSE;
  g_string_append_unichar(self->select.typed, character);
  self->select.typed_at = now;
  if (!find_typed(self, path)) return FALSE;
  lh_view_scroll_to(self->engine, *path, LH_POSITION_NEAREST, true, NULL);
  return TRUE;
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, gpointer data) {
  LhCollectionView *self = data;
  gboolean typed = FALSE;
  lh_path path;
  (void)controller, (void)code;
  if (lh_engine_ready(self) == NULL) return FALSE;
  if (key == GDK_KEY_Escape && lh_dragging_is_active(self)) {
    lh_dragging_cancel(self);
    // The button is still down: its movement belongs to the ended drag until it is released.
    gtk_gesture_set_state(self->drag.drag, GTK_EVENT_SEQUENCE_DENIED);
    return TRUE;
  }
  if (select_by_key(self, key, state) || act_by_key(self, key, state)) return TRUE;
  if (!move_by_key(self, key, &path)) {
    typed = type_ahead(self, key, state, &path);
    if (!typed) return FALSE;
  }
  lh_selecting_focus(self, path);
  if (typed || (state & GDK_CONTROL_MASK) == 0)
    lh_selecting_pick(self, path.section, path.item, FALSE, !typed && (state & GDK_SHIFT_MASK) != 0);
  lh_engine_wake(self);
  return TRUE;
}

void lh_selecting_init(LhCollectionView *self) {
  GtkGesture *click = gtk_gesture_click_new();
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_PRIMARY);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), self);
  g_signal_connect(click, "released", G_CALLBACK(on_released), self);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  gtk_widget_add_controller(GTK_WIDGET(self), keys);
  self->select.typed = g_string_new(NULL);
}
