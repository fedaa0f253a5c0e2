// SPDX-License-Identifier: Apache-2.0
//
// layouthost/cell.h: the object for one element: made once, filled for one element after the other.
//
// The engine recycles cells. An app with widgets keeps one widget for each cell, the cell's
// `object`; an app without widgets sets the content of cells, which pictures show.
//
// The order of calls for a cell: make ─▶ [bind ─▶ place+ ─▶ (restyle | place)* ─▶ recycle]* ─▶
// drop. Headers, footers and decorations are cells here too, with their own categories.
#ifndef LAYOUTHOST_CELL_H
#define LAYOUTHOST_CELL_H

#include "layouthost/base.h"

/// One element on screen. Apps read it and never write it.
typedef struct lh_element {
  uint32_t struct_size;
  uint32_t category;        ///< LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION.
  uint32_t kind;            ///< Index into the layout's kinds.
  uint32_t flags;           ///< LH_ELEMENT_…
  lh_path path;             ///< Of a section's header or footer, the section and 0.
  uint64_t id;              ///< Of the cell: from 0, in the order in which the view made them.
  lh_rect frame;            ///< In content coordinates, before the transform.
  lh_rect pixels;           ///< The frame with its edges on whole pixels.
  lh_size resting_size;     ///< The size where it belongs; it differs from the frame's while it moves.
  double alpha;             ///< Opacity, 0 to 1.
  int64_t z_index;          ///< Larger is nearer to the viewer.
  const double *transform;  ///< 16 numbers about the middle of the frame, row vectors, row-major (m11
                            ///< first); null for none.
  lh_cell *cell;
  void *object;             ///< The result of `make`.
} lh_element;

#define LH_ELEMENT_HIDDEN ((uint32_t)1)       ///< Laid out, but not to be shown.
#define LH_ELEMENT_LEAVING ((uint32_t)2)      ///< On its way out: it takes no input.
#define LH_ELEMENT_SELECTED ((uint32_t)4)
#define LH_ELEMENT_HIGHLIGHTED ((uint32_t)8)  ///< A touch rests on it.
#define LH_ELEMENT_FOCUSED ((uint32_t)16)     ///< The keyboard is at it.

/// A class of cells. Every function may be null. They are called inside a frame and must not change
/// the view.
typedef struct lh_cell_class {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  /// Called when a cell was made. Returns the app's object for it.
  void *(*make)(void *data, lh_cell *cell);
  /// Called when the cell has another place, size, alpha, order or transform. Comes after `bind`.
  void (*place)(void *data, lh_cell *cell, void *object, const lh_element *element);
  /// Called when the cell was selected, deselected, touched or released.
  void (*restyle)(void *data, lh_cell *cell, void *object);
  /// Called when the cell left the screen and is free for reuse: before it is filled again, or at the
  /// end of the call in which it left. A frame that fails keeps the content of the others.
  void (*recycle)(void *data, lh_cell *cell, void *object);
  /// Called when the cell is released and never comes back; release `object` too. Also called for
  /// all cells when the view ends.
  void (*drop)(void *data, lh_cell *cell, void *object);
  /// Writes the cell's preferred size to `*size`, which has the layout's size. Called, after
  /// `bind`, for layouts with self-sizing cells: once for each size that the layout gives, and again
  /// after a property of the layout was set or a query was bound. False keeps the size; with an
  /// error the frame is shown with the sizes of the others, and its call fails with it.
  bool (*preferred_size)(void *data, lh_cell *cell, void *object, lh_size *size,
                         lh_error **error);
} lh_cell_class;

/// Registers a class for a reuse identifier. Existing cells keep their class.
///
/// `kind` is null for cells of items; the name of a supplementary or decoration kind otherwise.
/// `identifier` null is the class that is used if the data source returns no identifier. Without
/// any registration cells have no object and show their content. Decorations do not use the
/// identifier.
LH_API bool lh_view_register(lh_view *view, uint32_t category, const char *kind,
                             const char *identifier, const lh_cell_class *cell_class,
                             lh_error **error);

// Functions of a cell. It lives from `make` to `drop`.

/// Returns the view that made the cell.
LH_API lh_view *lh_cell_view(lh_cell *cell);
/// Returns what `make` returned.
LH_API void *lh_cell_object(lh_cell *cell);
/// Returns the `id` of its elements.
LH_API uint64_t lh_cell_id(lh_cell *cell);
/// Returns LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION.
LH_API uint32_t lh_cell_category(lh_cell *cell);
/// Returns the name of its kind, "cell" for an item's. Valid during the life of the view.
LH_API const char *lh_cell_kind(lh_cell *cell);
/// Returns the identifier under which it was registered; "" for none. Valid during the life of the
/// view.
LH_API const char *lh_cell_identifier(lh_cell *cell);
/// Gives the path of its element in the data; false when it shows nothing.
LH_API bool lh_cell_get_path(lh_cell *cell, lh_path *path);
LH_API bool lh_cell_is_selected(lh_cell *cell);
LH_API bool lh_cell_is_highlighted(lh_cell *cell);
/// Returns a number that increases each time that the cell is filled: after loading in the
/// background compare it with the number from before.
LH_API uint64_t lh_cell_binding(lh_cell *cell);
/// Reads a value that the layout gives to elements of this kind, by its name; false without an
/// error, and `*error` null, when the element has no such field.
LH_API bool lh_cell_get_field(lh_cell *cell, const char *name, lh_value *out, lh_error **error);

// Content, for pictures and for assistive technology. It stays until it is set again: set it in
// `bind`.

/// Shows nothing.
LH_API bool lh_cell_clear(lh_cell *cell, lh_error **error);
/// Shows lines of text.
LH_API bool lh_cell_set_text(lh_cell *cell, const char *text, lh_error **error);
/// Shows one character with a caption. Error: `invalid-argument` for an invalid character.
LH_API bool lh_cell_set_glyph(lh_cell *cell, uint32_t code_point, const char *caption,
                              lh_error **error);
/// Shows a title over text.
LH_API bool lh_cell_set_card(lh_cell *cell, const char *title, const char *body, lh_error **error);
/// Shows the picture file at `path` with a caption, which may be null.
LH_API bool lh_cell_set_picture(lh_cell *cell, const char *path, const char *caption,
                                lh_error **error);
/// Shows a heading with a detail, which may be null.
LH_API bool lh_cell_set_heading(lh_cell *cell, const char *title, const char *detail,
                                lh_error **error);
/// Shows a shape. Colours are 0xRRGGBBAA; 0 draws nothing.
LH_API bool lh_cell_set_shape(lh_cell *cell, uint32_t fill, uint32_t stroke, double stroke_width,
                              double corner_radius, lh_error **error);
/// Chooses the colour of the content: equal numbers have the same colour.
LH_API bool lh_cell_set_hue(lh_cell *cell, uint32_t hue, lh_error **error);
/// Sets the text that is read to people; null uses the content.
LH_API bool lh_cell_set_label(lh_cell *cell, const char *label, lh_error **error);

#endif  // LAYOUTHOST_CELL_H
