// SPDX-License-Identifier: Apache-2.0
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <pango/pangocairo.h>

#include "CCairo.h"

_Static_assert(LAYOUT_PANGO_SCALE == PANGO_SCALE, "the units of a point");
_Static_assert((int)LAYOUT_PANGO_WEIGHT_NORMAL == (int)PANGO_WEIGHT_NORMAL, "a weight");
_Static_assert((int)LAYOUT_PANGO_WEIGHT_BOLD == (int)PANGO_WEIGHT_BOLD, "a weight");
_Static_assert((int)LAYOUT_PANGO_DIRECTION_WEAK_LTR == (int)PANGO_DIRECTION_WEAK_LTR, "a direction");
_Static_assert((int)LAYOUT_GDK_COLORSPACE_RGB == (int)GDK_COLORSPACE_RGB, "a colour space");

static layout_pango_box box(PangoRectangle of) {
  return (layout_pango_box){of.x, of.y, of.width, of.height};
}

void layout_pango_boxes(PangoLayout *layout, layout_pango_box *ink, layout_pango_box *logical) {
  PangoRectangle strokes, metrics;
  pango_layout_get_extents(layout, &strokes, &metrics);
  *ink = box(strokes);
  *logical = box(metrics);
}

int layout_pango_only_glyph(PangoLayout *layout, uint32_t *glyph, int *width, cairo_scaled_font_t **font) {
  const PangoLayoutLine *line = pango_layout_get_line_readonly(layout, 0);
  if (line == NULL || line->runs == NULL || line->runs->next != NULL) return 0;
  const PangoLayoutRun *run = (const PangoLayoutRun *)line->runs->data;
  if (run->glyphs->num_glyphs != 1 || run->y_offset != 0 || run->start_x_offset != 0) return 0;
  const PangoGlyphInfo *only = run->glyphs->glyphs;
  // Pango's marks for nothing and for an unknown character are no glyphs of a font.
  if (only->glyph >= PANGO_GLYPH_EMPTY) return 0;
  if (only->geometry.x_offset != 0 || only->geometry.y_offset != 0) return 0;
  *glyph = only->glyph;
  *width = only->geometry.width;
  *font = pango_cairo_font_get_scaled_font((PangoCairoFont *)run->item->analysis.font);
  return *font != NULL;
}
