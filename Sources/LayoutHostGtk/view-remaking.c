// SPDX-License-Identifier: Apache-2.0
//
// view-remaking.c: all cells made again, in an engine that takes over the state of the one before.
#include "view-private.h"

/// The state of an engine that its successor takes over.
struct _LhKept {
  lh_layout *layout;
  char *directory;
  lh_point offset;
  GArray *across;  ///< The offset of each section along its track.
  lh_path focus;
  gboolean has_frame, has_focus;
};

static LhKept *keep(LhCollectionView *self) {
  LhKept *kept = g_new0(LhKept, 1);
  lh_scroll at = LH_TABLE(lh_scroll);
  kept->layout = lh_view_layout(self->engine);
  kept->directory = g_strdup(lh_view_followed_directory(self->engine));
  kept->across = g_array_new(FALSE, FALSE, sizeof(double));
  kept->has_focus = lh_view_get_focus(self->engine, &kept->focus);
  // Before its first frame an engine has no place in the content.
  kept->has_frame = self->model.is_read && lh_view_get_scroll(self->engine, &at, NULL);
  kept->offset = at.offset;
  for (guint i = 0; kept->has_frame && i < self->model.sections->len; i++) {
    double offset = lh_view_section_offset(self->engine, i);
    g_array_append_val(kept->across, offset);
  }
  return kept;
}

void lh_kept_free(LhKept *kept) {
  lh_layout_free(kept->layout);
  g_free(kept->directory);
  g_array_unref(kept->across);
  g_free(kept);
}

/// Shows the first frame of an engine, and one at an offset inside the edges that the first one told.
static gboolean show_at(LhCollectionView *self, lh_point offset, lh_error **error) {
  lh_scroll at = LH_TABLE(lh_scroll);
  if (!lh_view_update(self->engine, error) || !lh_view_get_scroll(self->engine, &at, error)) return FALSE;
  return lh_view_set_offset(self->engine,
                            CLAMP(offset.x, at.minimum.x, MAX(at.minimum.x, at.maximum.x)),
                            CLAMP(offset.y, at.minimum.y, MAX(at.minimum.y, at.maximum.y)), false, error);
}

static void give_back(LhCollectionView *self, const LhKept *kept, lh_error **error) {
  gboolean done = kept->directory == NULL ||
                  lh_view_follow_directory(self->engine, kept->directory, NULL, error);
  if (done && kept->has_frame) done = show_at(self, kept->offset, error);
  for (guint i = 0; done && i < kept->across->len; i++) {
    double offset = g_array_index(kept->across, double, i);
    if (offset != 0) done = lh_view_set_section_offset(self->engine, i, offset, false, error);
  }
  if (done && kept->has_focus) lh_view_set_focus(self->engine, kept->focus, error);
}

void lh_remaking_go_on(LhCollectionView *self) {
  g_autoptr(LhKept) kept = g_steal_pointer(&self->kept);
  lh_error *error = NULL;
  lh_engine_make(self, kept->layout, &error);
  if (g_strcmp0(lh_error_code(error), "layout-in-use") == 0) {
    lh_error_free(error);
    self->kept = g_steal_pointer(&kept);
    lh_engine_tick(self);
    return;
  }
  if (error == NULL) give_back(self, kept, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
  // The old cell of the focused item gave the keyboard to the view.
  if (kept->has_focus && self->select.gives_focus && gtk_widget_is_focus(GTK_WIDGET(self)))
    lh_selecting_focus(self, kept->focus);
}

void lh_engine_remake_cells(LhCollectionView *self) {
  // The paths of what is kept are those of the present model.
  if (self->engine != NULL) lh_model_flush(self);
  if (self->engine == NULL) return;
  self->kept = keep(self);
  lh_engine_free(self);
  lh_remaking_go_on(self);
}
