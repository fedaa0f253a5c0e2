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
  LhKept *kept = g_rc_box_new0(LhKept);
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

static void clear(void *data) {
  LhKept *kept = data;
  lh_layout_free(kept->layout);
  g_free(kept->directory);
  g_array_unref(kept->across);
}

void lh_kept_unref(LhKept *kept) { g_rc_box_release_full(kept, clear); }

/// An engine that is given the state of its predecessor. A handler may have another one made meanwhile.
typedef struct {
  LhCollectionView *view;
  lh_view *engine;
} LhSuccessor;

static gboolean is_present(const LhSuccessor *of) { return of->engine != NULL && of->view->engine == of->engine; }

/// Shows the first frame of an engine, and one at an offset inside the edges that the first one told.
static gboolean show_at(const LhSuccessor *of, lh_point offset, lh_error **error) {
  lh_scroll at = LH_TABLE(lh_scroll);
  if (!lh_view_update(of->engine, error) || !is_present(of)) return FALSE;
  if (!lh_view_get_scroll(of->engine, &at, error)) return FALSE;
  return lh_view_set_offset(of->engine,
                            CLAMP(offset.x, at.minimum.x, MAX(at.minimum.x, at.maximum.x)),
                            CLAMP(offset.y, at.minimum.y, MAX(at.minimum.y, at.maximum.y)), false, error);
}

static void give_back(const LhSuccessor *to, const LhKept *kept, lh_error **error) {
  gboolean done = kept->directory == NULL ||
                  lh_view_follow_directory(to->engine, kept->directory, NULL, error);
  if (done && kept->has_frame) done = show_at(to, kept->offset, error);
  for (guint i = 0; done && is_present(to) && i < kept->across->len; i++) {
    double offset = g_array_index(kept->across, double, i);
    if (offset != 0) done = lh_view_set_section_offset(to->engine, i, offset, false, error);
  }
  if (done && is_present(to) && kept->has_focus) lh_view_set_focus(to->engine, kept->focus, error);
}

void lh_remaking_go_on(LhCollectionView *self) {
  LhKept *kept = g_rc_box_acquire(self->kept);
  LhSuccessor made = {.view = self};
  lh_error *error = NULL;
  if (self->owes_answers) lh_layouts_attach(self, kept->layout);
  lh_engine_make(self, kept->layout, &error);
  made.engine = self->engine;
  if (error == NULL) give_back(&made, kept, &error);
  if (g_strcmp0(lh_error_code(error), "layout-in-use") == 0) {
    lh_engine_tick(self);
  } else if (self->engine == made.engine) {
    g_clear_pointer(&self->kept, lh_kept_unref);
    lh_engine_check(self, g_steal_pointer(&error));
    lh_engine_wake(self);
    // The old cell of the focused item gave the keyboard to the view.
    if (kept->has_focus && self->select.gives_focus && gtk_widget_is_focus(GTK_WIDGET(self)))
      lh_selecting_focus(self, kept->focus);
  }
  lh_error_free(error);
  lh_kept_unref(kept);
}

void lh_remaking_show(LhCollectionView *self, lh_layout *layout) {
  lh_layout_free(self->kept->layout);
  self->kept->layout = layout;
  lh_remaking_go_on(self);
}

void lh_engine_remake_cells(LhCollectionView *self) {
  // The paths of what is kept are those of the present model.
  if (self->engine != NULL) lh_model_flush(self);
  if (self->engine == NULL) return;
  // What is not given back yet is still what the next engine takes over.
  if (self->kept == NULL) self->kept = keep(self);
  lh_engine_free(self);
  lh_remaking_go_on(self);
}
