// SPDX-License-Identifier: Apache-2.0
//
// Cairo, Fontconfig and zlib, and of Pango and gdk-pixbuf the functions that are used: CGLib.h says why. CCairo.c
// compares them with the libraries' own headers.
#ifndef CCAIRO_H
#define CCAIRO_H

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <fontconfig/fontconfig.h>
#include <stdint.h>
#include <zlib.h>

#include "CGLib.h"

// Pango: text.

typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoLayout PangoLayout;

enum {
  LAYOUT_PANGO_SCALE = 1024,          ///< Units of a point.
  LAYOUT_PANGO_WEIGHT_NORMAL = 400,
  LAYOUT_PANGO_WEIGHT_BOLD = 700,
  LAYOUT_PANGO_DIRECTION_WEAK_LTR = 4,
};

/// A rectangle in Pango's units.
typedef struct layout_pango_box {
  int x, y, width, height;
} layout_pango_box;

PangoFontMap *pango_cairo_font_map_get_default(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_base_dir(PangoContext *context, unsigned int direction);
void pango_context_set_round_glyph_positions(PangoContext *context, int rounds);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *families);
void pango_font_description_set_weight(PangoFontDescription *font, unsigned int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);

PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_font_features_new(const char *features);
PangoAttribute *pango_attr_letter_spacing_new(int spacing);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int is_single);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *list);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
int pango_layout_get_baseline(PangoLayout *layout);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);

/// The boxes of the drawn strokes, and of the font's metrics.
void layout_pango_boxes(PangoLayout *layout, layout_pango_box *ink, layout_pango_box *logical);
/// The glyph of a layout of one character that its font has, with its width in Pango's units and
/// its font; 0 for any other layout.
int layout_pango_only_glyph(PangoLayout *layout, uint32_t *glyph, int *width, cairo_scaled_font_t **font);

// gdk-pixbuf: picture files.

typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufFormat GdkPixbufFormat;
typedef struct _GdkPixbufLoader GdkPixbufLoader;

enum { LAYOUT_GDK_COLORSPACE_RGB = 0 };

GSList *gdk_pixbuf_get_formats(void);
char *gdk_pixbuf_format_get_name(GdkPixbufFormat *format);
char **gdk_pixbuf_format_get_extensions(GdkPixbufFormat *format);

GdkPixbufLoader *gdk_pixbuf_loader_new(void);
void gdk_pixbuf_loader_set_size(GdkPixbufLoader *loader, int width, int height);
int gdk_pixbuf_loader_write(
    GdkPixbufLoader *loader, const unsigned char *bytes, unsigned long count, GError **error);
int gdk_pixbuf_loader_close(GdkPixbufLoader *loader, GError **error);
GdkPixbuf *gdk_pixbuf_loader_get_pixbuf(GdkPixbufLoader *loader);
GdkPixbufFormat *gdk_pixbuf_loader_get_format(GdkPixbufLoader *loader);

GdkPixbuf *gdk_pixbuf_new(
    unsigned int colorspace, int has_alpha, int bits_per_sample, int width, int height);
GdkPixbuf *gdk_pixbuf_apply_embedded_orientation(GdkPixbuf *pixbuf);
void gdk_pixbuf_fill(GdkPixbuf *pixbuf, uint32_t pixel);
int gdk_pixbuf_get_width(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_height(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_n_channels(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_rowstride(const GdkPixbuf *pixbuf);
unsigned long gdk_pixbuf_get_byte_length(const GdkPixbuf *pixbuf);
unsigned char *gdk_pixbuf_get_pixels(const GdkPixbuf *pixbuf);
const uint8_t *gdk_pixbuf_read_pixels(const GdkPixbuf *pixbuf);
const char *gdk_pixbuf_get_option(GdkPixbuf *pixbuf, const char *key);
int gdk_pixbuf_savev(
    GdkPixbuf *pixbuf, const char *path, const char *type, char **keys, char **values, GError **error);

#endif  // CCAIRO_H
