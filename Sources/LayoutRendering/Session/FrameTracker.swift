// SPDX-License-Identifier: Apache-2.0
//
// The content of a view as the difference from its previous frame, with little work for unchanged
// elements.

import LayoutHost
import LayoutModel

/// Converts the content of a view to differences from its previous frame.
struct FrameTracker {
  /// An element of the last frame.
  private struct Seen {
    let id: Int
    var element: SessionElement
    var attributes: LayoutAttributes
    var look: SeenLook
    /// Its place in ``order``.
    var place = 0
    /// The number of the last frame with it.
    var turn = 0
  }

  /// The elements of the last frame, each at an index that it keeps while it is on screen, so that
  /// none is copied; an index without an element has an old one.
  private var slots: [Seen] = []
  private var freeSlots: [Int] = []
  /// The indices of the last frame's elements, by number of the view.
  private var slotsByView: [Int: Int] = [:]
  /// The indices of the last frame's elements, in the order of that frame.
  private var order: [Int] = []
  /// The same of the frame before; in a new frame, of its elements so far.
  private var nextOrder: [Int] = []
  /// The place in ``order`` of the next element if nothing comes between it and the last one.
  private var guess = 0
  /// The rank of the last element of a new frame.
  private var last: ElementRank?
  private var turn = 0

  /// The elements of the last frame, by number of the view.
  ///
  /// - Complexity: O(elements).
  var shown: [Int: SessionElement] { slotsByView.mapValues { slots[$0].element } }

  /// Returns the current content of `view` as a frame after the last one.
  ///
  /// - Parameter isStill: True when the elements are those of the last frame, unchanged.
  /// - Complexity: O(visible elements), without hashing those that stay in their order; looks are
  ///   computed only for elements whose look changed.
  mutating func frame(
    of view: CollectionView, _ sheet: SpriteSheet, hold: Double, caption: Int,
    isStill: Bool = false
  ) -> SessionFrame {
    var frame = SessionFrame(
      hold: hold, offset: view.contentOffset, viewportSize: view.viewportSize, caption: caption)
    guard !isStill else { return frame }
    turn += 1
    (guess, last) = (0, nil)
    nextOrder.removeAll(keepingCapacity: true)
    view.forEachVisibleElement { visible in
      guard !visible.attributes.isHidden else { return }
      let id = visible.view.serialNumber
      let slot: Int
      if let known = find(id) {
        slot = known
        Self.follow(&slots[slot], visible, sheet, after: last, into: &frame)
        guess = slots[slot].place + 1
      } else {
        slot = add(visible, id, sheet)
        frame.changes.append((id, slots[slot].element))
      }
      last = slots[slot].element.ownRank
      slots[slot].place = nextOrder.count
      slots[slot].turn = turn
      nextOrder.append(slot)
    }
    swap(&order, &nextOrder)
    if order.count < slotsByView.count { frame.removed = removeOld() }
    return frame
  }

  /// Returns the index of the element that a view shows since the last frame.
  private func find(_ id: Int) -> Int? {
    // Most elements follow the same one as before.
    if guess < order.count, slots[order[guess]].id == id { return order[guess] }
    return slotsByView[id]
  }

  /// Adds an element that was not in the last frame.
  private mutating func add(_ visible: VisibleElement, _ id: Int, _ sheet: SpriteSheet) -> Int {
    let look = SeenLook(visible)
    let sprite = sheet.number(of: SpriteKey(visible, layers: look.layers))
    let seen = Seen(
      id: id, element: SessionElement(visible, sprite: sprite, after: last),
      attributes: visible.attributes, look: look)
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = seen
    } else {
      slot = slots.count
      slots.append(seen)
    }
    slotsByView[id] = slot
    return slot
  }

  /// Removes the elements of the frame before that are not in this one.
  ///
  /// - Returns: The numbers of their views, ascending.
  private mutating func removeOld() -> [Int] {
    var removed: [Int] = []
    for slot in nextOrder where slots[slot].turn != turn {
      removed.append(slots[slot].id)
      slotsByView[slots[slot].id] = nil
      freeSlots.append(slot)
    }
    return removed.sorted()
  }

  /// Updates an element of the last frame.
  private static func follow(
    _ seen: inout Seen, _ visible: VisibleElement, _ sheet: SpriteSheet,
    after last: ElementRank?, into frame: inout SessionFrame
  ) {
    // Equal words may have another meaning in another version of a layout: its own kinds tell.
    let isInPlace =
      seen.attributes.kinds === visible.attributes.kinds && seen.attributes == visible.attributes
    var sprite = seen.element.sprite
    if seen.look.isStill(of: visible, isInPlace: isInPlace) {
      if isInPlace, seen.element.rank == seen.element.rank(after: last) { return }
    } else {
      seen.look = SeenLook(visible)
      sprite = sheet.number(of: SpriteKey(visible, layers: seen.look.layers))
    }
    if !isInPlace { seen.attributes = visible.attributes }
    let element = SessionElement(visible, sprite: sprite, after: last)
    guard element != seen.element else { return }
    if seen.element.isMoved(to: element) {
      frame.moves.append((seen.id, element.frame.origin))
    } else {
      frame.changes.append((seen.id, element))
    }
    seen.element = element
  }
}

/// The values that determine an element's look. In most frames they are unchanged for most
/// elements, and comparing them takes much less time than computing the look and finding its
/// number.
struct SeenLook {
  let layers: [ViewContent]
  private let size: Size
  private let restingSize: Size
  private let section: Int
  private let appearance: ViewAppearance
  private let isSelected: Bool
  private let isProminent: Bool?

  init(_ visible: VisibleElement) {
    let cell = visible.view as? Cell
    var layers: [ViewContent] = []
    if let cell {
      layers.reserveCapacity(2)
      cell.forEachLayer { layers.append($0.content) }
    } else {
      layers.append(visible.view.content)
    }
    self.layers = layers
    size = visible.attributes.frame.size
    restingSize = visible.restingSize
    section = visible.attributes.path.section
    appearance = visible.view.appearance
    isSelected = cell?.isSelected ?? false
    isProminent = visible.attributes.isProminent
  }

  /// Returns true when an element's look is unchanged.
  func isStill(of visible: VisibleElement, isInPlace: Bool) -> Bool {
    guard visible.restingSize == restingSize, visible.view.appearance == appearance,
      isInPlace || isStill(in: visible.attributes)
    else { return false }
    guard let cell = visible.view as? Cell else {
      return !isSelected && layers.count == 1 && layers[0] == visible.view.content
    }
    return cell.isSelected == isSelected && cell.layersShow(layers)
  }

  /// Returns true when an element with these attributes looks so as far as they decide it.
  private func isStill(in attributes: LayoutAttributes) -> Bool {
    attributes.frame.size == size && attributes.path.section == section
      && attributes.isProminent == isProminent
  }
}
