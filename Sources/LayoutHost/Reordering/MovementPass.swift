// SPDX-License-Identifier: Apache-2.0
//
// An interactive movement, step by step.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// Works off what happens to the item that is held.
struct MovementPass {
  let view: CollectionView

  private var interaction: Interaction { view.interaction }
  private var frames: FrameState { view.frames }

  // MARK: Steps

  func begin(_ path: ItemPath, at place: Point?) throws(LayoutError) -> Bool {
    try cancel()
    guard frames.animation.transition == nil else {
      throw LayoutError(
        .transitionUnderWay,
        "another layout is on its way; finish or cancel the transition before an item is taken up")
    }
    guard canMove(path),
      let frame = try view.layoutAttributesForItem(at: path)?.frame
    else { return false }
    TouchPass(view: view).letGo()
    if view.scroll.isScrolling { view.scroll.stop() }
    let offset = view.contentOffset
    let center = Point(x: frame.center.x - offset.x, y: frame.center.y - offset.y)
    interaction.movement = ItemMovement(source: path, place: place ?? center)
    try follow()
    return true
  }

  /// Asks the data source.
  private func canMove(_ path: ItemPath) -> Bool {
    let source = view.dataSource as? any ReorderingDataSource
    let answer =
      source.map { source in
        interaction.ask { view.inApp { source.collectionView(view, canMoveItemAt: path) } }
      } ?? false
    view.journal?.observer?.didAnswer(.canMove, path, answer)
    return answer
  }

  func update(to place: Point) throws(LayoutError) {
    guard let held = interaction.movement else { throw Self.nothingHeld }
    if held.isBehind { try catchUp() }
    guard let movement = interaction.movement else { return }
    movement.place = place
    try follow()
  }

  /// Asks where the item would land now, lets the others make way, and shows it at the pointer.
  func follow() throws(LayoutError) {
    guard let movement = interaction.movement else { return }
    let offset = view.contentOffset
    let point = Point(x: offset.x + movement.place.x, y: offset.y + movement.place.y)
    let target: ItemPath
    do { target = try MovementTarget(view: view, movement: movement).path(at: point) } catch {
      movement.isBehind = Probation.isLayoutAtFault(error)
      throw error
    }
    movement.isBehind = false
    // The delegate was asked, and may have ended it all.
    guard interaction.movement === movement else { return }
    if target != movement.target { try rearrange(movement, to: target) }
    // Who heard of that frame may have, too.
    guard interaction.movement === movement else { return }
    show(movement)
  }

  func end() throws(LayoutError) {
    guard let held = interaction.movement else { throw Self.nothingHeld }
    if held.isBehind { try catchUp() }
    guard let movement = interaction.movement else { return }
    guard movement.move != nil else { return try cancel() }
    do { try drop(movement) } catch {
      // What is stale cannot be shown in another order; the next frame reads it.
      guard view.data.isStale else {
        try cancel()
        throw error
      }
      interaction.forgetMovement(view.layout.engine, frames.animation, at: view.clock)
      view.animate()
      throw error
    }
    interaction.movement = nil
    view.layout.queries.move = nil
    settle(movement)
  }

  /// Asks once more where the item would land at the last place of the pointer, after a layout that
  /// failed could not say. If it still cannot, the item stays where it is shown.
  private func catchUp() throws(LayoutError) {
    do {
      try view.layoutIfNeeded()
      try follow()
    } catch {
      guard Probation.isLayoutAtFault(error) else { throw error }
    }
  }

  /// The view shows the order of the data again; where no frame can, the next one reads it.
  func cancel() throws(LayoutError) {
    guard let movement = interaction.movement else { return }
    var failure: LayoutError?
    if movement.move != nil {
      do { try rearrange(movement, to: movement.source) } catch {
        // Where the layout failed, the view has the order of the data all the same.
        if movement.move != nil { view.data.isStale = true }
        failure = error
      }
    }
    interaction.movement = nil
    view.layout.queries.move = nil
    settle(movement)
    if let failure { throw failure }
  }

  /// The velocity of the content.
  var velocity: Vector {
    guard let movement = interaction.movement else { return .zero }
    let room = Rect(origin: .zero, size: view.container).inset(by: view.contentInset)
    let wanted = AutoScroll.velocity(at: movement.place, room: room)
    let (edges, offset) = (view.contentOffsetEdges, view.contentOffset)
    func open(_ velocity: Double, _ place: Double, _ range: ClosedRange<Double>) -> Double {
      velocity > 0 && place < range.upperBound || velocity < 0 && place > range.lowerBound
        ? velocity : 0
    }
    return Vector(
      dx: open(wanted.dx, offset.x, edges.horizontal),
      dy: open(wanted.dy, offset.y, edges.vertical))
  }

  /// Scrolls on for `seconds`; the frame that shows it is the caller's.
  func scroll(for seconds: Double) {
    let velocity = velocity
    guard velocity != .zero, seconds > 0 else { return }
    let offset = view.contentOffset
    let wanted = Point(x: offset.x + velocity.dx * seconds, y: offset.y + velocity.dy * seconds)
    let inside = view.contentOffsetEdges.clamp(wanted)
    view.scroll.jump(to: view.mirror.turn(inside, width: view.container.width))
  }

  // MARK: Parts

  /// Shows the item at another place of the order: a batch of one move, of which the data knows
  /// nothing. Cells and sizes are asked for by the paths of the data all the same.
  private func rearrange(_ movement: ItemMovement, to target: ItemPath) throws(LayoutError) {
    let old = movement.target
    var counts = view.data.shape.itemCounts
    counts[old.section] -= 1
    counts[target.section] += 1
    var batch = BatchUpdate()
    batch.moveItem(from: old, to: target)
    let plan = try batch.plan(
      from: view.data.shape.itemCounts.map(Int.init), to: counts.map(Int.init))
    let settings = view.animation
    let change = FrameChange(timing: settings.timing(isAnimated: true, nil))
    change.look(around: frames.front)
    let shape = DataShape(epoch: view.data.nextEpoch(), itemCounts: counts)
    movement.target = target
    view.layout.queries.move = movement.move
    try view.runFrame(
      showing: FrameUpdate(plan: plan, shape: shape, cellsAhead: [], isRearrangement: true),
      animating: change, isLenient: true
    ) {
      movement.target = old
      view.layout.queries.move = movement.move
    }
  }

  /// Tells the data source, once, and checks that it did what it was told.
  private func drop(_ movement: ItemMovement) throws(LayoutError) {
    guard let source = view.dataSource as? any ReorderingDataSource else { return }
    let method = "collectionView(_:moveItemAt: \(movement.source), to: \(movement.target))"
    frames.isRunning = true
    defer { frames.isRunning = false }
    do {
      try source.collectionView(view, moveItemAt: movement.source, to: movement.target)
    } catch {
      view.journal?.observer?.didDrop(movement.source, at: movement.target, isTaken: false)
      throw DataSourceFailure.wrap(error, in: method)
    }
    view.journal?.observer?.didDrop(movement.source, at: movement.target, isTaken: true)
    let counts = try DataState.read(epoch: 0, from: source, for: view).itemCounts
    guard counts == view.data.shape.itemCounts else {
      view.data.isStale = true
      throw LayoutError(
        .invalidUpdate,
        "\(method) of the data source left other counts than one moved item leaves; everything is "
          + "read anew")
    }
  }

  private func show(_ movement: ItemMovement) {
    movement.grip(frames.front, frames.animation, scratch: frames.scratch)
    frames.animation.isDue = true
    view.animate()
  }

  /// The item goes to where the layout has it.
  private func settle(_ movement: ItemMovement) {
    movement.release(
      frames.front, frames.animation, view.animation.timing(isAnimated: true, nil), at: view.clock)
    view.animate()
  }

  private static var nothingHeld: LayoutError {
    LayoutError(.noMovement, "no item is held; call beginInteractiveMovement(at:) first")
  }
}
