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
