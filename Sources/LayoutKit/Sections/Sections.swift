// SPDX-License-Identifier: Apache-2.0
//
// All data of a stacked layout.

import LayoutABI

/// The result of `prepare`. A whole `prepare` replaces it; a `prepare` with named changes changes
/// it.
final class Sections {
  var stack: SectionStack
  let bodies: SectionBodies
  /// The version of the data.
  var epoch: UInt64
  /// Sizes that views prefer and that no item has yet.
  var wanted: [WantedSize] = []

  init(stack: consuming SectionStack, bodies: SectionBodies, epoch: UInt64) {
    self.stack = stack
    self.bodies = bodies
    self.epoch = epoch
  }

  /// Lays out for a container with `breadth` across the scroll axis.
  ///
  /// - Throws: The error of want of memory; every item is then where it was.
  func layOut(_ breadth: Double) throws(LayoutError) {
    let before = stack.breadth
    stack.breadth = breadth
    do throws(LayoutError) {
      for section in stack.all {
        stack.measureRoom(section)
        try bodies.makeRoom(for: stack.records[section], stack.direction)
      }
    } catch {
      stack.breadth = before
      for section in stack.all {
        stack.measureRoom(section)
        bodies.giveRoomBack(of: stack.records[section])
      }
      throw error
    }
    for section in stack.all { layOut(section: section) }
    stack.stack()
  }

  /// Lays out one section for which there is room; the caller must stack the sections again.
  func layOut(section: Int) {
    stack.measureRoom(section)
    bodies.layOut(&stack.records[section], stack.direction)
  }

  /// Changes the items of a section; the caller must stack the sections again.
  func apply(_ changes: ItemChanges, to section: Int) {
    bodies.apply(changes, to: &stack.records[section], stack.direction)
  }
}

// MARK: - One section

/// One section of a stack. Along the scroll axis: header, start inset, body, end inset, footer.
struct SectionRecord {
  var itemCount = 0
  /// Lengths along the scroll axis; 0 when there is no such element.
  var header = 0.0
  var footer = 0.0
  var insets = Insets.zero
  /// The room between lines, or between the items of a column.
  var alongSpacing = 0.0
  /// The room between the items of a line, or between columns.
  var acrossSpacing = 0.0

  /// The start of the section along the scroll axis.
  var start = 0.0
  /// The end of its header and inset, and the start of its items.
  var bodyStart = 0.0
  /// The length of the part with the items.
  var body = 0.0
  /// The end of the section, and the start of the next one.
  var end = 0.0
  /// The inset at the leading side.
  var side = 0.0
  /// The room of a line: the breadth of the container without insets.
  var room = 0.0

  // The data of the layout that places the items.

  /// The section's items and lines in a flow; in a compositional layout the groups whose lengths
  /// views decide.
  var lines = LineRoot()
  /// The number of the section's items in a waterfall or a gallery; the number of the section's
  /// description in a compositional layout.
  var place = 0
  /// The number of columns in a waterfall, or of groups in a compositional layout.
  var count = 0
}

extension LineRule {
  /// The rule of a section whose items are in lines.
  init(_ section: SectionRecord, _ direction: ScrollDirection) {
    self.init(
      room: section.room, between: section.acrossSpacing, spacing: section.alongSpacing, direction)
  }
}

// MARK: - Items
//
// The placement of a section's items: the part in which stacked layouts differ.

/// Receives a cell: section, item and frame.
typealias CellVisitor = (_ section: Int, _ item: Int, _ frame: Rect) -> Void

/// Stores and places the items of every section of a stack. One object belongs to one stack.
class SectionBodies {
  /// Asks for the sizes of a new section.
  func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {}

  /// Frees the memory of a section.
  func release(_ record: SectionRecord) {}

  /// Obtains the memory that placing the items within the section's room takes, so that
  /// ``layOut(_:_:)`` cannot fail.
  func makeRoom(
    for record: SectionRecord, _ direction: ScrollDirection
  ) throws(LayoutError) {}

  /// Frees the memory that ``makeRoom(for:_:)`` obtained, if it did, because nothing will be placed.
  func giveRoomBack(of record: SectionRecord) {}

  /// Places all items within the section's room, and sets its `body`. Follows
  /// ``makeRoom(for:_:)``.
  func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {}

  /// Makes room for the changes of each section, so that applying them cannot fail.
  func reserve(
    for changes: [ItemChanges], _ stack: borrowing SectionStack
  ) throws(LayoutError) {}

  /// Changes the items, and places those that must be placed again.
  func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {}

  /// Returns an existing item, and whether its size is only assumed.
  func sized(_ item: Int, _ record: SectionRecord) -> SizedItem {
    SizedItem(item: item, size: .zero)
  }

  /// Calls `visit` with each cell of `section` that intersects `rect`: in order, unless the host can
  /// sort them faster.
  func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {}

  /// Returns the frame of an existing item.
  func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect { .zero }
}
