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
    var element: SessionElement
    var attributes: LayoutAttributes
    var look: SeenLook
    /// The number of the last frame with it.
    var turn: Int
  }

  /// The elements of the last frame, by number of the view.
  private var seen: [Int: Seen] = [:]
  private var turn = 0

  /// The elements of the last frame, by number of the view.
  ///
  /// - Complexity: O(elements).
  var shown: [Int: SessionElement] { seen.mapValues(\.element) }

  /// Returns the current content of `view` as a frame after the last one.
  ///
  /// - Complexity: O(visible elements); looks are computed only for elements whose look changed.
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

  /// Updates an element of the last frame.
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

/// The values that determine an element's look. In most frames they are unchanged for most
/// elements, and comparing them takes much less time than computing the look and finding its
/// number.
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

  /// Returns true when an element's look is unchanged.
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
