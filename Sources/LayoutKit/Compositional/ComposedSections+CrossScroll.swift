// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across: their strips, and where they come to rest.

import LayoutABI

extension ComposedSections {
  /// Returns the visible length of a section that scrolls across.
  func breadth(ofStrip section: Int) -> Double { room.strip(of: composition(section)).breadth }

  /// Room before the first group of a section and behind the last, along its groups. A section that
  /// centres its groups has enough for the first and the last one.
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

  /// The strip of a section that scrolls across; nil for others and for those without items.
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

  /// The strip at a place of the layout's axis. Where two meet it is the later one's.
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

  /// Returns the offset of rest of a section that would come to rest by itself at `proposed`.
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

  /// The page to rest on: one on in the direction of the velocity, without one the nearest.
  private func step(from here: Double, to proposed: Double, _ velocity: Double) -> Double {
    if velocity > 0 { return here.rounded(.down) + 1 }
    if velocity < 0 { return max(0, here.rounded(.up) - 1) }
    return proposed.rounded()
  }

  /// Returns the group start next to an offset; the end of the content counts as such a
  /// place, or what is behind the last one could not be seen.
  private func nearestBoundary(to offset: Double, _ section: Int, end: Double) -> Double {
    let (before, after) = boundaries(around: offset, section)
    let next = max(before.offset, min(after.offset, end))
    return offset - before.offset <= next - offset ? before.offset : next
  }

  /// One group on from here.
  private func nextBoundary(from here: Double, _ section: Int, isForwards: Bool) -> Double {
    let (before, after) = boundaries(around: here, section)
    if isForwards { return after.offset }
    // On a boundary already: the one before it.
    if before.offset < here || before.group == 0 { return before.offset }
    return boundary(ofGroup: before.group - 1, section)
  }

  /// The offset at which a group stands where its section comes to rest with it.
  private func boundary(ofGroup group: Int, _ section: Int) -> Double {
    let start = start(ofGroup: group, section)
    guard composition(section).scrolling == .groupPagingCentered else { return start }
    let axis = groupAxis(composition(section))
    let length = axis.along(shape(ofGroup: group, section).size)
    return ends(ofGroups: section).start + start + (length - breadth(ofStrip: section)) / 2
  }

  /// The last group whose boundary is not behind `offset`, and the one after it; twice the same at the
  /// ends. The section has groups, and their boundaries ascend with them.
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
// How far sections are scrolled across.

/// Offsets by section, of which most are 0: a sorted list of those that were set.
struct SectionOffsets {
  private var entries: [(section: Int, offset: Double)] = []

  /// - Complexity: O(log *n*) for *n* sections that were scrolled; setting one anew does not allocate.
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
