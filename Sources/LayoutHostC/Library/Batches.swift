// SPDX-License-Identifier: Apache-2.0
//
// Functions of changes.h: batches.

import CLayoutHost
import LayoutHost
import LayoutModel
import LayoutUpdates

/// A batch as a program in C sees it.
final class BatchBox: LibraryObject {
  override class var typeName: String { "lh_batch" }
  var batch = BatchUpdate()
}

@c @implementation
public func lh_batch_new() -> OpaquePointer? { Handles.name(BatchBox()) }

@c @implementation
public func lh_batch_free(_ batch: OpaquePointer?) { Handles.free(batch, BatchBox.self) }

private func add(
  _ batch: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace,
  _ add: (inout BatchUpdate, [ItemPath]) -> Void
) -> Bool {
  call(batch, error) { (box: BatchBox) throws(LayoutError) in
    add(&box.batch, try list(paths, count, "paths").map(ItemPath.init))
  }
}

private func add(
  _ batch: OpaquePointer?, _ sections: UnsafePointer<UInt32>?, _ count: Int, _ error: ErrorPlace,
  _ add: (inout BatchUpdate, [Int]) -> Void
) -> Bool {
  call(batch, error) { (box: BatchBox) throws(LayoutError) in
    add(&box.batch, try list(sections, count, "sections").map(Int.init))
  }
}

@c @implementation
public func lh_batch_insert_items(
  _ batch: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, paths, count, error) { $0.insertItems(at: $1) } }

@c @implementation
public func lh_batch_delete_items(
  _ batch: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, paths, count, error) { $0.deleteItems(at: $1) } }

@c @implementation
public func lh_batch_reload_items(
  _ batch: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, paths, count, error) { $0.reloadItems(at: $1) } }

@c @implementation
public func lh_batch_move_item(
  _ batch: OpaquePointer?, _ path: lh_path, _ target: lh_path, _ error: ErrorPlace
) -> Bool {
  call(batch, error) { (box: BatchBox) in
    box.batch.moveItem(from: ItemPath(path), to: ItemPath(target))
  }
}

@c @implementation
public func lh_batch_insert_sections(
  _ batch: OpaquePointer?, _ sections: UnsafePointer<UInt32>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, sections, count, error) { $0.insertSections($1) } }

@c @implementation
public func lh_batch_delete_sections(
  _ batch: OpaquePointer?, _ sections: UnsafePointer<UInt32>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, sections, count, error) { $0.deleteSections($1) } }

@c @implementation
public func lh_batch_reload_sections(
  _ batch: OpaquePointer?, _ sections: UnsafePointer<UInt32>?, _ count: Int, _ error: ErrorPlace
) -> Bool { add(batch, sections, count, error) { $0.reloadSections($1) } }

@c @implementation
public func lh_batch_move_section(
  _ batch: OpaquePointer?, _ section: UInt32, _ target: UInt32, _ error: ErrorPlace
) -> Bool {
  call(batch, error) { (box: BatchBox) in
    box.batch.moveSection(from: Int(section), to: Int(target))
  }
}

@c @implementation
public func lh_view_perform(
  _ view: OpaquePointer?, _ batch: OpaquePointer?,
  _ change: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<OpaquePointer?>?) -> Bool
  )?,
  _ data: UnsafeMutableRawPointer?, _ animation: UnsafePointer<lh_animation>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let changes = try with(batch) { (box: BatchBox) throws(LayoutError) in box.batch }
    let how = try AppAnimation(animation)
    try box.view.performBatchUpdates(
      animated: how.isAnimated, timing: how.timing,
      { updates in
        if let change {
          try askApp("change") { error in change(data, error) }
        }
        updates = changes
      }, completion: how.completion)
  }
}
