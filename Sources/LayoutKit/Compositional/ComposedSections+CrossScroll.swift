// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across: their strips, and the offsets at which they come to rest.

import LayoutABI

extension ComposedSections {
  /// Returns the visible length of a section that scrolls across.
  func breadth(ofStrip section: Int) -> Double { room.strip(of: composition(section)).breadth }

  /// Returns the room before the first group of a section and behind its last, along the groups. A
  /// section that centres its groups has enough room to centre the first and the last group.
  func ends(ofGroups section: Int) -> (start: Double, end: Double) {
    let composition = composition(section)
    let axis = groupAxis(composition)
    let insets = axis.along(composition.bodyInsets(direction))
    guard composition.scrolling == .groupPagingCentered else { return insets }
    let breadth = breadth(ofStrip: section)
    func margin(ofGroup group: Int) -> Double {
      (breadth - axis.along(shape(ofGroup: group, section).size)) / 2
    }
    let last = max(0, stack.records[section].count - 1)
    return (max(insets.start, margin(ofGroup: 0)), max(insets.end, margin(ofGroup: last)))
  }

  /// Returns the strip of a section that scrolls across; nil for other sections and for those
  /// without items.
  func track(ofSection section: Int) -> CrossTrack? {
    guard section < count else { return nil }
    let record = stack.records[section]
    let composition = compositions[record.place]
    guard composition.scrollsAcross, record.count > 0 else { return nil }
    let ends = ends(ofGroups: section)
    let length = length(ofGroups: section, along: groupAxis(composition))
    let strip = room.strip(of: composition)
    return CrossTrack(
      section: section,
      frame: direction.rect(
        along: record.bodyStart, across: strip.start, length: record.body,
        breadth: strip.breadth),
      contentLength: ends.start + length + ends.end, offset: offsets[section],
      isVertical: direction == .horizontal)
  }

  /// Returns the strip at a position along the layout's axis. Where two strips meet it is the later
  /// one.
  func track(at position: Double) -> CrossTrack? {
    var section = stack.firstSection(reaching: position)
    var found: CrossTrack?
    while section < count, stack.records[section].start <= position {
      let record = stack.records[section]
      if record.bodyStart <= position, position <= record.bodyStart + record.body {
        found = track(ofSection: section) ?? found
      }
      section += 1
    }
    return found
  }

  /// Returns the offset of rest of a section that would otherwise come to rest at `proposed`.
  func rest(ofSection section: Int, at proposed: Double, velocity: Double) -> Double {
    guard let track = track(ofSection: section) else { return proposed }
    let end = max(0, track.contentLength - breadth(ofStrip: section))
    switch composition(section).scrolling {
    case .none, .continuous:
      return proposed
    case .paging:
      let page = breadth(ofStrip: section)
      if page <= 0 { return proposed }
      return page * step(from: track.offset / page, to: proposed / page, velocity)
    case .leadingBoundary:
      return nearestBoundary(to: proposed, section, end: end)
    case .groupPaging, .groupPagingCentered:
      if velocity == 0 { return nearestBoundary(to: proposed, section, end: end) }
      return nextBoundary(from: track.offset, section, isForwards: velocity > 0)
    }
  }

  /// Returns the page to rest on: the next page in the direction of the velocity; without velocity
  /// the nearest.
  private func step(from here: Double, to proposed: Double, _ velocity: Double) -> Double {
    if velocity > 0 { return here.rounded(.down) + 1 }
    if velocity < 0 { return max(0, here.rounded(.up) - 1) }
    return proposed.rounded()
  }

  /// Returns the start of the group that is nearest to an offset. The end of the content counts as
  /// a start, because otherwise the content behind the last start could not be reached.
  private func nearestBoundary(to offset: Double, _ section: Int, end: Double) -> Double {
    let (before, after) = boundaries(around: offset, section)
    let next = max(before.offset, min(after.offset, end))
    return offset - before.offset <= next - offset ? before.offset : next
  }

  /// Returns the next group start from here.
  private func nextBoundary(from here: Double, _ section: Int, isForwards: Bool) -> Double {
    let (before, after) = boundaries(around: here, section)
    if isForwards { return after.offset }
    // The offset is a group start already: take the start before it.
    if before.offset < here || before.group == 0 { return before.offset }
    return boundary(ofGroup: before.group - 1, section)
  }

  /// Returns the offset at which a section comes to rest with this group.
  private func boundary(ofGroup group: Int, _ section: Int) -> Double {
    let start = start(ofGroup: group, section)
    guard composition(section).scrolling == .groupPagingCentered else { return start }
    let axis = groupAxis(composition(section))
    let length = axis.along(shape(ofGroup: group, section).size)
    return ends(ofGroups: section).start + start + (length - breadth(ofStrip: section)) / 2
  }

  /// Returns the last group whose boundary is not beyond `offset`, and the group after it; the same
  /// group twice at the ends. The section has groups, and their boundaries ascend.
  /// - Complexity: O(log² *n*).
  private func boundaries(
    around offset: Double, _ section: Int
  ) -> (before: (group: Int, offset: Double), after: (group: Int, offset: Double)) {
    let count = stack.records[section].count
    let group = max(0, partition(0..<count) { boundary(ofGroup: $0, section) <= offset } - 1)
    let next = min(group + 1, count - 1)
    return (
      (group, boundary(ofGroup: group, section)), (next, boundary(ofGroup: next, section))
    )
  }
}

// MARK: - Offsets
//
// The offsets of sections that are scrolled across.

/// Offsets by section, most of which are 0: a sorted list of the offsets that were set.
struct SectionOffsets {
  private var entries: [(section: Int, offset: Double)] = []

  /// - Complexity: O(log *n*) for *n* sections that were scrolled; setting an offset again does not
  ///   allocate.
  subscript(section: Int) -> Double {
    get {
      if entries.isEmpty { return 0 }
      let place = place(of: section)
      return place < entries.count && entries[place].section == section
        ? entries[place].offset : 0
    }
    set {
      let place = place(of: section)
      if place < entries.count, entries[place].section == section {
        entries[place].offset = newValue
      } else if newValue != 0 {
        entries.insert((section, newValue), at: place)
      }
    }
  }

  /// Forgets the sections from `count` on.
  mutating func truncate(toSections count: Int) {
    while let last = entries.last, last.section >= count { entries.removeLast() }
  }

  private func place(of section: Int) -> Int {
    partition(0..<entries.count) { entries[$0].section < section }
  }
}
