// SPDX-License-Identifier: Apache-2.0
//
// An answer as the layout wrote it, unchecked, and its elements in a form that compares by bits.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The answer of a layout.
struct RawAnswer {
  var records: [layout_attributes] = []
  var transforms: [layout_transform] = []
  var payload: [UInt64] = []

  /// The words of a record's custom fields, as far as they lie inside the answer.
  func words(of record: layout_attributes, _ descriptor: LayoutDescriptor) -> [UInt64] {
    guard record.payload > 0, Int(record.kind) < descriptor.kinds.count else { return [] }
    let first = Int(record.payload) - 1
    let count = descriptor.kinds[Int(record.kind)].wordCount
    return first + count <= payload.count ? Array(payload[first..<first + count]) : []
  }

  /// The elements, ascending by category, section, item and kind.
  func elements(_ descriptor: LayoutDescriptor) -> [Element] {
    records.map { record in
      let index = Int(record.transform) - 1
      let transform = transforms.indices.contains(index) ? transforms[index] : nil
      return Element(record, transform, words(of: record, descriptor))
    }.sorted { $0.key < $1.key }
  }
}

/// One element with its transform and its fields. Two are equal when all their bits are.
struct Element: Equatable {
  let record: layout_attributes
  private let bits: [UInt64]

  init(_ record: layout_attributes, _ transform: layout_transform?, _ words: [UInt64]) {
    self.record = record
    // The positions of transform and fields in the answer are no part of the element.
    var plain = record
    (plain.transform, plain.payload) = (transform == nil ? 0 : 1, words.isEmpty ? 0 : 1)
    var bits = withUnsafeBytes(of: plain) { Array($0.bindMemory(to: UInt64.self)) }
    if let transform {
      bits += withUnsafeBytes(of: transform) { Array($0.bindMemory(to: UInt64.self)) }
    }
    self.bits = bits + words
  }

  static func == (a: Self, b: Self) -> Bool { a.bits == b.bits }

  var key: ElementKey { record.key }
  var frame: Rect { record.frame }
  var name: layout_element {
    layout_element(
      category: record.category, kind: record.kind, section: record.section, item: record.item)
  }

  /// Mixes the element into a number.
  func mix(into hash: inout UInt64) {
    // FNV-1a by words: any bit changes the result.
    for word in bits { hash = (hash ^ word) &* 0x0000_0100_0000_01B3 }
  }
}

extension layout_element {
  /// "header 2.0", "cell 0.13"
  func text(_ descriptor: LayoutDescriptor) -> String {
    let index = Int(kind)
    let name =
      index < descriptor.kinds.count
      ? descriptor.kinds[index].name : "kind \(kind) of category \(category)"
    return "\(name) \(section).\(item)"
  }
}

// MARK: - Side by side
//
// Two answers side by side: the first element that differs, in words.

extension Subject {
  /// Throws unless two answers are the same, bit by bit.
  /// - Parameters:
  ///   - seen: The elements of the answer, ascending.
  ///   - expected: The expected elements, ascending.
  ///   - what: The situation, for the message: "prepared again".
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
