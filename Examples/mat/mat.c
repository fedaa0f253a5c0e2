// SPDX-License-Identifier: Apache-2.0
//
// mat.c: a layout made of another one, which is named by its id: a mat, an empty margin, around what that
// one places. The draft extension layout.children/1 gives it the other layout as a table of its own, so it
// moves what goes in and what comes out, and passes on the rest.
//
//   cc -std=c11 -O2 -shared -fPIC -fvisibility=hidden -I../../Sources/LayoutABI/include mat.c -o mat.so -lm
#define LAYOUT_DRAFTS
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"

LAYOUT_NOTE({
  "id": "org.layouthost.examples.mat", "name": "Mat", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": ["layout.children/1"], "uses": [], "layouts": ["mat"]
});

enum { OF, MARGIN, PROPERTY_COUNT };

typedef struct mat {
  layout_instance table;
  const layout_host *host;
  const layout_children *children;
  const layout_instance *child;  // Null until the first prepare.
  const layout_instance *next;   // Named since the last prepare, which takes it; null without one.
  char of[64];                   // The child's id.
  uint32_t of_count;
  double wanted, margin;  // As it was set, and as the last prepare found it.
} mat;

static layout_rect shrunk(layout_rect r, double by) {
  return (layout_rect){r.x - by, r.y - by, fmax(0, r.width - 2 * by), fmax(0, r.height - 2 * by)};
}

// Copies what these headers know of a host's table, which is shorter or longer where the host was built with
// others. Returns the size of the copy: a member that the host did not give must not count as given.
static uint32_t copied(void *to, size_t room, const void *from, uint32_t size) {
  uint32_t known = size < room ? size : (uint32_t)room;
  memcpy(to, from, known);
  return known;
}

// Opens the child of that id, for the next prepare. What fails the host tells the person.
static layout_status open_child(mat *m, layout_text id) {
  const layout_instance *child;
  if (id.count > sizeof m->of) return LAYOUT_ERROR_ARGUMENT;
  layout_status status = m->children->open(m->host->context, id, &child);
  if (status != LAYOUT_OK) return status;
  if (m->next) m->next->destroy(m->next->context);
  m->next = child;
  memmove(m->of, id.bytes, id.count);
  m->of_count = id.count;
  return LAYOUT_OK;
}

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  mat *m = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  if (index == OF) return open_child(m, value->as.text);
  m->wanted = value->as.number;
  return LAYOUT_OK;
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  mat *m = context;
  if (index >= PROPERTY_COUNT) return LAYOUT_ERROR_ARGUMENT;
  *out = (layout_value){.type = index == OF ? LAYOUT_TYPE_TEXT : LAYOUT_TYPE_F64};
  if (index == OF) out->as.text = (layout_text){m->of, m->of_count, 0};
  if (index == MARGIN) out->as.number = m->wanted;
  return LAYOUT_OK;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       layout_marks *out_marks) {
  mat *m = context;
  layout_bounds_change own = {0};
  own.struct_size = copied(&own, sizeof own, change, change->struct_size);
  own.old_bounds = shrunk(change->old_bounds, m->margin);
  own.new_bounds = shrunk(change->new_bounds, m->margin);
  own.touch.x -= m->margin;
  own.touch.y -= m->margin;
  return m->child->should_invalidate(m->child->context, &own, out_marks);
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  mat *m = context;
  if (!m->child && !m->next) {
    layout_status status = open_child(m, (layout_text){m->of, m->of_count, 0});
    if (status != LAYOUT_OK) return status;
  }
  layout_snapshot own = {0};
  own.struct_size = copied(&own, sizeof own, snapshot, snapshot->struct_size);
  own.bounds = shrunk(snapshot->bounds, m->wanted);
  const layout_instance *child = m->next ? m->next : m->child;
  layout_status status = child->prepare(child->context, &own, why);
  // After an error the old child answers on, and a next one gets another try.
  if (status != LAYOUT_OK) return status;
  if (m->next) {
    if (m->child) m->child->destroy(m->child->context);
    m->child = m->next;
    m->next = NULL;
  }
  m->margin = m->wanted;
  return LAYOUT_OK;
}

static layout_status content_size(void *context, layout_size *out) {
  mat *m = context;
  layout_status status = m->child->content_size(m->child->context, out);
  out->width += 2 * m->margin;
  out->height += 2 * m->margin;
  return status;
}

// Moves what the child answered, where it fitted.
static layout_status moved(mat *m, layout_status status, layout_answer *answer) {
  if (status != LAYOUT_OK) return status;
  for (uint32_t i = 0; i < answer->record_count; i++) {
    answer->records[i].frame.x += m->margin;
    answer->records[i].frame.y += m->margin;
  }
  return LAYOUT_OK;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  mat *m = context;
  rect.x -= m->margin;
  rect.y -= m->margin;
  return moved(m, m->child->attributes_in_rect(m->child->context, rect, answer), answer);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  mat *m = context;
  return moved(m, m->child->attributes_for(m->child->context, element, answer), answer);
}

static const void *extension(void *context, layout_text id) {
  (void)context;
  (void)id;
  return NULL;
}

static void destroy(void *context) {
  mat *m = context;
  if (m->next) m->next->destroy(m->next->context);
  if (m->child) m->child->destroy(m->child->context);
  free(m);
}

// MARK: What the layout says about itself

static const layout_property of = {
    .struct_size = sizeof of,
    .type = LAYOUT_TYPE_TEXT,
    .name = LAYOUT_TEXT("of"),
    .help = LAYOUT_TEXT("The id of the layout inside the mat."),
    .default_value = {LAYOUT_TYPE_TEXT, 0, {.text = LAYOUT_TEXT("flow")}},
    .minimum = -INFINITY,
    .maximum = INFINITY,
};
static const layout_property margin = {
    .struct_size = sizeof margin,
    .type = LAYOUT_TYPE_F64,
    .name = LAYOUT_TEXT("margin"),
    .help = LAYOUT_TEXT("The width of the mat on each side."),
    .unit = LAYOUT_TEXT("pt"),
    .default_value = {LAYOUT_TYPE_F64, 0, {.number = 20}},
    .minimum = 0,
    .maximum = 10000,
};
static const layout_property *const properties[PROPERTY_COUNT] = {&of, &margin};

// The child's question of the same name gets the app's answer.
static const layout_query size_for_item = {
    .struct_size = sizeof size_for_item,
    .scope = LAYOUT_SCOPE_ITEM,
    .name = LAYOUT_TEXT(LAYOUT_QUERY_SIZE_FOR_ITEM),
    .help = LAYOUT_TEXT("The size of an item, for the layout inside."),
    .result_type = LAYOUT_TYPE_SIZE,
};
static const layout_query *const queries[] = {&size_for_item};

// What the child places is shown where it is of one of these kinds.
static const layout_kind cell = {
    .struct_size = sizeof cell, .category = LAYOUT_CELL, .name = LAYOUT_TEXT("cell")};
static const layout_kind header = {.struct_size = sizeof header,
                                   .category = LAYOUT_SUPPLEMENTARY,
                                   .name = LAYOUT_TEXT(LAYOUT_KIND_HEADER)};
static const layout_kind footer = {.struct_size = sizeof footer,
                                   .category = LAYOUT_SUPPLEMENTARY,
                                   .name = LAYOUT_TEXT(LAYOUT_KIND_FOOTER)};
static const layout_kind *const kinds[] = {&cell, &header, &footer};

static const layout_descriptor descriptor = {
    .struct_size = sizeof descriptor,
    .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
    .id = LAYOUT_TEXT("mat"),
    .name = LAYOUT_TEXT("Mat"),
    .help = LAYOUT_TEXT("Any layout with an empty margin around it."),
    .properties = properties,
    .property_count = PROPERTY_COUNT,
    .queries = queries,
    .query_count = 1,
    .kinds = kinds,
    .kind_count = 3,
};

static layout_status create(const layout_host *host, uint32_t index, const layout_instance **out) {
  (void)index;
  mat *m = calloc(1, sizeof *m);
  if (!m) return LAYOUT_ERROR_MEMORY;
  m->host = host;
  m->children = host->extension(host->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_CHILDREN));
  if (!m->children) {
    free(m);
    host->set_error(host->context, (layout_text)LAYOUT_TEXT("this host has no layouts of layouts"));
    return LAYOUT_ERROR_UNSUPPORTED;
  }
  memcpy(m->of, "flow", m->of_count = 4);
  m->wanted = m->margin = 20;
  m->table = (layout_instance){.struct_size = sizeof m->table,
                               .context = m,
                               .destroy = destroy,
                               .set_property = set_property,
                               .get_property = get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = prepare,
                               .content_size = content_size,
                               .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for,
                               .extension = extension};
  *out = &m->table;
  return LAYOUT_OK;
}

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  static const layout_descriptor *const layouts[] = {&descriptor};
  static const layout_plugin plugin = {
      .struct_size = sizeof plugin,
      .abi = LAYOUT_ABI,
      .id = LAYOUT_TEXT("org.layouthost.examples.mat"),
      .name = LAYOUT_TEXT("Mat"),
      .version = LAYOUT_TEXT("1.0.0"),
      .layouts = layouts,
      .layout_count = 1,
      .create = create,
  };
  return host_abi >= 1 ? &plugin : NULL;
}
