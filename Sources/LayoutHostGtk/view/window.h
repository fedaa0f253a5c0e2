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
  LvFolder *folder;      ///< Null for records.
  LvFollowed *followed;  ///< The file of records; null where it is not followed.
  GPtrArray *titles;
  char *plugins, *picture;
  GFileMonitor *monitor;
  GHashTable *files;  ///< Files of layouts in the followed folder, by id.
  double zoom, zoom_before;
  gboolean is_listing, has_pictures;
  int room;     ///< The width of the view when columns were fitted last.
  int columns;  ///< The number that was set then.
  int patience;
  guint listing, writing, fitting;  ///< The timers, removed with the window; 0 for none.
  double card_height;  ///< Of text.
} LvWindow;

// zoom.c
/// Sets the properties of a layout that is shown from now on: spacings, headings, and sizes by zoom and
/// width. What a person sets afterwards stays, but for the sizes when the zoom changes.
void lv_zoom_fit(LvWindow *self);
void lv_zoom_set(LvWindow *self, double zoom);
/// Lets the number of columns follow the width, which is the page of an adjustment, pictures the pixels
/// of the screen, and cards of text its size.
void lv_zoom_follow(LvWindow *self, GtkAdjustment *across);
/// Zooms by pinching, and by the wheel with control.
void lv_zoom_add_gestures(LvWindow *self, GtkWidget *widget);

// saving.c
/// Asks for a file, and writes a picture of the view into it.
void lv_saving_ask(LvWindow *self);
/// Writes a picture of the window when all is on screen, and closes the window.
void lv_saving_write_and_end(LvWindow *self);

// layouts.c
/// The id of the present layout, which may have been named by its file; the caller frees it.
char *lv_layouts_shown_id(LvWindow *self);
gboolean lv_layouts_show(LvWindow *self, const char *name, GError **error);
/// Shows the layout that the window begins with; null is the usual one. Where one cannot be confined, the
/// usual one is shown, and the bar asks.
gboolean lv_layouts_show_first(LvWindow *self, const char *name, GError **error);
/// Selects the present layout in the menu, and adds it if it is missing.
void lv_layouts_choose_shown(LvWindow *self, const char *place);
/// Lists all layouts, those of the followed folder first.
void lv_layouts_list(LvWindow *self);
/// Shows what is chosen in the menu and in the bar from now on, and follows the folder of plugins.
void lv_layouts_begin(LvWindow *self);
