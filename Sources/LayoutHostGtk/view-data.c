// SPDX-License-Identifier: Apache-2.0
//
// view-data.c: the engine's data source: counts of the model, and items for cells.
#include "view-private.h"

static int64_t data_section_count(void *data) {
  LhCollectionView *self = data;
  self->model.is_read = TRUE;
  return (int64_t)self->model.sections->len;
}

static int64_t data_item_count(void *data, uint32_t section) {
  LhSection *found = lh_model_section(data, section);
  return found != NULL ? (int64_t)found->count : -1;
}

static bool data_bind(void *data, lh_cell *cell, lh_path path, lh_error **error) {
  LhCollectionView *self = data;
  LhCell *shown = lh_cell_object(cell);
  GObject *item = lh_model_item(self, path);
  (void)error;
  if (shown != NULL) {
    // Before `bind`, which may set another name.
    lh_cell_name(shown, lh_selecting_text(self, item));
    lh_cell_bind(shown, item, path.section, path.item, lh_model_position(self, path));
    lh_selecting_cell_bound(self, shown, path);
  }
  g_clear_object(&item);
  return true;
}

static bool data_bind_supplementary(void *data, lh_cell *cell, const char *kind, lh_path path,
                                    lh_error **error) {
  LhCollectionView *self = data;
  LhCell *shown = lh_cell_object(cell);
  LhSection *section = lh_model_section(self, path.section);
  (void)kind, (void)error;
  if (shown != NULL) {
    lh_cell_name(shown, NULL);
    lh_cell_bind(shown, section != NULL ? G_OBJECT(section->list) : NULL, path.section, path.item,
                 GTK_INVALID_LIST_POSITION);
  }
  lh_order_wake(self);
  return true;
}

static bool data_can_move(void *data, lh_path path) {
  (void)path;
  return lh_model_can_move(data);
}

static bool data_move(void *data, lh_path path, lh_path target, lh_error **error) {
  return lh_model_move(data, path, target, error);
}

void lh_data_give(LhCollectionView *self, lh_error **error) {
  lh_data_source source = LH_TABLE(lh_data_source);
  source.data = self;
  source.section_count = data_section_count;
  source.item_count = data_item_count;
  source.bind = data_bind;
  source.bind_supplementary = data_bind_supplementary;
  source.can_move = data_can_move;
  source.move = data_move;
  lh_view_set_data_source(self->engine, &source, error);
}
