// SPDX-License-Identifier: Apache-2.0
//
// view-allocate.c: from elements of the engine to allocations of widgets, and the order of drawing.
#include "view-private.h"

/// An element's place in the order of drawing.
typedef struct {
  const lh_element *element;
  double depth;
  gsize rank;
} LhDrawn;

/// Nearer elements cover others: by order, by depth, decorations behind, then in the engine's
/// order.
static int compare_drawn(gconstpointer a, gconstpointer b) {
  const LhDrawn *one = a, *other = b;
  if (one->element->z_index != other->element->z_index)
    return one->element->z_index < other->element->z_index ? -1 : 1;
  if (one->depth != other->depth) return one->depth < other->depth ? -1 : 1;
  return one->rank < other->rank ? -1 : 1;
}

static gsize rank_of(const lh_element *element, gsize index) {
  return element->category == LH_DECORATION ? index : index + G_MAXUINT32;
}

/// Adds the affine map of the plane that is nearest to a matrix at the middle of the element, as
/// operations that every renderer supports.
static GskTransform *flatten(GskTransform *transform, const double *m) {
  // The derivatives of x / w and y / w at the middle, where both are 0.
  double w = m[15] != 0 ? m[15] : 1, x = m[12] / w, y = m[13] / w;
  double a = (m[0] - x * m[3]) / w, b = (m[1] - y * m[3]) / w;
  double c = (m[4] - x * m[7]) / w, d = (m[5] - y * m[7]) / w;
  double length = hypot(a, b), height, lean;
  transform = gsk_transform_translate(transform, &GRAPHENE_POINT_INIT(x, y));
  if (length == 0) return gsk_transform_scale(transform, 0, 0);
  height = (a * d - b * c) / length;
  lean = height != 0 ? atan((a * c + b * d) / length / height) : 0;
  if (b != 0) transform = gsk_transform_rotate(transform, atan2(b, a) * 180 / G_PI);
  if (b == 0 && a < 0) length = -length, height = -height;
  if (lean != 0) transform = gsk_transform_skew(transform, lean * 180 / G_PI, 0);
  return gsk_transform_scale(transform, length, height);
}

/// The transform that puts an element at its place in the viewport.
static GskTransform *transform_of(const lh_element *element, lh_point offset, gboolean draws_depth) {
  lh_rect at = element->transform == NULL ? element->pixels : element->frame;
  graphene_point_t origin = GRAPHENE_POINT_INIT(at.x - offset.x, at.y - offset.y);
  GskTransform *transform = gsk_transform_translate(NULL, &origin);
  const double *m = element->transform;
  if (m == NULL) return transform;
  transform = gsk_transform_translate(transform, &GRAPHENE_POINT_INIT(at.width / 2, at.height / 2));
  if (draws_depth && (m[3] != 0 || m[7] != 0)) {
    graphene_matrix_t matrix;
    float numbers[16];
    for (int i = 0; i < 16; i++) numbers[i] = m[i];
    graphene_matrix_init_from_float(&matrix, numbers);
    transform = gsk_transform_matrix(transform, &matrix);
  } else {
    transform = flatten(transform, m);
  }
  return gsk_transform_translate(transform, &GRAPHENE_POINT_INIT(-at.width / 2, -at.height / 2));
}

/// Returns true when the renderer of the window supports perspective; Cairo's does not.
static gboolean window_draws_depth(LhCollectionView *self) {
  GtkNative *native = gtk_widget_get_native(GTK_WIDGET(self));
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer(native) : NULL;
  return renderer != NULL && !g_str_equal(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer");
}

static void place(LhCollectionView *self, const lh_element *element, lh_point offset, gboolean draws_depth) {
  LhCell *cell = element->object;
  GtkWidget *widget = element->object;
  lh_rect at = element->transform == NULL ? element->pixels : element->frame;
  int width = lh_pixels(at.width + 0.5), height = lh_pixels(at.height + 0.5);
  gboolean is_shown = (element->flags & LH_ELEMENT_HIDDEN) == 0 && width > 0 && height > 0;
  lh_cell_place(cell, self->frame, is_shown, element->alpha);
  if (!is_shown) return;
  // GTK requires that a widget is measured before it is allocated.
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(widget, width, height, -1, transform_of(element, offset, draws_depth));
  if (element->category == LH_CELL && (element->flags & LH_ELEMENT_LEAVING) == 0) {
    LhSection *section = lh_model_section(self, element->path.section);
    if (lh_cell_move(cell, element->path.section, element->path.item,
                     lh_model_position(self, element->path), section != NULL ? section->count : 0))
      lh_order_wake(self);
  }
  g_ptr_array_add(self->order, widget);
}

/// Hides the cells that were recycled and not used again.
static void hide_the_rest(LhCollectionView *self) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self));
  if (!self->has_left) return;
  self->has_left = FALSE;
  for (; child != NULL; child = gtk_widget_get_next_sibling(child))
    if (LH_GTK_IS_CELL(child)) lh_cell_hide_unless_placed(LH_GTK_CELL(child), self->frame);
}

/// Sorts the elements by their order of drawing, which most layouts leave as it comes.
static void sort(LhDrawn *drawn, gsize count) {
  gsize next = 1;
  while (next < count && compare_drawn(drawn + next - 1, drawn + next) < 0) next++;
  if (next < count) qsort(drawn, count, sizeof *drawn, compare_drawn);
}

static void place_elements(LhCollectionView *self) {
  lh_element_list list = LH_TABLE(lh_element_list);
  lh_scroll scroll = LH_TABLE(lh_scroll);
  LhDrawn *drawn;
  guint count = 0;
  gboolean draws_depth = window_draws_depth(self);
  g_ptr_array_set_size(self->order, 0);
  if (!lh_view_get_elements(self->engine, &list, NULL)) return;
  if (!lh_view_get_scroll(self->engine, &scroll, NULL)) return;
  if (self->drawn == NULL) self->drawn = g_array_new(FALSE, FALSE, sizeof(LhDrawn));
  g_array_set_size(self->drawn, (guint)list.count);
  drawn = (LhDrawn *)(void *)self->drawn->data;
  for (gsize i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    if (element->object == NULL) continue;
    drawn[count++] = (LhDrawn){element, element->transform != NULL ? element->transform[14] : 0,
                               rank_of(element, i)};
  }
  sort(drawn, count);
  self->frame++;
  for (guint i = 0; i < count; i++) place(self, drawn[i].element, scroll.offset, draws_depth);
  hide_the_rest(self);
}

static void resize(LhCollectionView *self, int width, int height) {
  lh_error *error = NULL;
  lh_size size = lh_view_size(self->engine);
  if (size.width == width && size.height == height) return;
  if (lh_view_resize(self->engine, width, height, NULL, &error) && !self->has_failed)
    lh_view_update(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

static void place_child(GtkWidget *child, int x, int y, int width, int height) {
  GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y));
  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(child, width, height, -1, transform);
}

void lh_allocate(LhCollectionView *self, int width, int height) {
  if (lh_engine_ready(self) != NULL && width > 0 && height > 0) {
    resize(self, width, height);
    place_elements(self);
    lh_scrolling_sync(self);
  }
  if (self->drag.band != NULL) {
    graphene_rect_t at = self->drag.band_rect;
    place_child(self->drag.band, at.origin.x, at.origin.y, MAX(at.size.width, 1),
                MAX(at.size.height, 1));
  }
  if (self->failure != NULL && gtk_widget_get_visible(self->failure)) {
    int least, natural;
    gtk_widget_measure(self->failure, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    least = MAX(least, width);
    gtk_widget_measure(self->failure, GTK_ORIENTATION_VERTICAL, least, NULL, &natural, NULL, NULL);
    place_child(self->failure, 0, 0, least, natural);
  }
}

void lh_allocate_snapshot(LhCollectionView *self, GtkSnapshot *snapshot) {
  GtkWidget *widget = GTK_WIDGET(self);
  for (guint i = 0; i < self->order->len; i++)
    gtk_widget_snapshot_child(widget, g_ptr_array_index(self->order, i), snapshot);
  if (self->drag.band != NULL) gtk_widget_snapshot_child(widget, self->drag.band, snapshot);
  if (self->failure != NULL && gtk_widget_get_visible(self->failure))
    gtk_widget_snapshot_child(widget, self->failure, snapshot);
}
