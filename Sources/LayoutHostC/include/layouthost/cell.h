// SPDX-License-Identifier: Apache-2.0
//
// layouthost/cell.h: what shows one element: made once, filled for one element after the other.
//
// A cell is what the engine recycles. An app with widgets of its own keeps one widget for each cell, the
// cell's `object`; an app without gives cells content, which pictures show.
//
// The order of calls for a cell: make ─▶ [bind ─▶ place+ ─▶ (restyle | place)* ─▶ recycle]* ─▶ drop.
// Headers, footers and decorations are cells here too; their category says what they are.
#ifndef LAYOUTHOST_CELL_H
#define LAYOUTHOST_CELL_H

#include "layouthost/base.h"

/// One element on screen. Read, never written, by apps.
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
  void *object;             ///< What `make` returned.
} lh_element;

#define LH_ELEMENT_HIDDEN ((uint32_t)1)       ///< Laid out, but not to be shown.
#define LH_ELEMENT_LEAVING ((uint32_t)2)      ///< On its way out: it takes no input.
#define LH_ELEMENT_SELECTED ((uint32_t)4)
#define LH_ELEMENT_HIGHLIGHTED ((uint32_t)8)  ///< A touch rests on it.
#define LH_ELEMENT_FOCUSED ((uint32_t)16)     ///< The keyboard is at it.

/// A class of cells. Every function may be null. They come inside a frame and must not change the view.
typedef struct lh_cell_class {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  /// A cell was made. Returns the app's object for it.
  void *(*make)(void *data, lh_cell *cell);
  /// The cell stands at another place, or has another size, alpha, order or transform. Comes after `bind`.
  void (*place)(void *data, lh_cell *cell, void *object, const lh_element *element);
  /// The cell was selected, deselected, touched or let go.
  void (*restyle)(void *data, lh_cell *cell, void *object);
  /// The cell left the screen and waits to be used again.
  void (*recycle)(void *data, lh_cell *cell, void *object);
  /// The cell is let go and never comes back; so is `object`. Also called for all cells when the view
  /// ends.
  void (*drop)(void *data, lh_cell *cell, void *object);
  /// The size that the cell would rather have than the one in `*size`, which it changes. Asked, after
  /// `bind`, by layouts whose cells size themselves. False, or an error, keeps the size.
  bool (*preferred_size)(void *data, lh_cell *cell, void *object, lh_size *size,
                         lh_error **error);
} lh_cell_class;

/// Registers a class for a reuse identifier. Cells of before keep theirs.
///
/// `kind` is null for cells of items; the name of a supplementary or decoration kind otherwise.
/// `identifier` null stands for the class that is used where the data source names none. Without any
/// registration cells are made that have no object and show their content. For decorations the
/// identifier is not used.
LH_API bool lh_view_register(lh_view *view, uint32_t category, const char *kind,
                             const char *identifier, const lh_cell_class *cell_class,
                             lh_error **error);

// Of a cell. It lives from `make` to `drop`.

/// Returns the view that made the cell.
LH_API lh_view *lh_cell_view(lh_cell *cell);
/// Returns what `make` returned.
LH_API void *lh_cell_object(lh_cell *cell);
/// Returns the `id` of its elements.
LH_API uint64_t lh_cell_id(lh_cell *cell);
/// Returns LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION.
LH_API uint32_t lh_cell_category(lh_cell *cell);
/// Returns the name of its kind, "cell" for an item's. Lives as long as the view.
LH_API const char *lh_cell_kind(lh_cell *cell);
/// Returns the identifier under which it was registered; "" for none. Lives as long as the view.
LH_API const char *lh_cell_identifier(lh_cell *cell);
/// Gives the path of what it shows in the data; false when it shows nothing.
LH_API bool lh_cell_get_path(lh_cell *cell, lh_path *path);
LH_API bool lh_cell_is_selected(lh_cell *cell);
LH_API bool lh_cell_is_highlighted(lh_cell *cell);
/// Returns a number that grows each time that the cell is filled: who loads something for it in
/// the background compares the number of before with that of after.
LH_API uint64_t lh_cell_binding(lh_cell *cell);
/// Reads a value that the layout gives to elements of this kind, by its name. False without an error when
/// the element carries no such field.
LH_API bool lh_cell_get_field(lh_cell *cell, const char *name, lh_value *out, lh_error **error);

// Content, for pictures and for assistive technology. It stays until it is set anew: set it in `bind`.

/// Shows nothing.
LH_API bool lh_cell_clear(lh_cell *cell, lh_error **error);
/// Shows lines of text.
LH_API bool lh_cell_set_text(lh_cell *cell, const char *text, lh_error **error);
/// Shows one character with a caption. Error: `invalid-argument` for what is no character.
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
/// Chooses the colour of the content: equal numbers have one colour.
LH_API bool lh_cell_set_hue(lh_cell *cell, uint32_t hue, lh_error **error);
/// Sets what is read to people; null leaves it to the content.
LH_API bool lh_cell_set_label(lh_cell *cell, const char *label, lh_error **error);

#endif  // LAYOUTHOST_CELL_H
