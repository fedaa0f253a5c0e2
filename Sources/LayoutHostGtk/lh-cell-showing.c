// SPDX-License-Identifier: Apache-2.0
//
// lh-cell-showing.c: what a cell shows: it is filled, placed, selected, emptied and kept for the next item.
#include "view-private.h"

LhCell *lh_cell_make(LhCellFactory *factory, const char *kind) {
  gboolean is_item = g_str_equal(kind, "cell");
  LhCell *self = g_object_new(
      LH_TYPE_CELL, "css-name", is_item ? "child" : kind, "focusable", is_item, "accessible-role",
      is_item ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_HEADING, NULL);
  self->kind = g_strdup(kind);
  self->position = GTK_INVALID_LIST_POSITION;
  if (factory != NULL) self->factory = g_object_ref(factory);
  return self;
}

void lh_cell_label(LhCell *self, const char *label) {
  if (label != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  else if (self->has_label)
    gtk_accessible_reset_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL);
  self->has_label = label != NULL;
}

void lh_cell_name(LhCell *self, char *name) {
  g_free(self->name);
  self->name = name;
  lh_cell_label(self, name);
}

static void tell_number(LhCell *self, guint id, guint *place, guint value) {
  if (*place == value) return;
  *place = value;
  lh_cell_notify(self, id);
}

gboolean lh_cell_move(LhCell *self, guint section, guint index, guint position, guint count) {
  g_autoptr(LhCell) kept = NULL;
  if (self->section != section || self->index != index || self->position != position)
    // A handler of one of them may have all cells made again.
    kept = g_object_ref(self);
  tell_number(self, LH_CELL_PROP_SECTION, &self->section, section);
  tell_number(self, LH_CELL_PROP_INDEX, &self->index, index);
  tell_number(self, LH_CELL_PROP_POSITION, &self->position, position);
  if (position == GTK_INVALID_LIST_POSITION) return FALSE;
  if (self->told_position == position && self->told_place == index + 1 && self->told_count == count)
    return FALSE;
  self->told_position = position;
  self->told_place = index + 1;
  self->told_count = count;
  gtk_accessible_update_relation(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_RELATION_POS_IN_SET,
                                 (int)index + 1, GTK_ACCESSIBLE_RELATION_SET_SIZE, (int)count, -1);
  return TRUE;
}

/// Each frame comes here for each cell, so GTK is called for changes only.
static void set_shown(LhCell *self, gboolean is_shown) {
  if (self->is_shown == is_shown) return;
  self->is_shown = is_shown;
  gtk_widget_set_child_visible(GTK_WIDGET(self), is_shown);
}

/// Sets the state of a cell that is shown, or kept for reuse. A kept cell still has the name of its
/// last item, which screen readers must not read.
static void set_in_use(LhCell *self, gboolean is_in_use) {
  set_shown(self, is_in_use);
  if (self->is_in_use == is_in_use) return;
  self->is_in_use = is_in_use;
  gtk_accessible_update_state(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_STATE_HIDDEN, !is_in_use, -1);
}

void lh_cell_place(LhCell *self, guint frame, gboolean is_shown, double alpha) {
  self->frame = frame;
  if (is_shown) set_in_use(self, TRUE);
  else set_shown(self, FALSE);
  if (!is_shown || self->alpha == alpha) return;
  self->alpha = alpha;
  gtk_widget_set_opacity(GTK_WIDGET(self), alpha);
}

LhCellPlace *lh_cell_told_place(LhCell *self) { return &self->place; }

void lh_cell_hide_unless_bound(LhCell *self) {
  if (!self->is_bound) set_in_use(self, FALSE);
}

void lh_cell_hide_unless_placed(LhCell *self, guint frame) {
  if (self->frame != frame) set_in_use(self, FALSE);
}

void lh_cell_bind(LhCell *self, GObject *item, guint section, guint index, guint position) {
  gboolean is_new = g_set_object(&self->item, item);
  tell_number(self, LH_CELL_PROP_SECTION, &self->section, section);
  tell_number(self, LH_CELL_PROP_INDEX, &self->index, index);
  tell_number(self, LH_CELL_PROP_POSITION, &self->position, position);
  if (is_new) lh_cell_notify(self, LH_CELL_PROP_ITEM);
  set_in_use(self, TRUE);
  if (self->is_bound && self->factory != NULL) lh_cell_factory_unbind(self->factory, self);
  self->is_bound = TRUE;
  if (self->factory != NULL) lh_cell_factory_bind(self->factory, self);
}

void lh_cell_unbind(LhCell *self) {
  if (!self->is_bound) return;
  self->is_bound = FALSE;
  if (self->factory != NULL) lh_cell_factory_unbind(self->factory, self);
  lh_cell_mark_selected(self, FALSE);
  // The pointer leaves a cell that is hidden.
  if ((gtk_widget_get_state_flags(GTK_WIDGET(self)) &
       (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_ACTIVE)) != 0)
    set_in_use(self, FALSE);
  if (self->item == NULL) return;
  g_clear_object(&self->item);
  lh_cell_notify(self, LH_CELL_PROP_ITEM);
}

void lh_cell_tear_down(LhCell *self) {
  lh_cell_unbind(self);
  if (self->factory != NULL) lh_cell_factory_teardown(self->factory, self);
  lh_cell_set_child(self, NULL);
}

void lh_cell_mark_selected(LhCell *self, gboolean is_selected) {
  if (self->is_selected == is_selected) return;
  self->is_selected = is_selected;
  if (is_selected)
    gtk_widget_set_state_flags(GTK_WIDGET(self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags(GTK_WIDGET(self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
  lh_cell_notify(self, LH_CELL_PROP_SELECTED);
}

gboolean lh_cell_is_bound(LhCell *self) { return self->is_bound; }

void lh_cell_preferred_size(LhCell *self, double *width, double *height) {
  int least = 0, natural = 0;
  gtk_widget_measure(GTK_WIDGET(self), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure(GTK_WIDGET(self), GTK_ORIENTATION_VERTICAL, MAX(least, lh_pixels(*width)),
                     NULL, &natural, NULL, NULL);
  *height = natural;
}
