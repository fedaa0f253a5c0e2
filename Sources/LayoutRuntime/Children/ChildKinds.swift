// SPDX-License-Identifier: Apache-2.0
//
// The kinds of a child by the numbers of its parent.

import LayoutABI
import LayoutModel

/// Which kind of the parent each kind of a child is: the one of the same category and name. The cell is the
/// cell.
struct ChildKinds {
  /// A kind of the parent, as a kind of the child.
  struct Entry {
    let kind: UInt16
    /// True when the parent declares the same fields.
    let keepsFields: Bool
  }

  /// By kind of the child; nil for one that the parent does not declare.
  let outer: [Entry?]
  private let inner: [UInt16?]

  init(of child: LayoutDescriptor, in parent: LayoutDescriptor) {
    var inner = [UInt16?](repeating: nil, count: parent.kinds.count)
    outer = child.kinds.enumerated().map { index, kind in
      let place =
        index == 0
        ? 0 : parent.kinds.firstIndex { $0.category == kind.category && $0.name == kind.name }
      guard let place, inner[place] == nil else { return nil }
      inner[place] = UInt16(index)
      return Entry(
        kind: UInt16(place), keepsFields: kind.hasFields(of: parent.kinds[place]))
    }
    self.inner = inner
  }

  /// The child's number of a kind of the parent; nil when it has none of that name.
  func inner(_ kind: UInt16) -> UInt16? { Int(kind) < inner.count ? inner[Int(kind)] : nil }

  /// The names of the child's kinds that the parent does not declare.
  func missing(of child: LayoutDescriptor) -> [String] {
    child.kinds.indices.filter { outer[$0] == nil }.map { child.kinds[$0].name }
  }
}

extension KindDescriptor {
  /// Returns true when the words of a payload mean the same.
  fileprivate func hasFields(of other: KindDescriptor) -> Bool {
    fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy {
        $0.name == $1.name && $0.type == $1.type && $0.cases == $1.cases
      }
  }
}
