// SPDX-License-Identifier: Apache-2.0
//
// The call into a layout that is under way, in memory that the parent reads after its child
// crashed.

import CConformance
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A note that a child writes, in memory shared with its parent. A value around a pointer that is
/// valid as long as the child runs.
struct CallNote {
  private let memory: UnsafeMutablePointer<layout_conformance_note>

  init(_ memory: UnsafeMutablePointer<layout_conformance_note>) { self.memory = memory }

  /// The note of this process.
  static var current: CallNote { CallNote(layout_conformance_note_current()) }

  /// Notes a call. Allocates nothing and costs only a few stores, because rules measure time and
  /// allocations.
  func begin(_ call: Slot) { (memory.pointee.call, memory.pointee.is_in_call) = (call.tag, 1) }
  func end() { memory.pointee.is_in_call = 0 }

  func rect(_ rect: Rect) {
    memory.pointee.rect = (rect.x, rect.y, rect.width, rect.height)
  }

  func element(_ name: layout_element) {
    memory.pointee.element = (UInt32(name.category), UInt32(name.kind), name.section, name.item)
  }

  func data(_ world: World) {
    let bounds = world.bounds
    memory.pointee.bounds = (bounds.x, bounds.y, bounds.width, bounds.height)
    memory.pointee.section_count = UInt32(world.counts.count)
    memory.pointee.first_count = world.counts.first ?? 0
    memory.pointee.did_prepare = 1
  }

  /// The call with its arguments and the data that it got: "attributes_for cell 0.3, with 2
  /// sections, the first of 5 items, in the viewport …"; nil between calls.
  var text: String? {
    let note = memory.pointee
    guard note.is_in_call == 1, let slot = Slot.allCases.first(where: { $0.tag == note.call })
    else { return nil }
    let (rect, element, bounds) = (note.rect, note.element, note.bounds)
    let arguments =
      switch slot {
      case .attributesInRect: " [\(rect.0), \(rect.1), \(rect.2), \(rect.3)]"
      case .attributesFor:
        " category \(element.0), kind \(element.1), path \(element.2).\(element.3)"
      default: ""
      }
    let call = slot.rawValue + arguments
    guard note.did_prepare == 1 else { return call }
    let data =
      switch note.section_count {
      case 0: "no section"
      case 1: "one section of \(note.first_count) items"
      default: "\(note.section_count) sections, the first of \(note.first_count) items"
      }
    let viewport = "[\(bounds.0), \(bounds.1), \(bounds.2), \(bounds.3)]"
    return "\(call), with \(data), in the viewport \(viewport)"
  }
}

extension Slot {
  /// The byte in memory of an enumeration without payloads.
  fileprivate var tag: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}
