// SPDX-License-Identifier: Apache-2.0
//
// Functions of changes.h: snapshots.

import CLayoutHost
import LayoutHost
import LayoutModel
import LayoutUpdates

typealias AppSnapshot = DiffableSnapshot<UInt64, UInt64>

/// A snapshot for a C program.
final class SnapshotBox: LibraryObject {
  override class var typeName: String { "lh_snapshot" }
  var snapshot: AppSnapshot

  init(_ snapshot: AppSnapshot = AppSnapshot()) {
    self.snapshot = snapshot
    super.init()
  }
}

@c @implementation
public func lh_snapshot_new() -> OpaquePointer? { Handles.name(SnapshotBox()) }

@c @implementation
public func lh_snapshot_copy(_ snapshot: OpaquePointer?) -> OpaquePointer? {
  ask(snapshot, else: nil) { (box: SnapshotBox) in Handles.name(SnapshotBox(box.snapshot)) }
}

@c @implementation
public func lh_snapshot_free(_ snapshot: OpaquePointer?) {
  Handles.free(snapshot, SnapshotBox.self)
}

private typealias Change = (inout AppSnapshot, [UInt64]) throws(LayoutError) -> Void

/// Changes a snapshot by a list of identities.
private func change(
  _ snapshot: OpaquePointer?, _ ids: UnsafePointer<UInt64>?, _ count: Int, _ error: ErrorPlace,
  _ change: Change
) -> Bool {
  call(snapshot, error) { (box: SnapshotBox) throws(LayoutError) in
    try change(&box.snapshot, Array(try list(ids, count, "ids")))
  }
}

@c @implementation
public func lh_snapshot_append_sections(
  _ snapshot: OpaquePointer?, _ sections: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, sections, count, error) { (snapshot, ids) throws(LayoutError) in
    try snapshot.appendSections(ids)
  }
}

@c @implementation
public func lh_snapshot_insert_sections(
  _ snapshot: OpaquePointer?, _ sections: UnsafePointer<lh_id>?, _ count: Int,
  _ neighbour: lh_id, _ before: Bool, _ error: ErrorPlace
) -> Bool {
  change(snapshot, sections, count, error) { (snapshot, ids) throws(LayoutError) in
    if before {
      try snapshot.insertSections(ids, beforeSection: neighbour)
    } else {
      try snapshot.insertSections(ids, afterSection: neighbour)
    }
  }
}

@c @implementation
public func lh_snapshot_append(
  _ snapshot: OpaquePointer?, _ items: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    let hasSection = !snapshot.sectionIDs.isEmpty
    if !hasSection { try snapshot.appendSections([0]) }
    do throws(LayoutError) {
      try snapshot.appendItems(ids, to: snapshot.sectionIDs.last ?? 0)
    } catch {
      if !hasSection { snapshot.deleteSections([0]) }
      throw error
    }
  }
}

@c @implementation
public func lh_snapshot_append_items(
  _ snapshot: OpaquePointer?, _ section: lh_id, _ items: UnsafePointer<lh_id>?, _ count: Int,
  _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    try snapshot.appendItems(ids, to: section)
  }
}

@c @implementation
public func lh_snapshot_insert_items(
  _ snapshot: OpaquePointer?, _ items: UnsafePointer<lh_id>?, _ count: Int, _ neighbour: lh_id,
  _ before: Bool, _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    if before {
      try snapshot.insertItems(ids, beforeItem: neighbour)
    } else {
      try snapshot.insertItems(ids, afterItem: neighbour)
    }
  }
}

@c @implementation
public func lh_snapshot_delete_items(
  _ snapshot: OpaquePointer?, _ items: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    snapshot.deleteItems(ids)
  }
}

@c @implementation
public func lh_snapshot_delete_sections(
  _ snapshot: OpaquePointer?, _ sections: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, sections, count, error) { (snapshot, ids) throws(LayoutError) in
    snapshot.deleteSections(ids)
  }
}

@c @implementation
public func lh_snapshot_move_item(
  _ snapshot: OpaquePointer?, _ item: lh_id, _ neighbour: lh_id, _ before: Bool,
  _ error: ErrorPlace
) -> Bool {
  call(snapshot, error) { (box: SnapshotBox) throws(LayoutError) in
    if before {
      try box.snapshot.moveItem(item, beforeItem: neighbour)
    } else {
      try box.snapshot.moveItem(item, afterItem: neighbour)
    }
  }
}

@c @implementation
public func lh_snapshot_move_section(
  _ snapshot: OpaquePointer?, _ section: lh_id, _ neighbour: lh_id, _ before: Bool,
  _ error: ErrorPlace
) -> Bool {
  call(snapshot, error) { (box: SnapshotBox) throws(LayoutError) in
    if before {
      try box.snapshot.moveSection(section, beforeSection: neighbour)
    } else {
      try box.snapshot.moveSection(section, afterSection: neighbour)
    }
  }
}

@c @implementation
public func lh_snapshot_reload_items(
  _ snapshot: OpaquePointer?, _ items: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    try snapshot.reloadItems(ids)
  }
}

@c @implementation
public func lh_snapshot_reconfigure_items(
  _ snapshot: OpaquePointer?, _ items: UnsafePointer<lh_id>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  change(snapshot, items, count, error) { (snapshot, ids) throws(LayoutError) in
    try snapshot.reconfigureItems(ids)
  }
}

@c @implementation
public func lh_snapshot_section_count(_ snapshot: OpaquePointer?) -> Int {
  ask(snapshot, else: 0) { (box: SnapshotBox) in box.snapshot.sectionIDs.count }
}

@c @implementation
public func lh_snapshot_item_count(_ snapshot: OpaquePointer?) -> Int {
  ask(snapshot, else: 0) { (box: SnapshotBox) in box.snapshot.itemCount }
}

// MARK: On a view

private func needsSnapshots() -> LayoutError {
  LayoutError(
    .notTheDataSource,
    "the view is not fed by snapshots; give it a data source without `item_count` first")
}

@c @implementation
public func lh_view_apply(
  _ view: OpaquePointer?, _ snapshot: OpaquePointer?, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let next = try with(snapshot) { (box: SnapshotBox) throws(LayoutError) in box.snapshot }
    let how = try AppAnimation(animation)
    guard let source = box.snapshots else { throw needsSnapshots() }
    try source.apply(
      next, animated: how.isAnimated, timing: how.timing, completion: how.completion)
  }
}

@c @implementation
public func lh_view_snapshot(_ view: OpaquePointer?, _ error: ErrorPlace) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    try with(view) { (box: ViewBox) throws(LayoutError) in
      guard let source = box.snapshots else { throw needsSnapshots() }
      return SnapshotBox(source.snapshot)
    }
  }
}

@c @implementation
public func lh_view_get_id(
  _ view: OpaquePointer?, _ path: lh_path, _ id: UnsafeMutablePointer<lh_id>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard let found = box.snapshots?.itemID(at: ItemPath(path)) else { return false }
    id?.pointee = found
    return true
  }
}

@c @implementation
public func lh_view_get_path(
  _ view: OpaquePointer?, _ id: lh_id, _ path: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard let found = box.snapshots?.path(of: id) else { return false }
    path?.pointee = lh_path(found)
    return true
  }
}
