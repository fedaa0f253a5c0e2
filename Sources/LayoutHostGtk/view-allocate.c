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

static void allocate(GtkWidget *widget, lh_rect at, GskTransform *transform) {
  // GTK requires that a widget is measured before it is allocated.
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(widget, lh_pixels(at.width + 0.5), lh_pixels(at.height + 0.5), -1, transform);
}

static void place(LhCollectionView *self, const lh_element *element, lh_point offset, gboolean draws_depth) {
  LhCell *cell = element->object;
  lh_rect at = element->transform == NULL ? element->pixels : element->frame;
  gboolean is_shown = (element->flags & LH_ELEMENT_HIDDEN) == 0 && lh_pixels(at.width + 0.5) > 0 &&
                      lh_pixels(at.height + 0.5) > 0;
  lh_cell_place(cell, self->frame, is_shown, element->alpha);
  if (!is_shown) return;
  allocate(element->object, at, transform_of(element, offset, draws_depth));
  lh_places_add(self, element);
  // The last thing: a handler of `section`, `index` or `position` may have all cells made again.
  if (element->category == LH_CELL && (element->flags & LH_ELEMENT_LEAVING) == 0)
    lh_places_tell(self, cell, element->path);
}

/// Sorts the elements by their order of drawing, which most layouts leave as it comes.
static void sort(LhDrawn *drawn, gsize count) {
  gsize next = 1;
  while (next < count && compare_drawn(drawn + next - 1, drawn + next) < 0) next++;
  if (next < count) qsort(drawn, count, sizeof *drawn, compare_drawn);
}

/// Places all elements. From here on, notices are enough where none is turned or on its way out.
static void place_elements(LhCollectionView *self, lh_point offset) {
  lh_element_list list = LH_TABLE(lh_element_list);
  const lh_view *engine = self->engine;
  LhDrawn *drawn;
  guint count = 0;
  gboolean draws_depth = window_draws_depth(self), can_follow = TRUE;
  lh_places_begin(self);
  if (!lh_view_get_elements(self->engine, &list, NULL)) return;
  if (self->places.drawn == NULL) self->places.drawn = g_array_new(FALSE, FALSE, sizeof(LhDrawn));
  g_array_set_size(self->places.drawn, (guint)list.count);
  drawn = (LhDrawn *)(void *)self->places.drawn->data;
  for (gsize i = 0; i < list.count; i++) {
    const lh_element *element = lh_element_at(&list, i);
    if (element->object == NULL) continue;
    if (element->transform != NULL || (element->flags & LH_ELEMENT_LEAVING) != 0) can_follow = FALSE;
    drawn[count++] = (LhDrawn){element, element->transform != NULL ? element->transform[14] : 0,
                               rank_of(element, i)};
  }
  sort(drawn, count);
  for (guint i = 0; i < count; i++) {
    place(self, drawn[i].element, offset, draws_depth);
    if (self->engine != engine) return;
  }
  lh_places_end(self, can_follow);
}

/// Places the cells where the engine told, which is in the content.
static void place_cells(LhCollectionView *self, lh_point offset) {
  GPtrArray *shown = self->places.shown;
  for (guint i = 0; i < shown->len; i++) {
    lh_rect at = lh_cell_told_place(g_ptr_array_index(shown, i))->at;
    graphene_point_t origin = GRAPHENE_POINT_INIT(at.x - offset.x, at.y - offset.y);
    allocate(g_ptr_array_index(shown, i), at, gsk_transform_translate(NULL, &origin));
  }
}

static void resize(LhCollectionView *self, int width, int height) {
  lh_error *error = NULL;
  // A handler may have all cells made again.
  if (lh_view_resize(self->engine, width, height, NULL, &error) && self->engine != NULL && !self->has_failed)
    lh_view_update(self->engine, &error);
  lh_engine_check(self, error);
  lh_engine_wake(self);
}

/// Reads where the engine has scrolled to, in a viewport of this size. Each call to the engine counts here: most frames
/// have the size of the one before.
static gboolean read_scroll(LhCollectionView *self, int width, int height, lh_scroll *scroll) {
  if (!lh_view_get_scroll(self->engine, scroll, NULL)) return FALSE;
  if (scroll->viewport.width == width && scroll->viewport.height == height) return TRUE;
  resize(self, width, height);
  return self->engine != NULL && lh_view_get_scroll(self->engine, scroll, NULL);
}

static void place_child(GtkWidget *child, int x, int y, int width, int height) {
  GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y));
  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(child, width, height, -1, transform);
}

void lh_allocate(LhCollectionView *self, int width, int height) {
  if (lh_engine_ready(self) != NULL && width > 0 && height > 0) {
    lh_scroll scroll = LH_TABLE(lh_scroll);
    if (read_scroll(self, width, height, &scroll)) {
      if (lh_places_follow(self)) place_cells(self, scroll.offset);
      else place_elements(self, scroll.offset);
      lh_scrolling_mirror(self, &scroll);
    }
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
  for (guint i = 0; i < self->places.shown->len; i++)
    gtk_widget_snapshot_child(widget, g_ptr_array_index(self->places.shown, i), snapshot);
  if (self->drag.band != NULL) gtk_widget_snapshot_child(widget, self->drag.band, snapshot);
  if (self->failure != NULL && gtk_widget_get_visible(self->failure))
    gtk_widget_snapshot_child(widget, self->failure, snapshot);
}
