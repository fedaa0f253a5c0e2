// SPDX-License-Identifier: Apache-2.0
//
// window.h: the window, shared by its parts: layouts, zoom, and the rest in window.c.
#pragma once

#include "viewer.h"

typedef struct {
  GtkWindow *window;
  LhCollectionView *view;
  GtkStringList *names;
  GtkDropDown *menu;
  GtkBox *controls;
  GtkInfoBar *bar;
  char *refused;  ///< The layout that the bar is about; null for none.
  GListModel *items;
  LvFolder *folder;  ///< Null for records.
  GPtrArray *titles;
  char *plugins, *picture;
  GFileMonitor *monitor;
  GHashTable *files;  ///< Files of layouts in the followed folder, by id.
  double zoom, zoom_before;
  gboolean is_listing, has_pictures;
  int room, patience;
  guint listing, writing;  ///< The timers, removed with the window; 0 for none.
  double card_height;  ///< Of text.
} LvWindow;

// zoom.c
/// Sets the sizes of the present layout by zoom and width.
void lv_zoom_fit(LvWindow *self);
void lv_zoom_set(LvWindow *self, double zoom);
/// Zooms by pinching, and by the wheel with control.
void lv_zoom_add_gestures(LvWindow *self, GtkWidget *widget);

// layouts.c
/// The id of the present layout, which may have been named by its file; the caller frees it.
char *lv_layouts_shown_id(LvWindow *self);
gboolean lv_layouts_show(LvWindow *self, const char *name, GError **error);
/// Selects the present layout in the menu, and adds it if it is missing.
void lv_layouts_choose_shown(LvWindow *self, const char *place);
/// Lists all layouts, those of the followed folder first.
void lv_layouts_list(LvWindow *self);
/// Shows what is chosen in the menu and in the bar from now on, and follows the folder of plugins.
void lv_layouts_begin(LvWindow *self);
