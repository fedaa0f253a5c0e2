// SPDX-License-Identifier: Apache-2.0
//
// lh-cell-factory.h: fills the cells of a collection view with widgets.
#pragma once

#include "lh-cell.h"

G_BEGIN_DECLS

#define LH_TYPE_CELL_FACTORY (lh_cell_factory_get_type())
G_DECLARE_DERIVABLE_TYPE(LhCellFactory, lh_cell_factory, LH, CELL_FACTORY, GObject)

/**
 * LhCellFactoryClass:
 * @setup: A cell was made: give it a child.
 * @bind: A cell is to show its item.
 * @unbind: A cell no longer shows its item.
 * @teardown: A cell goes for good.
 */
struct _LhCellFactoryClass {
  GObjectClass parent_class;
  void (*setup)(LhCellFactory *self, LhCell *cell);
  void (*bind)(LhCellFactory *self, LhCell *cell);
  void (*unbind)(LhCellFactory *self, LhCell *cell);
  void (*teardown)(LhCellFactory *self, LhCell *cell);
  /*< private >*/
  gpointer reserved[4];
};

#define LH_TYPE_SIGNAL_CELL_FACTORY (lh_signal_cell_factory_get_type())
G_DECLARE_FINAL_TYPE(LhSignalCellFactory, lh_signal_cell_factory, LH, SIGNAL_CELL_FACTORY,
                     LhCellFactory)

LhCellFactory *lh_signal_cell_factory_new(void);

G_END_DECLS
