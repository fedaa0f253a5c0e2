// SPDX-License-Identifier: Apache-2.0
//
// The parts of the state that the shell reads and sets directly, without a pass.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: Frames

extension EngineState {
  /// Checks that no frame is running.
  ///
  /// - Throws: `reentrant` from inside a frame.
  package func checkIdle() throws(LayoutError) { try frames.checkIdle() }

  /// The error of a call from inside a frame.
  package static var reentrant: LayoutError { FrameState.reentrant }

  /// True while a frame is running, which may call the app's code.
  package var isRunning: Bool { frames.isRunning }

  /// True when a frame was ever shown.
  package var isShown: Bool { frames.isShown }

  /// The cost of frames so far.
  package var counters: FrameCounters { frames.counters }

  /// The offset of the frame on screen, in the layout's coordinates.
  package var shownOffset: Point { frames.front.scroll.offset }

  /// True when a layout, and not the app, failed since ``forgetFailure()`` or in the frame after it.
  package var didLayoutFailInStep: Bool { frames.didLayoutFailInStep }

  /// Begins a step, in which no layout has failed.
  package func forgetFailure() { frames.forgetFailure() }

  /// Makes a frame due without a mark.
  package func setNeedsFrame() { frames.isDue = true }

  /// Reads the counts of the app's data, which the view may not know yet.
  ///
  /// - Throws: `data-source`.
  package func countsNow(of supply: any DataSupply) throws(LayoutError) -> SectionCounts {
    try frames.occupied { () throws(LayoutError) in try DataState.readCounts(from: supply) }
  }

  /// Declares all counts stale; the next frame reads them again.
  package func setNeedsCounts() { data.isStale = true }

  /// Takes the scroll state of a frame, or the one from before it. The options stay: they are a
  /// setting, which the app may have made inside the frame.
  func takeScroll(_ other: ScrollState) {
    let options = scroll.options
    scroll = other
    scroll.options = options
  }

  /// Takes the marks of a layout that waited to be shown, and may be refused now. They are about the data, which stay:
  /// the next frame reads the counts, and the layout on screen may not know the answers that changed.
  package func takeMarks(of waiting: EngineLayout) {
    if waiting.pending.marks != LAYOUT_MARK_NOTHING {
      layout.pending.marks |= LAYOUT_MARK_EVERYTHING
    }
    guard waiting.pending.counts else { return }
    waiting.pending.counts = false
    frames.pending.counts = true
  }
}

// MARK: Animation

extension EngineState {
  /// The default animation of changes.
  package var animationSettings: AnimationSettings {
    get { frames.animation.settings }
    set { frames.animation.settings = newValue }
  }

  /// True when a change is being animated.
  package var isAnimating: Bool { frames.animation.motion.isTimed }

  /// Ends all animations of a view that is about to end: their completions get false.
  package func endAnimations() {
    frames.animation.stop(at: clock)
    frames.animation.tellFinished()
  }

  /// The report of the last batch; empty for a layout without `layout.updates/1`, unless it is
  /// kept.
  package var updateReport: UpdateReport { frames.animation.report }

  /// True when the report of each batch is kept, which visits each element on screen twice.
  package var keepsUpdateReport: Bool {
    get { frames.animation.keepsReport }
    set { frames.animation.keepsReport = newValue }
  }

  /// The progress of the current transition, 0 to 1; nil without one.
  package var transitionProgress: Double? { frames.animation.transition?.progress }
  /// The app's handle on the target layout; nil without a transition.
  package var transitionHandle: AnyObject? { frames.animation.transition?.handle }

  /// Sets the progress of the current transition; the next frame shows it.
  package func setTransitionProgress(_ progress: Double) {
    guard let transition = frames.animation.transition else { return }
    transition.progress = min(max(progress, 0), 1)
    frames.animation.isDue = true
  }
}

// MARK: User input

extension EngineState {
  /// Handles a touch or a key.
  ///
  /// - Throws: `reentrant-touch` while another one is being handled; the error of `event`.
  package func handle<Answer>(
    _ event: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer { try interaction.handle(event) }

  /// Checks that no question for the delegate's consent is running.
  ///
  /// - Throws: `reentrant-touch` from inside a question to the delegate.
  package func checkNotAsking() throws(LayoutError) { try interaction.checkNotAsking() }

  /// The item from which keys continue; nil before anything was selected.
  package var focusedItem: ItemPath? { interaction.selection.state.focus }

  /// Moves the keyboard focus to an item, which is in the data. The selection does not change.
  package func moveFocus(to path: ItemPath) {
    interaction.selection.change { $0.moveFocus(to: path) }
  }

  /// The selected and highlighted items.
  package var selection: SelectionState { interaction.selection.state }

  /// The identities of the selected items, if the data source provides them; in no particular
  /// order.
  package var selectedIdentities: [AnyHashable] { interaction.selection.selectedIdentities }

  /// The open menu.
  package var menu: EditMenu? { interaction.menu }

  /// Closes the menu without an action.
  package func closeMenu() { interaction.menu = nil }

  /// Actions of items' menus in addition to cut, copy and paste, in order.
  package var customMenuActions: [MenuAction] {
    get { interaction.customMenuActions }
    set { interaction.customMenuActions = newValue }
  }

  /// The path in the data of the item that is being moved, and its path after a drop; nil when
  /// there is none.
  package var heldItem: (source: ItemPath, target: ItemPath)? {
    interaction.movement.map { ($0.source, $0.target) }
  }

  /// Takes the notices for assistive technology since the last time.
  package func takeNotices() -> [AccessibilityNotice] { notices.take() }
}

// MARK: Sections that scroll across

extension EngineState {
  /// Returns the offset of a section along its track; 0 for one that does not scroll across.
  package func crossOffset(ofSection section: Int) -> Double {
    layout.scrollsAcross ? cross.offsets[section] : 0
  }

  /// Returns the resting offset of a section, without a change by a finger.
  package func crossTarget(ofSection section: Int) -> Double {
    cross.active(section)?.rest ?? crossOffset(ofSection: section)
  }

  /// The section that a finger moves across; nil when there is none, or it is not decided yet.
  package var draggedSection: Int? { cross.isUndecided ? nil : cross.held }

  /// The phase of scrolling, of the content and of sections. A finger comes before a motion.
  package var scrollPhase: ScrollPhase {
    if scroll.drag != nil || cross.held != nil { return .dragging }
    return scroll.motion != nil || cross.isMoving ? .moving : .idle
  }
}

// MARK: - Views for reuse
//
// Views for reuse: registering and dequeuing by the shell.

extension EngineState {
  /// The default number of views in a pool.
  package static let standardIdleViewLimit = ReuseStore.standardIdleLimit

  /// The maximum number of free views of each registration between two frames.
  package var idleViewLimit: Int {
    get { store.idleLimit }
    set { store.idleLimit = newValue }
  }

  /// Registers a class of views of a kind under an identifier.
  package func register(
    _ category: ElementCategory, kind: String, identifier: String, type: ReusableView.Type
  ) {
    store.register(
      ReusePool(
        identifier: identifier, category: category, kind: kind, type: type,
        make: { type.init() }))
  }

  /// Registers views of a kind under an identifier.
  package func register(
    _ category: ElementCategory, kind: String, identifier: String,
    make: @escaping () -> ReusableView
  ) {
    store.register(
      ReusePool(identifier: identifier, category: category, kind: kind, make: make))
  }

  /// Returns true when views of `kind` are registered as `identifier`.
  package func isRegistered(
    _ category: ElementCategory, kind: String, identifier: String
  ) -> Bool {
    store.pool(identifier, category, kind: kind) != nil
  }

  /// Returns the pool of a typed registration, which its first use registers.
  package func pool(
    of key: RegistrationKey, _ category: ElementCategory, kind: String, identifier: String,
    make: @escaping () -> ReusableView
  ) -> Int {
    store.pool(of: key)
      ?? store.register(
        ReusePool(identifier: identifier, category: category, kind: kind, key: key, make: make))
  }

  /// The supplementary kind without a registered view for which the last layout was refused.
  package var missingKind: String? { store.missingKind }

  /// A supplementary kind that counts as not registered, because it was not in a recorded session.
  package var withheldKind: String? {
    get { store.withheldKind }
    set { store.withheldKind = newValue }
  }

  /// Returns a view of a pool for the element of the current request.
  package func dequeue(from pool: Int) -> ReusableView { store.take(from: pool) }

  /// Returns a view for the element of the current request: the last one put back, or a new one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` without a request for such an element.
  package func dequeue(
    _ category: ElementCategory, _ kind: String, _ identifier: String, _ path: ItemPath
  ) throws(LayoutError) -> ReusableView {
    try checkAsked(category, kind, path)
    guard let pool = store.pool(identifier, category, kind: kind) else {
      let known = store.identifiers(category, kind: kind)
      throw LayoutError(
        .unregisteredIdentifier,
        "no \(kind) is registered as \(identifier): "
          + NearNames.hint(for: identifier, among: known))
    }
    return store.take(from: pool)
  }

  /// Checks that the current request is for this element: views are dequeued for no other.
  ///
  /// - Throws: `dequeue`.
  package func checkAsked(
    _ category: ElementCategory, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) {
    guard let request = store.request else {
      throw LayoutError(
        .dequeue,
        "views are dequeued while the data source is being asked for one, not for "
          + "\(kind) \(path) now")
    }
    let isAsked =
      request.category == category.rawValue && request.path == path
      && (category == .cell || frames.back.kinds.kinds[Int(request.kind)].name == kind)
    guard isAsked else {
      throw LayoutError(
        .dequeue,
        "\(kind) \(path) was dequeued while another element is being asked for")
    }
  }
}
