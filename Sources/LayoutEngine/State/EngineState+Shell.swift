// SPDX-License-Identifier: Apache-2.0
//
// What the shell reads and sets by itself: plain questions and marks, no pass.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: Frames

extension EngineState {
  /// Checks that no frame is under way.
  ///
  /// - Throws: `reentrant` from inside a frame.
  package func checkIdle() throws(LayoutError) { try frames.checkIdle() }

  /// The error of a call from inside a frame.
  package static var reentrant: LayoutError { FrameState.reentrant }

  /// True while a frame is under way, and the app's code may be running inside it.
  package var isRunning: Bool { frames.isRunning }

  /// True when a frame was ever shown.
  package var isShown: Bool { frames.isShown }

  /// The cost of frames so far.
  package var counters: FrameCounters { frames.counters }

  /// The offset of the frame on screen, in the layout's coordinates.
  package var shownOffset: Point { frames.front.scroll.offset }

  /// True when the last frame failed because of its layout, and not because of the app.
  package var didLayoutFail: Bool { frames.didLayoutFail }

  /// Forgets how the last frame failed.
  package func forgetFailure() { frames.forgetFailure() }

  /// Makes a frame due though nothing is marked.
  package func setNeedsFrame() { frames.isDue = true }

  /// Declares all counts stale; the next frame reads them anew.
  package func setNeedsCounts() { data.isStale = true }
}

// MARK: Animation

extension EngineState {
  /// The animation of changes, unless a call says otherwise.
  package var animationSettings: AnimationSettings {
    get { frames.animation.settings }
    set { frames.animation.settings = newValue }
  }

  /// True when a change is still being animated.
  package var isAnimating: Bool { frames.animation.motion.isTimed }

  /// The report of the last batch; empty of a layout that has no say in updates, unless it is kept.
  package var updateReport: UpdateReport { frames.animation.report }

  /// True when the report of each batch is kept, which costs two looks at each element on screen.
  package var keepsUpdateReport: Bool {
    get { frames.animation.keepsReport }
    set { frames.animation.keepsReport = newValue }
  }

  /// The progress of the transition under way, 0 to 1; nil without one.
  package var transitionProgress: Double? { frames.animation.transition?.progress }
  /// The app's handle on the layout that shall take over; nil without a transition.
  package var transitionHandle: AnyObject? { frames.animation.transition?.handle }

  /// Sets the progress of the transition under way; the next frame shows it.
  package func setTransitionProgress(_ progress: Double) {
    guard let transition = frames.animation.transition else { return }
    transition.progress = min(max(progress, 0), 1)
    frames.animation.isDue = true
  }
}

// MARK: What people do

extension EngineState {
  /// Works off a touch or a key.
  ///
  /// - Throws: `reentrant-touch` when another one is being worked off; what `event` throws.
  package func handle<Answer>(
    _ event: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer { try interaction.handle(event) }

  /// Checks that the delegate is not being asked for its consent.
  ///
  /// - Throws: `reentrant-touch` from inside a question to the delegate.
  package func checkNotAsking() throws(LayoutError) { try interaction.checkNotAsking() }

  /// The item that keys go on from; nil before anything was selected.
  package var focusedItem: ItemPath? { interaction.selection.state.focus }

  /// Puts the keyboard at an item, which is in the data. What is selected stays.
  package func moveFocus(to path: ItemPath) {
    interaction.selection.change { $0.moveFocus(to: path) }
  }

  /// The selected and highlighted items.
  package var selection: SelectionState { interaction.selection.state }

  /// The identities of the selected items, where the data source gives them; in no order.
  package var selectedIdentities: [AnyHashable] { interaction.selection.selectedIdentities }

  /// The menu that is open.
  package var menu: EditMenu? { interaction.menu }

  /// Closes the menu without an action.
  package func closeMenu() { interaction.menu = nil }

  /// Actions of items' menus besides cut, copy and paste, in the order shown.
  package var customMenuActions: [MenuAction] {
    get { interaction.customMenuActions }
    set { interaction.customMenuActions = newValue }
  }

  /// The path in the data of the item that is held, and the one that a drop would give it; nil when none
  /// is held.
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

  /// Returns the offset at which a section comes to rest, as long as nothing moves it but a finger.
  package func crossTarget(ofSection section: Int) -> Double {
    cross.active(section)?.rest ?? crossOffset(ofSection: section)
  }

  /// The section that a finger moves across; nil when there is none, or not decided yet.
  package var draggedSection: Int? { cross.isUndecided ? nil : cross.held }
}

// MARK: - Views for reuse
//
// Views for reuse, as the shell registers and dequeues them.

extension EngineState {
  /// The number of views that a pool keeps unless told otherwise.
  package static let standardIdleViewLimit = ReuseStore.standardIdleLimit

  /// The number of recycled views of each registration that wait between two frames.
  package var idleViewLimit: Int {
    get { store.idleLimit }
    set { store.idleLimit = newValue }
  }

  /// Registers views of a kind under an identifier.
  package func register(
    _ category: ElementCategory, kind: String, identifier: String,
    make: @escaping () -> ReusableView
  ) {
    store.register(
      ReusePool(identifier: identifier, category: category, kind: kind, make: make))
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

  /// Hands out a view of a pool for the element that the data source is being asked for.
  package func dequeue(from pool: Int) -> ReusableView { store.take(from: pool) }

  /// Hands out a view for the element that the data source is being asked for: the last one put back, or
  /// a new one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` when no such element is being asked for.
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

  /// Checks that the data source is being asked for this element: views are handed out for no other.
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
