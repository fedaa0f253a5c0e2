// SPDX-License-Identifier: Apache-2.0
//
// view-keys.c: keys move the focus, select and activate, and typed letters find an item.
#include "view-private.h"

/// The longest time between two letters of one word, microseconds.
#define TYPE_AHEAD_TIME (1 * G_USEC_PER_SEC)

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

void lh_keys_init(LhCollectionView *self) {
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect_object(keys, "key-pressed", G_CALLBACK(on_key), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), keys);
  self->select.typed = g_string_new(NULL);
}
