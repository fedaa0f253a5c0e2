// SPDX-License-Identifier: Apache-2.0
//
// The C functions of layout.reordering/1 and layout.state/1.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

@c @implementation
public func layout_kit_target_path(
  _ context: UnsafeMutableRawPointer!, _ current: layout_path, _ position: layout_point,
  _ out: UnsafeMutablePointer<layout_path>!
) -> layout_status {
  guard let out else { return LAYOUT_ERROR_ARGUMENT }
  return Layout.call(context) { (layout) throws(LayoutError) in
    out.pointee = try layout.targetPath(moving: current, to: position)
  }
}

@c @implementation
public func layout_kit_attributes_for_moving(
  _ context: UnsafeMutableRawPointer!, _ path: layout_path, _ position: layout_point,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  guard let layout = Layout.behind(context), let answer,
    answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer)
  else { return LAYOUT_ERROR_ARGUMENT }
  var room = Answer(answer)
  do throws(LayoutError) {
    try layout.attributes(moving: path, to: position, into: &room)
    return room.finish()
  } catch {
    return layout.report(error)
  }
}

@c @implementation
public func layout_kit_save(
  _ context: UnsafeMutableRawPointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: UInt32,
  _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let layout = Layout.behind(context), let out else { return LAYOUT_ERROR_ARGUMENT }
  var writer = StateWriter(bytes, capacity: Int(capacity))
  do throws(LayoutError) {
    try layout.saveState(to: &writer)
  } catch {
    return layout.report(error)
  }
  out.pointee = UInt32(truncatingIfNeeded: writer.count)
  return writer.count <= Int(capacity) ? LAYOUT_OK : LAYOUT_CAPACITY
}

@c @implementation
public func layout_kit_load(
  _ context: UnsafeMutableRawPointer!, _ version: UInt32, _ bytes: UnsafePointer<UInt8>!,
  _ count: UInt32
) -> layout_status {
  guard let layout = Layout.behind(context) else { return LAYOUT_ERROR_ARGUMENT }
  var reader = StateReader(bytes, count: Int(count))
  do throws(LayoutError) {
    try layout.loadState(from: &reader, version: version)
    return LAYOUT_OK
  } catch {
    return layout.report(error)
  }
}
