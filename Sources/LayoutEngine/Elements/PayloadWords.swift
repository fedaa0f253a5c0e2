// SPDX-License-Identifier: Apache-2.0
//
// What an attributes record points at in its answer, copied: the custom fields and the transform.

import LayoutModel

/// The words of a payload block and a transform. Four words, the standard decoration among them, are
/// held inline; longer blocks share one copy for all elements of an answer that name the block.
package struct PayloadWords: Equatable, Sendable {
  /// A transform. Immutable, hence shared freely.
  private final class Box: Sendable {
    let transform: Transform3D

    init(_ transform: Transform3D) { self.transform = transform }
  }

  /// The words that are held in the value itself.
  package static let inlineCount = 4
  private var head: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  package private(set) var count = 0
  /// The words behind ``head``. Copies of the value share them.
  package private(set) var tail: [UInt64] = []
  private var box: Box?

  /// No fields and no transform.
  package init() {}

  /// Copies a block and a transform out of an answer.
  ///
  /// - Parameter tail: The words behind the first four, when there is a copy of them already.
  package init(
    copying words: UnsafeBufferPointer<UInt64>, tail: [UInt64]? = nil,
    transform: Transform3D? = nil
  ) {
    count = words.count
    if count > 0 { head.0 = words[0] }
    if count > 1 { head.1 = words[1] }
    if count > 2 { head.2 = words[2] }
    if count > 3 { head.3 = words[3] }
    if count > Self.inlineCount { self.tail = tail ?? Self.tail(of: words) }
    if let transform { box = Box(transform) }
  }

  /// A copy of the words behind the first four.
  package static func tail(of words: UnsafeBufferPointer<UInt64>) -> [UInt64] {
    Array(words.dropFirst(inlineCount))
  }

  /// True when there is anything in it.
  package var isSet: Bool { count > 0 || box != nil }

  /// The transform, when the record has one.
  package var transform: Transform3D? {
    get { box?.transform }
    set { box = newValue.map(Box.init) }
  }

  /// The word at `index`, which is below `count`.
  package subscript(index: Int) -> UInt64 {
    switch index {
    case 0: head.0
    case 1: head.1
    case 2: head.2
    case 3: head.3
    default: index < count ? tail[index - Self.inlineCount] : 0
    }
  }

  /// - Complexity: O(1) where both share their long words, else O(words).
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.head == b.head && a.tail == b.tail
      && (a.box === b.box || a.box?.transform == b.box?.transform)
  }
}
