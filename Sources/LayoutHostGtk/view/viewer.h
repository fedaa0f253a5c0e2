// SPDX-License-Identifier: Apache-2.0
//
// viewer.h: the parts of the application `layouthost view`.
#pragma once

#include <layouthost.h>

#include "layouthost-gtk4/layouthost-gtk4.h"

/// One item: text, or a picture file.
#define LV_TYPE_ITEM (lv_item_get_type())
G_DECLARE_FINAL_TYPE(LvItem, lv_item, LV, ITEM, GObject)
struct _LvItem {
  GObject parent;
  char *title, *body;
  char *glyph;   ///< A character that is shown large; null or "" for none.
  GFile *file;   ///< Null for text.
  double ratio;  ///< Width by height; 0 until it was asked for.
};

/// The options of the command line.
typedef struct {
  char *source;   ///< A folder; null where records come.
  char *records;  ///< A file of records, as `layouthost view` writes them.
  char *title, *layout, *plugins, *picture;
  gboolean dark;
  char *follow;  ///< The file of the records; null where it does not change.
  char **again;  ///< The command that prints them, for `follow`.
} LvOptions;

// main.c
/// Makes the program end with exit status 1.
void lv_fail(void);

// folder.c
/// The pictures of a folder, which is read after it is opened and followed on disk. `notify::loading` tells
/// when it has been read.
#define LV_TYPE_FOLDER (lv_folder_get_type())
G_DECLARE_FINAL_TYPE(LvFolder, lv_folder, LV, FOLDER, GObject)
LvFolder *lv_folder_new(const char *path, GError **error);
/// The pictures as a list of LvItem, by name. A picture that was written again is another item.
GListModel *lv_folder_pictures(LvFolder *self);
/// Returns true until the folder has been read, or could not be.
gboolean lv_folder_is_loading(LvFolder *self);
/// The reason for which the folder could not be read; null for none.
const GError *lv_folder_get_error(LvFolder *self);

// source.c
/// Opens the source as sections: a GtkFlattenListModel of lists of LvItem. `*titles` receives the
/// headings of sections, "" for none, and `*folder` the folder, null for records.
GListModel *lv_source_open(const LvOptions *options, GPtrArray **titles, LvFolder **folder, GError **error);
/// Returns true when the first item shows a character.
gboolean lv_has_glyphs(GListModel *items);
/// The ratio of a picture, read from its header once; 1 for an unreadable file.
double lv_item_ratio(LvItem *self);

// records.c
/// Reads items that the command wrote: a list of lists of LvItem. `titles` receives the headings of sections.
GListModel *lv_records_open(const char *path, GPtrArray *titles, GError **error);
/// The file of records on disk. Whenever it changes, the lists and titles do, or the bar tells why not.
typedef struct _LvFollowed LvFollowed;
LvFollowed *lv_records_follow(const LvOptions *options, GListModel *sections, GPtrArray *titles,
                              GtkInfoBar *bar);
void lv_followed_free(LvFollowed *self);

// picture.c
/// Width by height of a displayed picture file, from its header alone; 1 for an unreadable file.
double lv_picture_ratio(GFile *file);
/// Reads a picture, with at most this many pixels along its longer side.
GdkTexture *lv_picture_read(GFile *file, int side, GCancellable *cancellable, GError **error);

// card.c
LhCellFactory *lv_card_factory(void);
/// Sets the pixels of loaded pictures by zoom and screen. Where that changes, the pictures on screen are
/// loaded again.
void lv_cards_set_detail(LhCollectionView *view, double zoom);
/// The number of pictures being loaded.
guint lv_pictures_under_way(void);
LhCellFactory *lv_heading_factory(GPtrArray *titles);

// controls.c
/// Fills a box with a control for each property of the present layout.
void lv_controls_fill(GtkBox *box, LhCollectionView *view);

// window.c
GtkWindow *lv_window_new(GtkApplication *app, const LvOptions *options, GError **error);

// notice.c
/// Makes the button with the menu of the window.
GtkWidget *lv_menu_new(void);
/// Makes the bar above the view, which is hidden without a message.
GtkInfoBar *lv_bar_new(void);
/// Returns the message of an error without advice to use an option of other commands, which this program
/// does not have; the caller frees it.
char *lv_reason_of(const GError *error);
/// Shows an error in the bar. If the kernel has no sandbox, a button offers to continue without; it
/// answers GTK_RESPONSE_ACCEPT.
void lv_bar_tell(GtkInfoBar *bar, const char *title, const GError *error);
/// Puts a text over a view, visible while there are no items and the folder, if there is one, is known
/// to have none.
GtkWidget *lv_notice_over(GtkWidget *view, GListModel *items, LvFolder *folder, const char *text);

// look.c
/// Adds the style of cards and headings to the display.
void lv_add_style(void);
/// Returns true for a name that ends in .png, in any case.
gboolean lv_is_png(const char *name);
/// Draws a widget as on screen into a PNG file, with the pixels of the screen.
gboolean lv_write_picture(GtkWidget *widget, const char *path, GError **error);
