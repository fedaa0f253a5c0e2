// SPDX-License-Identifier: Apache-2.0
//
// Sections, one after the other along the scroll axis, and the frames of their headers and footers.

import LayoutABI

/// The part of the scroll axis that the viewport shows, less the content inset.
struct VisibleSpan: Equatable {
  var start = 0.0
  var end = 0.0

  /// The z-index of pinned elements, above everything that is not pinned.
  static var pinnedZIndex: Int32 { 1024 }
}

extension VisibleSpan {
  /// The visible span along this axis.
  init(_ snapshot: borrowing Snapshot, _ direction: ScrollDirection) {
    let ends = direction.along(snapshot.contentInset)
    let span = direction.along(snapshot.bounds)
    self.init(start: span.start + ends.start, end: span.end - ends.end)
  }
}

/// The stacked sections.
struct SectionStack: ~Copyable {
  var direction = ScrollDirection.vertical
  /// The breadth of the container without the content inset, across the scroll axis.
  var breadth = 0.0
  /// The length of the whole content along the scroll axis.
  private(set) var length = 0.0
  /// True when the length of a section changed after they were stacked.
  var isDue = false
  var records: Room<SectionRecord>

  /// Room for sections.
  init(sectionCount: Int) throws(LayoutError) {
    records = try Room<SectionRecord>(capacity: sectionCount)
  }

  /// Computes the room of a section for its lines.
  /// - Returns: True when the room changed.
  @discardableResult
  func measureRoom(_ section: Int) -> Bool {
    let sides = direction.across(records[section].insets)
    let room = max(0, breadth - sides.start - sides.end)
    defer { (records[section].side, records[section].room) = (sides.start, room) }
    return room != records[section].room
  }

  /// Places the sections one after the other, from the lengths of their bodies. Sums are in the
  /// order of the sections, so that every process gets the same values.
  mutating func stack() {
    var end = 0.0
    for index in 0..<records.count {
      let insets = direction.along(records[index].insets)
      records[index].start = end
      records[index].bodyStart = end + records[index].header + insets.start
      end = records[index].bodyStart + records[index].body + insets.end + records[index].footer
      records[index].end = end
    }
    length = end
    isDue = false
  }

  /// Does the same, if the length of a section changed.
  mutating func stackIfDue() { if isDue { stack() } }

  /// Returns the first section that can extend beyond `position`: the last one that starts below
  /// it.
  /// - Complexity: O(log *n*).
  func firstSection(reaching position: Double) -> Int {
    let first = partition(0..<records.count) { records[$0].start < position }
    return max(0, first - 1)
  }

  /// Returns the length of a section's header or footer; 0 when there is none.
  func length(of edge: SectionEdge, _ section: Int) -> Double {
    edge == .header ? records[section].header : records[section].footer
  }

  /// Returns the frame of a section's header or footer. A pinned one stays at its end of the visible
  /// span while its section is visible, and the other end of the section pushes it out.
  func frame(of edge: SectionEdge, _ section: Int, pinnedTo visible: VisibleSpan?) -> Rect {
    let length = length(of: edge, section)
    let afterHeader = records[section].start + records[section].header
    let beforeFooter = records[section].end - records[section].footer
    var start = edge == .header ? records[section].start : beforeFooter
    if let visible {
      start =
        edge == .header
        ? min(max(start, visible.start), beforeFooter - length)
        : max(min(start, visible.end - length), afterHeader)
    }
    return direction.rect(along: start, across: 0, length: length, breadth: breadth)
  }
}

// MARK: - Reading
//
// Reading of a stack from properties and the app's answers; an unusable answer is an error that
// names the query and the section.

extension SectionStack {
  /// A stack of the snapshot's sections, with their item counts only.
  init(_ snapshot: borrowing Snapshot, _ direction: ScrollDirection) throws(LayoutError) {
    try self.init(sectionCount: snapshot.sectionCount)
    self.direction = direction
    for section in 0..<snapshot.sectionCount {
      records.append(SectionRecord(itemCount: snapshot.itemCount(in: section)))
    }
  }

  /// All sections.
  var all: Range<Int> { 0..<records.count }

  /// Sets one number of sections from a query, or from `standard` if there is no answer.
  func read(
    _ query: Query<Double>, _ sections: Range<Int>, else standard: Double,
    _ set: (inout SectionRecord, Double) -> Void
  ) throws(LayoutError) {
    let answers = try query.answers(first: sections.lowerBound, count: sections.count)
    for section in sections {
      let value = answers[section - sections.lowerBound] ?? standard
      try check(value, query, section)
      set(&records[section], value.boundedLength)
    }
  }

  /// Sets the extent along the scroll axis of sections' headers or footers.
  func read(
    _ query: Query<layout_size>, _ sections: Range<Int>, else standard: Size,
    _ set: (inout SectionRecord, Double) -> Void
  ) throws(LayoutError) {
    let answers = try query.answers(first: sections.lowerBound, count: sections.count)
    for section in sections {
      let value = direction.along(answers[section - sections.lowerBound] ?? standard)
      try check(value, query, section)
      set(&records[section], value.boundedLength)
    }
  }

  /// Sets sections' insets.
  func readInsets(
    _ query: Query<layout_insets>, _ sections: Range<Int>, else standard: Insets
  ) throws(LayoutError) {
    let answers = try query.answers(first: sections.lowerBound, count: sections.count)
    for section in sections {
      let insets = answers[section - sections.lowerBound] ?? standard
      try check(insets.top, query, section)
      try check(insets.left, query, section)
      try check(insets.bottom, query, section)
      try check(insets.right, query, section)
      records[section].insets = insets.boundedLengths
    }
  }

  private func check(_ value: Double, _ query: AnyQuery, _ section: Int) throws(LayoutError) {
    if value >= 0 && value < .infinity { return }
    throw .failed(
      "negative or not finite; answer 0 or more", about: query.name, section: section)
  }
}
