// SPDX-License-Identifier: Apache-2.0
//
// Every view that a collection view made, on screen or free, and their pools.

import LayoutModel
import LayoutRuntime

/// The owner of the views. The frame path uses serial numbers, which are indices here, so that
/// moving an element from one frame to the next counts no references. A pool returns the view that
/// was put in last.
final class ReuseStore {
  private let views = ViewTable()
  private let lists = FreeLists()
  private var pools: [ReusePool] = []
  /// The pools of decorations by kind and class.
  private var decorationPools: [DecorationKey: Int] = [:]
  /// The last pool found, cached without hashing.
  private var recentDecoration: (key: DecorationKey, pool: Int)?
  /// The vacant serial numbers, for the next views.
  private var vacant: [Int32] = []
  /// The last registration found, because neighbours on screen mostly share it.
  private var recent: (pool: Int, category: ElementCategory, identifier: String, kind: String)?
  private var frameNumber: Int32 = 0
  /// The supplementary kind without a registered view for which the last layout was refused.
  var missingKind: String?
  /// A supplementary kind that counts as not registered, because it was not in a recorded session.
  var withheldKind: String?
  /// The element of the current request to the data source.
  private(set) var request: BindRequest?
  /// Views filled ahead of the scroll.
  let prepared = PlainArray<PreparedView>()
  /// Views dequeued for `request`.
  private let handedOut = PlainArray<Int32>()

  subscript(serial: Int32) -> ReusableView { views[serial] }

  private var slots: PlainArray<ViewSlot> { lists.slots }

  /// The number of views that were made.
  private(set) var madeCount = 0
  /// The views made for the current or last request.
  let madeForRequest = PlainArray<Int32>()
  /// The default number of views in a pool: more than a screenful of most apps.
  static let standardIdleLimit = 256
  /// The maximum number of views in a pool between two frames.
  var idleLimit = ReuseStore.standardIdleLimit

  // MARK: Registrations

  /// Adds a pool. It replaces an older pool of the same identifier, whose views stay on screen until their elements
  /// leave. A class that is registered again, as with each layout that an app shows, keeps its pool.
  ///
  /// - Returns: The pool's index.
  @discardableResult
  func register(_ pool: ReusePool) -> Int {
    let old = pool.type == nil ? nil : self.pool(pool.identifier, pool.category, kind: pool.kind)
    if let old, pools[old].type == pool.type { return old }
    pools.append(pool)
    lists.addPool()
    recent = nil
    return pools.count - 1
  }

  /// The pool with this identifier, from the newest registration; nil when there is none.
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

  /// The pool of a decoration kind with views of this class; created if needed.
  func decorationPool(kind: String, type: ReusableView.Type) -> Int {
    let key = DecorationKey(kind: kind, type: ObjectIdentifier(type))
    if let recentDecoration, recentDecoration.key == key { return recentDecoration.pool }
    let index =
      decorationPools[key]
      ?? register(
        ReusePool(identifier: kind, category: .decoration, kind: kind, make: { type.init() }))
    decorationPools[key] = index
    recentDecoration = (key, index)
    return index
  }

  /// Returns true when any view is registered for a supplementary kind.
  func hasPool(supplementaryKind kind: String) -> Bool {
    kind != withheldKind && pools.contains { $0.category == .supplementary && $0.kind == kind }
  }

  /// The identifiers registered for a kind, in the order registered.
  func identifiers(_ category: ElementCategory, kind: String) -> [String] {
    pools.filter { $0.category == category && $0.kind == kind }.map(\.identifier)
  }

  // MARK: A frame

  /// Starts a frame, which takes views.
  func beginFrame() { frameNumber &+= 1 }

  /// Returns true when the view was taken in this frame.
  func wasTaken(_ serial: Int32) -> Bool { slots[Int(serial)].takenIn == frameNumber }

  /// Returns true when the view is on screen.
  func isShown(_ view: ReusableView) -> Bool {
    owns(view) && slots[Int(view.number)].use == .shown
  }

  /// Puts the view into its pool.
  func put(back serial: Int32) { lists.push(serial) }

  /// Puts a view back on screen unchanged, in a rollback.
  func reclaim(_ serial: Int32) {
    if slots[Int(serial)].use == .free { lists.remove(serial) }
    slots[Int(serial)].use = .shown
  }

  /// Keeps a filled view until its item becomes visible.
  func prepare(_ serial: Int32, for key: ElementKey) {
    slots[Int(serial)].use = .prepared
    prepared.append(PreparedView(key: key, serial: serial))
  }

  /// Drops the oldest free views of each pool beyond the limit, after a frame.
  ///
  /// - Returns: The number of dropped views.
  func dropIdleViews(telling stage: (any Stage)?) -> Int {
    var count = 0
    lists.trim(to: idleLimit) { serial in
      let view = views.take(at: serial)
      view.number = ViewSlot.none
      vacant.append(serial)
      count += 1
      stage?.drop(view)
    }
    return count
  }

  // MARK: One element

  /// Starts the request for the view of an element.
  func begin(_ request: BindRequest) {
    self.request = request
    madeForRequest.removeAll()
  }

  /// Returns a view for the current request, from the pool or new.
  func take(from pool: Int) -> ReusableView {
    if let view = viewToReconfigure(in: pool) { return view }
    let serial = preferred(in: pool) ?? lists.pop(from: pool)
    let view = serial == ViewSlot.none ? makeView(in: pool) : views[serial]
    slots[Int(view.number)].use = .dequeued
    slots[Int(view.number)].takenIn = frameNumber
    handedOut.append(view.number)
    if serial != ViewSlot.none {
      view.forgetSizeAskedFor()
      view.prepareForReuse()
    }
    return view
  }

  /// Ends the request with the view that the app returned. Other dequeued views go back.
  ///
  /// - Throws: `foreign-view`, `view-in-use` or `other-view`; the request is then still open.
  func end(with view: ReusableView) throws(LayoutError) -> Int32 {
    guard owns(view) else { throw BindRequest.foreignView }
    let serial = view.number
    if let request, request.isReconfiguring, serial != request.preferred {
      throw BindRequest.otherView
    }
    guard slots[Int(serial)].use == .dequeued else {
      throw BindRequest.viewInUse(serial, isShown: slots[Int(serial)].use == .shown)
    }
    slots[Int(serial)].use = .shown
    close()
    return serial
  }

  /// Ends the request: dequeued views that are not on screen go back.
  func close() {
    if let request, request.isReconfiguring { slots[Int(request.preferred)].use = .shown }
    request = nil
    while let serial = handedOut.popLast() {
      if slots[Int(serial)].use == .dequeued { put(back: serial) }
    }
  }

  private func owns(_ view: ReusableView) -> Bool {
    view.number >= 0 && Int(view.number) < views.count && views[view.number] === view
  }

  /// The view on screen that is to be reconfigured.
  private func viewToReconfigure(in pool: Int) -> ReusableView? {
    guard let request, request.isReconfiguring, slots[Int(request.preferred)].pool == pool
    else { return nil }
    slots[Int(request.preferred)].use = .dequeued
    return views[request.preferred]
  }

  private func preferred(in pool: Int) -> Int32? {
    guard let serial = request?.preferred, serial != ViewSlot.none,
      slots[Int(serial)].pool == pool, slots[Int(serial)].use == .free
    else { return nil }
    lists.remove(serial)
    return serial
  }

  private func makeView(in pool: Int) -> ReusableView {
    let view = pools[pool].make()
    view.reuseIdentifier = pools[pool].identifier
    view.ordinal = madeCount
    madeCount += 1
    let slot = ViewSlot(pool: Int32(truncatingIfNeeded: pool))
    if let serial = vacant.popLast() {
      view.number = serial
      views.put(view, at: serial)
      slots[Int(serial)] = slot
    } else {
      view.number = Int32(truncatingIfNeeded: views.count)
      views.append(view)
      slots.append(slot)
    }
    madeForRequest.append(view.number)
    return view
  }
}

// MARK: - Prepared views
//
// Filled views whose items are not visible yet.

/// The view that was filled for an item.
struct PreparedView: BitwiseCopyable {
  let key: ElementKey
  let serial: Int32
}

extension ReuseStore {
  var preparedCount: Int { prepared.count }

  func isPrepared(_ key: ElementKey) -> Bool { prepared.contains { $0.key == key } }

  /// Returns the prepared view of an item that became visible; `ViewSlot.none` when there is none.
  func takePrepared(for key: ElementKey) -> Int32 {
    guard let place = prepared.indices.first(where: { prepared[$0].key == key }) else {
      return ViewSlot.none
    }
    let serial = prepared[place].serial
    prepared.remove(at: place)
    reclaim(serial)
    return serial
  }

  /// Returns the prepared views of some items to their pools.
  func releasePrepared(telling stage: (any Stage)?, where isStale: (ItemPath) -> Bool) {
    for place in prepared.indices.reversed() where isStale(prepared[place].key.path) {
      let serial = prepared[place].serial
      prepared.remove(at: place)
      put(back: serial)
      stage?.recycle(self[serial])
    }
  }
}

extension ElementKey {
  /// The index path in it.
  fileprivate var path: ItemPath {
    ItemPath(Int(high & 0xFFFF_FFFF), Int(low >> 16))
  }
}

// MARK: - Decorations
//
// The views of decorations, which the layout fills.

extension ReuseStore {
  /// Returns the pool of a decoration's views: of the class registered for this kind, or of the
  /// class that draws the standard payload.
  ///
  /// - Complexity: O(registered classes): a layout may have thousands of kinds, and a frame calls
  ///   this for each decoration.
  func decorationPool(_ kind: UInt16, of layout: EngineLayout) -> Int {
    let name = layout.kinds.kinds[Int(kind)].name
    guard !layout.decorationTypes.isEmpty else {
      return decorationPool(kind: name, type: DecorationView.self)
    }
    let registered = layout.connection.reuseIdentifiers
    let identifier = registered.indices.contains(Int(kind)) ? registered[Int(kind)] : nil
    let type = layout.decorationTypes.first { $0.kind == name || $0.kind == identifier }?.type
    return decorationPool(kind: name, type: type ?? DecorationView.self)
  }
}
