// SPDX-License-Identifier: Apache-2.0
//
// Fills a stack from properties and the app's answers; an answer that cannot be used is an error
// that names the question and the section.

import LayoutABI

extension SectionStack {
  /// A stack of the snapshot's sections, with nothing but their counts.
  init(_ snapshot: borrowing Snapshot, _ direction: ScrollDirection) throws(LayoutError) {
    var itemCount = 0
    for section in 0..<snapshot.sectionCount { itemCount += snapshot.itemCount(in: section) }
    try self.init(sectionCount: snapshot.sectionCount, itemCount: itemCount)
    self.direction = direction
    for section in 0..<snapshot.sectionCount {
      records.append(SectionRecord(itemCount: snapshot.itemCount(in: section)))
    }
  }

  /// Sets one number of each section from a query, or from `standard` where there is no answer.
  func read(
    _ query: Query<Double>, else standard: Double,
    _ set: (UnsafeMutablePointer<SectionRecord>, Double) -> Void
  ) throws(LayoutError) {
    let answers = try query.answers(count: records.count)
    for section in 0..<records.count {
      let value = answers[section] ?? standard
      try check(value, query, section)
      set(records.start + section, value)
    }
  }

  /// Sets the extent along the scroll axis of each section's header or footer.
  func read(
    _ query: Query<layout_size>, else standard: Size,
    _ set: (UnsafeMutablePointer<SectionRecord>, Double) -> Void
  ) throws(LayoutError) {
    let answers = try query.answers(count: records.count)
    for section in 0..<records.count {
      let value = direction.along(answers[section] ?? standard)
      try check(value, query, section)
      set(records.start + section, value)
    }
  }

  /// Sets each section's insets.
  func readInsets(_ query: Query<layout_insets>, else standard: Insets) throws(LayoutError) {
    let answers = try query.answers(count: records.count)
    for section in 0..<records.count {
      let insets = answers[section] ?? standard
      try check(insets.top, query, section)
      try check(insets.left, query, section)
      try check(insets.bottom, query, section)
      try check(insets.right, query, section)
      records.start[section].insets = insets
    }
  }

  /// Asks for the sizes of all items.
  mutating func readSizes(_ query: Query<layout_size>, else standard: Size) throws(LayoutError) {
    for section in 0..<records.count {
      records.start[section].sizes = try sizes.read(
        query, section: section, count: records[section].itemCount, standard: standard)
    }
    sizes.values.trim()
  }

  private func check(_ value: Double, _ query: AnyQuery, _ section: Int) throws(LayoutError) {
    if value >= 0 && value < .infinity { return }
    throw .failed(
      "negative or not finite; answer 0 or more", about: query.name, section: section)
  }
}
