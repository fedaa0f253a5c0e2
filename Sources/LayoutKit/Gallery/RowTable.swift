// SPDX-License-Identifier: Apache-2.0
//
// The rows of a section: equal ones by arithmetic, the others in a list.

/// The place of one row.
struct GalleryRow {
  /// The first item.
  var first: Int
  /// From the start of the section's items, points.
  var top: Double
  /// Points.
  var height: Double
}

/// The rows of a section, in order.
struct RowTable: ~Copyable {
  /// Rows before the list that are all alike, with so many items each.
  private(set) var equalCount = 0
  private var equalLength = 1
  private var equalHeight = 0.0
  private var list: Room<GalleryRow>
  private var spacing = 0.0
  private(set) var itemCount = 0

  /// Room for the rows of `capacity` items.
  init(capacity: Int) throws(LayoutError) {
    list = try Room(capacity: capacity + capacity / 8, usable: capacity)
  }

  /// Makes room for the rows of `count` items in all.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try list.reserve(max(0, count - list.count))
  }

  /// The number of rows.
  var count: Int { equalCount + list.count }
  /// The number of items in equal rows.
  var equalItemCount: Int { equalCount * equalLength }

  /// The place of a row.
  @inline(__always)
  subscript(row: Int) -> GalleryRow {
    if row >= equalCount { return list[row - equalCount] }
    return GalleryRow(
      first: row * equalLength, top: Double(row) * (equalHeight + spacing), height: equalHeight)
  }

  /// The items of a row.
  func items(_ row: Int) -> Range<Int> {
    self[row].first..<(row + 1 < count ? self[row + 1].first : itemCount)
  }

  /// The row of an item.
  /// - Complexity: O(log rows).
  func row(of item: Int) -> Int { partition(0..<count) { self[$0].first <= item } - 1 }

  /// The length of all rows.
  var length: Double {
    guard count > 0 else { return 0 }
    let last = self[count - 1]
    return last.top + last.height
  }

  /// Begins anew with equal rows.
  mutating func begin(equal rows: Int, of length: Int, height: Double) {
    (equalCount, equalLength, equalHeight) = (rows, length, height)
    list.count = 0
  }

  /// Takes over the breaks that were found for the items behind the equal rows.
  ///
  /// - Parameters:
  ///   - kept: Items whose rows, up to a break that old and new rows have in common, stay as they are.
  ///   - lastLength: The number of items of the last row.
  /// - Complexity: O(rows that are new + their items).
  mutating func fill(
    _ breaks: borrowing RowBreaks, _ shares: ItemShares, to end: Int, lastLength: Int, kept: Int,
    _ rules: RowRules, rowSpacing: Double
  ) {
    (spacing, itemCount) = (rowSpacing, equalItemCount + end)
    var (place, length, fresh) = (end, lastLength, 0)
    var common = 0
    while place > 0 {
      place -= length
      fresh += 1
      if place <= kept, let row = oldBreak(at: place) {
        common = row
        break
      }
      length = breaks.rowLength(before: place)
    }
    list.count = common + fresh
    (place, length) = (end, lastLength)
    for row in stride(from: list.count - 1, through: common, by: -1) {
      place -= length
      list[row] = GalleryRow(first: equalItemCount + place, top: 0, height: 0)
      length = breaks.rowLength(before: place)
    }
    measure(from: common, shares, rules)
  }

  /// The number of rows in the list that end where an item begins, if one begins there; the old rows
  /// are looked at.
  private func oldBreak(at place: Int) -> Int? {
    if place == 0 { return 0 }
    let item = equalItemCount + place
    let row = partition(0..<list.count) { list[$0].first < item }
    return row < list.count && list[row].first == item ? row : nil
  }

  /// Works out heights and tops of the rows of the list from one on.
  private mutating func measure(from first: Int, _ shares: ItemShares, _ rules: RowRules) {
    var top = Double(equalCount) * (equalHeight + spacing)
    // Summed as the loop below does it, so that rows after a batch equal those of a fresh layout.
    if first > 0 { top = list[first - 1].top + (list[first - 1].height + spacing) }
    for row in first..<list.count {
      let isLast = row == list.count - 1
      let items = list[row].first..<(isLast ? itemCount : list[row + 1].first)
      let height = rules.height(shares.sum(items), count: items.count, isLast: isLast)
      list[row].top = top
      list[row].height = height
      top += height + spacing
    }
  }
}
