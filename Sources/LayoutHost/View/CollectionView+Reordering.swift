// SPDX-License-Identifier: Apache-2.0
//
// Moving an item by hand, as an app sees it.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// A person takes an item up.
  ///
  /// From now on it follows the pointer, above everything else, and the others make way: the view
  /// shows the order that the data would have after a drop. All paths of the view are those of the
  /// order shown; `dataPath(forShownPath:)` and `shownPath(forDataPath:)` translate. The data does not
  /// change before the drop. A batch, another layout and a reload end the movement.
  ///
  /// - Parameter place: The pointer in the viewport, points; nil is the middle of the item.
  /// - Returns: False when the data source is no ``ReorderingDataSource`` or does not let the item be
  ///   moved.
  /// - Throws: `unknown-path`, `not-finite`; `reentrant-touch` from inside a delegate's answer;
  ///   `transition-under-way` while another layout is on its way under a hand; `invalid-target` as of
  ///   `updateInteractiveMovement(to:)`; what the frame gave.
  public func beginInteractiveMovement(
    at path: ItemPath, pointer place: Point? = nil
  ) throws(LayoutError) -> Bool {
    try noted(.beginMovement(path, at: place)) { () throws(LayoutError) -> Bool in
      try place.map(Self.checkFinite)
      try state.checkNotAsking()
      try layoutIfNeeded()
      try state.checkItem(path)
      return try MovementPass(state, self).begin(path, at: place)
    }
  }

  /// The pointer moves to a place in the viewport, in points.
  ///
  /// Near an edge the content scrolls by itself with every `advance(to:)`, the faster the nearer, for
  /// as long as there is content.
  ///
  /// - Throws: `no-movement`, `not-finite`, `reentrant-touch`, `invalid-target` when the delegate names
  ///   a place that there is not, what the frame gave. The item is then held where it was.
  public func updateInteractiveMovement(to place: Point) throws(LayoutError) {
    try noted(.updateMovement(place)) { () throws(LayoutError) in
      try Self.checkFinite(place)
      try state.checkNotAsking()
      try MovementPass(state, self).update(to: place)
    }
  }

  /// The person drops the item. If it goes elsewhere the data source moves it, once.
  ///
  /// - Throws: `no-movement`, `reentrant-touch`, or what the data source threw; the view then shows the
  ///   order from before. `invalid-update` when the data source has other counts than one moved item
  ///   leaves; the next frame then reads everything anew.
  public func endInteractiveMovement() throws(LayoutError) {
    try noted(.endMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).end()
    }
  }

  /// The item goes back to where it was. Does nothing when none is held.
  ///
  /// - Throws: `reentrant-touch`, or what the frame gave; nothing is held then either, and the next
  ///   frame reads everything anew.
  public func cancelInteractiveMovement() throws(LayoutError) {
    try noted(.cancelMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).cancel()
    }
  }

  /// The item that is held: its path in the data, and the one that it would get if it were dropped now.
  public var interactiveMovement: (source: ItemPath, target: ItemPath)? {
    state.heldItem
  }

  /// Returns the path in the data of the item shown at `path`; another path only while an
  /// item is held.
  public func dataPath(forShownPath path: ItemPath) -> ItemPath {
    state.dataPath(forShownPath: path)
  }

  /// Returns the path at which the item at `path` in the data is shown.
  public func shownPath(forDataPath path: ItemPath) -> ItemPath {
    state.shownPath(forDataPath: path)
  }

  private static func checkFinite(_ place: Point) throws(LayoutError) {
    guard place.x.isFinite, place.y.isFinite else {
      throw LayoutError(.notFinite, "a pointer is at a finite place, not \(place.x), \(place.y)")
    }
  }
}
