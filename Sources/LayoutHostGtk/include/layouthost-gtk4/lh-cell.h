// SPDX-License-Identifier: Apache-2.0
//
// lh-cell.h: the widget that shows one element of a collection view.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LH_TYPE_CELL (lh_cell_get_type())
// The cast is LH_GTK_CELL: LH_CELL is a number in layouthost.h.
G_DECLARE_FINAL_TYPE(LhCell, lh_cell, LH_GTK, CELL, GtkWidget)

GtkWidget *lh_cell_get_child(LhCell *self);
void lh_cell_set_child(LhCell *self, GtkWidget *child);
gpointer lh_cell_get_item(LhCell *self);
guint lh_cell_get_section(LhCell *self);
guint lh_cell_get_index(LhCell *self);
guint lh_cell_get_position(LhCell *self);
gboolean lh_cell_get_selected(LhCell *self);
const char *lh_cell_get_element_kind(LhCell *self);
void lh_cell_set_accessible_label(LhCell *self, const char *label);

G_END_DECLS
