// SPDX-License-Identifier: Apache-2.0
//
// What an attributes record points at in its answer, copied: the custom fields and the transform.

import LayoutModel

/// The words of a payload block and a transform. Four words, the standard decoration among them, are
/// held inline; only longer blocks and transforms take memory of their own.
package struct PayloadWords: Equatable, Sendable {
  /// What does not fit inline. Immutable, hence shared freely.
  private final class Box: Sendable {
    let transform: Transform3D?
    let words: [UInt64]

    init(transform: Transform3D?, words: [UInt64]) {
      self.transform = transform
      self.words = words
    }
  }

  private static let inlineCount = 4
  private var head: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  package private(set) var count = 0
  private var box: Box?

  /// No fields and no transform.
  package init() {}

  /// Copies a block and a transform out of an answer.
  package init(copying words: UnsafeBufferPointer<UInt64>, transform: Transform3D? = nil) {
    count = words.count
    if count > 0 { head.0 = words[0] }
    if count > 1 { head.1 = words[1] }
    if count > 2 { head.2 = words[2] }
    if count > 3 { head.3 = words[3] }
    if transform != nil || count > Self.inlineCount {
      let tail = words.dropFirst(Self.inlineCount)
      box = Box(transform: transform, words: Array(tail))
    }
  }

  /// Whether there is anything in it.
  package var isSet: Bool { count > 0 || box != nil }

  /// The transform, when the record has one.
  package var transform: Transform3D? {
    get { box?.transform }
    set { box = Box(transform: newValue, words: box?.words ?? []) }
  }

  /// The word at `index`, which is below `count`.
  package subscript(index: Int) -> UInt64 {
    switch index {
    case 0: head.0
    case 1: head.1
    case 2: head.2
    case 3: head.3
    default: box?.words[index - Self.inlineCount] ?? 0
    }
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.head == b.head
      && (a.box === b.box
        || (a.transform == b.transform && (a.box?.words ?? []) == (b.box?.words ?? [])))
  }
}
