// SPDX-License-Identifier: Apache-2.0
//
// A data source that receives whole snapshots and computes the changes itself.

import LayoutEngine
import LayoutModel
import LayoutUpdates

/// Supplies a collection view from snapshots of identities.
///
/// The collection view holds its data source weakly: keep this one. Applying a snapshot finds the
/// difference to the last one in linear time and performs it as a batch, so items that stay keep
/// their views.
public final class DiffableDataSource<SectionID: Hashable, ItemID: Hashable> {
  /// Dequeues and fills the cell for an item.
  public typealias CellProvider = (CollectionView, ItemPath, ItemID) throws -> Cell
  /// Dequeues and fills the view of a kind, such as a section's header.
  public typealias SupplementaryProvider =
    (CollectionView, String, ItemPath) throws -> ReusableView

  /// Supplies supplementary views; required for a layout with supplementary kinds.
  public var supplementaryProvider: SupplementaryProvider?
  /// The snapshot that the collection view shows, or will show with its next frame.
  public private(set) var snapshot = DiffableSnapshot<SectionID, ItemID>()
  /// Returns true when a person may move an item; without it no item can be moved.
  public var canMoveItem: ((ItemID) -> Bool)?
  /// Called with the snapshot after a person moved an item.
  public var didMoveItem: ((DiffableSnapshot<SectionID, ItemID>) -> Void)?
  private weak var collectionView: CollectionView?
  private let cellProvider: CellProvider
  /// Computed on first use after a change.
  private var paths: [ItemID: ItemPath]?

  /// Becomes the data source of a collection view.
  public init(_ collectionView: CollectionView, cellProvider: @escaping CellProvider) {
    self.collectionView = collectionView
    self.cellProvider = cellProvider
    collectionView.dataSource = self
  }

  /// Shows another snapshot. Its reloaded items get new views; its reconfigured items are filled
  /// again in their current views, after the rest is on screen.
  ///
  /// - Parameters:
  ///   - animated: False shows the result at once.
  ///   - timing: The course of the animation; nil for that of the view.
  ///   - completion: As for `performBatchUpdates`.
  /// - Throws: `not-the-data-source` when the collection view is gone or has another data source;
  ///   the errors of `performBatchUpdates`. The last snapshot then stays, unless the layout failed:
  ///   then the new one is current, and the next good frame shows it. With the new snapshot on
  ///   screen, the errors of `reconfigureItems(at:)`.
  /// - Complexity: O(items of both) besides the frame.
  @inlinable
  public func apply(
    _ next: DiffableSnapshot<SectionID, ItemID>, animated: Bool = true,
    timing: AnimationTiming? = nil, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    // Compared in the app's module, where the types are known: for numbers this takes a quarter of
    // the time.
    try show(next, (animated, timing), completion) { $0.difference(to: next) }
  }

  /// Shows another snapshot.
  ///
  /// - Parameters:
  ///   - course: As for ``apply(_:animated:timing:completion:)``.
  ///   - difference: Computes the batch from the shown snapshot.
  @usableFromInline
  func show(
    _ next: DiffableSnapshot<SectionID, ItemID>,
    _ course: (isAnimated: Bool, timing: AnimationTiming?),
    _ completion: ((Bool) -> Void)?,
    _ difference: (DiffableSnapshot<SectionID, ItemID>) -> BatchUpdate
  ) throws(LayoutError) {
    guard let collectionView, collectionView.dataSource === self else {
      throw LayoutError(
        .notTheDataSource,
        "the collection view is gone or has another data source; make a new one for it")
    }
    let failure =
      collectionView.state.needsCounts
      ? try reload(next, in: collectionView, completion)
      : try perform(next, difference, in: collectionView, course, completion)
    if !next.reconfiguredIDs.isEmpty {
      let paths = next.reconfiguredIDs.compactMap { path(of: $0) }
      do { try collectionView.reconfigureItems(at: paths) } catch {
        // The app has to know that items were not filled.
        throw error.isLayoutFault ? failure ?? error : error
      }
    }
    if let failure { throw failure }
  }

  /// Shows a snapshot when everything is to be reloaded anyway.
  ///
  /// - Returns: The layout's error, if any; the next good frame then shows the snapshot.
  /// - Throws: The app's error; the last snapshot then stays.
  private func reload(
    _ next: DiffableSnapshot<SectionID, ItemID>, in view: CollectionView,
    _ completion: ((Bool) -> Void)?
  ) throws(LayoutError) -> LayoutError? {
    let last = snapshot
    take(next)
    view.state.forgetFailure()
    do { try view.layoutIfNeeded(isLenient: true) } catch {
      if view.state.didLayoutFailInStep { return error }
      take(last)
      throw error
    }
    completion?(true)
    return nil
  }

  /// Shows a snapshot by its difference from the last one.
  ///
  /// - Returns: The layout's error, if any; the next good frame then shows the snapshot.
  /// - Throws: The app's error; the last snapshot then stays.
  private func perform(
    _ next: DiffableSnapshot<SectionID, ItemID>,
    _ difference: (DiffableSnapshot<SectionID, ItemID>) -> BatchUpdate, in view: CollectionView,
    _ course: (isAnimated: Bool, timing: AnimationTiming?), _ completion: ((Bool) -> Void)?
  ) throws(LayoutError) -> LayoutError? {
    var last: DiffableSnapshot<SectionID, ItemID>?
    var isApplied = false
    let timing = view.animation.timing(isAnimated: course.isAnimated, course.timing)
    do {
      try view.noted(.batch(.init(course.isAnimated, course.timing))) { () throws(LayoutError) in
        try BatchPass(view.state, view).perform(
          timing, onApplied: { isApplied = true },
          {
            // A due frame ran before, and one of its notices may have applied another snapshot.
            last = self.snapshot
            $0 = difference(self.snapshot)
            self.take(next)
          }, completion: completion)
      }
    } catch {
      if isApplied { return error }
      if let last { take(last) }
      throw error
    }
    return nil
  }

  /// The item at `path`; nil when there is none.
  public func itemID(at path: ItemPath) -> ItemID? {
    guard snapshot.sectionIDs.indices.contains(path.section) else { return nil }
    let items = snapshot.itemIDs(inSectionAt: path.section)
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  /// Returns the path of an item; nil when it is not in the snapshot. O(1), the first time
  /// after a change O(all items).
  public func path(of item: ItemID) -> ItemPath? {
    if paths == nil {
      var found: [ItemID: ItemPath] = [:]
      found.reserveCapacity(snapshot.itemCount)
      for section in snapshot.sectionIDs.indices {
        for (index, item) in snapshot.itemIDs(inSectionAt: section).enumerated() {
          found[item] = ItemPath(section, index)
        }
      }
      paths = found
    }
    return paths?[item]
  }

  /// Stores a snapshot without its reload and reconfigure requests, so that a snapshot derived from
  /// it does not repeat them.
  private func take(_ next: DiffableSnapshot<SectionID, ItemID>) {
    snapshot = next
    snapshot.forgetRequests()
    paths = nil
  }
}

extension DiffableDataSource: CollectionViewDataSource {
  /// Sections of the snapshot.
  public func numberOfSections(in collectionView: CollectionView) -> Int {
    snapshot.sectionIDs.count
  }

  /// Items of a section of the snapshot.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { snapshot.itemIDs(inSectionAt: section).count }

  /// The cell from the provider for the item.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    guard let item = itemID(at: path) else {
      throw LayoutError(.unknownPath, "there is no item \(path) in the snapshot")
    }
    return try cellProvider(collectionView, path, item)
  }

  /// The view from the provider.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    guard let supplementaryProvider else {
      throw LayoutError(
        .noSupplementaryView,
        "the layout shows a \(kind) at \(path); set supplementaryProvider of the data source")
    }
    return try supplementaryProvider(collectionView, kind, path)
  }
}

extension DiffableDataSource: ReorderingDataSource {
  /// Returns the answer of `canMoveItem`.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { itemID(at: path).flatMap { canMoveItem?($0) } ?? false }

  /// Moves the item in the snapshot.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) {
    var next = snapshot
    next.moveItem(at: path, to: target)
    take(next)
    didMoveItem?(snapshot)
  }
}

extension DiffableDataSource: ItemIdentifying {
  /// The item itself.
  public func identity(ofItemAt path: ItemPath) -> AnyHashable? {
    itemID(at: path).map { AnyHashable($0) }
  }

  /// Returns the path of the item in the snapshot.
  public func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    (identity.base as? ItemID).flatMap { path(of: $0) }
  }
}
