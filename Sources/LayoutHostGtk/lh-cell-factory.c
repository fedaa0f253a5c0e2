// SPDX-License-Identifier: Apache-2.0
//
// lh-cell-factory.c: the base class of factories, and the one that emits signals.
#include "lh-cell-private.h"

/**
 * LhCellFactory:
 *
 * Fills the cells of a [class@CollectionView] with widgets. Subclass it, or use
 * [class@SignalCellFactory]. GTK 4.8 has no list items that others can make, so factories of
 * `GtkListView` cannot be used.
 */
G_DEFINE_ABSTRACT_TYPE(LhCellFactory, lh_cell_factory, G_TYPE_OBJECT)

static void lh_cell_factory_init(LhCellFactory *self) { (void)self; }
static void lh_cell_factory_class_init(LhCellFactoryClass *class) { (void)class; }

#define LH_FORWARD(call)                                             \
  void lh_cell_factory_##call(LhCellFactory *self, LhCell *cell) {   \
    LhCellFactoryClass *class = LH_CELL_FACTORY_GET_CLASS(self);     \
    if (class->call != NULL) class->call(self, cell);                \
  }
LH_FORWARD(setup)
LH_FORWARD(bind)
LH_FORWARD(unbind)
LH_FORWARD(teardown)

/**
 * LhSignalCellFactory:
 *
 * A factory that emits a signal for each thing to do.
 */
struct _LhSignalCellFactory {
  LhCellFactory parent;
};

enum { SETUP, BIND, UNBIND, TEARDOWN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(LhSignalCellFactory, lh_signal_cell_factory, LH_TYPE_CELL_FACTORY)

static void emit_setup(LhCellFactory *self, LhCell *cell) { g_signal_emit(self, signals[SETUP], 0, cell); }
static void emit_bind(LhCellFactory *self, LhCell *cell) { g_signal_emit(self, signals[BIND], 0, cell); }
static void emit_unbind(LhCellFactory *self, LhCell *cell) { g_signal_emit(self, signals[UNBIND], 0, cell); }
static void emit_teardown(LhCellFactory *self, LhCell *cell) { g_signal_emit(self, signals[TEARDOWN], 0, cell); }

static guint add_signal(const char *name) {
  return g_signal_new(name, LH_TYPE_SIGNAL_CELL_FACTORY, G_SIGNAL_RUN_FIRST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, LH_TYPE_CELL);
}

static void lh_signal_cell_factory_init(LhSignalCellFactory *self) { (void)self; }

static void lh_signal_cell_factory_class_init(LhSignalCellFactoryClass *class) {
  LhCellFactoryClass *factory = LH_CELL_FACTORY_CLASS(class);
  factory->setup = emit_setup;
  factory->bind = emit_bind;
  factory->unbind = emit_unbind;
  factory->teardown = emit_teardown;
  /**
   * LhSignalCellFactory::setup:
   * @self: The factory.
   * @cell: A cell that was made: give it a child.
   */
  signals[SETUP] = add_signal("setup");
  /**
   * LhSignalCellFactory::bind:
   * @self: The factory.
   * @cell: A cell that is to show its item.
   */
  signals[BIND] = add_signal("bind");
  /**
   * LhSignalCellFactory::unbind:
   * @self: The factory.
   * @cell: A cell that no longer shows its item.
   */
  signals[UNBIND] = add_signal("unbind");
  /**
   * LhSignalCellFactory::teardown:
   * @self: The factory.
   * @cell: A cell that goes for good.
   */
  signals[TEARDOWN] = add_signal("teardown");
}

/**
 * lh_signal_cell_factory_new:
 *
 * Makes a factory; connect to its signals.
 *
 * Returns: (transfer full): The factory.
 */
LhCellFactory *lh_signal_cell_factory_new(void) {
  return g_object_new(LH_TYPE_SIGNAL_CELL_FACTORY, NULL);
}
