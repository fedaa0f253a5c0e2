// SPDX-License-Identifier: Apache-2.0
//
// lh-cell-private.h: the view's functions for its cells.
#pragma once

#include <layouthost.h>

#include "layouthost-gtk4/lh-cell-factory.h"

/// A cell's place as the engine told it last, and what it told since the last allocation.
typedef struct {
  lh_rect at;         ///< In the content, whole pixels.
  gint64 z_index;     ///< Larger is nearer.
  double alpha;
  guint32 category;   ///< LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION.
  gboolean has_come;  ///< It has another place.
  gboolean has_left;  ///< It was recycled, and may have come again.
} LhCellPlace;

/// Longer lengths are cut, because GTK adds margins to the numbers that it gets.
#define MOST_PIXELS 1000000000

/// Converts a length to whole pixels; 0 for a negative one and for what is no number.
static inline int lh_pixels(double length) {
  return length > 0 ? (int)MIN(length, MOST_PIXELS) : 0;
}

/// A cell, for the files of its class and of what it shows.
struct _LhCell {
  GtkWidget parent;
  LhCellFactory *factory;
  GtkWidget *child;
  GObject *item;
  char *kind;
  char *name;          ///< The text of the item; null for none.
  gboolean has_label;  ///< True when assistive technology has a name of the cell.
  guint section, index, position;
  guint told_position, told_place, told_count;  ///< As assistive technology knows them; 0 at first.
  guint frame;                                  ///< The last frame in which it was placed.
  double alpha;                                 ///< Its opacity, as the layout gave it last.
  LhCellPlace place;
  gboolean is_selected, is_bound, is_in_use, is_shown;
};

/// The properties of a cell.
enum {
  LH_CELL_PROP_0, LH_CELL_PROP_CHILD, LH_CELL_PROP_ITEM, LH_CELL_PROP_SECTION, LH_CELL_PROP_INDEX,
  LH_CELL_PROP_POSITION, LH_CELL_PROP_SELECTED, LH_CELL_N_PROPS
};

// lh-cell.c
void lh_cell_notify(LhCell *self, guint id);

// lh-cell-showing.c
/// Makes a cell of an element kind; `factory` may be null. `kind` is "cell" for items.
LhCell *lh_cell_make(LhCellFactory *factory, const char *kind);
/// Sets what the view says of the item, or null, and takes the text. It is the cell's name for assistive
/// technology until the app sets another one.
void lh_cell_name(LhCell *self, char *name);
/// Sets the cell's name for assistive technology; null for none.
void lh_cell_label(LhCell *self, const char *label);
/// Makes the cell show an item. `item` may be null, as for decorations.
void lh_cell_bind(LhCell *self, GObject *item, guint section, guint index, guint position);
/// Sets the cell's place in the data, which may have changed while it shows the same item. Returns
/// true when another place was told to assistive technology.
gboolean lh_cell_move(LhCell *self, guint section, guint index, guint position, guint count);
/// Ends that the cell shows an item. It stays visible until the end of the frame, except under the
/// pointer: most cells that leave show another item in the same frame, and hiding a widget and
/// showing it again costs more than filling it.
void lh_cell_unbind(LhCell *self);
/// Notes that an element of this frame has the cell, and shows the cell with this opacity unless the
/// layout hides it.
void lh_cell_place(LhCell *self, guint frame, gboolean is_shown, double alpha);
/// The cell's place; the view keeps it here.
LhCellPlace *lh_cell_told_place(LhCell *self);
/// Hides a cell that shows nothing any more.
void lh_cell_hide_unless_bound(LhCell *self);
/// Hides a cell that no element of this frame has.
void lh_cell_hide_unless_placed(LhCell *self, guint frame);
/// Ends the cell: its factory releases the widgets.
void lh_cell_tear_down(LhCell *self);
void lh_cell_mark_selected(LhCell *self, gboolean is_selected);
gboolean lh_cell_is_bound(LhCell *self);
/// The preferred size of the child: its natural size at this width, not below its minimal width.
void lh_cell_preferred_size(LhCell *self, double *width, double *height);

void lh_cell_factory_setup(LhCellFactory *self, LhCell *cell);
void lh_cell_factory_bind(LhCellFactory *self, LhCell *cell);
void lh_cell_factory_unbind(LhCellFactory *self, LhCell *cell);
void lh_cell_factory_teardown(LhCellFactory *self, LhCell *cell);
