// SPDX-License-Identifier: Apache-2.0
//
// Every view that a collection view made, on screen or waiting, and the pools between the two.

import LayoutModel

/// Owner of the views. The frame path speaks of them by serial number, which is their index here, so
/// that moving an element from one frame to the next counts no references.
final class ReuseStore {
  /// Every view, by serial number.
  private(set) var views: ContiguousArray<ReusableView> = []
  private var pools: ContiguousArray<ReusePool> = []
  /// The pool asked for last: neighbours on screen mostly share it.
  private var recentPool = 0
  /// The element that the data source is being asked for.
  private(set) var request: BindRequest?
  /// Views handed out for `request`.
  private var handedOut: ContiguousArray<Int32> = []
  private(set) var madeCount = 0
  private var frameNumber = 0

  subscript(serial: Int32) -> ReusableView { views[Int(serial)] }

  /// Adds a pool; it is asked from now on instead of an older one of the same identifier, whose views
  /// stay on screen until their elements leave.
  func register(
    _ identifier: String, _ category: ElementCategory, kind: String,
    make: @escaping () -> ReusableView
  ) {
    let pool = ReusePool(identifier: identifier, category: category, kind: kind, make: make)
    pools.append(pool)
    recentPool = pools.count - 1
  }

  /// The pool of a decoration kind whose views are of this class; made when there is none yet.
  func decorationPool(kind: String, type: ReusableView.Type) -> Int {
    let index = pools.firstIndex {
      $0.category == .decoration && $0.kind == kind && $0.type == ObjectIdentifier(type)
    }
    if let index { return index }
    pools.append(
      ReusePool(
        identifier: kind, category: .decoration, kind: kind, type: ObjectIdentifier(type),
        make: { type.init() }))
    return pools.count - 1
  }

  /// The pool with this identifier, of the newest registration; nil when there is none.
  func pool(_ identifier: String, _ category: ElementCategory, kind: String) -> Int? {
    if pools.indices.contains(recentPool), matches(recentPool, identifier, category, kind) {
      return recentPool
    }
    guard
      let index = pools.indices.last(where: { matches($0, identifier, category, kind) })
    else { return nil }
    recentPool = index
    return index
  }

  private func matches(
    _ index: Int, _ identifier: String, _ category: ElementCategory, _ kind: String
  ) -> Bool {
    let pool = pools[index]
    return pool.category == category && pool.identifier == identifier && pool.kind == kind
  }

  /// Whether any view is registered for a supplementary kind.
  func hasPool(_ category: ElementCategory, kind: String) -> Bool {
    pools.contains { $0.category == category && $0.kind == kind }
  }

  /// The identifiers registered for a kind, in the order registered.
  func identifiers(_ category: ElementCategory, kind: String) -> [String] {
    pools.filter { $0.category == category && $0.kind == kind }.map(\.identifier)
  }

  /// A frame begins to take views.
  func beginFrame() { frameNumber += 1 }

  /// Whether the view was handed out in this frame.
  func wasTaken(_ serial: Int32) -> Bool { views[Int(serial)].takenIn == frameNumber }

  // MARK: One element

  /// Begins to ask for the view of an element.
  func begin(_ request: BindRequest) {
    self.request = request
    handedOut.removeAll(keepingCapacity: true)
  }

  /// Hands out a view for the element that is being asked for, from the pool or newly made.
  func take(from pool: Int) -> ReusableView {
    let serial = preferred(in: pool) ?? pools[pool].pop()
    let view: ReusableView
    if let serial {
      view = views[Int(serial)]
      view.prepareForReuse()
    } else {
      view = makeView(in: pool)
    }
    view.use = .dequeued
    view.takenIn = frameNumber
    handedOut.append(Int32(view.serialNumber))
    return view
  }

  /// Ends the request with the view that the app returned. Views handed out besides go back.
  func end(with view: ReusableView) throws(LayoutError) -> Int32 {
    guard let request else { return Int32(view.serialNumber) }
    self.request = nil
    guard owns(view) else { throw request.foreignView() }
    guard view.use == .dequeued else { throw request.viewInUse(view) }
    view.use = .shown
    let serial = Int32(view.serialNumber)
    if handedOut.count == 1 {
      handedOut.removeLast()
    } else {
      handedOut.removeAll { $0 == serial }
    }
    returnHandedOut()
    return serial
  }

  /// Ends the request without a view.
  func abandon() {
    request = nil
    returnHandedOut()
  }

  private func returnHandedOut() {
    while let serial = handedOut.popLast() { put(back: serial) }
  }

  /// The view goes to its pool.
  func put(back serial: Int32) {
    let view = views[Int(serial)]
    view.use = .free
    pools[view.pool].push(serial)
  }

  /// The view comes back on screen as it was, on the way back from a failed frame.
  func reclaim(_ serial: Int32) {
    let view = views[Int(serial)]
    pools[view.pool].remove(serial)
    view.use = .shown
  }

  private func owns(_ view: ReusableView) -> Bool {
    views.indices.contains(view.serialNumber) && views[view.serialNumber] === view
  }

  private func preferred(in pool: Int) -> Int32? {
    guard let serial = request?.preferred, views[Int(serial)].pool == pool,
      views[Int(serial)].use == .free
    else { return nil }
    pools[pool].remove(serial)
    return serial
  }

  private func makeView(in pool: Int) -> ReusableView {
    let view = pools[pool].make()
    view.reuseIdentifier = pools[pool].identifier
    view.serialNumber = views.count
    view.pool = pool
    views.append(view)
    madeCount += 1
    return view
  }
}
