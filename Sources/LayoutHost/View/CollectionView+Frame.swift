// SPDX-License-Identifier: Apache-2.0
//
// When a frame runs, and what the app hears after it.

import LayoutABI
import LayoutModel

extension CollectionView {
  /// True when anything changed or moves since the last frame.
  var needsFrame: Bool {
    if frames.isDue || frames.isMoving || data.isStale { return true }
    frames.pending.merge(layout.engine.takePending())
    return frames.pending.isSet || cross.isDue || scroll.bounds != frames.front.scroll.bounds
  }

  /// Changes the scroll state and shows it; takes the change back when the frame fails.
  ///
  /// - Parameters:
  ///   - animation: How what it shows is animated; nil for no change of its own.
  ///   - isLenient: What is wrong with a view's wish is left to the next frame.
  func perform(
    animating animation: FrameChange? = nil, isLenient: Bool = false,
    _ change: (inout ScrollState) -> Void, marking marks: () -> UInt32 = { LAYOUT_MARK_NOTHING }
  ) throws(LayoutError) {
    guard !frames.isRunning else { throw FramePass.reentrant }
    if !frames.isShown || nextLayout != nil { try layoutIfNeeded() }
    let saved = scroll
    cross.checkpoint()
    // Changed as a copy, since the closure may look at the view.
    var changed = scroll
    change(&changed)
    scroll = changed
    frames.pending.marks |= marks()
    guard needsFrame else { return }
    try runFrame(animating: animation, isLenient: isLenient) {
      scroll = saved
      cross.rollBack()
    }
  }

  /// Runs a frame and tells the delegate what came of it.
  ///
  /// It may throw though the frame is on screen, when a view in it wants what is no size. So whoever
  /// changed anything for it says here how to take that back: where the error arrives nobody can tell.
  ///
  /// - Parameters:
  ///   - update: The batch that it shows.
  ///   - change: How what it shows is animated.
  ///   - isLenient: What is wrong with a view's wish is left to the next frame: this one then fails
  ///     only when it is not on screen.
  ///   - takeBack: Called when the frame is not on screen, and the view has not taken the batch over.
  func runFrame(
    showing update: FrameUpdate? = nil, animating change: FrameChange? = nil,
    isLenient: Bool = false, orElse takeBack: () -> Void = {}
  ) throws(LayoutError) {
    let old = frames.front.scroll.offset
    let movement =
      frames.isShown ? Vector(dx: scroll.offset.x - old.x, dy: scroll.offset.y - old.y) : .zero
    let bindCount = counters.binds
    do throws(LayoutError) {
      if !holdsLayout { try claimLayout() }
      try checkEndsSomeTime()
      let pass = FramePass(view: self, layout: layout.engine, update: update, change: change)
      if probation == nil { try pass.run() } else { try runOnProbation(pass) }
    } catch {
      if update?.isTaken != true { takeBack() }
      // What was let go for the frame is shown where it belongs in the one that stays.
      if frames.animation.isDue { animate() }
      throw error
    }
    let failure = settleSizes(animating: change, isLenient: isLenient)
    lookAhead(movement: movement, bindCount: counters.binds - bindCount)
    tellDelegate(didScroll: frames.front.scroll.offset != old)
    tellFinished()
    if let failure { throw failure }
  }

  func tellDelegate(didScroll: Bool) {
    // Taken even when nobody listens, so that they do not pile up.
    let events = layout.connection.takeEvents()
    guard let delegate = listener else { return cross.tellChanges { _, _ in } }
    frames.tellingDepth += 1
    defer { frames.tellingDepth -= 1 }
    if didScroll { delegate.collectionViewDidScroll(self) }
    cross.tellChanges { delegate.collectionView(self, didScrollSection: $0, to: $1) }
    for event in events { delegate.collectionView(self, didReceive: event) }
  }

  /// A delegate may change the view when it hears of a frame, and so hears of the next one; this is
  /// named before it fills the stack.
  private func checkEndsSomeTime() throws(LayoutError) {
    guard frames.tellingDepth >= Self.tellingLimit else { return }
    throw LayoutError(
      .endlessCallback,
      "collectionViewDidScroll(_:), collectionView(_:didReceive:) or the prefetching of the app changed "
        + "the view \(Self.tellingLimit) times, each time from inside the last; end this, or change it later"
    )
  }

  /// More than any delegate needs that comes to an end.
  private static let tellingLimit = 32

  /// The mirror of the frame on screen.
  var mirror: ContentMirror { mirror(for: layout.engine, scroll) }

  /// The mirror in which people see what `layout` answers in a scroll state.
  func mirror(for layout: EngineLayout, _ scroll: ScrollState) -> ContentMirror {
    guard isRightToLeft, layout.hostMirrors else { return .off }
    return ContentMirror(isActive: true, width: scroll.scrolledWidth)
  }
}
