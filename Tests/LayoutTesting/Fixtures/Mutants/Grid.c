// SPDX-License-Identifier: Apache-2.0
//
// A small layout that keeps every rule, and for each rule a mutant with a few different lines that
// breaks it: compile with -DMUTANT=M_rect_complete, or without for the correct one.
//
// Each section is a header (the container's width × 24), then its items in rows of `columns` places
// of `side` × `side`, each item in the upper left corner of its place, at most as large as that; a
// backdrop (a decoration with a custom field) lies behind the rows. Every seventh item is rotated.
#include "Grid.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout/drafts.h"

/// The height of the content that any instance prepared last, for the mutant that shares it.
static double last_height;
/// True if this thread made an instance, for the mutant that works only on that thread.
static __thread int is_makers_thread;
/// The number of living instances, for the mutant that distinguishes them.
static int live_count;

// MARK: Forbidden calls

/// A call that the sandbox refuses, once in each prepare; its result is not used if it is not
/// refused.
static void reach_out(void) {
  if (IS(process_files)) unlink("/tmp/layouthost-grid-of-the-checker");
  if (IS(process_children) && fork() == 0) _exit(0);
  if (IS(process_signals)) kill(getppid(), 0);
  if (IS(process_confined)) close(socket(AF_UNIX, SOCK_STREAM, 0));
}

// MARK: Geometry

static double min(double a, double b) { return a < b ? a : b; }

static uint32_t rows_of(const grid *g, uint32_t count) {
  return (uint32_t)(((uint64_t)count + g->columns - 1) / g->columns);
}

static uint32_t count_of(const layout_snapshot *snapshot, uint32_t section) {
  if (IS(data_uniform)) return snapshot->item_counts ? snapshot->item_counts[section] : 0;
  return LAYOUT_ITEM_COUNT(snapshot, section);
}

static int is_empty(layout_rect r) { return r.width <= 0 || r.height <= 0; }

static int holds(layout_rect r, double x, double y) {
  return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
}

/// An empty rectangle is judged by its origin, as the header says.
static int intersects(layout_rect a, layout_rect b) {
  if (is_empty(a)) return is_empty(b) ? a.x == b.x && a.y == b.y : holds(b, a.x, a.y);
  if (is_empty(b)) return holds(a, b.x, b.y);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static layout_rect cell_frame(const grid *g, uint32_t section, uint32_t item) {
  double row = item / g->columns, column = item % g->columns;
  double x = column * g->side, y = g->tops[section] + HEADER_HEIGHT + row * g->side;
  layout_size size = {g->side, g->side};
  if (g->sizes) size = g->sizes[g->firsts[section] + item];
  double width = min(size.width, g->side);
  if (g->mirrors) x = g->width - x - width;
  return (layout_rect){x, y, width, min(size.height, g->side)};
}

static layout_rect header_frame(const grid *g, uint32_t section) {
  return (layout_rect){0, g->tops[section], g->width, HEADER_HEIGHT};
}

static layout_rect backdrop_frame(const grid *g, uint32_t section) {
  double top = g->tops[section] + HEADER_HEIGHT;
  return (layout_rect){0, top, g->width, g->tops[section + 1] - top};
}

// MARK: Answers

/// Counts the element, and writes it if there is room.
typedef struct writer {
  layout_answer *answer;
  uint32_t records, transforms, payload;
} writer;

static void add(writer *out, layout_attributes record, uint64_t word,
                const layout_transform *turn) {
  layout_answer *to = out->answer;
  if (out->payload < to->payload_capacity) to->payload[out->payload] = word;
  record.payload = ++out->payload;
  if (turn) {
    if (out->transforms < to->transform_capacity) to->transforms[out->transforms] = *turn;
    record.transform = ++out->transforms;
  }
  if (out->records < to->record_capacity) to->records[out->records] = record;
  out->records++;
}

static layout_status finish(grid *g, writer *out) {
  layout_answer *to = out->answer;
  uint32_t excess = out->records - to->record_capacity;
  if (IS(capacity_exact) && excess == 1) out->records--;
  // One record too many.
  if (IS(capacity_kept) && excess == 1 && to->records)
    memset(to->records + to->record_capacity, 0, 64);
  to->record_count = out->records;
  to->transform_count = out->transforms;
  to->payload_count = out->payload;
  int fits = out->records <= to->record_capacity && out->transforms <= to->transform_capacity &&
             out->payload <= to->payload_capacity;
  if (!fits) g->failed_count++;
  if (IS(capacity_table)) to->record_capacity = out->records;
  return fits ? LAYOUT_OK : LAYOUT_CAPACITY;
}

/// One cell of each larger section is wrong in a mutant.
static void spoil_cell(const grid *g, layout_attributes *record) {
  if (IS(frames_finite)) record->frame.height = NAN;
  if (IS(frames_sized)) record->frame.width = -record->frame.width;
  if (IS(alpha_range)) record->alpha = 1.5f;
  if (IS(flags_known)) record->flags = 0x80;
  if (IS(kinds_declared)) record->kind = 7;
  if (IS(dynamics_steps) && g->drift) record->frame.x = NAN;
  if (IS(paths_exist)) record->item = g->counts[record->section];
}

static void add_cell(const grid *g, writer *out, uint32_t section, uint32_t item) {
  static const layout_transform turn = {{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  layout_attributes record = {
      .frame = cell_frame(g, section, item), .section = section, .item = item, .alpha = 1};
  if (IS(cells_visible)) record.alpha = 0;
  if (item == 6) spoil_cell(g, &record);
  uint64_t odd = IS(fields_typed) && item == 6 ? 2 : item % 2;
  add(out, record, odd, item % 7 == 6 ? &turn : NULL);
  if (IS(transforms_sound) && item == 6 && out->records <= out->answer->record_capacity) {
    out->answer->records[out->records - 1].transform = 1000;
  }
}

static void add_header(const grid *g, writer *out, uint32_t section) {
  layout_attributes record = {.frame = header_frame(g, section),
                              .section = section,
                              .category = LAYOUT_SUPPLEMENTARY,
                              .kind = KIND_HEADER,
                              .z_index = 10,
                              .alpha = 1};
  if (IS(capacity_retry)) record.z_index += (int32_t)g->failed_count;
  if (IS(same_instances)) record.z_index += g->is_late;
  if (IS(same_processes)) record.z_index += getpid();
  record.z_index += g->drift;
  add(out, record, section % 3, NULL);
}

static void add_backdrop(const grid *g, writer *out, uint32_t section) {
  layout_attributes record = {.frame = backdrop_frame(g, section),
                              .section = section,
                              .category = LAYOUT_DECORATION,
                              .kind = KIND_BACKDROP,
                              .z_index = -1,
                              .alpha = 1};
  add(out, record, 0x336699FF, NULL);
}

/// The first section that ends below `y`.
static uint32_t section_at(const grid *g, double y) {
  uint32_t low = 0, high = g->section_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->tops[middle + 1] > y) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

static uint32_t clamped(double value, uint32_t most) {
  return value <= 0 ? 0 : value >= most ? most : (uint32_t)value;
}

/// The items of the rows that may intersect the rectangle.
static void add_rows(const grid *g, writer *out, uint32_t section, layout_rect rect) {
  uint32_t count = g->counts[section], rows = rows_of(g, count);
  double top = g->tops[section] + HEADER_HEIGHT;
  uint32_t first = clamped(floor((rect.y - top) / g->side), rows);
  uint32_t end = clamped(floor((rect.y + fmax(rect.height, 0) - top) / g->side) + 1, rows);
  // Thin rectangles lose their last row.
  if (IS(rect_slices) && rect.height < 8 && rect.width > 200 && end > first) end--;
  for (uint64_t item = (uint64_t)first * g->columns;
       item < (uint64_t)end * g->columns && item < count; item++) {
    layout_rect frame = cell_frame(g, section, (uint32_t)item), asked = rect;
    // Cells that the left edge cuts are lost.
    if (IS(rect_complete) && rect.width > 1 && rect.width < 1000 && frame.x < rect.x) continue;
    // The right edge is included.
    int touches = rect.width > 1 && frame.x == rect.x + rect.width;
    if (IS(rect_minimal) && touches) asked.width += 1;
    if (!intersects(frame, asked)) continue;
    // Mirrored frames are searched at their old places.
    double unturned = g->width - frame.x - frame.width;
    int is_left = unturned + frame.width <= rect.x, is_right = unturned >= rect.x + rect.width;
    if (g->mirrors && rect.width < 1000 && (is_left || is_right)) continue;
    // The thirteenth of thirteen, and one whose index does not fit 16 bits.
    if (IS(data_small) && count == 13 && g->section_count == 1 && item == 12) continue;
    if (IS(data_large) && count == 100000 && item > 0xFFFF) break;
    add_cell(g, out, section, (uint32_t)item);
    if (IS(no_duplicates) && item == 6) add_cell(g, out, section, (uint32_t)item);
  }
}

/// For mutants that visit every item; not for billions, which another rule checks.
static uint32_t items_to_walk(const grid *g) {
  return g->section_count == 0 ? 0 : g->counts[0] < 2000000 ? g->counts[0] : 2000000;
}

static layout_status attributes_in_rect(void *context, layout_rect rect, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  if (IS(threads_any) && !is_makers_thread) return LAYOUT_ERROR_CONTEXT;
  if (IS(frame_allocations)) {
    void *volatile scratch = malloc(16);
    free(scratch);
  }
  volatile double sum = 0;
  for (uint32_t item = 0; IS(frame_cost) && item < items_to_walk(g); item++) sum += item;
  for (uint32_t s = 0; IS(frame_cost_sections) && s < g->section_count; s++) sum += s;
  // Far below the content its first section is repeated.
  if (IS(rect_odd) && rect.y > 1e11 && g->section_count > 0) add_header(g, &out, 0);
  // A small scroll is answered with the old elements.
  if (IS(scroll_complete) && g->kept.height > 0 && rect.height == g->height) rect = g->kept;
  for (uint32_t section = section_at(g, rect.y); section < g->section_count; section++) {
    if (g->tops[section] > rect.y + fmax(rect.height, 0)) break;
    if (intersects(header_frame(g, section), rect)) add_header(g, &out, section);
    if (intersects(backdrop_frame(g, section), rect)) add_backdrop(g, &out, section);
    add_rows(g, &out, section, rect);
  }
  return finish(g, &out);
}

static layout_status attributes_for(void *context, layout_element element, layout_answer *answer) {
  grid *g = context;
  writer out = {.answer = answer};
  g->query_count++;
  volatile double sum = 0;
  for (uint32_t item = 0; IS(single_cost) && item < items_to_walk(g); item++) sum += item;
  if (IS(call_orders) && g->is_dirty) return LAYOUT_ERROR_CONTEXT;
  if (IS(inputs_not_kept) && element.section < g->section_count &&
      element.item >= g->lent[element.section] && element.category == LAYOUT_CELL) {
    return finish(g, &out);
  }
  if (element.section < g->section_count) {
    int is_first = element.item == 0;
    // One past the end counts as the last.
    if (IS(single_none) && element.item == g->counts[element.section] && element.item > 0) {
      element.item--;
    }
    if (element.category == LAYOUT_CELL && element.kind == KIND_CELL &&
        element.item < g->counts[element.section]) {
      add_cell(g, &out, element.section, element.item);
      if (IS(single_equals_bulk) && answer->record_capacity > 0) answer->records[0].z_index = 1;
    }
    if (element.category == LAYOUT_SUPPLEMENTARY && element.kind == KIND_HEADER && is_first) {
      add_header(g, &out, element.section);
    }
    if (element.category == LAYOUT_DECORATION && element.kind == KIND_BACKDROP && is_first) {
      add_backdrop(g, &out, element.section);
    }
  }
  return finish(g, &out);
}

static layout_status content_size(void *context, layout_size *out) {
  grid *g = context;
  *out = (layout_size){g->width, g->tops[g->section_count]};
  if (IS(content_size) && g->section_count == 1 && g->counts[0] == 200) out->height = INFINITY;
  if (IS(frames_inside)) out->height -= 40;
  if (IS(queries_change_nothing)) out->height += g->query_count;
  if (IS(instances_apart)) out->height = last_height;
  if (IS(prepare_twice)) out->height += 8 * g->repeat_count;
  if (IS(container_zero) && g->height == 0) out->height = out->height / 0.0;
  return LAYOUT_OK;
}

// MARK: Preparing

/// The result of `prepare`, in memory of its own, so that a failure keeps the old one.
typedef struct plan {
  double *tops;
  uint32_t *counts, *firsts;
  layout_size *sizes;
} plan;

static void free_plan(plan *p) {
  free(p->tops);
  free(p->counts);
  free(p->firsts);
  free(p->sizes);
}

/// Queries the sizes of a section's items; the side without an answer.
static layout_status ask(grid *g, plan *p, uint32_t section) {
  const layout_query_functions *query = g->host->query(g->host->context, QUERY_SIZE);
  uint32_t count = p->counts[section], how = LAYOUT_ANSWERED_NONE;
  layout_size *sizes = p->sizes + p->firsts[section];
  if (query && count > 0) {
    layout_status status = query->many(query->context, section, 0, count, sizes, &how);
    if (status != LAYOUT_OK) return status;
  }
  for (uint32_t item = 0; item < count; item++) {
    if (how == LAYOUT_ANSWERED_UNIFORM && !IS(query_forms)) sizes[item] = sizes[0];
    if (how == LAYOUT_ANSWERED_NONE || isnan(sizes[item].width)) {
      sizes[item] = (layout_size){g->side, g->side};
    }
  }
  return LAYOUT_OK;
}

static layout_status make_plan(grid *g, const layout_snapshot *snapshot, plan *p) {
  uint32_t sections = snapshot->section_count;
  p->tops = calloc(sections + 1, sizeof *p->tops);
  p->counts = calloc(sections + 1, sizeof *p->counts);
  p->firsts = calloc(sections + 1, sizeof *p->firsts);
  if (!p->tops || !p->counts || !p->firsts) return LAYOUT_ERROR_MEMORY;
  g->columns = g->wanted_columns;
  g->side = g->wanted_side;
  uint64_t total = 0;
  for (uint32_t section = 0; section < sections; section++) {
    uint32_t count = count_of(snapshot, section);
    p->counts[section] = count;
    p->firsts[section + 1] = p->firsts[section] + count;
    double height = rows_of(g, count) * g->side;
    // A wrong assumption that no content is that high.
    if (IS(data_huge)) height = (uint32_t)(uint64_t)height;
    p->tops[section + 1] = p->tops[section] + HEADER_HEIGHT + height;
    total += count;
  }
  if (!g->host->query(g->host->context, QUERY_SIZE)) {
    return IS(query_unbound) && total < 1000 ? LAYOUT_ERROR_QUERY : LAYOUT_OK;
  }
  if (total >= UINT32_MAX) return LAYOUT_ERROR_MEMORY;
  p->sizes = calloc(total + 1, sizeof *p->sizes);
  if (!p->sizes) return LAYOUT_ERROR_MEMORY;
  for (uint32_t section = 0; section < sections; section++) {
    layout_status status = ask(g, p, section);
    if (status != LAYOUT_OK) return status;
  }
  return LAYOUT_OK;
}

/// The failures of mutants when the data change: headers get another level.
static void note_updates(grid *g, const layout_invalidation *why) {
  int counts[4] = {0};
  for (uint32_t index = 0; index < why->update_count; index++) {
    const layout_update *update = &why->updates[index];
    counts[update->action]++;
    if (IS(update_kinds) && update->of_section && update->action == LAYOUT_UPDATE_DELETE) g->drift++;
  }
  int is_insert = counts[LAYOUT_UPDATE_INSERT] == 4 && why->update_count == 4;
  int is_delete = counts[LAYOUT_UPDATE_DELETE] == 4 && why->update_count == 4;
  if (IS(update_undone) && g->was_insert && is_delete) g->drift++;
  g->was_insert = is_insert;
  int is_lone_move = why->update_count == 1 && counts[LAYOUT_UPDATE_MOVE] == 1;
  if (IS(update_steps) && is_lone_move && !why->updates[0].of_section) g->drift++;
  // Several at once; one by one, or with moves, is correct.
  if (IS(update_like_new) && counts[LAYOUT_UPDATE_INSERT] > 1 && counts[LAYOUT_UPDATE_DELETE] > 1) {
    g->drift++;
  }
}

/// The refusals of mutants, and their changes of lent tables.
static layout_status check_snapshot(grid *g, const layout_snapshot *snapshot,
                                    const layout_invalidation *why) {
  uint32_t sections = snapshot->section_count, total = 0;
  for (uint32_t section = 0; section < sections; section++) total += count_of(snapshot, section);
  if (IS(query_fails) && g->is_poisoned) return LAYOUT_ERROR_FAILED;
  if (IS(property_ends) && g->wanted_columns == 64) return LAYOUT_ERROR_ARGUMENT;
  if (IS(process_kept)) umask(0123);
  reach_out();
  if (IS(process_silent) && write(STDOUT_FILENO, "grid\n", 5) < 0) return LAYOUT_ERROR_FAILED;
  note_updates(g, why);
  if (IS(data_none) && sections == 0 && !g->counts) return LAYOUT_ERROR_FAILED;
  if (IS(data_empty_sections) && sections > 1 && 100 / total == 100) return LAYOUT_ERROR_FAILED;
  if (IS(data_many_sections) && sections > 256 && sections < 5000) return LAYOUT_ERROR_MEMORY;
  if (IS(container_huge) && snapshot->bounds.width > 1e6) return LAYOUT_ERROR_ARGUMENT;
  if (IS(direction_scale) && snapshot->scale == 1.25) return LAYOUT_ERROR_ARGUMENT;
  if (IS(tables_grow) && snapshot->struct_size != sizeof *snapshot) return LAYOUT_ERROR_ARGUMENT;
  // Writes the same value, but writes.
  if (IS(inputs_unmodified) && sections > 0 && snapshot->item_counts) {
    *(volatile uint32_t *)&snapshot->item_counts[0] = g->host ? snapshot->item_counts[0] : 0;
  }
  int is_same = why->marks == LAYOUT_MARK_EVERYTHING && sections == g->section_count;
  for (uint32_t section = 0; is_same && section < sections; section++) {
    is_same = count_of(snapshot, section) == g->counts[section];
  }
  if (is_same && g->counts) g->repeat_count++;
  return LAYOUT_OK;
}

static layout_status prepare(void *context, const layout_snapshot *snapshot,
                             const layout_invalidation *why) {
  grid *g = context;
  plan fresh = {0};
  int64_t columns = g->columns;
  double side = g->side;
  if (IS(update_reload) && why->marks == LAYOUT_MARK_ITEMS) return LAYOUT_OK;
  // A mark that these headers do not have.
  if (IS(marks_unknown) && !(why->marks & 127) && why->update_count == 0) return LAYOUT_OK;
  // No change, so no work.
  if (IS(data_emptied) && snapshot->section_count == 0 && g->section_count > 0) return LAYOUT_OK;
  layout_status status = check_snapshot(g, snapshot, why);
  if (status == LAYOUT_OK) status = make_plan(g, snapshot, &fresh);
  if (status != LAYOUT_OK) {
    if (IS(error_leaves_layout)) g->section_count = 0;
    g->is_poisoned = 1;
    g->columns = columns;
    g->side = side;
    free_plan(&fresh);
    return status;
  }
  plan old = {g->tops, g->counts, g->firsts, g->sizes};
  free_plan(&old);
  g->tops = fresh.tops;
  g->counts = fresh.counts;
  g->firsts = fresh.firsts;
  g->sizes = fresh.sizes;
  g->section_count = snapshot->section_count;
  layout_insets inset = snapshot->content_inset;
  double room = snapshot->bounds.width - inset.left - inset.right;
  double width = fmax(room, (double)g->columns * g->side);
  g->mirrors = IS(direction_complete) && snapshot->direction == LAYOUT_RIGHT_TO_LEFT;
  int keeps_width = IS(prepare_anew) && (why->marks & LAYOUT_MARK_EVERYTHING);
  g->width = keeps_width ? fmax(width, g->width) : width;
  last_height = g->tops[g->section_count];
  g->is_dirty = 0;
  g->lent = snapshot->item_counts;
  g->height = snapshot->bounds.height;
  return LAYOUT_OK;
}

/// For the mutant that never runs a first frame.
static layout_status refuse(void *context, const layout_snapshot *snapshot,
                            const layout_invalidation *why) {
  (void)snapshot;
  (void)why;
  ((grid *)context)->section_count = 0;
  return LAYOUT_ERROR_FAILED;
}

static layout_status should_invalidate(void *context, const layout_bounds_change *change,
                                       uint32_t *marks) {
  grid *g = context;
  int is_resize = change->old_bounds.width != change->new_bounds.width;
  *marks = is_resize && !IS(resize_like_new) ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  if (IS(marks_known) && is_resize) *marks = 1u << 20;
  int is_small = fabs(change->new_bounds.y - change->old_bounds.y) < 40;
  g->kept = is_small && !is_resize ? change->old_bounds : (layout_rect){0};
  return LAYOUT_OK;
}

// MARK: Life

static void destroy(void *context) {
  grid *g = context;
  plan p = {g->tops, g->counts, g->firsts, g->sizes};
  free_plan(&p);
  live_count--;
  if (IS(destroy_clean)) return;
  free(g);
}

/// Opens a layout, and checks that it was found.
static void open_child(const layout_host *host) {
  const layout_children *children =
      host->extension(host->context, (layout_text)LAYOUT_TEXT(LAYOUT_EXT_CHILDREN));
  const layout_instance *child = NULL;
  if (!children) return;
  children->open(host->context, (layout_text)LAYOUT_TEXT("flow"), &child);
  child->destroy(child->context);
}

layout_status grid_create(const layout_host *host, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  grid *g = calloc(1, sizeof *g);
  if (!g) return LAYOUT_ERROR_MEMORY;
  g->host = host;
  is_makers_thread = 1;
  g->is_late = ++live_count > 2;
  layout_status status =
      host->register_decoration(host->context, KIND_BACKDROP, (layout_text)LAYOUT_TEXT("backdrop"));
  if (IS(children_refused)) open_child(host);
  if (IS(host_refuses) && status != LAYOUT_OK) abort();
  g->columns = g->wanted_columns = DEFAULT_COLUMNS;
  g->side = g->wanted_side = DEFAULT_SIDE;
  g->tops = calloc(1, sizeof *g->tops);
  g->table = (layout_instance){.struct_size = sizeof g->table,
                               .context = g,
                               .destroy = destroy,
                               .set_property = grid_set_property,
                               .get_property = grid_get_property,
                               .should_invalidate = should_invalidate,
                               .prepare = prepare,
                               .content_size = content_size,
                               .attributes_in_rect = attributes_in_rect,
                               .attributes_for = attributes_for,
                               .extension = grid_extension};
  if (IS(create_works)) g->table.get_property = NULL;
  if (IS(frame_runs)) g->table.prepare = refuse;
  *out = &g->table;
  return LAYOUT_OK;
}
