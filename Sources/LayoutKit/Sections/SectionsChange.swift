// SPDX-License-Identifier: Apache-2.0
//
// A batch for the sections: first all answers are asked for, then everything is changed.

import LayoutABI

/// A change of the sections. Making it asks the app and may fail; committing it cannot fail.
struct SectionsChange: ~Copyable {
  /// For each new section its old number, or none if it is read again; nil if every section keeps
  /// its number.
  private let origins: [Int]?
  /// The records of the new sections.
  private var stack: SectionStack
  /// The changes of items, by new section.
  private var changes: [ItemChanges]
  /// The old sections that are removed.
  private var leavers: [Int] = []

  /// - Parameter origins: For each new section its old number.
  private init(
    _ origins: [Int]?, _ sections: Sections, _ snapshot: borrowing Snapshot
  ) throws(LayoutError) {
    self.origins = origins
    stack = try SectionStack(sectionCount: snapshot.sectionCount)
    stack.direction = sections.stack.direction
    stack.breadth = sections.stack.breadth
    changes = [ItemChanges](repeating: ItemChanges(), count: snapshot.sectionCount)
    stay(sections, snapshot)
  }

  /// Computes the changes of a batch, and asks the app about them.
  ///
  /// - Returns: Nil when the batch does not fit the data.
  /// - Throws: The error of a query. Nothing has changed then.
  static func make(
    _ batch: DataBatch, of sections: Sections, for snapshot: borrowing Snapshot,
    by layout: SectionedLayout
  ) throws(LayoutError) -> SectionsChange? {
    let oldCount = sections.stack.records.count
    var origins: [Int]?
    if !batch.map.sections.isEmpty {
      origins = batch.map.sections.origins(oldCount: oldCount, newCount: snapshot.sectionCount)
      if origins == nil { return nil }
    } else if oldCount != snapshot.sectionCount {
      return nil
    }
    var change = try SectionsChange(origins, sections, snapshot)
    guard change.sort(batch, oldCount), change.fits(snapshot) else { return nil }
    try change.ask(batch, sections, layout)
    return change
  }

  /// Returns the number of items of a section after the change.
  private func newCount(_ section: Int) -> Int {
    stack.records[section].itemCount - changes[section].removed.count
      + changes[section].placed.count
  }

  /// Returns true when the counts are right, and every new item is inside its section.
  private func fits(_ snapshot: borrowing Snapshot) -> Bool {
    for section in stack.all {
      let count = newCount(section)
      if count != snapshot.itemCount(in: section) { return false }
      if let last = changes[section].placed.last, last.item >= count { return false }
    }
    return true
  }

  private func origin(of section: Int) -> Int { origins?[section] ?? section }

  /// Copies the records of the sections that stay.
  private mutating func stay(_ sections: Sections, _ snapshot: borrowing Snapshot) {
    var stays = [Bool](repeating: false, count: sections.stack.records.count)
    for section in 0..<snapshot.sectionCount {
      let origin = origin(of: section)
      if origin == PlaceMap.noOrigin {
        stack.records.append(SectionRecord(itemCount: snapshot.itemCount(in: section)))
      } else {
        stack.records.append(sections.stack.records[origin])
        stays[origin] = true
      }
    }
    for section in stays.indices where !stays[section] { leavers.append(section) }
  }

  /// Sorts the batch's items by section; returns false if one is out of range.
  private mutating func sort(_ batch: DataBatch, _ oldCount: Int) -> Bool {
    var targets = [Int](repeating: PlaceMap.noOrigin, count: oldCount)
    for section in stack.all where origin(of: section) != PlaceMap.noOrigin {
      targets[origin(of: section)] = section
    }
    for change in batch.map.items.removed where !change.isRenewed {
      let key = ItemKey(change.key)
      guard key.section < oldCount else { return false }
      let section = targets[key.section]
      guard section != PlaceMap.noOrigin, key.item < stack.records[section].itemCount else {
        return false
      }
      if changes[section].removed.last == key.item { return false }
      changes[section].removed.append(key.item)
    }
    for change in batch.map.items.placed where !change.isRenewed {
      let key = ItemKey(change.key)
      guard key.section < stack.records.count, origin(of: key.section) != PlaceMap.noOrigin
      else { return false }
      if changes[key.section].placed.last?.item == key.item { return false }
      changes[key.section].placed.append(SizedItem(item: key.item, size: .zero))
    }
    return true
  }

  /// Asks for everything that is new.
  private mutating func ask(
    _ batch: DataBatch, _ sections: Sections, _ layout: SectionedLayout
  ) throws(LayoutError) {
    try askSizes(batch, sections, layout)
    if let renewed = batch.renewedEdges {
      for section in renewed where section < stack.records.count {
        try layout.readEdges(stack, section..<section + 1)
      }
    } else {
      try layout.readEdges(stack, stack.all)
    }
    try readNewSections(sections, layout)
  }

  /// Reads sections that are new, or whose items are all new, and makes room for the changes of the
  /// others. It is the last step, so that only its own failure must be undone.
  private mutating func readNewSections(
    _ sections: Sections, _ layout: SectionedLayout
  ) throws(LayoutError) {
    var read: [Int] = []
    do throws(LayoutError) {
      for section in stack.all where origin(of: section) == PlaceMap.noOrigin {
        try layout.readSectionNumbers(stack, section..<section + 1)
        try sections.bodies.read(
          &stack.records[section], section: section, layout.sizeAnswers)
        read.append(section)
        stack.measureRoom(section)
        try sections.bodies.makeRoom(for: stack.records[section], stack.direction)
      }
      try sections.bodies.reserve(for: changes, stack)
    } catch {
      for section in read { sections.bodies.release(stack.records[section]) }
      throw error
    }
  }

  /// Finds the sizes of new and changed items; moved items keep theirs.
  private mutating func askSizes(
    _ batch: DataBatch, _ sections: Sections, _ layout: SectionedLayout
  ) throws(LayoutError) {
    var asker = SizeAsker(layout.sizeAnswers)
    var place = 0
    var last = -1
    for change in batch.map.items.placed where !change.isRenewed {
      let (key, source) = (ItemKey(change.key), ItemKey(change.other))
      if key.section != last { (last, place) = (key.section, 0) }
      if source != .none {
        var moved = sections.bodies.sized(source.item, sections.stack.records[source.section])
        moved.item = key.item
        changes[key.section].placed[place] = moved
      } else if layout.sizeAnswers.isLazy {
        changes[key.section].placed[place].size = layout.standardItemSize
        changes[key.section].placed[place].isEstimate = true
      } else {
        asker.want(key, place)
      }
      place += 1
    }
    try asker.finish { section, place, size, claim in
      changes[section].placed[place].size = size
      changes[section].placed[place].claim = claim
    }
    for key in batch.renewed {
      guard key.section < stack.records.count, origin(of: key.section) != PlaceMap.noOrigin
      else { continue }
      let isKnown = changes[key.section].replaced.last?.item == key.item
      if key.item < newCount(key.section), !isKnown {
        changes[key.section].replaced.append(SizedItem(item: key.item, size: .zero))
        asker.want(key, changes[key.section].replaced.count - 1)
      }
    }
    try asker.finish { section, place, size, claim in
      changes[section].replaced[place].size = size
      changes[section].replaced[place].claim = claim
    }
  }

  /// Makes the changes.
  consuming func commit(to sections: Sections) {
    for section in leavers { sections.bodies.release(sections.stack.records[section]) }
    let count = stack.records.count
    sections.stack = stack
    for section in 0..<count {
      if origins?[section] == PlaceMap.noOrigin {
        sections.layOut(section: section)
      } else if !changes[section].isEmpty {
        sections.apply(changes[section], to: section)
      }
    }
    sections.stack.stack()
  }
}
