// SPDX-License-Identifier: Apache-2.0
//
// The lines of all sections whose items differ: where each starts, in the data and along the scroll
// axis. 12 bytes a line.

/// A list of lines, ordered by section. Offsets count from the start of the section's items.
struct LineIndex: ~Copyable {
  private var firstItems: Room<UInt32>
  private var offsets: Room<Double>

  /// Room for `capacity` lines.
  init(capacity: Int) throws(LayoutError) {
    let firstItems = try Room<UInt32>(capacity: capacity)
    let offsets = try Room<Double>(capacity: capacity)
    self.firstItems = firstItems
    self.offsets = offsets
  }

  /// How many lines there are.
  var count: Int { offsets.count }

  /// Forgets all lines and keeps their room.
  mutating func removeAll() {
    firstItems.count = 0
    offsets.count = 0
  }

  /// Adds a line behind the others.
  @inline(__always)
  mutating func append(firstItem: Int, offset: Double) {
    firstItems.append(UInt32(truncatingIfNeeded: firstItem))
    offsets.append(offset)
  }

  /// The first item of a line, in its section.
  func firstItem(_ line: Int) -> Int { Int(firstItems[line]) }
  /// Where a line starts, from the start of its section's items.
  func offset(_ line: Int) -> Double { offsets[line] }

  /// The first line of `lines` that can reach beyond `position`: the last that starts below it, the
  /// section's items starting at `origin`. Summed like the frames are, so that a line that stands
  /// exactly on the position is not lost to rounding.
  /// - Complexity: O(log *n*).
  func line(reaching position: Double, from origin: Double, in lines: Range<Int>) -> Int {
    let first = partition(lines) { origin + offsets[$0] < position }
    return max(lines.lowerBound, first - 1)
  }

  /// The line of `lines` that holds `item`.
  /// - Complexity: O(log *n*).
  func line(holding item: Int, in lines: Range<Int>) -> Int {
    let first = partition(lines) { Int(firstItems[$0]) <= item }
    return max(lines.lowerBound, first - 1)
  }
}
