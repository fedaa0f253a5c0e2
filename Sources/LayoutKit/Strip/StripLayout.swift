// SPDX-License-Identifier: Apache-2.0
//
// Equal items in one row, one of them in the middle: the common part of carousels.

import LayoutABI

/// The place and the look of an element of a strip.
public struct StripPlace {
  /// The frame in content coordinates, points.
  public var frame: Rect
  /// The transform about the frame's centre; nil for none.
  public var transform: Transform?
  /// The order in depth; larger is nearer to the viewer.
  public var zIndex: Int32 = 0
  /// Opacity, 0 to 1.
  public var alpha: Float = 1
}

/// A row of equal items that scrolls from middle to middle: every item, also the first and the
/// last, can be in the middle of the viewport, and scrolling stops with an item exactly there.
///
/// A subclass sets in ``adjust(_:at:)`` the look of an item by its distance from the middle; it is
/// called again when the viewport moves.
open class StripLayout: Layout {
  /// The axis of the row.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.horizontal, help: "The axis that the row runs along.")
  /// The size of an item in the row; nil for a size that depends on the viewport.
  public let itemSize = Property(
    "itemSize", Size?.none, minimum: 1, unit: "pt",
    help: "Size of every item, before it grows or turns; unset, it follows the view's.")

  private var row = ItemRow()
  private var viewportSize = Size.zero
  private var inset = Insets.zero
  /// The middle of the viewport along the row, content coordinates.
  private var middle = 0.0

  open override var properties: [AnyProperty] { [scrollDirection, itemSize] }
  open override var abilities: Abilities { .scrollTarget }

  /// The size of an item now, points, at least 1 by 1.
  public final var size: Size { itemSize.value ?? fittingSize }
  /// The extent of an item along the row, points.
  public final var extent: Double { axis.along(size) }
  /// The distance from the middle of an item to that of the next, points, above 0.
  open var pitch: Double { axis.along(size) }
  /// The maximal movement of an item from its place in the row by ``adjust(_:at:)``, points.
  open var reach: Double { 0 }
  /// Sets the look of an item.
  /// - Parameters:
  ///   - place: The place in the row; changed to the new place and look.
  ///   - distance: The distance from the middle of the viewport to the middle of the place, in
  ///     pitches; negative before it.
  open func adjust(_ place: inout StripPlace, at distance: Double) {}

  /// The axis of the row.
  public final var axis: ScrollDirection { scrollDirection.value }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    row.read(snapshot, marks: invalidation.marks)
    (viewportSize, inset) = (snapshot.viewportSize, snapshot.contentInset)
    middle = middle(of: snapshot.bounds)
  }

  /// Returns marks for every movement, because the look depends on the viewport; this `prepare` is
  /// cheap.
  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old == change.new ? [] : .bounds
  }

  open override var contentSize: Size {
    let (sides, ends) = (axis.across(inset), axis.along(inset))
    let free = max(0, axis.along(viewportSize) - ends.start - ends.end)
    return axis.size(
      along: row.count == 0 ? 0 : free + Double(row.count - 1) * pitch,
      across: max(0, axis.across(viewportSize) - sides.start - sides.end))
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    let (span, size) = (axis.along(rect), axis.along(self.size))
    // An item is found by its middle; half of it, and its movement, extend further.
    let margin = size / 2 + reach
    let first = ((span.start - margin - lead) / pitch).rounded(.down)
    let last = ((span.end + margin - lead) / pitch).rounded(.up)
    var index = Int(max(0, min(first, Double(row.count))))
    let end = Int(max(-1, min(last, Double(row.count - 1))))
    while index <= end {
      let place = place(at: index)
      if place.frame.intersects(rect) { self.answer(index, place, into: &answer) }
      index += 1
    }
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    let path = ItemPath(section: element.section, item: element.item)
    guard element.category == Category.cell.rawValue, let index = row.index(of: path) else {
      return
    }
    self.answer(index, place(at: index), into: &answer)
  }

  /// Returns the offset with an item in the middle that is nearest to the proposed one.
  open override func scrollTarget(for scroll: Scroll) -> Point {
    guard row.count > 0 else { return scroll.proposed }
    let proposed = Rect(origin: scroll.proposed, size: scroll.bounds.size)
    let nearest = ((middle(of: proposed) - lead) / pitch).rounded()
    let index = max(0, min(nearest, Double(row.count - 1)))
    return axis.moving(scroll.proposed, to: index * pitch - axis.along(inset).start)
  }
}

extension StripLayout {
  /// The size for the viewport, three to four: as large as possible with room for the growth of an
  /// item across the row, and for its neighbours along it.
  private var fittingSize: Size {
    let (sides, ends) = (axis.across(inset), axis.along(inset))
    let room = axis.size(
      along: (axis.along(viewportSize) - ends.start - ends.end) * 0.55,
      across: (axis.across(viewportSize) - sides.start - sides.end) * 0.62)
    let unit = min(room.width / 3, room.height / 4)
    return Size(width: max(1, 3 * unit), height: max(1, 4 * unit))
  }

  /// The middle of the first item: the middle of the viewport at the start of the content.
  private var lead: Double {
    let ends = axis.along(inset)
    return max(0, axis.along(viewportSize) - ends.start - ends.end) / 2
  }

  /// Returns the middle of the viewport between the insets.
  private func middle(of bounds: Rect) -> Double {
    axis.along(bounds.origin) + axis.along(inset).start + lead
  }

  /// Returns the present place of the item at `index` of the row.
  private func place(at index: Int) -> StripPlace {
    let size = size
    let along = lead + Double(index) * pitch
    let sides = axis.across(inset)
    let breadth = max(0, axis.across(viewportSize) - sides.start - sides.end)
    var place = StripPlace(
      frame: axis.rect(
        along: along - axis.along(size) / 2, across: (breadth - axis.across(size)) / 2,
        length: axis.along(size), breadth: axis.across(size)))
    adjust(&place, at: (along - middle) / pitch)
    return place
  }

  private func answer(_ index: Int, _ place: StripPlace, into answer: inout Answer) {
    let path = row.path(at: index)
    answer.cell(
      Int(path.section), Int(path.item), place.frame, zIndex: place.zIndex, alpha: place.alpha)
    if let transform = place.transform { answer.transform(transform) }
  }
}

// MARK: - One row
//
// All items of all sections in one row: the path of the n-th item, and the index of a path.

/// The items of the data, one after the other.
public struct ItemRow {
  /// The number of items in the sections before each one; at the end the number of all items.
  private var starts: [Int] = [0]
  private var epoch: UInt64?

  /// No items.
  public init() {}

  /// The number of items.
  public var count: Int { starts[starts.count - 1] }

  /// Reads the counts of a snapshot. A layout inside another is given other sections of the same data with
  /// marks for everything, so the version of the data alone does not tell whether the counts are known.
  ///
  /// - Parameters:
  ///   - snapshot: The data.
  ///   - marks: Those of the invalidation; without them the counts are read again.
  /// - Complexity: O(sections) for new data, otherwise O(1).
  public mutating func read(_ snapshot: borrowing Snapshot, marks: Marks = .everything) {
    if epoch == snapshot.epoch, marks.isSubset(of: .bounds) { return }
    epoch = snapshot.epoch
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for section in 0..<snapshot.sectionCount {
      starts.append(starts[section] + snapshot.itemCount(in: section))
    }
  }

  /// Returns the place in the data of the item at `index` of the row.
  /// - Precondition: `index` is below ``count``.
  /// - Complexity: O(log sections).
  public func path(at index: Int) -> ItemPath {
    precondition(index >= 0 && index < count, "no such item in the row")
    let section = partition(0..<starts.count - 1) { starts[$0] <= index } - 1
    return ItemPath(section, index - starts[section])
  }

  /// Returns the index in the row of an item; nil when there is no such item.
  public func index(of path: ItemPath) -> Int? {
    let section = Int(path.section)
    guard section < starts.count - 1 else { return nil }
    let index = starts[section] + Int(path.item)
    return index < starts[section + 1] ? index : nil
  }
}
