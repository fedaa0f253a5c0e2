// SPDX-License-Identifier: Apache-2.0
//
// view-private.h: the parts of a collection view and their functions.
#pragma once

#include <layouthost.h>

#include "layouthost-gtk4/lh-collection-view.h"
#include "lh-cell-private.h"

/// One section of the model, as the engine knows it. Changes of the model are kept as one span
/// until the view takes them over.
typedef struct {
  LhCollectionView *view;
  GListModel *list;
  gulong handler;
  guint start;         ///< Position of the first item in the model.
  guint count;         ///< Items as the engine knows them.
  GPtrArray *objects;  ///< The items, kept to be compared; null for long lists.
  gboolean is_stale;
  guint span_start, span_removed, span_added;
} LhSection;

/// The model: sections, and waiting changes.
typedef struct {
  GListModel *model;
  GtkSelectionModel *selection;  ///< The model, where it is one.
  GPtrArray *links;              ///< The models whose property `model` leads to `outer`; null without a model.
  GListModel *outer;             ///< The list of sections; null where there is one section.
  gulong outer_handler, selection_handler;
  GPtrArray *sections;  ///< LhSection
  gboolean is_stale, is_outer_stale;
  gboolean is_moving_item;  ///< True while the engine waits for the outcome of a move.
  gboolean is_replaced;     ///< True when the engine has to read all data again.
  gboolean is_read;  ///< True when the engine has asked for the counts.
} LhModelPart;

/// Scrolling: adjustments by GtkOrientation.
typedef struct {
  GtkAdjustment *adjustment[2];
  GtkScrollablePolicy policy[2];
  gboolean is_syncing, pans;
  gboolean is_panning;   ///< The content follows a finger.
  gboolean has_stopped;  ///< The finger stopped what moved.
  struct {
    double time, x, y;
  } samples[8];
  guint sample_count;
  double last_x, last_y;
} LhScrollPart;

/// Selection by pointer and keys.
typedef struct {
  gboolean has_anchor, single_click_activate;
  GtkGesture *click;
  lh_path anchor;
  GtkExpression *text_expression;
  char *text_property;
  GString *typed;
  gint64 typed_at;
  gboolean gives_focus;  ///< The focus goes to the cell of the focused item as soon as there is one.
} LhSelectPart;

/// Rubber band and dragged items.
typedef struct {
  gboolean enable_rubberband, reorderable;
  GtkGesture *drag;
  gboolean is_band, is_move;
  double start_x, start_y;  ///< Of a band, content coordinates.
  double x, y;              ///< The pointer, viewport coordinates.
  GtkBitset *before, *hits;
  gboolean keeps_rest;
  GtkWidget *band;
  graphene_rect_t band_rect;
} LhDragPart;

/// The cells on screen, and what the engine told of them since they were allocated.
typedef struct {
  GPtrArray *shown;    ///< LhCell, the farthest first.
  GPtrArray *come;     ///< LhCell that have another place.
  GPtrArray *left;     ///< LhCell that were recycled.
  GArray *drawn;       ///< The elements of an allocation, in memory that all share.
  gboolean reads_all;  ///< True when the notices do not say all: every element is read again.
} LhPlacesPart;

/// The state that an engine leaves to its successor.
typedef struct _LhKept LhKept;

struct _LhCollectionView {
  GtkWidget parent;
  LhCellFactory *factory, *header_factory;
  char *layout_name;
  LhLayoutTier tier;
  lh_view *engine;
  LhKept *kept;         ///< Of an engine whose successor does not have it yet; null for none.
  GHashTable *kinds;    ///< Categories and names of kinds that have a class of cells.
  GHashTable *answers;  ///< LhAnswer by the name of the query.
  LhPlacesPart places;
  GtkWidget *failure;
  GtkSettings *settings;
  guint tick, watch, order_timer;
  double last_tick;
  guint frame;  ///< Counts readings of all elements.
  gboolean has_new_places;  ///< True when a cell got another place since the order was last due.
  gboolean has_failed;
  gboolean has_new_text;   ///< True when the size of text has changed, and the cells have that of before.
  gboolean owes_answers;   ///< True when the layout does not have all answers: inside a frame it takes none.
  gboolean awaits_layout;  ///< True until a layout is needed or set: the first one is "flow".
  LhModelPart model;
  LhScrollPart scroll;
  LhSelectPart select;
  LhDragPart drag;
};

/// Keeps a view until the end of a function: a handler of a signal may drop the last other reference.
#define LH_KEEP(self) g_autoptr(LhCollectionView) kept_view G_GNUC_UNUSED = g_object_ref(self)

// view-property-table.c
void lh_property_table_add(GObjectClass *class);

// view-signals.c
void lh_signals_add(void);
void lh_signals_emit_activate(LhCollectionView *self, guint section, guint index);
void lh_signals_emit_failed(LhCollectionView *self, const GError *error);
void lh_signals_emit_event(LhCollectionView *self, const char *name, GVariant *arguments);
gboolean lh_signals_emit_move(LhCollectionView *self, lh_path from, lh_path to);

// view-engine.c
/// Makes an engine that shows a layout.
void lh_engine_make(LhCollectionView *self, lh_layout *layout, lh_error **error);
/// Shows a layout, and takes its handle.
void lh_engine_show(LhCollectionView *self, lh_layout *layout, gboolean animated, lh_error **error);
void lh_engine_free(LhCollectionView *self);
/// Shows a layout by its name, in the next tick if this is inside a frame, and the reason in the bar when
/// that fails.
void lh_engine_show_named(LhCollectionView *self, const char *name);
/// Takes over the changes of the model and returns the engine, which is null without a layout. Shows
/// the first layout if the app has set none.
lh_view *lh_engine_ready(LhCollectionView *self);
void lh_engine_update_environment(LhCollectionView *self);
/// Handles the outcome of a call to the engine: shows the error, and frees it.
void lh_engine_check(LhCollectionView *self, lh_error *error);

// view-remaking.c
/// Makes all cells again, as after a change of the factory.
void lh_engine_remake_cells(LhCollectionView *self);
/// Makes the engine that takes over what is kept. An engine has its layout until the call is over from which it
/// was ended; until then the clock ticks, and each tick comes here.
void lh_remaking_go_on(LhCollectionView *self);
/// Shows another layout than the one that is kept, with the rest of what is kept, and takes its handle.
void lh_remaking_show(LhCollectionView *self, lh_layout *layout);
void lh_kept_unref(LhKept *kept);

// view-clock.c
/// Makes the clock tick, also without an engine.
void lh_engine_tick(LhCollectionView *self);
/// Makes the clock tick until nothing moves any more. Everything may have changed.
void lh_engine_wake(LhCollectionView *self);
/// Does the same after a movement of the content: cells came, left or moved, and the data are the same.
void lh_engine_scroll(LhCollectionView *self);
/// Shows the frame that the engine has made already. The clock ticks only if another one is due.
void lh_engine_present(LhCollectionView *self);

// view-cells.c
/// Registers cells for the kinds of a layout that have none.
void lh_cells_register(LhCollectionView *self, lh_layout *layout, lh_error **error);

// view-data.c
void lh_data_give(LhCollectionView *self, lh_error **error);

// view-allocate.c
void lh_allocate(LhCollectionView *self, int width, int height);
void lh_allocate_snapshot(LhCollectionView *self, GtkSnapshot *snapshot);

// view-places.c
void lh_places_init(LhCollectionView *self);
void lh_places_finalize(LhCollectionView *self);
void lh_places_clear(LhCollectionView *self);
/// Notes that a cell has another place.
void lh_places_note_come(LhCollectionView *self, const lh_element *element);
/// Notes that a cell was recycled.
void lh_places_note_left(LhCollectionView *self, LhCell *cell);
/// Forgets a cell that goes for good.
void lh_places_drop(LhCollectionView *self, LhCell *cell);
/// Brings the cells on screen up to date by what was noted. Returns false when all elements must be
/// read, which `lh_places_begin` starts.
gboolean lh_places_follow(LhCollectionView *self);
void lh_places_begin(LhCollectionView *self);
/// Adds a cell that is shown, nearer than those before.
void lh_places_add(LhCollectionView *self, const lh_element *element);
/// Ends the reading. From now on notices are enough if `can_follow`.
void lh_places_end(LhCollectionView *self, gboolean can_follow);
/// Tells a cell its place in the data, and through it assistive technology.
void lh_places_tell(LhCollectionView *self, LhCell *cell, lh_path path);

// view-order.c
/// Puts the cells in the order of reading, in a moment.
void lh_order_wake(LhCollectionView *self);
void lh_order_stop(LhCollectionView *self);

// view-model.c
void lh_model_set(LhCollectionView *self, GListModel *model);
GPtrArray *lh_model_sections_new(void);

// view-batches.c
/// Gives the engine the changes of the model; later, where the engine waits for the outcome of a move.
void lh_model_flush(LhCollectionView *self);

// view-sections.c
LhSection *lh_section_new(LhCollectionView *self, GListModel *list);
void lh_section_free(gpointer section);
/// Reads a section's list again.
void lh_section_read(LhSection *section);
/// Returns an array that keeps its objects: the address of a freed one may be given to a new one,
/// which would look like the same item.
GPtrArray *lh_section_objects(GListModel *list, guint first, guint count);
/// Notes that the model changed.
void lh_model_mark_stale(LhCollectionView *self);
void lh_model_number_sections(LhCollectionView *self);
LhSection *lh_model_section(LhCollectionView *self, guint section);
guint lh_model_position(LhCollectionView *self, lh_path path);
gboolean lh_model_path(LhCollectionView *self, guint position, lh_path *path);
guint lh_model_count(LhCollectionView *self);
/// Returns a new reference to the item at a path; null when it is not there.
GObject *lh_model_item(LhCollectionView *self, lh_path path);

// view-moving.c
gboolean lh_model_can_move(LhCollectionView *self);
gboolean lh_model_move(LhCollectionView *self, lh_path from, lh_path to, lh_error **error);

// view-scrolling.c
void lh_scrolling_init(LhCollectionView *self);
void lh_scrolling_set_adjustment(LhCollectionView *self, GtkOrientation axis, GtkAdjustment *to);
/// Sets the adjustments to the values of the engine, which were read.
void lh_scrolling_mirror(LhCollectionView *self, const lh_scroll *at);
/// Does the same with its present values.
void lh_scrolling_sync(LhCollectionView *self);

// view-panning.c
void lh_panning_init(LhCollectionView *self);
/// Returns true when a controller handles an event of a finger.
gboolean lh_panning_is_of_finger(gpointer controller);
/// Returns true when a touch may stop something: content or a section moves by itself.
gboolean lh_panning_may_stop(LhCollectionView *self);

// view-selecting.c
void lh_selecting_init(LhCollectionView *self);
/// Lets the press under way select nothing, and be none of a double click.
void lh_selecting_forget_click(LhCollectionView *self);
void lh_selecting_pick(LhCollectionView *self, guint section, guint index, gboolean toggles,
                       gboolean extends);
void lh_selecting_activate(LhCollectionView *self, guint section, guint index);
void lh_selecting_mark_all(LhCollectionView *self);
void lh_selecting_focus(LhCollectionView *self, lh_path path);
char *lh_selecting_text(LhCollectionView *self, GObject *item);
/// The cell of an item was filled: selection, name and focus.
void lh_selecting_cell_bound(LhCollectionView *self, LhCell *cell, lh_path path);
void lh_selecting_cell_left(LhCollectionView *self, LhCell *cell);

// view-keys.c
void lh_keys_init(LhCollectionView *self);

// view-dragging.c
void lh_dragging_init(LhCollectionView *self);
gboolean lh_dragging_step(LhCollectionView *self);
gboolean lh_dragging_is_active(LhCollectionView *self);
void lh_dragging_cancel(LhCollectionView *self);

// view-failure.c
GError *lh_failure_from(const lh_error *error);
void lh_failure_show(LhCollectionView *self, const GError *error, gboolean can_restart);
void lh_failure_hide(LhCollectionView *self);
/// Moves an engine's error into a GError and returns false.
gboolean lh_failure_give(lh_error *why, GError **error);

// view-layout.c
/// Shows a layout by its name. On an error the present one stays, or the first one is still to be shown.
gboolean lh_layouts_show(LhCollectionView *self, const char *name, gboolean animated, lh_error **error);
/// Sets the name of the layout.
void lh_layouts_note_name(LhCollectionView *self, const char *name);

// view-answers.c
/// Gives a layout the app's answers, or notes that they are owed where this is inside a frame.
void lh_layouts_attach(LhCollectionView *self, lh_layout *layout);
/// Gives them to the layout of the engine.
void lh_layouts_attach_shown(LhCollectionView *self);
GHashTable *lh_layouts_answers_new(void);
GVariant *lh_value_to_variant(const lh_value *value);
/// Converts a GVariant to a value of `type`. The GVariant owns its text and arrays.
gboolean lh_value_from_variant(GVariant *from, uint32_t type, lh_value *out);
