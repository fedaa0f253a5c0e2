// SPDX-License-Identifier: Apache-2.0
//
// The share of a child in what made its parent prepare.

import LayoutABI
import LayoutModel

/// The reason for which a child prepares, in its own names.
struct ChildReason {
  /// LAYOUT_MARK_… combined; nothing where the child is not concerned.
  var marks: UInt32 = LAYOUT_MARK_EVERYTHING
  var elements: [layout_element] = []
  /// The batch, as far as it is in the child's sections.
  var updates: [layout_update] = []

  /// The reason to start over.
  static let everything = ChildReason()

  private init() {}

  /// Takes the child's share out of a parent's reason.
  ///
  /// Items that come from sections of others, or go there, are inserted and deleted for the child. Where
  /// whole sections change and the child has not all of them, it starts over: which of its sections are
  /// which is then for nobody to say.
  ///
  /// - Parameters:
  ///   - named: The elements that the marks name, in the child's names; nil for those of others.
  ///   - updates: The batch that changed the parent's data.
  ///   - old: The child's sections before; nil when it has not prepared yet.
  init(
    marks: UInt32, named: [(category: UInt16, element: layout_element?)], updates: [layout_update],
    from old: ChildPart?, to new: ChildPart
  ) {
    guard let old else { return }
    if !updates.isEmpty, old.isWhole, new.isWhole {
      self.updates = updates
    } else {
      guard old.first == new.first, old.count == new.count, old.isWhole == new.isWhole,
        !updates.contains(where: { $0.of_section != 0 })
      else { return }
      self.updates = updates.compactMap { $0.share(in: new) }
    }
    if marks & LAYOUT_MARK_EVERYTHING != 0 { return }
    elements = named.compactMap(\.element)
    self.marks = marks & ~Self.foreignMarks(named)
    if !updates.isEmpty, self.updates.isEmpty { self.marks &= ~LAYOUT_MARK_COUNTS }
  }

  /// The marks that name elements of others alone. One that names no element is about all of them.
  private static func foreignMarks(
    _ named: [(category: UInt16, element: layout_element?)]
  ) -> UInt32 {
    var marks = LAYOUT_MARK_NOTHING
    for (category, mark) in [
      (LAYOUT_CELL, LAYOUT_MARK_ITEMS), (LAYOUT_SUPPLEMENTARY, LAYOUT_MARK_SUPPLEMENTARIES),
      (LAYOUT_DECORATION, LAYOUT_MARK_DECORATIONS),
    ] {
      let own = named.filter { $0.category == category }
      if !own.isEmpty, own.allSatisfy({ $0.element == nil }) { marks |= mark }
    }
    return marks
  }
}

extension layout_update {
  /// The change of an item as a child with these sections sees it; nil when it sees nothing of it.
  fileprivate func share(in part: ChildPart) -> layout_update? {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    let (from, to) = (part.inner(before), part.inner(after))
    if from == nil, to == nil { return nil }
    var share = self
    (share.before, share.after) = (from ?? none, to ?? none)
    let hasTwo = action == LAYOUT_UPDATE_MOVE || action == LAYOUT_UPDATE_RELOAD
    if hasTwo, from == nil { share.action = LAYOUT_UPDATE_INSERT }
    if hasTwo, to == nil { share.action = LAYOUT_UPDATE_DELETE }
    return share
  }
}
