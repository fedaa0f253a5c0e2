// SPDX-License-Identifier: Apache-2.0
//
// layout/ext/draft/children.h: layouts made of other layouts, which are chosen by id while the program
// runs. Draft.
//
// The extension is the host's: a layout that wants to be a parent asks `layout_host.extension` for it.
// What the host gives for a child is a `layout_instance`, called as a host calls a layout, so that no slot
// is there twice. The host stands between the two:
//
//   - It finds the child by its id, judges it and loads it by the rules that hold for the parent. A layout
//     in the host's own process has children whose files may run there too; a tree of others runs in one
//     worker, where the least trusted of its members would run.
//   - Paths are the parent's. A child that was given a part of the sections sees them from 0 on.
//   - Kinds are the parent's, by category and name. An element of a kind that the parent does not declare is
//     left out; fields are left out where the parent declares others for that kind. The cell is the cell.
//   - The app's answers to the parent's queries are those of the child's queries of the same name, scope,
//     arguments and result. Events of the child are posted where the parent declares the same.
//   - All that the child answers has passed the checks that the parent's own answers pass. A child that
//     breaks a rule gets no further call.
//
// Coordinates are the child's own: who places it elsewhere moves what goes in and what comes out.
//
// When a call to a child fails, the host keeps the child's error. If the parent's own call then fails too,
// that error is what the person reads, with the names of both.
#ifndef LAYOUT_EXT_CHILDREN_H
#define LAYOUT_EXT_CHILDREN_H

#ifndef LAYOUT_DRAFTS
#error "a draft may change with each release: define LAYOUT_DRAFTS, or include layout/drafts.h"
#endif

#include "layout/base.h"
#include "layout/descriptor.h"
#include "layout/instance.h"

#define LAYOUT_EXT_CHILDREN "layout.children/1"

/// The most children that a tree of layouts has, at one time, all levels together.
#define LAYOUT_CHILDREN_MOST 64u
/// The most levels of a tree, its root included.
#define LAYOUT_CHILDREN_LEVELS 4u

/// Revision 1. Draft. The host's table; the first argument of its slots is `context` of `layout_host`.
typedef struct layout_children {
  uint32_t struct_size;
  uint32_t reserved;

  /// Makes a layout by its id. On LAYOUT_OK `*out` receives its table, which lives until its `destroy`, or
  /// until the parent's own `destroy` has returned; on an error it is left alone. It may take as long as
  /// loading a plugin does, so a parent opens a child once and keeps it.
  ///
  /// The slots of the table are what layout/instance.h says, the extensions of 1.0 that the child offers
  /// included, with these differences:
  ///
  ///   - They are legal inside a call into the parent, on its thread; elsewhere LAYOUT_ERROR_CONTEXT.
  ///   - `prepare` takes the parent's own snapshot and reason, or copies of them with other bounds, insets
  ///     or marks; the host takes what is in the child's scope out of them. The child is told more where it
  ///     needs to be: everything at first, after a failure and in another scope. Where nothing changed for
  ///     the child it is not called. In the frame of a batch the parent calls `prepare_for_updates` of
  ///     the child in its own, with the batch that it was given.
  ///   - `set_property` checks the value against the child's descriptor.
  ///   - `advance`, `set_offset` and the rest are called by the parent when it is called itself.
  ///
  /// LAYOUT_ERROR_FAILED when there is no such layout, when it may not run here or cannot be made;
  /// LAYOUT_ERROR_UNSUPPORTED for a parent without LAYOUT_DESCRIPTOR_HOST_MIRRORS, or where the tree has
  /// too many levels or children. Not in `destroy`. [call]
  layout_status (*open)(void *context, layout_text id, const layout_instance **out);

  /// The child's description of itself, for the indices of its properties; null for what is no child of
  /// this parent. It lives as long as the child. [call]
  const layout_descriptor *(*descriptor)(void *context, const layout_instance *child);

  /// Gives the child `count` sections of the parent's data from `first` on, from its next `prepare`; fewer
  /// where the data end before, and all that follow for LAYOUT_PATH_NONE. A new child has all. Sections may
  /// be given to several. A decoration of no section, of a child that has not all of them, counts to the
  /// first of its own, with the highest bit of its item set. LAYOUT_ERROR_ARGUMENT for what is no child of
  /// this parent. [call]
  layout_status (*scope)(void *context, const layout_instance *child, uint32_t first, uint32_t count);
} layout_children;

#endif  // LAYOUT_EXT_CHILDREN_H
