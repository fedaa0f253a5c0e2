// SPDX-License-Identifier: Apache-2.0
//
// Lines over a counted tree; see the header.
#include "LineTree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { leaf_limit = 128, node_limit = 32, leaf_fill = 96, node_fill = 24 };

typedef struct node node;

/// Items side by side. An item at which a line starts has the line's thickness, any other one -1.
typedef struct leaf {
  node *parent;
  struct leaf *previous, *next;
  uint32_t count;
  double height;  ///< Of the lines that start here.
  layout_size sizes[leaf_limit];
  double thickness[leaf_limit];
} leaf;

struct node {
  node *parent;
  uint32_t count;
  uint32_t is_bottom;  ///< Its children are leaves.
  uint32_t items[node_limit];
  double heights[node_limit];
  void *children[node_limit];
};

struct bench_line_tree {
  layout_instance instance;
  bench_sizes sizes;
  double room;
  node *root;
  uint64_t touched;
};

/// An item of a leaf.
typedef struct place {
  leaf *leaf;
  uint32_t slot;
} place;

// MARK: Sums

static uint32_t node_items(const node *node) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < node->count; i++) sum += node->items[i];
  return sum;
}

static double node_height(const node *node) {
  double sum = 0;
  for (uint32_t i = 0; i < node->count; i++) sum += node->heights[i];
  return sum;
}

static uint32_t index_of(const node *parent, const void *child) {
  uint32_t i = 0;
  while (parent->children[i] != child) i++;
  return i;
}

static void *parent_of(void *child, uint32_t is_leaf) {
  return is_leaf ? ((leaf *)child)->parent : ((node *)child)->parent;
}

/// Adds to the sums of everything above a leaf.
static void add_above(bench_line_tree *tree, leaf *leaf, uint32_t items, double height) {
  void *child = leaf;
  for (node *up = leaf->parent; up; child = up, up = up->parent) {
    uint32_t i = index_of(up, child);
    up->items[i] += items;
    up->heights[i] += height;
    tree->touched++;
  }
}

/// Works a leaf's height out anew.
static void sum_leaf(bench_line_tree *tree, leaf *leaf) {
  double height = 0;
  for (uint32_t i = 0; i < leaf->count; i++)
    if (leaf->thickness[i] >= 0) height += leaf->thickness[i];
  double change = height - leaf->height;
  leaf->height = height;
  tree->touched++;
  if (change != 0) add_above(tree, leaf, 0, change);
}

// MARK: Finding

static place find_item(const bench_line_tree *tree, uint32_t item) {
  void *child = tree->root;
  uint32_t is_leaf = 0;
  while (!is_leaf) {
    node *node = child;
    uint32_t i = 0;
    while (i + 1 < node->count && item >= node->items[i]) item -= node->items[i++];
    child = node->children[i];
    is_leaf = node->is_bottom;
  }
  return (place){child, item};
}

static int forward(place *place) {
  if (++place->slot < place->leaf->count) return 1;
  do place->leaf = place->leaf->next;
  while (place->leaf && place->leaf->count == 0);
  place->slot = 0;
  return place->leaf != NULL;
}

static int backward(place *place) {
  if (place->slot > 0) {
    place->slot--;
    return 1;
  }
  if (!place->leaf->previous) return 0;
  place->leaf = place->leaf->previous;
  place->slot = place->leaf->count - 1;
  return 1;
}

/// The start of the line that holds an item, or of the one before when the item itself starts one.
static place line_before(place at) {
  while (backward(&at))
    if (at.leaf->thickness[at.slot] >= 0) break;
  return at;
}

// MARK: Breaking

/// Breaks lines anew from the start of one, until a line starts at an item behind `until` at which one
/// started before.
static void rebreak(bench_line_tree *tree, place start, place until) {
  place line = start, at = start;
  double x = 0, thickness = 0;
  int is_past = 0, is_first = 1, goes_on = 1;
  while (goes_on) {
    layout_size size = at.leaf->sizes[at.slot];
    if (!is_first && x + size.width > tree->room) {
      line.leaf->thickness[line.slot] = thickness;
      if (line.leaf != at.leaf) sum_leaf(tree, line.leaf);
      if (is_past && at.leaf->thickness[at.slot] >= 0) {
        sum_leaf(tree, at.leaf);
        return;
      }
      line = at;
      x = thickness = 0;
    } else if (!is_first) {
      at.leaf->thickness[at.slot] = -1;
    }
    is_first = 0;
    x += size.width;
    if (size.height > thickness) thickness = size.height;
    if (at.leaf == until.leaf && at.slot == until.slot) is_past = 1;
    leaf *here = at.leaf;
    goes_on = forward(&at);
    // The leaf that holds the line's start is summed when the line has ended.
    if (at.leaf != here && here != line.leaf) sum_leaf(tree, here);
  }
  line.leaf->thickness[line.slot] = thickness;
  sum_leaf(tree, line.leaf);
}

// MARK: Growing

static int split_node(bench_line_tree *tree, node *full);

/// Puts a child behind another one; the parent has room.
static void put_behind(node *parent, const void *child, void *added, uint32_t items, double height) {
  uint32_t at = index_of(parent, child) + 1, moved = parent->count - at;
  memmove(parent->children + at + 1, parent->children + at, sizeof(void *) * moved);
  memmove(parent->items + at + 1, parent->items + at, sizeof(uint32_t) * moved);
  memmove(parent->heights + at + 1, parent->heights + at, sizeof(double) * moved);
  parent->children[at] = added;
  parent->items[at] = items;
  parent->heights[at] = height;
  parent->items[at - 1] -= items;
  parent->heights[at - 1] -= height;
  parent->count++;
}

static void set_parent(void *child, uint32_t is_leaf, node *parent) {
  if (is_leaf) ((leaf *)child)->parent = parent;
  else ((node *)child)->parent = parent;
}

/// Hangs a new sibling beside a child whose half it took.
static int hang(bench_line_tree *tree, void *child, uint32_t is_leaf, void *added, uint32_t items,
                double height) {
  node *parent = parent_of(child, is_leaf);
  if (!parent) {
    node *root = calloc(1, sizeof(*root));
    if (!root) return -1;
    root->count = 1;
    root->children[0] = child;
    root->items[0] = node_items(child) + items;
    root->heights[0] = node_height(child) + height;
    set_parent(child, is_leaf, root);
    tree->root = parent = root;
  } else if (parent->count == node_limit) {
    if (split_node(tree, parent)) return -1;
    parent = parent_of(child, is_leaf);
  }
  put_behind(parent, child, added, items, height);
  set_parent(added, is_leaf, parent);
  tree->touched += 2;
  return 0;
}

static int split_node(bench_line_tree *tree, node *full) {
  node *half = calloc(1, sizeof(*half));
  if (!half) return -1;
  uint32_t kept = full->count / 2;
  half->is_bottom = full->is_bottom;
  half->count = full->count - kept;
  memcpy(half->children, full->children + kept, sizeof(void *) * half->count);
  memcpy(half->items, full->items + kept, sizeof(uint32_t) * half->count);
  memcpy(half->heights, full->heights + kept, sizeof(double) * half->count);
  full->count = kept;
  for (uint32_t i = 0; i < half->count; i++) set_parent(half->children[i], half->is_bottom, half);
  return hang(tree, full, 0, half, node_items(half), node_height(half));
}

static int split_leaf(bench_line_tree *tree, leaf *full) {
  leaf *half = malloc(sizeof(*half));
  if (!half) return -1;
  uint32_t kept = full->count / 2;
  half->count = full->count - kept;
  memcpy(half->sizes, full->sizes + kept, sizeof(layout_size) * half->count);
  memcpy(half->thickness, full->thickness + kept, sizeof(double) * half->count);
  full->count = kept;
  half->previous = full;
  half->next = full->next;
  if (half->next) half->next->previous = half;
  full->next = half;
  half->height = 0;
  for (uint32_t i = 0; i < half->count; i++)
    if (half->thickness[i] >= 0) half->height += half->thickness[i];
  full->height -= half->height;
  return hang(tree, full, 1, half, half->count, half->height);
}

int bench_line_tree_insert(bench_line_tree *tree, uint32_t item) {
  place at = find_item(tree, item);
  if (at.leaf->count == leaf_limit) {
    if (split_leaf(tree, at.leaf)) return -1;
    at = find_item(tree, item);
  }
  layout_size size;
  if (tree->sizes.many) tree->sizes.many(tree->sizes.context, item, 1, &size);
  else tree->sizes.one(tree->sizes.context, item, &size);
  leaf *leaf = at.leaf;
  uint32_t moved = leaf->count - at.slot;
  memmove(leaf->sizes + at.slot + 1, leaf->sizes + at.slot, sizeof(layout_size) * moved);
  memmove(leaf->thickness + at.slot + 1, leaf->thickness + at.slot, sizeof(double) * moved);
  leaf->sizes[at.slot] = size;
  leaf->thickness[at.slot] = -1;
  leaf->count++;
  add_above(tree, leaf, 1, 0);
  rebreak(tree, line_before(at), at);
  return 0;
}

// MARK: The layout

/// The last line that starts above `y`, and where it starts.
static place find_line(const bench_line_tree *tree, double y, double *top, uint32_t *item) {
  void *child = tree->root;
  uint32_t is_leaf = 0, first = 0;
  double start = 0;
  while (!is_leaf) {
    node *node = child;
    uint32_t i = 0;
    while (i + 1 < node->count && start + node->heights[i] < y) {
      start += node->heights[i];
      first += node->items[i++];
    }
    child = node->children[i];
    is_leaf = node->is_bottom;
  }
  leaf *found = child;
  place line = {found, 0};
  uint32_t number = first;
  while (line.slot < found->count && found->thickness[line.slot] < 0) line.slot++, number++;
  if (line.slot == found->count) {  // A line that started in an earlier leaf runs through this one.
    line.slot = 0;
    number = first;
    do number--;
    while (backward(&line) && line.leaf->thickness[line.slot] < 0);
    start -= line.leaf->thickness[line.slot];
  }
  place next = line;
  while (start + line.leaf->thickness[line.slot] < y) {
    uint32_t ahead = number;
    do ahead++;
    while (forward(&next) && next.leaf->thickness[next.slot] < 0);
    if (!next.leaf) break;
    start += line.leaf->thickness[line.slot];
    line = next;
    number = ahead;
  }
  *top = start;
  *item = number;
  return line;
}

static layout_status attributes(void *context, layout_rect rect, layout_answer *answer) {
  bench_line_tree *tree = context;
  answer->record_count = answer->transform_count = answer->payload_count = 0;
  double top;
  uint32_t item;
  place line = find_line(tree, rect.y, &top, &item);
  while (line.leaf && top < rect.y + rect.height) {
    double thickness = line.leaf->thickness[line.slot], extent = 0;
    place end = line;
    uint32_t count = 0;
    do {
      extent += end.leaf->sizes[end.slot].width;
      count++;
    } while (forward(&end) && end.leaf->thickness[end.slot] < 0);
    double spare = end.leaf ? tree->room - extent : 0;
    double gap = count > 1 ? spare / (count - 1) : 0, x = count > 1 ? 0 : fmax(0, spare / 2);
    for (uint32_t i = 0; i < count; i++, forward(&line)) {
      layout_size size = line.leaf->sizes[line.slot];
      double y = top + (thickness - size.height) / 2;
      if (bench_meets(rect, x, y, size.width, size.height))
        bench_add_cell(answer, item + i, x, y, size.width, size.height);
      x += size.width + gap;
    }
    item += count;
    top += thickness;
    line = end;
  }
  return answer->record_count <= answer->record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
}

static void free_node(node *node) {
  for (uint32_t i = 0; i < node->count; i++) {
    if (node->is_bottom) free(node->children[i]);
    else free_node(node->children[i]);
  }
  free(node);
}

static void destroy(void *context) {
  bench_line_tree *tree = context;
  if (tree->root) free_node(tree->root);
  free(tree);
}

// MARK: Building

/// Breaks all lines: once through the leaves.
static void break_all(leaf *first, double room) {
  place line = {first, 0}, at = line;
  double x = 0, thickness = 0;
  int is_first = 1;
  do {
    layout_size size = at.leaf->sizes[at.slot];
    if (!is_first && x + size.width > room) {
      line.leaf->thickness[line.slot] = thickness;
      line.leaf->height += thickness;
      line = at;
      x = thickness = 0;
    } else if (!is_first) {
      at.leaf->thickness[at.slot] = -1;
    }
    is_first = 0;
    x += size.width;
    if (size.height > thickness) thickness = size.height;
  } while (forward(&at));
  line.leaf->thickness[line.slot] = thickness;
  line.leaf->height += thickness;
}

/// Makes the nodes above `count` children.
static node *make_nodes(void **children, uint32_t count, uint32_t is_bottom) {
  uint32_t made = 0;
  for (uint32_t i = 0; i < count; made++) {
    node *node = calloc(1, sizeof(*node));
    if (!node) return NULL;
    node->is_bottom = is_bottom;
    for (; node->count < node_fill && i < count; node->count++, i++) {
      void *child = children[i];
      node->children[node->count] = child;
      node->items[node->count] = is_bottom ? ((leaf *)child)->count : node_items(child);
      node->heights[node->count] = is_bottom ? ((leaf *)child)->height : node_height(child);
      set_parent(child, is_bottom, node);
    }
    children[made] = node;
  }
  return made == 1 ? children[0] : make_nodes(children, made, 0);
}

bench_line_tree *bench_line_tree_open(bench_sizes sizes, uint32_t count, double room) {
  if (count == 0 || !sizes.many) return NULL;
  bench_line_tree *tree = calloc(1, sizeof(*tree));
  uint32_t leaf_count = (count + leaf_fill - 1) / leaf_fill;
  void **leaves = malloc(sizeof(void *) * leaf_count);
  if (!tree || !leaves) return NULL;
  leaf *last = NULL;
  for (uint32_t i = 0; i < leaf_count; i++) {
    leaf *leaf = malloc(sizeof(*leaf));
    if (!leaf) return NULL;
    uint32_t left = count - i * leaf_fill;
    leaf->count = left < leaf_fill ? left : leaf_fill;
    leaf->height = 0;
    leaf->previous = last;
    leaf->next = NULL;
    if (last) last->next = leaf;
    last = leaf;
    sizes.many(sizes.context, i * leaf_fill, leaf->count, leaf->sizes);
    leaves[i] = leaf;
  }
  break_all(leaves[0], room);
  tree->sizes = sizes;
  tree->room = room;
  tree->root = make_nodes(leaves, leaf_count, 1);
  free(leaves);
  if (!tree->root) return NULL;
  tree->instance = (layout_instance){.struct_size = sizeof(layout_instance), .context = tree,
                                     .destroy = destroy,
                                     .should_invalidate = bench_nothing_to_invalidate,
                                     .attributes_in_rect = attributes};
  return tree;
}

const layout_instance *bench_line_tree_layout(bench_line_tree *tree) { return &tree->instance; }

double bench_line_tree_height(const bench_line_tree *tree) { return node_height(tree->root); }

uint64_t bench_line_tree_touched(const bench_line_tree *tree) { return tree->touched; }
