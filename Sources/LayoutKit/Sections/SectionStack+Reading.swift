// SPDX-License-Identifier: Apache-2.0
//
// Fills a stack from properties and the app's answers; an answer that cannot be used is an error
// that names the question and the section.

import LayoutABI

extension SectionStack {
  /// A stack of the snapshot's sections, with nothing but their counts.
  init(_ snapshot: borrowing Snapshot, _ direction: ScrollDirection) throws(LayoutError) {
    try self.init(sectionCount: snapshot.sectionCount)
    self.direction = direction
    for section in 0..<snapshot.sectionCount {
      records.append(SectionRecord(itemCount: snapshot.itemCount(in: section)))
    }
  }

  /// All sections.
  var all: Range<Int> { 0..<records.count }

  /// Sets one number of sections from a query, or from `standard` where there is no answer.
  func read(
    _ query: Query<Double>, _ sections: Range<Int>, else standard: Double,
    _ set: (inout SectionRecord, Double) -> Void
  ) throws(LayoutError) {
    let answers = try query.answers(first: sections.lowerBound, count: sections.count)
    for section in sections {
      let value = answers[section - sections.lowerBound] ?? standard
      try check(value, query, section)
      set(&records.start[section], value.boundedLength)
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
      set(&records.start[section], value.boundedLength)
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
      records.start[section].insets = insets.boundedLengths
    }
  }

  private func check(_ value: Double, _ query: AnyQuery, _ section: Int) throws(LayoutError) {
    if value >= 0 && value < .infinity { return }
    throw .failed(
      "negative or not finite; answer 0 or more", about: query.name, section: section)
  }
}
