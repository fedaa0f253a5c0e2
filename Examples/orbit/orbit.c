// SPDX-License-Identifier: Apache-2.0
//
// orbit.c: a whole layout plugin in one C file. A section is a sun, its header, with its items on
// rings around it; what one disc cannot hold goes on in the next disc below.
//
//   cc -std=c11 -O2 -shared -fPIC -fvisibility=hidden -I../../Sources/LayoutABI/include orbit.c -o
//   orbit.so -lm
//
// Nothing is stored for an item: its place follows from its index. `prepare` costs O(sections), a
// frame O(log sections + the items of the discs in view).
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"

LAYOUT_NOTE({
  "id": "org.layouthost.examples.orbit", "name": "Orbit", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["orbit"]
});

enum { ITEM_SIZE, SPACING, HEADER_RADIUS, PROPERTY_COUNT };
enum { KIND_CELL, KIND_HEADER, KIND_RING };
enum { RING_WORDS = 4 };  // fill, stroke, strokeWidth, cornerRadius: what a stage can draw itself

static const double kTau = 6.283185307179586;
static const double kDiagonal = 1.4142135623730951;   // Squares so far apart touch at no angle.
static const double kGoldenTurn = 2.399963229728653;  // Turns each ring a little, so no seam shows.

// A ring is numbered from the innermost of a full disc on; its radius is (ring + 1) * pitch.
typedef struct section {
  double top;      // Of its first disc, content coordinates.
  uint32_t count;  // Items.
} section;

typedef struct orbit {
  layout_instance table;
  double wanted[PROPERTY_COUNT];      // The properties as they were set.
  double properties[PROPERTY_COUNT];  // The same, as the last prepare found them.
  double pitch;         // From ring to ring, and the least distance between neighbours on one.
  double width;         // Of the content.
  uint32_t ring_count;  // Rings of a full disc.
  uint32_t first_ring;  // The innermost ring that leaves room for the header.
  uint32_t *before;     // Items on the rings inside of each ring; ring_count + 1 entries.
  section *sections;    // section_count + 1 entries; the last one's top is the content's height.
  uint32_t section_count;
} orbit;

// MARK: Arithmetic

// A disc of a section: where its centre is, and the rings it fills.
typedef struct disc {
  layout_point center;
  uint32_t first_ring, end_ring;
  uint32_t first_item;  // What the section's index of an item is counted from on first_ring.
} disc;

static double radius_of(const orbit *o, uint32_t ring) { return (ring + 1) * o->pitch; }

// Of a disc up to that ring; without rings it is the header alone.
static double reach(const orbit *o, uint32_t end_ring) {
  return end_ring == 0 ? o->properties[HEADER_RADIUS] : radius_of(o, end_ring - 1) + o->pitch / 2;
}

// Items are counted as if the header's room were filled too: one division then finds the disc.
static uint32_t slots_of(const orbit *o) { return o->before[o->ring_count]; }
static uint32_t skipped(const orbit *o) { return o->before[o->first_ring]; }

static uint32_t ring_of(const orbit *o, uint32_t slot) {
  uint32_t low = 0, high = o->ring_count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (o->before[middle] <= slot)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static uint32_t disc_count(const orbit *o, uint32_t s) {
  uint64_t slots = (uint64_t)o->sections[s].count + skipped(o);
  return slots == 0 ? 1 : (uint32_t)((slots + slots_of(o) - 1) / slots_of(o));
}

static disc disc_at(const orbit *o, uint32_t s, uint32_t index) {
  const section *in = &o->sections[s];
  uint64_t end = (uint64_t)in->count + skipped(o) - (uint64_t)index * slots_of(o);
  disc d = {.first_ring = index == 0 ? o->first_ring : 0, .end_ring = o->ring_count};
  if (end < slots_of(o)) d.end_ring = end > 0 ? ring_of(o, (uint32_t)end - 1) + 1 : 0;
  d.first_item = index == 0 ? 0 : index * slots_of(o) - skipped(o);
  d.center.x = o->width / 2;
  d.center.y = in->top + index * 2 * reach(o, o->ring_count) + reach(o, d.end_ring);
  return d;
}

static double height_of(const orbit *o, uint32_t s) {
  disc last = disc_at(o, s, disc_count(o, s) - 1);
  return last.center.y + reach(o, last.end_ring) - o->sections[s].top;
}

// A ring that is not full spreads what it has over the whole turn.
static uint32_t items_on(const orbit *o, uint32_t s, const disc *d, uint32_t ring,
                         uint32_t *first) {
  *first = d->first_item + o->before[ring] - o->before[d->first_ring];
  uint32_t room = o->before[ring + 1] - o->before[ring];
  uint32_t left = o->sections[s].count - *first;
  return left < room ? left : room;
}

static layout_rect square(layout_point center, double side) {
  return (layout_rect){center.x - side / 2, center.y - side / 2, side, side};
}

static layout_rect cell_frame(const orbit *o, const disc *d, uint32_t ring, uint32_t at,
                              uint32_t n) {
  double angle = kTau * at / n + kGoldenTurn * ring, r = radius_of(o, ring);
  layout_point p = {d->center.x + r * cos(angle), d->center.y + r * sin(angle)};
  return square(p, o->properties[ITEM_SIZE]);
}

static layout_rect header_frame(const orbit *o, const disc *d) {
  double r = o->properties[HEADER_RADIUS];  // 0.8 and 0.45: the box lies inside the circle.
  return (layout_rect){d->center.x - 0.8 * r, d->center.y - 0.45 * r, 1.6 * r, 0.9 * r};
}

// MARK: Answers

static bool is_empty(layout_rect r) { return r.width <= 0 || r.height <= 0; }

static bool contains(layout_rect r, double x, double y) {
  return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
}

// An empty rectangle is judged by its origin, as the header says.
static bool intersects(layout_rect a, layout_rect b) {
  if (is_empty(a)) return is_empty(b) ? a.x == b.x && a.y == b.y : contains(b, a.x, a.y);
  if (is_empty(b)) return contains(a, b.x, b.y);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Counts what does not fit too, so that the host learns how much room to bring.
static layout_attributes *add(layout_answer *to, layout_rect frame, uint16_t category,
                              uint16_t kind, uint32_t s, uint32_t item) {
  if (to->record_count++ >= to->record_capacity) return NULL;
  layout_attributes *record = &to->records[to->record_count - 1];
  *record = (layout_attributes){
      .frame = frame, .section = s, .item = item, .category = category, .kind = kind, .alpha = 1};
  return record;
}

static void add_ring(const orbit *o, layout_answer *to, const disc *d, uint32_t ring, uint32_t s,
                     uint32_t item) {
  double radius = radius_of(o, ring);
  layout_attributes *record =
      add(to, square(d->center, 2 * radius), LAYOUT_DECORATION, KIND_RING, s, item);
  uint32_t word = to->payload_count;
  to->payload_count += RING_WORDS;
  if (!record || to->payload_count > to->payload_capacity) return;
  union {
    double number;
    uint64_t word;
  } width = {.number = 1}, corner = {.number = radius};
  to->payload[word] = 0x00000000;  // No fill: the rings further in are to be seen.
  to->payload[word + 1] = 0x7F8FB955;
  to->payload[word + 2] = width.word;
  to->payload[word + 3] = corner.word;
  record->payload = word + 1;
  record->z_index = -1;
}

static layout_status finish(const layout_answer *to) {
  bool fits = to->record_count <= to->record_capacity && to->payload_count <= to->payload_capacity;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static void start(layout_answer *to) {
  to->record_count = to->transform_count = to->payload_count = 0;
}

// Whether the ring's line, `margin` thick on both sides, may meet the rectangle.
static bool ring_meets(const disc *d, double radius, double margin, layout_rect rect) {
  double left = rect.x - d->center.x, right = left + rect.width;
  double top = rect.y - d->center.y, bottom = top + rect.height;
  double near_x = left > 0 ? left : right < 0 ? right : 0;
  double near_y = top > 0 ? top : bottom < 0 ? bottom : 0;
  return hypot(near_x, near_y) <= radius + margin &&
         hypot(fmax(-left, right), fmax(-top, bottom)) >= radius - margin;
}

static void answer_ring(const orbit *o, layout_rect rect, layout_answer *to, uint16_t category,
                        uint32_t s, const disc *d, uint32_t ring, uint32_t number) {
  if (category == LAYOUT_DECORATION) {
    if (intersects(square(d->center, 2 * radius_of(o, ring)), rect))
      add_ring(o, to, d, ring, s, number);
    return;
  }
  if (!ring_meets(d, radius_of(o, ring), o->properties[ITEM_SIZE] * kDiagonal / 2, rect)) return;
  uint32_t first, n = items_on(o, s, d, ring, &first);
  for (uint32_t i = 0; i < n; i++) {
    layout_rect frame = cell_frame(o, d, ring, i, n);
    if (intersects(frame, rect)) add(to, frame, LAYOUT_CELL, KIND_CELL, s, first + i);
  }
}

static void answer_section(const orbit *o, layout_rect rect, layout_answer *to, uint16_t category,
                           uint32_t s) {
  if (category == LAYOUT_SUPPLEMENTARY) {
    disc d = disc_at(o, s, 0);
    if (intersects(header_frame(o, &d), rect))
      add(to, header_frame(o, &d), category, KIND_HEADER, s, 0);
    return;
  }
  double step = 2 * reach(o, o->ring_count), above = (rect.y - o->sections[s].top) / step;
  uint32_t count = disc_count(o, s);  // `above` may be beyond any integer.
  for (uint32_t i = above > 1 ? (uint32_t)fmin(above - 1, count) : 0; i < count; i++) {
    disc d = disc_at(o, s, i);
    if (d.center.y - reach(o, d.end_ring) > rect.y + rect.height) break;
    for (uint32_t ring = d.first_ring; ring < d.end_ring; ring++)
      answer_ring(o, rect, to, category, s, &d, ring, i * o->ring_count + ring - o->first_ring);
  }
}

// The last section that begins above `y`, or the first. All that begin at `y` come after it: a section
// without height ends there too, and its header is a point.
static uint32_t section_at(const orbit *o, double y) {
  uint32_t low = 0, high = o->section_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (o->sections[middle].top < y)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *to) {
  const orbit *o = context;
  start(to);
  if (o->section_count == 0) return LAYOUT_OK;
  uint32_t first = section_at(o, rect.y), end = o->section_count;
  for (uint16_t category = LAYOUT_CELL; category <= LAYOUT_DECORATION; category++)
    for (uint32_t s = first; s < end && o->sections[s].top <= rect.y + rect.height; s++)
      answer_section(o, rect, to, category, s);
  return finish(to);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *to) {
  const orbit *o = context;
  start(to);
  uint32_t s = element.section;
  if (s >= o->section_count) return LAYOUT_OK;
  if (element.category == LAYOUT_CELL && element.item < o->sections[s].count) {
    uint64_t slot = (uint64_t)element.item + skipped(o);
    disc d = disc_at(o, s, (uint32_t)(slot / slots_of(o)));
    uint32_t ring = ring_of(o, (uint32_t)(slot % slots_of(o)));
    uint32_t first, n = items_on(o, s, &d, ring, &first);
    add(to, cell_frame(o, &d, ring, element.item - first, n), LAYOUT_CELL, KIND_CELL, s,
        element.item);
  } else if (element.category == LAYOUT_SUPPLEMENTARY && element.item == 0) {
    disc d = disc_at(o, s, 0);
    add(to, header_frame(o, &d), LAYOUT_SUPPLEMENTARY, KIND_HEADER, s, 0);
  } else if (element.category == LAYOUT_DECORATION) {
    uint64_t number = (uint64_t)element.item + o->first_ring;
    if (number / o->ring_count >= disc_count(o, s)) return LAYOUT_OK;
    disc d = disc_at(o, s, (uint32_t)(number / o->ring_count));
    uint32_t ring = (uint32_t)(number % o->ring_count);
    if (ring >= d.first_ring && ring < d.end_ring) add_ring(o, to, &d, ring, s, element.item);
  }
  return finish(to);
}

// MARK: The pass

static void release(orbit *o) {
  free(o->before);
  free(o->sections);
}

static layout_status prepare(void *context, const layout_snapshot *data,
                             const layout_invalidation *why) {
  (void)why;  // 300 sections are prepared in microseconds; there is nothing to save.
  orbit *o = context, next = *o;
  memcpy(next.properties, o->wanted, sizeof next.properties);
  double item = next.properties[ITEM_SIZE], header = next.properties[HEADER_RADIUS];
  next.pitch = item * kDiagonal + next.properties[SPACING];
  next.width = fmax(0, data->bounds.width - data->content_inset.left - data->content_inset.right);
  next.first_ring = (uint32_t)fmax(0, ceil((header + item / 2) / next.pitch) - 1);
  // Half a pitch more than the radius: the items' own extent.
  uint32_t fitting = (uint32_t)fmin(1000, fmax(0, next.width / 2 / next.pitch - 0.5));
  next.ring_count = fitting > next.first_ring ? fitting : next.first_ring + 1;
  // A narrow viewport scrolls sideways: the innermost ring is as wide as it is.
  next.width = fmax(next.width, 2 * reach(&next, next.ring_count));
  next.section_count = data->section_count;
  next.before = malloc((next.ring_count + 1) * sizeof *next.before);
  next.sections = malloc(((size_t)next.section_count + 1) * sizeof *next.sections);
  if (!next.before || !next.sections) {
    release(&next);
    return LAYOUT_ERROR_MEMORY;
  }
  next.before[0] = 0;
  for (uint32_t ring = 0; ring < next.ring_count; ring++)
    next.before[ring + 1] = next.before[ring] + (uint32_t)(kTau * (ring + 1));
  double y = 0;
  for (uint32_t s = 0; s < next.section_count; s++) {
    next.sections[s] = (section){.top = y, .count = LAYOUT_ITEM_COUNT(data, s)};
    y += height_of(&next, s);
  }
  next.sections[next.section_count] = (section){.top = y, .count = 0};
  release(o);
  *o = next;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  const orbit *o = context;
  *out = (layout_size){o->width, o->sections ? o->sections[o->section_count].top : 0};
  return LAYOUT_OK;
}

// Only the width matters to the rings.
static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *out_marks) {
  (void)context;
  bool same = change->old_bounds.width == change->new_bounds.width;
  *out_marks = same ? LAYOUT_MARK_NOTHING : LAYOUT_MARK_BOUNDS;
  return LAYOUT_OK;
}

// MARK: What the layout says about itself

#define NUMBER(n, text, value, least)                                                            \
  {                                                                                              \
    .struct_size = sizeof(layout_property), .type = LAYOUT_TYPE_F64, .name = LAYOUT_TEXT(n),     \
    .help = LAYOUT_TEXT(text), .unit = LAYOUT_TEXT("pt"),                                        \
    .default_value = {LAYOUT_TYPE_F64, 0, {.number = value}}, .minimum = least, .maximum = 10000 \
  }
#define FIELD(n, text, kind, points)                                           \
  {                                                                            \
    .struct_size = sizeof(layout_field), .type = kind, .name = LAYOUT_TEXT(n), \
    .help = LAYOUT_TEXT(text), .unit = LAYOUT_TEXT(points)                     \
  }
#define KIND(n, of, ...) \
  { .struct_size = sizeof(layout_kind), .category = of, .name = LAYOUT_TEXT(n), __VA_ARGS__ }

static const layout_property properties[PROPERTY_COUNT] = {
    [ITEM_SIZE] = NUMBER("itemSize", "Side of an item's square.", 40, 1),
    [SPACING] = NUMBER("spacing", "Least distance between the corners of items.", 2, 0),
    [HEADER_RADIUS] = NUMBER("headerRadius", "Room for the header in the middle.", 120, 0),
};
static const layout_property *const property_list[] = {&properties[0], &properties[1],
                                                       &properties[2]};
static const layout_field ring_fields[RING_WORDS] = {
    FIELD("fill", "Colour inside, 0xRRGGBBAA.", LAYOUT_TYPE_I64, ""),
    FIELD("stroke", "Colour of the line, 0xRRGGBBAA.", LAYOUT_TYPE_I64, ""),
    FIELD("strokeWidth", "Of the line.", LAYOUT_TYPE_F64, "pt"),
    FIELD("cornerRadius", "Half the side: a circle.", LAYOUT_TYPE_F64, "pt"),
};
static const layout_field *const ring_field_list[] = {&ring_fields[0], &ring_fields[1],
                                                      &ring_fields[2], &ring_fields[3]};
static const layout_kind kinds[] = {
    [KIND_CELL] = KIND("cell", LAYOUT_CELL, .field_count = 0),
    [KIND_HEADER] = KIND(LAYOUT_KIND_HEADER, LAYOUT_SUPPLEMENTARY, .field_count = 0),
    [KIND_RING] =
        KIND("ring", LAYOUT_DECORATION, .fields = ring_field_list, .field_count = RING_WORDS),
};
static const layout_kind *const kind_list[] = {&kinds[0], &kinds[1], &kinds[2]};
static const layout_descriptor descriptor = {
    .struct_size = sizeof descriptor,
    .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
    .id = LAYOUT_TEXT("orbit"),
    .name = LAYOUT_TEXT("Orbit"),
    .help = LAYOUT_TEXT("A section's items on rings around its header."),
    .properties = property_list,
    .property_count = PROPERTY_COUNT,
    .kinds = kind_list,
    .kind_count = 3,
};

// MARK: Life

static void destroy(void *context) {
  release(context);
  free(context);
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  orbit *o = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  o->wanted[index] = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  const orbit *o = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){LAYOUT_TYPE_F64, 0, {.number = o->wanted[index]}};
  return LAYOUT_OK;
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  (void)id;
  return NULL;
}

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)host;
  orbit *o = index == 0 ? calloc(1, sizeof *o) : NULL;
  if (!o) return index == 0 ? LAYOUT_ERROR_MEMORY : LAYOUT_ERROR_ARGUMENT;
  for (int i = 0; i < PROPERTY_COUNT; i++) o->wanted[i] = properties[i].default_value.as.number;
  o->table = (layout_instance){.struct_size = sizeof o->table,
                               .context = o,
                               .destroy = destroy,
                               .set_property = set_property,
                               .get_property = get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = prepare,
                               .content_size = content_size,
                               .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for,
                               .extension = extension};
  *out = &o->table;
  return LAYOUT_OK;
}

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  static const layout_descriptor *const layouts[] = {&descriptor};
  static const layout_plugin plugin = {
      .struct_size = sizeof plugin,
      .abi = LAYOUT_ABI,
      .id = LAYOUT_TEXT("org.layouthost.examples.orbit"),
      .name = LAYOUT_TEXT("Orbit"),
      .version = LAYOUT_TEXT("1.0.0"),
      .layouts = layouts,
      .layout_count = 1,
      .create = create,
  };
  return host_abi >= 1 ? &plugin : NULL;
}
