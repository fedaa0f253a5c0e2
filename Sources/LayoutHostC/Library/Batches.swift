// SPDX-License-Identifier: Apache-2.0
//
// Functions of changes.h: batches.

import CLayoutHost
import LayoutHost
import LayoutModel
import LayoutUpdates

/// A batch for a C program.
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
    guard let change else {
      return try box.view.tell(
        changes.operations, how.isAnimated, timing: how.timing, completion: how.completion)
    }
    try box.view.performBatchUpdates(
      animated: how.isAnimated, timing: how.timing,
      { updates in
        try askApp("change") { error in change(data, error) }
        updates = changes
      }, completion: how.completion)
  }
}

// MARK: - Animations
//
// The program's options for showing a change.

/// A course and its completion callback.
struct AppAnimation {
  var isAnimated = false
  var timing: AnimationTiming?
  var completion: ((Bool) -> Void)?

  /// - Throws: `bad-table-size`, `not-finite`, `invalid-argument`.
  init(_ pointer: UnsafePointer<lh_animation>?) throws(LayoutError) {
    guard let animation = try optionalTable(pointer) else { return }
    (isAnimated, timing) = (animation.course != LH_COURSE_NONE, nil)
    switch animation.course {
    case LH_COURSE_STANDARD, LH_COURSE_NONE: break
    case LH_COURSE_LINEAR: timing = try Self.curve(.linear, animation)
    case LH_COURSE_EASE_IN: timing = try Self.curve(.easeIn, animation)
    case LH_COURSE_EASE_OUT: timing = try Self.curve(.easeOut, animation)
    case LH_COURSE_EASE_IN_OUT: timing = try Self.curve(.easeInOut, animation)
    case LH_COURSE_SPRING: timing = try Self.spring(animation)
    default:
      throw LayoutError(
        .invalidArgument, "there is no course \(animation.course); use one of LH_COURSE_…")
    }
    guard let completed = animation.completed else { return }
    nonisolated(unsafe) let data = animation.data
    completion = { isWhole in completed(data, isWhole) }
  }

  private static func curve(
    _ curve: TimingCurve, _ animation: lh_animation
  ) throws(LayoutError) -> AnimationTiming {
    try check(finite: animation.duration, as: "a duration")
    guard (0...1e6).contains(animation.duration) else {
      throw LayoutError(.clock, "an animation takes 0 to 1000000 s, not \(animation.duration)")
    }
    return .curve(curve, duration: animation.duration)
  }

  private static func spring(_ animation: lh_animation) throws(LayoutError) -> AnimationTiming {
    try check(finite: animation.damping, animation.response, as: "a spring")
    guard (1e-3...1e3).contains(animation.damping), (1e-3...1e3).contains(animation.response)
    else {
      throw LayoutError(
        .invalidArgument, "a spring has a damping and a response between 0.001 and 1000")
    }
    return .spring(
      SpringCurve(dampingRatio: animation.damping, response: animation.response))
  }
}
