// SPDX-License-Identifier: Apache-2.0
//
// The kinds of elements of one layout, by the small numbers that its records carry.

import LayoutModel

/// Names, categories and fields of a layout's kinds. Shared by every attributes value of the layout,
/// so that one of them costs no text.
package final class KindTable: Sendable {
  package let kinds: [KindDescriptor]
  /// Words of one payload block, by kind.
  package let wordCounts: [Int]

  package init(_ kinds: [KindDescriptor]) {
    self.kinds = kinds
    wordCounts = kinds.map(\.wordCount)
  }

  /// The cell alone: what attributes made by an app for a cell belong to.
  package static let cell = KindTable([KindDescriptor(name: "cell", category: .cell, fields: [])])

  /// The number of the kind with this name in this category.
  package func index(of name: String, in category: ElementCategory) -> UInt16? {
    kinds.firstIndex { $0.category == category && $0.name == name }.map(UInt16.init)
  }
}
