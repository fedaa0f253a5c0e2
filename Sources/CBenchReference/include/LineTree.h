// SPDX-License-Identifier: Apache-2.0
//
// The flow of Layouts.h with its items in a counted tree, so that an insert touches the lines around it.
#ifndef CBENCH_LINE_TREE_H
#define CBENCH_LINE_TREE_H

#include "Layouts.h"

/// The lines of a flow over a counted tree: leaves of up to 128 items, nodes of up to 32 children, each
/// child with its number of items and the height of the lines that start in it.
typedef struct bench_line_tree bench_line_tree;

/// Makes the tree of `count` items in lines of `room` points. Null without memory.
bench_line_tree *bench_line_tree_open(bench_sizes sizes, uint32_t count, double room);

/// The layout over the tree, which ends it with `destroy`.
const layout_instance *bench_line_tree_layout(bench_line_tree *tree);

/// Inserts an item before the one at `item`, asks for its size, and breaks the lines around it anew until
/// one starts where one started before. O(log n + the items of those lines). 0, or -1 without memory.
int bench_line_tree_insert(bench_line_tree *tree, uint32_t item);

/// The height of all lines.
double bench_line_tree_height(const bench_line_tree *tree);

/// The leaves and nodes that inserts wrote to, since the tree was made.
uint64_t bench_line_tree_touched(const bench_line_tree *tree);

#endif  // CBENCH_LINE_TREE_H
