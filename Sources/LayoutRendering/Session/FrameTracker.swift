// SPDX-License-Identifier: Apache-2.0
//
// What a view shows as the difference to what it showed before, without a second look at what stayed.

import LayoutHost
import LayoutModel

/// Turns what a view shows into differences to what it showed the last time.
struct FrameTracker {
  /// An element of the last frame.
  private struct Seen {
    var element: SessionElement
    var attributes: LayoutAttributes
    var look: SeenLook
    /// The number of the frame that had it last.
    var turn: Int
  }

  /// The elements of the last frame, by number of the view.
  private var seen: [Int: Seen] = [:]
  private var turn = 0

  /// The elements of the last frame, by number of the view.
  ///
  /// - Complexity: O(elements).
  var shown: [Int: SessionElement] { seen.mapValues(\.element) }

  /// Returns what `view` shows now as a frame after the last one.
  ///
  /// - Complexity: O(visible elements); the look is worked out of those alone whose look changed.
  mutating func frame(
    of view: CollectionView, _ sheet: SpriteSheet, hold: Double, caption: Int
  ) -> SessionFrame {
    var frame = SessionFrame(
      hold: hold, offset: view.contentOffset, viewportSize: view.viewportSize, caption: caption)
    turn += 1
    var count = 0
    var last: SessionElement?
    view.forEachVisibleElement { visible in
      guard !visible.attributes.isHidden else { return }
      count += 1
      let id = visible.view.serialNumber
      if let index = seen.index(forKey: id) {
        last = Self.follow(&seen.values[index], visible, sheet, after: last, into: &frame)
        seen.values[index].turn = turn
      } else {
        let element = SessionElement(visible, sprite: sheet.number(of: visible), after: last)
        seen[id] = Seen(
          element: element, attributes: visible.attributes, look: SeenLook(visible), turn: turn)
        frame.changes.append((id, element))
        last = element
      }
    }
    guard count < seen.count else { return frame }
    frame.removed = seen.filter { $0.value.turn != turn }.keys.sorted()
    for id in frame.removed { seen[id] = nil }
    return frame
  }

  /// Takes what became of an element that the last frame had.
  private static func follow(
    _ seen: inout Seen, _ visible: VisibleElement, _ sheet: SpriteSheet,
    after last: SessionElement?, into frame: inout SessionFrame
  ) -> SessionElement {
    var sprite = seen.element.sprite
    let isInPlace = seen.attributes == visible.attributes
    if seen.look.isStill(of: visible, isInPlace: isInPlace) {
      if isInPlace, seen.element.rank == seen.element.rank(after: last) { return seen.element }
    } else {
      seen.look = SeenLook(visible)
      sprite = sheet.number(of: visible)
    }
    seen.attributes = visible.attributes
    let element = SessionElement(visible, sprite: sprite, after: last)
    guard element != seen.element else { return element }
    let id = visible.view.serialNumber
    if seen.element.isMoved(to: element) {
      frame.moves.append((id, element.frame.origin))
    } else {
      frame.changes.append((id, element))
    }
    seen.element = element
    return element
  }
}

/// The values that decided an element's look when it was seen. For most elements of most frames it is the
/// same still, and comparing takes a small part of the time of working out the look and finding its number.
struct SeenLook {
  private let layers: [ViewContent]
  private let size: Size
  private let restingSize: Size
  private let section: Int
  private let appearance: ViewAppearance
  private let isSelected: Bool
  private let isProminent: Bool?

  init(_ visible: VisibleElement) {
    let cell = visible.view as? Cell
    layers = cell?.layers.map(\.content) ?? [visible.view.content]
    size = visible.attributes.frame.size
    restingSize = visible.restingSize
    section = visible.attributes.path.section
    appearance = visible.view.appearance
    isSelected = cell?.isSelected ?? false
    isProminent = visible.attributes.isProminent
  }

  /// Returns true when an element looks so still.
  ///
  /// - Parameter isInPlace: Whether its attributes are those with which it was seen.
  func isStill(of visible: VisibleElement, isInPlace: Bool) -> Bool {
    guard visible.restingSize == restingSize, visible.view.appearance == appearance,
      isInPlace || isStill(in: visible.attributes)
    else { return false }
    guard let cell = visible.view as? Cell else {
      return !isSelected && layers == [visible.view.content]
    }
    guard cell.isSelected == isSelected else { return false }
    var place = 0
    let areEqual = cell.layersSatisfy { layer in
      defer { place += 1 }
      return place < layers.count && layers[place] == layer.content
    }
    return areEqual && place == layers.count
  }

  /// Returns true when an element with these attributes looks so as far as they decide it.
  private func isStill(in attributes: LayoutAttributes) -> Bool {
    attributes.frame.size == size && attributes.path.section == section
      && attributes.isProminent == isProminent
  }
}
