// SPDX-License-Identifier: Apache-2.0
//
// Every view that a collection view made, on screen or waiting, and the pools between the two.

import LayoutModel

/// Owner of the views. The frame path speaks of them by serial number, which is their index here, so
/// that moving an element from one frame to the next counts no references. A pool gives back the
/// last view put in.
final class ReuseStore {
  /// Every view, by serial number.
  private var views: ContiguousArray<ReusableView> = []
  private let slots = PlainArray<ViewSlot>()
  private var pools: [ReusePool] = []
  /// The view on top of each pool.
  private let heads = PlainArray<Int32>()
  /// The registration asked for last: neighbours on screen mostly share it.
  private var recent: (pool: Int, category: ElementCategory, identifier: String, kind: String)?
  private var frameNumber: Int32 = 0
  /// The element that the data source is being asked for.
  private(set) var request: BindRequest?
  /// Views handed out for `request`.
  private let handedOut = PlainArray<Int32>()

  subscript(serial: Int32) -> ReusableView { views[Int(serial)] }

  /// How many views were made.
  var madeCount: Int { views.count }

  // MARK: Registrations

  /// Adds a pool; it is asked from now on instead of an older one of the same identifier, whose views
  /// stay on screen until their elements leave.
  ///
  /// - Returns: The pool's index.
  @discardableResult
  func register(_ pool: ReusePool) -> Int {
    pools.append(pool)
    heads.append(ViewSlot.none)
    recent = nil
    return pools.count - 1
  }

  /// The pool with this identifier, of the newest registration; nil when there is none.
  func pool(_ identifier: String, _ category: ElementCategory, kind: String) -> Int? {
    if let recent, recent.category == category, recent.identifier == identifier,
      recent.kind == kind
    {
      return recent.pool
    }
    let index = pools.indices.last { pools[$0].matches(identifier, category, kind) }
    if let index { recent = (index, category, identifier, kind) }
    return index
  }

  /// The pool of a typed registration; nil before it was used.
  func pool(of key: RegistrationKey) -> Int? { pools.lastIndex { $0.key === key } }

  /// The pool of a decoration kind whose views are of this class; made when there is none yet.
  func decorationPool(kind: String, type: ReusableView.Type) -> Int {
    let index = pools.firstIndex {
      $0.category == .decoration && $0.type == ObjectIdentifier(type) && $0.kind == kind
    }
    if let index { return index }
    return register(
      ReusePool(
        identifier: kind, category: .decoration, kind: kind, type: ObjectIdentifier(type),
        make: { type.init() }))
  }

  /// Whether any view is registered for a kind.
  func hasPool(_ category: ElementCategory, kind: String) -> Bool {
    pools.contains { $0.category == category && $0.kind == kind }
  }

  /// The identifiers registered for a kind, in the order registered.
  func identifiers(_ category: ElementCategory, kind: String) -> [String] {
    pools.filter { $0.category == category && $0.kind == kind }.map(\.identifier)
  }

  // MARK: A frame

  /// A frame begins to take views.
  func beginFrame() { frameNumber &+= 1 }

  /// Whether the view was handed out in this frame.
  func wasTaken(_ serial: Int32) -> Bool { slots[Int(serial)].takenIn == frameNumber }

  /// Whether the view is on screen.
  func isShown(_ view: ReusableView) -> Bool {
    owns(view) && slots[Int(view.number)].use == .shown
  }

  /// The view goes to its pool.
  func put(back serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    slots[Int(serial)].use = .free
    slots[Int(serial)].next = heads[pool]
    heads[pool] = serial
  }

  /// The view comes back on screen as it was, on the way back from a failed frame.
  func reclaim(_ serial: Int32) {
    if slots[Int(serial)].use == .free { unlink(serial) }
    slots[Int(serial)].use = .shown
  }

  // MARK: One element

  /// Begins to ask for the view of an element.
  func begin(_ request: BindRequest) { self.request = request }

  /// Hands out a view for the element that is being asked for, from the pool or newly made.
  func take(from pool: Int) -> ReusableView {
    let serial = preferred(in: pool) ?? pop(pool)
    let view = serial == ViewSlot.none ? makeView(in: pool) : views[Int(serial)]
    slots[Int(view.number)].use = .dequeued
    slots[Int(view.number)].takenIn = frameNumber
    handedOut.append(view.number)
    if serial != ViewSlot.none {
      view.forgetSizeAskedFor()
      view.prepareForReuse()
    }
    return view
  }

  /// Ends the request with the view that the app returned. Views handed out besides go back.
  ///
  /// - Throws: `foreign-view` or `view-in-use`; the request is then still open.
  func end(with view: ReusableView) throws(LayoutError) -> Int32 {
    guard owns(view) else { throw BindRequest.foreignView }
    let serial = view.number
    guard slots[Int(serial)].use == .dequeued else {
      throw BindRequest.viewInUse(serial, isShown: slots[Int(serial)].use == .shown)
    }
    slots[Int(serial)].use = .shown
    close()
    return serial
  }

  /// Ends the request: what was handed out and is not on screen goes back.
  func close() {
    request = nil
    while let serial = handedOut.popLast() {
      if slots[Int(serial)].use == .dequeued { put(back: serial) }
    }
  }

  private func owns(_ view: ReusableView) -> Bool {
    view.number >= 0 && Int(view.number) < views.count && views[Int(view.number)] === view
  }

  private func pop(_ pool: Int) -> Int32 {
    let serial = heads[pool]
    if serial != ViewSlot.none { heads[pool] = slots[Int(serial)].next }
    return serial
  }

  private func preferred(in pool: Int) -> Int32? {
    guard let serial = request?.preferred, serial != ViewSlot.none,
      slots[Int(serial)].pool == pool, slots[Int(serial)].use == .free
    else { return nil }
    unlink(serial)
    return serial
  }

  /// Takes a certain view out of its pool. O(views in the pool); only on the way back from a failed
  /// frame.
  private func unlink(_ serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    guard heads[pool] != serial else { return heads[pool] = slots[Int(serial)].next }
    var above = heads[pool]
    while above != ViewSlot.none, slots[Int(above)].next != serial {
      above = slots[Int(above)].next
    }
    if above != ViewSlot.none { slots[Int(above)].next = slots[Int(serial)].next }
  }

  private func makeView(in pool: Int) -> ReusableView {
    let view = pools[pool].make()
    view.reuseIdentifier = pools[pool].identifier
    view.number = Int32(truncatingIfNeeded: views.count)
    views.append(view)
    slots.append(ViewSlot(pool: Int32(truncatingIfNeeded: pool)))
    return view
  }
}
