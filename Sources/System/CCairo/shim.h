// SPDX-License-Identifier: Apache-2.0
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <pango/pangocairo.h>
#include <zlib.h>

/// The glyph of a layout of one character that its font has, with its width in Pango's units and
/// its font; 0 for any other layout.
static inline int layout_pango_only_glyph(
    PangoLayout *layout, guint32 *glyph, int *width, cairo_scaled_font_t **font) {
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
