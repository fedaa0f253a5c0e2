// SPDX-License-Identifier: Apache-2.0
//
// lh-collection-view.h: the widget.
#pragma once

#include "lh-cell-factory.h"

G_BEGIN_DECLS

/**
 * LH_ERROR:
 *
 * The domain of errors of this library.
 */
#define LH_ERROR (lh_error_quark())
GQuark lh_error_quark(void);

/**
 * LhError:
 * @LH_ERROR_FAILED: Anything else.
 * @LH_ERROR_ARGUMENT: The caller gave something that does not fit: a name, a type, a place.
 * @LH_ERROR_LAYOUT: A layout is not there, was refused, or broke a rule.
 * @LH_ERROR_CRASH: A layout crashed or did not come back in time.
 * @LH_ERROR_DATA: The model does not have what it said.
 * @LH_ERROR_SANDBOX: The kernel cannot confine a layout, and the layout is not trusted to run without.
 *
 * The kinds of failures.
 */
typedef enum {
  LH_ERROR_FAILED,
  LH_ERROR_ARGUMENT,
  LH_ERROR_LAYOUT,
  LH_ERROR_CRASH,
  LH_ERROR_DATA,
  LH_ERROR_SANDBOX,
} LhError;

/**
 * LhLayoutTier:
 * @LH_LAYOUT_TIER_AUTO: In this process when it is bundled or trusted by the user, else sandboxed.
 * @LH_LAYOUT_TIER_IN_PROCESS: In this process.
 * @LH_LAYOUT_TIER_WORKER: In a child process that may do what this one may.
 * @LH_LAYOUT_TIER_SANDBOXED: In a child process that may do nothing but lay out.
 *
 * The process in which a layout runs.
 */
typedef enum {
  LH_LAYOUT_TIER_AUTO,
  LH_LAYOUT_TIER_IN_PROCESS,
  LH_LAYOUT_TIER_WORKER,
  LH_LAYOUT_TIER_SANDBOXED,
} LhLayoutTier;
#define LH_TYPE_LAYOUT_TIER (lh_layout_tier_get_type())
GType lh_layout_tier_get_type(void);

/**
 * LhScrollTo:
 * @LH_SCROLL_TO_NONE: As little as brings the item wholly into sight, at once.
 * @LH_SCROLL_TO_ANIMATED: By the clock.
 * @LH_SCROLL_TO_FOCUS: The item also gets the keyboard focus.
 * @LH_SCROLL_TO_SELECT: The item is also selected.
 * @LH_SCROLL_TO_START: To the start of the view.
 * @LH_SCROLL_TO_CENTER: To the middle of the view.
 * @LH_SCROLL_TO_END: To the end of the view.
 *
 * The way to scroll to an item.
 */
typedef enum {
  LH_SCROLL_TO_NONE = 0,
  LH_SCROLL_TO_ANIMATED = 1 << 0,
  LH_SCROLL_TO_FOCUS = 1 << 1,
  LH_SCROLL_TO_SELECT = 1 << 2,
  LH_SCROLL_TO_START = 1 << 3,
  LH_SCROLL_TO_CENTER = 1 << 4,
  LH_SCROLL_TO_END = 1 << 5,
} LhScrollTo;
#define LH_TYPE_SCROLL_TO (lh_scroll_to_get_type())
GType lh_scroll_to_get_type(void);

#define LH_TYPE_COLLECTION_VIEW (lh_collection_view_get_type())
G_DECLARE_FINAL_TYPE(LhCollectionView, lh_collection_view, LH, COLLECTION_VIEW, GtkWidget)

/**
 * LhAnswerFunc:
 * @view: The view.
 * @item: (nullable) (type GObject): The item that the layout asks about; null for a section.
 * @section: The section.
 * @index: The index of the item in its section; 0 for a section.
 * @user_data: Data of the caller.
 *
 * Answers a query of a layout, such as "sizeForItem". The answer has the types that
 * [method@CollectionView.set_property_value] takes.
 *
 * Returns: (transfer full) (nullable): The answer, or null to leave it to the layout.
 */
typedef GVariant *(*LhAnswerFunc)(LhCollectionView *view, gpointer item, guint section, guint index,
                                  gpointer user_data);

/**
 * LhAnswerFullFunc:
 * @view: The view.
 * @item: (nullable) (type GObject): The item that the layout asks about; null for a section.
 * @section: The section.
 * @index: The index of the item in its section; 0 for a section.
 * @arguments: The further arguments of the query, of type `av`.
 * @user_data: Data of the caller.
 *
 * Answers a query of a layout that has further arguments. The answer has the types that
 * [method@CollectionView.set_property_value] takes.
 *
 * Returns: (transfer full) (nullable): The answer, or null to leave it to the layout.
 */
typedef GVariant *(*LhAnswerFullFunc)(LhCollectionView *view, gpointer item, guint section, guint index,
                                      GVariant *arguments, gpointer user_data);

GtkWidget *lh_collection_view_new(GListModel *model, LhCellFactory *factory);

GListModel *lh_collection_view_get_model(LhCollectionView *self);
void lh_collection_view_set_model(LhCollectionView *self, GListModel *model);
LhCellFactory *lh_collection_view_get_factory(LhCollectionView *self);
void lh_collection_view_set_factory(LhCollectionView *self, LhCellFactory *factory);
LhCellFactory *lh_collection_view_get_header_factory(LhCollectionView *self);
void lh_collection_view_set_header_factory(LhCollectionView *self, LhCellFactory *factory);
LhLayoutTier lh_collection_view_get_tier(LhCollectionView *self);
void lh_collection_view_set_tier(LhCollectionView *self, LhLayoutTier tier);
gboolean lh_collection_view_get_enable_rubberband(LhCollectionView *self);
void lh_collection_view_set_enable_rubberband(LhCollectionView *self, gboolean enable);
gboolean lh_collection_view_get_single_click_activate(LhCollectionView *self);
void lh_collection_view_set_single_click_activate(LhCollectionView *self, gboolean enable);
gboolean lh_collection_view_get_reorderable(LhCollectionView *self);
void lh_collection_view_set_reorderable(LhCollectionView *self, gboolean reorderable);
GtkExpression *lh_collection_view_get_text_expression(LhCollectionView *self);
void lh_collection_view_set_text_expression(LhCollectionView *self, GtkExpression *expression);
const char *lh_collection_view_get_text_property(LhCollectionView *self);
void lh_collection_view_set_text_property(LhCollectionView *self, const char *name);

const char *lh_collection_view_get_layout(LhCollectionView *self);
gboolean lh_collection_view_set_layout(LhCollectionView *self, const char *name, gboolean animated,
                                       GError **error);
gboolean lh_collection_view_swap_layout(LhCollectionView *self, const char *file, GError **error);
gboolean lh_collection_view_follow_directory(LhCollectionView *self, const char *directory,
                                             GError **error);
gboolean lh_collection_view_restart_layout(LhCollectionView *self, GError **error);
gboolean lh_collection_view_set_property_value(LhCollectionView *self, const char *name,
                                               GVariant *value, GError **error);
GVariant *lh_collection_view_get_property_value(LhCollectionView *self, const char *name,
                                                GError **error);
void lh_collection_view_set_answer(LhCollectionView *self, const char *query, LhAnswerFunc func,
                                   gpointer user_data, GDestroyNotify destroy);
void lh_collection_view_set_answer_full(LhCollectionView *self, const char *query,
                                        LhAnswerFullFunc func, gpointer user_data,
                                        GDestroyNotify destroy);
void lh_collection_view_answers_changed(LhCollectionView *self);

gboolean lh_collection_view_scroll_to(LhCollectionView *self, guint section, guint index,
                                      LhScrollTo flags, GError **error);
gboolean lh_collection_view_get_item_at(LhCollectionView *self, double x, double y, guint *section,
                                        guint *index);
LhCell *lh_collection_view_get_cell(LhCollectionView *self, guint section, guint index);
void lh_collection_view_get_offset(LhCollectionView *self, double *x, double *y);
gboolean lh_collection_view_is_moving(LhCollectionView *self);

struct lh_view;
struct lh_view *lh_collection_view_get_engine(LhCollectionView *self);

G_END_DECLS
