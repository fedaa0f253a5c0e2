// SPDX-License-Identifier: Apache-2.0
//
// Two answers side by side: the first element that differs, in words.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension Subject {
  /// Throws unless two answers are the same, bit by bit.
  /// - Parameters:
  ///   - seen: What came, ascending.
  ///   - expected: What was to come, ascending.
  ///   - what: When it came: "prepared again".
  func requireSame(
    _ seen: [Element], as expected: [Element], _ what: @autoclosure () -> String
  ) throws(Finding) {
    guard seen != expected, let text = difference(seen, from: expected) else { return }
    throw .broken("\(what()), \(text)")
  }

  /// The first difference.
  private func difference(_ seen: [Element], from expected: [Element]) -> String? {
    for (place, other) in expected.enumerated() {
      guard place < seen.count, seen[place].key <= other.key else {
        return "\(name(other)) is missing; it was to be at \(other.frame)"
      }
      let own = seen[place]
      if own.key < other.key {
        return "\(name(own)) is there, at \(own.frame), and was not to be"
      }
      if own != other { return difference(own, from: other) }
    }
    return seen.dropFirst(expected.count).first.map {
      "\(name($0)) is there, at \($0.frame), and was not to be"
    }
  }

  private func difference(_ own: Element, from other: Element) -> String {
    if own.frame != other.frame {
      return "\(name(own)) is at \(own.frame) and was to be at \(other.frame)"
    }
    let (looks, others) = (Self.looks(own.record), Self.looks(other.record))
    if looks != others { return "\(name(own)) has \(looks) and was to have \(others)" }
    return "\(name(own)) has another transform or other custom fields than it was to have"
  }

  private func name(_ element: Element) -> String { element.name.text(descriptor) }

  private static func looks(_ record: layout_attributes) -> String {
    "z \(record.z_index), opacity \(record.alpha), flags 0x\(String(record.flags, radix: 16))"
  }
}
