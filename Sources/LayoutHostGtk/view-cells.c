// SPDX-License-Identifier: Apache-2.0
//
// view-cells.c: the cells that the engine makes, places and recycles, as widgets.
#include "view-private.h"

/// The kind of element and the view of a class of cells.
typedef struct {
  LhCollectionView *view;
  char *kind;
} LhCellMaker;

static void maker_free(void *data) {
  LhCellMaker *maker = data;
  g_free(maker->kind);
  g_free(maker);
}

static LhCellFactory *factory_for(LhCellMaker *maker, lh_cell *cell) {
  switch (lh_cell_category(cell)) {
    case LH_CELL: return maker->view->factory;
    case LH_SUPPLEMENTARY: return maker->view->header_factory;
    default: return NULL;
  }
}

static void *cell_make(void *data, lh_cell *cell) {
  LhCellMaker *maker = data;
  LhCellFactory *factory = factory_for(maker, cell);
  LhCell *made = lh_cell_make(factory, maker->kind);
  gtk_widget_set_parent(GTK_WIDGET(made), GTK_WIDGET(maker->view));
  if (factory != NULL) lh_cell_factory_setup(factory, made);
  return made;
}

static void cell_recycle(void *data, lh_cell *cell, void *object) {
  LhCellMaker *maker = data;
  (void)cell;
  lh_selecting_cell_left(maker->view, object);
  lh_cell_unbind(object);
  lh_places_note_left(maker->view, object);
}

static void cell_place(void *data, lh_cell *cell, void *object, const lh_element *element) {
  LhCellMaker *maker = data;
  (void)cell, (void)object;
  lh_places_note_come(maker->view, element);
}

static void cell_drop(void *data, lh_cell *cell, void *object) {
  LhCellMaker *maker = data;
  (void)cell;
  lh_places_drop(maker->view, object);
  lh_selecting_cell_left(maker->view, object);
  lh_cell_tear_down(object);
  gtk_widget_unparent(object);
}

static bool cell_preferred_size(void *data, lh_cell *cell, void *object, lh_size *size,
                                lh_error **error) {
  (void)data, (void)cell, (void)error;
  lh_cell_preferred_size(object, &size->width, &size->height);
  return true;
}

/// Registers widgets for a kind, once.
static void register_kind(LhCollectionView *self, uint32_t category, const char *kind,
                          lh_error **error) {
  lh_cell_class cells = LH_TABLE(lh_cell_class);
  // A decoration of one layout may have the name of another one's header.
  g_autofree char *key = g_strdup_printf("%u %s", category, kind);
  LhCellMaker *maker;
  if (*error != NULL || g_hash_table_contains(self->kinds, key)) return;
  maker = g_new(LhCellMaker, 1);
  *maker = (LhCellMaker){self, g_strdup(kind)};
  cells.data = maker;
  cells.release = maker_free;
  cells.make = cell_make;
  cells.place = cell_place;
  cells.recycle = cell_recycle;
  cells.drop = cell_drop;
  cells.preferred_size = category == LH_DECORATION ? NULL : cell_preferred_size;
  if (lh_view_register(self->engine, category, category == LH_CELL ? NULL : kind, NULL, &cells, error))
    g_hash_table_add(self->kinds, g_steal_pointer(&key));
  else
    maker_free(maker);
}

void lh_cells_register(LhCollectionView *self, lh_layout *layout, lh_error **error) {
  register_kind(self, LH_CELL, "cell", error);
  for (uint32_t i = 0; *error == NULL && i < lh_layout_kind_count(layout); i++) {
    lh_kind kind = LH_TABLE(lh_kind);
    if (lh_layout_get_kind(layout, i, &kind, error) && kind.category != LH_CELL)
      register_kind(self, kind.category, kind.name, error);
  }
}
