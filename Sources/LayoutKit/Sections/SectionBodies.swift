// SPDX-License-Identifier: Apache-2.0
//
// How the items of a section are placed: the part in which stacked layouts differ.

import LayoutABI

/// Receives a cell: section, item and frame.
typealias CellVisitor = (_ section: Int, _ item: Int, _ frame: Rect) -> Void

/// Keeps and places the items of every section of a stack. One object belongs to one stack.
class SectionBodies {
  /// Asks for the sizes of a section that is new here.
  func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {}

  /// Takes back the memory of a section.
  func release(_ record: SectionRecord) {}

  /// Places all items within the section's room, and sets its `body`.
  func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {}

  /// Makes room for the changes of each section, so that applying them cannot fail.
  func reserve(
    for changes: [ItemChanges], _ stack: borrowing SectionStack
  ) throws(LayoutError) {}

  /// Makes room for the changes of one section.
  func reserve(for changes: ItemChanges, _ record: SectionRecord) throws(LayoutError) {}

  /// Changes the items, and places what has to be placed anew.
  func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {}

  /// An item that exists, and whether its size is only assumed.
  func sized(_ item: Int, _ record: SectionRecord) -> SizedItem {
    SizedItem(item: item, size: .zero)
  }

  /// Calls `visit` with each cell of `section` that intersects `rect`; in order, unless putting them in
  /// order is less work for the host.
  func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {}

  /// The frame of an item that exists.
  func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect { .zero }
}
