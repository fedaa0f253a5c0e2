// SPDX-License-Identifier: Apache-2.0
//
// The rule by which items break into lines, and the breaking: of all lines, or from a change on
// until an old break is met again.

import CLayoutKit
import LayoutABI

// MARK: - The rule

/// The numbers on which a section's lines depend in addition to the items.
///
/// An item needs its extent and, unless it is the first of its line, the spacing; an item that needs
/// more than the remaining room starts a new line. Runs are filled by the same subtractions as sizes,
/// so the lines do not depend on the storage of the items.
struct LineRule {
  let direction: ScrollDirection
  /// The room of a line, with a little more for the rounding of a sum.
  let limit: Double
  /// The minimal room between two items of a line.
  let between: Double
  /// The room between two lines.
  let spacing: FixedLength

  /// - Parameters:
  ///   - room: The room of a line.
  ///   - between: The minimal room between two items of a line.
  ///   - spacing: The room between two lines.
  init(room: Double, between: Double, spacing: Double, _ direction: ScrollDirection) {
    self.direction = direction
    limit = room + Self.slack(room)
    self.between = between
    self.spacing = FixedLength(spacing)
  }

  /// Returns the rounding error of a sum of extents by which an item may exceed its line and still
  /// fit: three thirds of a container fit side by side.
  static func slack(_ room: Double) -> Double { room * 1e-12 }

  /// Returns the length of a line of items of this size, with the spacing behind it.
  func lineLength(_ size: Size) -> FixedLength { FixedLength(direction.along(size)) + spacing }

  /// The number of items per line from which on they are divided and not counted.
  private static var countingLimit: Double { 65536 }

  /// Returns how many of `count` equal items fit into the room `left`, which is reduced by them.
  func fill(_ left: inout Double, with extent: Double, upTo count: Int) -> Int {
    let cost = between + extent
    if left < cost { return 0 }
    if cost <= 0 { return count }
    if left / cost > Self.countingLimit {
      let fitting = Int(min(left / cost, Double(count)))
      left -= Double(fitting) * cost
      return fitting
    }
    var filled = 0
    while filled < count, left >= cost {
      left -= cost
      filled += 1
    }
    return filled
  }
}

// MARK: - Breaking

/// The start of the next line during breaking.
private struct BreakPlace {
  /// The leaf, or none behind the last item.
  var leaf: Int32
  /// The item, counted from the leaf's first.
  var item: Int
  /// The leaf's first item, in its section.
  var first: Int
}

extension LineIndex {
  /// Breaks all lines of a section.
  /// - Complexity: O(*n*).
  mutating func breakAll(_ root: LineRoot, _ rule: LineRule) {
    guard !root.isEmpty else { return }
    var place = BreakPlace(leaf: firstLeaf(root), item: 0, first: 0)
    while place.leaf != ItemLeaf.none { breakLines(&place, rule, refreshes: false) }
    refreshAll(root)
  }

  /// Breaks the lines of changed items again.
  ///
  /// - Parameter dirty: Ascending: new items, items with another size, and items whose predecessor
  ///   was removed; the number of items if the last item was removed.
  /// - Complexity: O(log *n* + the lines until an old break is met again) for each change, and
  ///   never more than all lines.
  mutating func breakAgain(_ dirty: [Int], _ root: LineRoot, _ rule: LineRule) {
    guard !root.isEmpty else { return }
    var next = 0
    while next < dirty.count {
      var place = firstPlace(for: dirty[next], root)
      while place.leaf != ItemLeaf.none {
        breakLines(&place, rule, refreshes: true)
        let position = place.first + place.item
        while next < dirty.count, dirty[next] < position { next += 1 }
        // If a line starts where an old one started, all lines behind it are unchanged.
        let isKnown = place.leaf != ItemLeaf.none && isLineStart(place)
        if isKnown, next == dirty.count || dirty[next] > position { break }
      }
      if place.leaf == ItemLeaf.none { return }
    }
  }

  /// Returns true when a line started there before, and the leaf has not changed since.
  private func isLineStart(_ place: BreakPlace) -> Bool {
    let leaf = place.leaf
    return !leaves[leaf].isStale && leaves[leaf].firstStart == place.item
  }

  /// Returns the first line to break again: the first line of the leaf in which the line with the
  /// item before a change starts, or of an earlier leaf that changed too. Lines before it are
  /// unchanged.
  private mutating func firstPlace(for dirty: Int, _ root: LineRoot) -> BreakPlace {
    let found = place(of: max(0, dirty - 1), root)
    var place = BreakPlace(leaf: found.leaf, item: found.item, first: found.first)
    cost.nodeCount += root.depth + 1
    while true {
      let previous = leaves[place.leaf].previous
      guard previous != ItemLeaf.none else { break }
      let starts = leaves[place.leaf].lastStart(upTo: place.item) != nil
      if starts, !leaves[previous].isStale { break }
      let count = leaves[previous].itemCount
      place = BreakPlace(leaf: previous, item: count - 1, first: place.first - count)
      cost.nodeCount += 1
    }
    let isFirst = leaves[place.leaf].previous == ItemLeaf.none
    place.item = isFirst ? 0 : leaves[place.leaf].firstStart
    return place
  }

  /// Breaks the lines that start in a leaf from `place` on, and goes to the next line.
  private mutating func breakLines(
    _ place: inout BreakPlace, _ rule: LineRule, refreshes: Bool
  ) {
    let leaf = place.leaf
    let old = leaves[leaf].height
    var last: OpenLine
    if leaves[leaf].isRun {
      last = breakRun(leaf, from: place.item, rule)
    } else {
      last = breakBlock(leaf, from: place.item, rule)
    }
    place.item = leaves[leaf].itemCount
    cost.nodeCount += 1
    while place.item == leaves[place.leaf].itemCount {
      place.first += place.item
      place.leaf = leaves[place.leaf].next
      place.item = 0
      if place.leaf == ItemLeaf.none { break }
      place.item = fill(&last, from: place.leaf, rule)
      guard place.item == leaves[place.leaf].itemCount else { break }
      // No line starts in a leaf that is in the middle of a line.
      leaves[place.leaf].clearStarts()
      if refreshes { refresh(changed: place.leaf) }
    }
    leaves[leaf].height += FixedLength(last.thickness)
    if place.leaf != ItemLeaf.none { leaves[leaf].height += rule.spacing }
    if refreshes, leaves[leaf].height != old { refresh(changed: leaf) }
  }

  /// A line that may get more items.
  private struct OpenLine {
    var left: Double
    var thickness: Double
  }

  /// Breaks equal items from `first` on. The caller adds the height of the last line.
  private mutating func breakRun(
    _ leaf: Int32, from first: Int, _ rule: LineRule
  ) -> OpenLine {
    let (size, count) = (leaves[leaf].size, leaves[leaf].itemCount - first)
    let extent = rule.direction.across(size)
    var left = rule.limit - extent
    let full = 1 + rule.fill(&left, with: extent, upTo: count - 1)
    let lineCount = (count + full - 1) / full
    let rest = count - (lineCount - 1) * full
    leaves[leaf].clearStarts()
    leaves[leaf].setStarts(first: first, fullCount: full)
    leaves[leaf].height = rule.lineLength(size) * (lineCount - 1)
    left = rule.limit - extent
    _ = rule.fill(&left, with: extent, upTo: rest - 1)
    cost.lineCount += 1
    return OpenLine(left: left, thickness: rule.direction.along(size))
  }

  /// Breaks sizes from `first` on. The caller adds the height of the last line.
  private mutating func breakBlock(
    _ leaf: Int32, from first: Int, _ rule: LineRule
  ) -> OpenLine {
    var lines = unsafe layout_kit_lines()
    unsafe lines.sizes = UnsafeRawPointer(leaves.sizes(of: leaf)).assumingMemoryBound(
      to: Double.self)
    unsafe lines.count = leaves[leaf].itemCount
    unsafe lines.across = rule.direction == .vertical ? 0 : 1
    unsafe lines.first = first
    unsafe lines.limit = rule.limit
    unsafe lines.between = rule.between
    unsafe lines.longest = FixedLength.limit
    unsafe layout_kit_break_lines(&lines, false)
    leaves[leaf].startBits = unsafe lines.starts
    leaves[leaf].height =
      unsafe FixedLength(points: lines.points, fraction: lines.fraction)
      + rule.spacing * (lines.line_count - 1)
    leaves[leaf].isStale = false
    cost.lineCount += unsafe lines.line_count
    return unsafe OpenLine(left: lines.left, thickness: lines.thickness)
  }

  /// Adds items of a leaf to an open line.
  /// - Returns: The number of items that fit.
  private func fill(
    _ line: inout OpenLine, from leaf: Int32, _ rule: LineRule
  ) -> Int {
    let count = leaves[leaf].itemCount
    if leaves[leaf].isRun {
      let size = leaves[leaf].size
      let filled = rule.fill(&line.left, with: rule.direction.across(size), upTo: count)
      if filled > 0 { line.thickness = max(line.thickness, rule.direction.along(size)) }
      return filled
    }
    let sizes = unsafe leaves.sizes(of: leaf)
    for item in 0..<count {
      let cost = unsafe rule.between + rule.direction.across(sizes[item])
      if line.left < cost { return item }
      line.left -= cost
      line.thickness = unsafe max(line.thickness, rule.direction.along(sizes[item]))
    }
    return count
  }
}
