// SPDX-License-Identifier: Apache-2.0
//
// An interactive movement, step by step.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// Handles the events of an item that is being moved.
package struct MovementPass {
  let state: EngineState
  let app: any EngineApp

  /// Handles movements of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "MovementPass")
    (self.state, self.app) = (state, app)
  }

  private var interaction: Interaction { state.interaction }
  private var frames: FrameState { state.frames }

  // MARK: Steps

  /// Takes up an item, after the end of another movement.
  ///
  /// - Parameter shown: The item's path in the shown order.
  package func begin(_ shown: ItemPath, at place: Point?) throws(LayoutError) -> Bool {
    let path = state.dataPath(forShownPath: shown)
    try cancel()
    guard frames.animation.transition == nil else {
      throw LayoutError(
        .transitionUnderWay,
        "another layout is on its way; finish or cancel the transition before an item is taken up")
    }
    // That end is a frame, and a notice of it may have changed the data.
    try app.layoutIfNeeded()
    try state.checkItem(path)
    let epoch = state.data.shape.epoch
    guard canMove(path), state.data.shape.epoch == epoch,
      let frame = try LayoutQuestions(state, app).frame(ofItemAt: path)
    else { return false }
    SelectionPass(state, app).letGo()
    // In a notice of that the app may have changed the data, or have moved another item or layout.
    guard state.data.shape.epoch == epoch, !state.isDataStale, interaction.movement == nil,
      frames.animation.transition == nil
    else { return false }
    if state.scroll.isScrolling { state.scroll.stop() }
    let offset = state.contentOffset
    let center = Point(x: frame.center.x - offset.x, y: frame.center.y - offset.y)
    interaction.movement = ItemMovement(source: path, place: place ?? center)
    do { try follow() } catch {
      // The app does not know that it holds an item, and may try again by the path in its data.
      try? cancel()
      throw error
    }
    return true
  }

  /// Asks the data source.
  private func canMove(_ path: ItemPath) -> Bool {
    let supply = app.supply
    let answer =
      supply.reordersItems ? interaction.ask { supply.canMoveItem(at: path) } : false
    app.observer?.didAnswer(.canMove, path, answer)
    return answer
  }

  package func update(to place: Point) throws(LayoutError) {
    guard let held = interaction.movement else { throw Self.nothingHeld }
    try readStaleData()
    if held.isBehind { try catchUp() }
    guard let movement = interaction.movement else { return }
    movement.place = place
    try follow()
  }

  /// Finds the target of a drop now, rearranges the other items, and shows the item at the pointer.
  func follow() throws(LayoutError) {
    guard let movement = interaction.movement else { return }
    let offset = state.contentOffset
    let point = Point(x: offset.x + movement.place.x, y: offset.y + movement.place.y)
    let target: ItemPath
    do {
      target = try MovementTarget(state: state, app: app, movement: movement).path(at: point)
    } catch {
      movement.isBehind = error.isLayoutFault
      throw error
    }
    movement.isBehind = false
    // The delegate's answer may have ended the movement.
    guard interaction.movement === movement else { return }
    if target != movement.target { try rearrange(movement, to: target) }
    // A notice of that frame may have ended it too.
    guard interaction.movement === movement else { return }
    show(movement)
  }

  package func end() throws(LayoutError) {
    guard let held = interaction.movement else { throw Self.nothingHeld }
    try readStaleData()
    if held.isBehind { try catchUp() }
    guard let movement = interaction.movement else { return }
    guard movement.move != nil else { return try cancel() }
    do { try drop(movement) } catch {
      try cancel()
      throw error
    }
    interaction.movement = nil
    state.layout.connection.queries.move = nil
    settle(movement)
  }

  /// Reads data that changed since the last frame, which ends the movement: the held item may be gone.
  private func readStaleData() throws(LayoutError) {
    if state.isDataStale { try app.layoutIfNeeded() }
  }

  /// Finds the target at the last place of the pointer again, after a failure of the layout. If the
  /// layout still fails, the item stays where it is shown.
  private func catchUp() throws(LayoutError) {
    do {
      try app.layoutIfNeeded()
      try follow()
    } catch {
      guard error.isLayoutFault else { throw error }
    }
  }

  /// Restores the order of the data; if no frame can show it, the next one reads it.
  package func cancel() throws(LayoutError) {
    guard let movement = interaction.movement else { return }
    // Stale data cannot be shown in another order; the next frame reads them.
    guard !state.isDataStale else {
      interaction.forgetMovement(state.layout, frames.animation, at: state.clock)
      return AnimationPass(state, app).run()
    }
    var failure: LayoutError?
    if movement.move != nil {
      do { try rearrange(movement, to: movement.source) } catch {
        // If the layout failed, the view still has the order of the data.
        if movement.move != nil { state.data.isStale = true }
        failure = error
      }
    }
    interaction.movement = nil
    state.layout.connection.queries.move = nil
    settle(movement)
    if let failure { throw failure }
  }

  /// The velocity of the content.
  package var velocity: Vector {
    guard let movement = interaction.movement else { return .zero }
    let room = Rect(origin: .zero, size: state.viewportSize).inset(by: state.contentInset)
    let wanted = AutoScroll.velocity(at: movement.place, room: room)
    let (edges, offset) = (state.contentOffsetEdges, state.contentOffset)
    func open(_ velocity: Double, _ place: Double, _ range: ClosedRange<Double>) -> Double {
      velocity > 0 && place < range.upperBound || velocity < 0 && place > range.lowerBound
        ? velocity : 0
    }
    return Vector(
      dx: open(wanted.dx, offset.x, edges.horizontal),
      dy: open(wanted.dy, offset.y, edges.vertical))
  }

  /// Scrolls for `seconds`; the caller runs the frame that shows it.
  func scroll(for seconds: Double) {
    let velocity = velocity
    guard velocity != .zero, seconds > 0 else { return }
    let offset = state.contentOffset
    let wanted = Point(x: offset.x + velocity.dx * seconds, y: offset.y + velocity.dy * seconds)
    let inside = state.contentOffsetEdges.clamp(wanted)
    state.scroll.jump(to: state.mirror.turn(inside, width: state.viewportSize.width))
  }

  // MARK: Parts

  /// Shows the item at another place in the order: a batch of one move, which the data source does
  /// not know. Cells and sizes are still requested by the paths of the data.
  private func rearrange(_ movement: ItemMovement, to target: ItemPath) throws(LayoutError) {
    let old = movement.target
    var counts = state.data.shape.itemCounts
    counts[old.section] -= 1
    counts[target.section] += 1
    var batch = BatchUpdate()
    batch.moveItem(from: old, to: target)
    let plan = try batch.plan(
      from: state.data.shape.itemCounts.map(Int.init), to: counts.map(Int.init))
    let settings = state.frames.animation.settings
    let change = FrameChange(timing: settings.timing(isAnimated: true, nil))
    change.look(around: frames.frontInStep)
    let shape = DataShape(epoch: state.data.nextEpoch(), itemCounts: counts)
    movement.target = target
    state.layout.connection.queries.move = movement.move
    try FrameRunner(state, app).run(
      showing: FrameUpdate(plan: plan, shape: shape, cellsAhead: [], isRearrangement: true),
      animating: change, isLenient: true
    ) {
      movement.target = old
      state.layout.connection.queries.move = movement.move
    }
  }

  /// Tells the data source of the move, once, and checks the result.
  private func drop(_ movement: ItemMovement) throws(LayoutError) {
    let supply = app.supply
    guard supply.reordersItems else { return }
    let method = "collectionView(_:moveItemAt: \(movement.source), to: \(movement.target))"
    let counts = try frames.occupied { () throws(LayoutError) in
      do {
        try supply.moveItem(at: movement.source, to: movement.target)
      } catch {
        app.observer?.didDrop(movement.source, at: movement.target, isTaken: false)
        throw DataSourceFailure.wrap(error, in: method)
      }
      app.observer?.didDrop(movement.source, at: movement.target, isTaken: true)
      return try DataState.readCounts(from: supply)
    }
    guard counts == state.data.shape.itemCounts else {
      state.data.isStale = true
      throw LayoutError(
        .invalidUpdate,
        "\(method) of the data source left other counts than one moved item leaves; everything is "
          + "read anew")
    }
  }

  private func show(_ movement: ItemMovement) {
    movement.attachToPointer(frames.front, frames.animation, scratch: frames.scratch)
    frames.animation.isDue = true
    AnimationPass(state, app).run()
  }

  /// Animates the item to its place in the layout.
  private func settle(_ movement: ItemMovement) {
    movement.release(
      frames.front, frames.animation, state.frames.animation.settings.timing(isAnimated: true, nil),
      at: state.clock)
    AnimationPass(state, app).run()
  }

  private static var nothingHeld: LayoutError {
    LayoutError(.noMovement, "no item is held; call beginInteractiveMovement(at:) first")
  }
}
