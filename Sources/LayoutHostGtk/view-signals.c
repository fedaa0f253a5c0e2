// SPDX-License-Identifier: Apache-2.0
//
// view-signals.c: the signals of a view.
#include "view-private.h"

enum { ACTIVATE, LAYOUT_FAILED, LAYOUT_EVENT, MOVE_ITEM, N_SIGNALS };
static guint signals[N_SIGNALS];

void lh_signals_emit_activate(LhCollectionView *self, guint section, guint index) {
  g_signal_emit(self, signals[ACTIVATE], 0, section, index);
}

void lh_signals_emit_failed(LhCollectionView *self, const GError *error) {
  g_signal_emit(self, signals[LAYOUT_FAILED], 0, error);
}

void lh_signals_emit_event(LhCollectionView *self, const char *name, GVariant *arguments) {
  g_variant_ref_sink(arguments);
  g_signal_emit(self, signals[LAYOUT_EVENT], 0, name, arguments);
  g_variant_unref(arguments);
}

gboolean lh_signals_emit_move(LhCollectionView *self, lh_path from, lh_path to) {
  gboolean done = FALSE;
  g_signal_emit(self, signals[MOVE_ITEM], 0, from.section, from.item, to.section, to.item, &done);
  return done;
}

void lh_signals_add(void) {
  GType type = LH_TYPE_COLLECTION_VIEW;
  /**
   * LhCollectionView::activate:
   * @self: The view.
   * @section: The section of the item.
   * @index: Its index there.
   *
   * An item was activated: by Return, a double click, or a click where `single-click-activate` is set.
   */
  signals[ACTIVATE] = g_signal_new("activate", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  /**
   * LhCollectionView::layout-failed:
   * @self: The view.
   * @error: The reason; it names the plugin.
   *
   * A layout failed. The view shows the reason in a bar, and its last frame below.
   */
  signals[LAYOUT_FAILED] = g_signal_new("layout-failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_ERROR);
  /**
   * LhCollectionView::layout-event:
   * @self: The view.
   * @name: The name of the notice.
   * @arguments: Its arguments, of type `av`.
   *
   * The layout gave a notice.
   */
  signals[LAYOUT_EVENT] = g_signal_new("layout-event", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_VARIANT);
  /**
   * LhCollectionView::move-item:
   * @self: The view.
   * @section: The section of the item.
   * @index: Its index there.
   * @target_section: The section that it was dropped in.
   * @target_index: The index that it shall have there.
   *
   * A person dropped an item elsewhere. Move it in the model, which must tell of nothing but that for the
   * lists of the two sections, or set another model that has as many sections and items. Lists that are
   * `GListStore` need no handler.
   *
   * Returns: True when the item was moved.
   */
  signals[MOVE_ITEM] =
      g_signal_new("move-item", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                   NULL, G_TYPE_BOOLEAN, 4, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}
