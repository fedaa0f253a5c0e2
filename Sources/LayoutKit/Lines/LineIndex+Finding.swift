// SPDX-License-Identifier: Apache-2.0
//
// Finding items and lines.

import LayoutABI

/// An item of a leaf, and the length before the leaf.
struct LeafPlace {
  var leaf: Int32
  /// The item, counted from the leaf's first.
  var item: Int
  /// The leaf's first item, in its section.
  var first: Int
  /// The length of the lines that start before the leaf, each with the spacing behind it.
  var offset: FixedLength
}

extension LineIndex {
  /// Returns the place of an item; for the number of items, the end of the last leaf.
  /// - Complexity: O(log *n*).
  func place(of item: Int, _ root: LineRoot) -> LeafPlace {
    var place = LeafPlace(leaf: root.node, item: item, first: 0, offset: .zero)
    for _ in 0..<root.depth {
      let branch = place.leaf
      let items = unsafe branches.items(branch)
      let last = Int(branches[branch].count) - 1
      var slot = 0
      while slot < last, unsafe place.item >= Int(items[slot]) {
        unsafe place.item -= Int(items[slot])
        unsafe place.first += Int(items[slot])
        unsafe place.offset += branches.lengths(branch)[slot]
        slot += 1
      }
      place.leaf = unsafe branches.children(branch)[slot]
    }
    return place
  }

  /// Returns the size of an item, and whether it is only assumed.
  func size(of item: Int, _ root: LineRoot) -> (size: Size, isEstimate: Bool) {
    let place = place(of: item, root)
    let leaf = place.leaf
    if leaves[leaf].isRun { return (leaves[leaf].size, leaves[leaf].isEstimate) }
    return unsafe (leaves.sizes(of: leaf)[place.item], false)
  }

  /// Returns the start of the line with an item.
  /// - Complexity: O(log *n* + the items of the leaf and the leaves that the line contains).
  func line(holding item: Int, _ root: LineRoot, _ rule: LineRule) -> LeafPlace {
    var place = place(of: item, root)
    while true {
      let leaf = place.leaf
      if let start = leaves[leaf].lastStart(upTo: place.item) {
        place.offset += rule.length(
          from: leaves[leaf].firstStart, to: start, of: leaf, leaves)
        place.item = start
        return place
      }
      guard stepBack(&place) else { return place }
    }
  }

  /// Returns the first line that can extend beyond `position`: the last line that starts below it,
  /// if the section's items start at `origin`. The sum is the same as for frames, so that rounding
  /// does not miss a line exactly at the position.
  /// - Complexity: O(log *n* + the items of a leaf).
  func line(
    reaching position: Double, from origin: Double, _ root: LineRoot, _ rule: LineRule
  ) -> LeafPlace {
    var place = LeafPlace(leaf: root.node, item: 0, first: 0, offset: .zero)
    for _ in 0..<root.depth {
      let branch = place.leaf
      let lengths = unsafe branches.lengths(branch)
      let last = Int(branches[branch].count) - 1
      var slot = 0
      while slot < last {
        let next = unsafe place.offset + lengths[slot]
        if origin + next.value >= position { break }
        place.offset = next
        unsafe place.first += Int(branches.items(branch)[slot])
        slot += 1
      }
      place.leaf = unsafe branches.children(branch)[slot]
    }
    while leaves[place.leaf].firstStart == leaves[place.leaf].itemCount {
      guard stepBack(&place) else { break }
    }
    rule.advance(&place, reaching: position, from: origin, leaves)
    return place
  }

  /// Goes to the leaf before; returns false when there is none.
  private func stepBack(_ place: inout LeafPlace) -> Bool {
    let previous = leaves[place.leaf].previous
    guard previous != ItemLeaf.none else {
      place.item = 0
      return false
    }
    let leaf = previous
    place.leaf = previous
    place.item = leaves[leaf].itemCount - 1
    place.first -= leaves[leaf].itemCount
    place.offset = place.offset - leaves[leaf].height
    return true
  }
}

extension LineRule {
  /// Returns the length of the lines of a leaf from the start of one line to the start of another.
  func length(
    from first: Int, to end: Int, of leaf: Int32,
    _ leaves: borrowing LeafPool
  ) -> FixedLength {
    if leaves[leaf].isRun {
      return lineLength(leaves[leaf].size) * ((end - first) / max(1, leaves[leaf].fullCount))
    }
    var length = FixedLength.zero
    var start = first
    while start < end {
      let next = leaves[leaf].nextStart(from: start + 1)
      length += FixedLength(thickness(of: leaf, start..<next, leaves)) + spacing
      start = next
    }
    return length
  }

  /// Goes from the first line of a leaf to the line for ``LineIndex/line(reaching:from:_:_:)``.
  func advance(
    _ place: inout LeafPlace, reaching position: Double, from origin: Double,
    _ leaves: borrowing LeafPool
  ) {
    let leaf = place.leaf
    place.item = leaves[leaf].firstStart
    if leaves[leaf].isRun {
      let full = max(1, leaves[leaf].fullCount)
      let lineCount = (leaves[leaf].itemCount - place.item + full - 1) / full
      let unit = lineLength(leaves[leaf].size)
      let offset = place.offset
      let line = max(
        0, partition(0..<lineCount) { origin + (offset + unit * $0).value < position } - 1)
      place.offset += unit * line
      place.item += line * full
      return
    }
    while true {
      let next = leaves[leaf].nextStart(from: place.item + 1)
      if next >= leaves[leaf].itemCount { return }
      let offset =
        place.offset
        + (FixedLength(thickness(of: leaf, place.item..<next, leaves)) + spacing)
      if origin + offset.value >= position { return }
      place.offset = offset
      place.item = next
    }
  }

  fileprivate func thickness(
    of leaf: Int32, _ items: Range<Int>, _ leaves: borrowing LeafPool
  ) -> Double {
    if leaves[leaf].isRun { return items.isEmpty ? 0 : direction.along(leaves[leaf].size) }
    let sizes = unsafe leaves.sizes(of: leaf)
    var thickness = 0.0
    for item in items { thickness = unsafe max(thickness, direction.along(sizes[item])) }
    return thickness
  }
}

extension LineIndex {
  /// Returns the thickness of a line with these items of a leaf, and no others.
  func thickness(
    of leaf: Int32, _ items: Range<Int>, _ rule: LineRule
  ) -> Double {
    rule.thickness(of: leaf, items, leaves)
  }

  /// Calls `body` with each size of the line that starts at `place` while it returns true, and goes to
  /// the start of the next line; behind the last line the leaf is none.
  @inline(__always)
  func forEachSize(onLine place: inout LeafPlace, _ body: (Size) -> Bool) {
    forEachPiece(onLine: &place) { leaf, _, items in
      if leaves[leaf].isRun {
        for _ in items where !body(leaves[leaf].size) { return false }
      } else {
        let sizes = unsafe leaves.sizes(of: leaf)
        for item in items where unsafe !body(sizes[item]) { return false }
      }
      return true
    }
  }

  /// Calls `body` with each leaf that has items of the line, the number of the leaf's first item in
  /// its section, and the items counted from it; then goes to the next line.
  @inline(__always)
  func forEachPiece(
    onLine place: inout LeafPlace,
    _ body: (Int32, _ first: Int, Range<Int>) -> Bool
  ) {
    var leaf = place.leaf
    var end = leaves[leaf].nextStart(from: place.item + 1)
    while true {
      if !body(leaf, place.first, place.item..<end) { return }
      place.item = end
      if end < leaves[leaf].itemCount { return }
      place.first += end
      place.leaf = leaves[leaf].next
      place.item = 0
      if place.leaf == ItemLeaf.none { return }
      leaf = place.leaf
      end = leaves[leaf].firstStart
      if end == 0 { return }
    }
  }
}
