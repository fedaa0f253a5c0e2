// SPDX-License-Identifier: Apache-2.0
//
// One session of an app and its user, decided by a seed, on one thread.

import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutEngine
@testable import LayoutHost

/// An app, its view and a user. Each step is a number. Everything that the step does follows from
/// it and from the current state: so steps can be left out, and the others stay the same.
final class SimulatedSession {
  /// The rule by which the selection changes in a step.
  enum SelectionRule {
    /// No item is selected or deselected.
    case same
    /// Selected items that stay in the data stay selected; of the uncertain items either is
    /// correct.
    case survivors(doubtful: Set<Int>)
    /// The step changes the selection, or its result cannot be predicted.
    case free
  }

  let seed: UInt64
  let app: SimulatedApp
  let view: CollectionView
  let stage = MirrorStage()
  let world: SimulatedWorld
  /// True if the layouts are in workers.
  let isRemote: Bool
  /// The journal of a session without faults; nil for all others.
  private(set) var written: WrittenSession?
  /// The choice from which each layout was made.
  private(set) var choices: [ObjectIdentifier: LayoutChoice] = [:]
  /// The layouts made, to check that none is leaked.
  private(set) var layouts: [WeakLayout] = []
  /// The number of the step under way.
  private(set) var step = 0
  /// The random numbers of the step under way.
  var dice = SeededGenerator(seed: 0)
  var selectionRule = SelectionRule.same
  /// True if a callback in the current step made a call.
  var hasCalledBack = false
  /// True if nothing moved and no frame was due before the step.
  private(set) var wasQuiet = false
  /// The faults of workers, and all faults, that had happened before the step.
  var (struckBefore, faultsBefore) = (0, 0)
  /// True if there was a fault in the step, or an error.
  private(set) var hasFailed = false
  /// The ends of workers and the crash records before the step.
  private(set) var (endsBefore, recordsBefore) = (0, 0)
  /// True if a frame was due before the step.
  private(set) var wasDue = false
  /// The steps so far.
  var story: [String] = []
  /// The swap of a new version.
  var swap: SwapUnderWay?
  /// The directory that the view follows; nil for none.
  var folder: SimulatedFolder?
  /// The view with which the screen was compared last.
  var fresh: FreshView?
  /// The layout on screen, as the session expects it.
  var onScreen: CollectionLayout
  /// Properties with an unknown value: the answer to a setting was late, or a changed message may have given it.
  private var doubtful: [(layout: CollectionLayout, name: String)] = []
  /// True if an answer of the app has ever thrown.
  private(set) var hasEverFailed = false
  /// A hash of the visible state, the same in every run.
  private(set) var trace = Trace()

  /// A weak reference to a layout.
  struct WeakLayout {
    weak var layout: CollectionLayout?
  }

  /// Makes a session in a world, in which all its calls have to be made.
  init(seed: UInt64, in world: SimulatedWorld) throws {
    (self.seed, self.world, isRemote) = (seed, world, seed % 3 == 0)
    var dice = SeededGenerator(seed: seed)
    let model = ArrayModel.simulated(using: &dice)
    app = SimulatedApp.type(seed: seed).init(model, salt: Int(seed % 97))
    let choice = LayoutChoice.random(using: &dice)
    let layout = isRemote ? try choice.make(in: world) : try choice.make()
    view = CollectionView(
      viewportSize: Size(
        width: Double(Int.random(in: 150...400, using: &dice)),
        height: Double(Int.random(in: 120...400, using: &dice))), layout: layout)
    onScreen = layout
    view.stage = stage
    view.delegate = app
    view.selectionMode = .multiple
    view.animation.isEnabled = Int.random(in: 0..<2, using: &dice) == 0
    view.register(SimulatedCell.self, forCellWithReuseIdentifier: "cell")
    try own(layout, choice)
    app.attach(to: view)
    if seed % 8 == 4 { written = try WrittenSession(view, layout: choice.id) }
    try app.begin(with: model, in: view)
    try view.layoutIfNeeded()
    // Under deadlines a file of the user may be quarantined, which is recorded for all sessions.
    if !world.hasDeadlines, seed % 4 == 1 || seed % 24 == 0 { try follow() }
  }

  // MARK: Layouts

  func own(_ layout: CollectionLayout, _ choice: LayoutChoice, isRegistered: Bool = true) throws {
    choices[ObjectIdentifier(layout)] = choice
    layouts.append(WeakLayout(layout: layout))
    try app.bind(layout)
    if isRegistered { app.register(for: layout, in: view) }
  }

  /// Makes another layout, of any kind.
  ///
  /// - Parameter isRegistered: False to leave out views for its kinds, which other layouts may have in common with it.
  func anotherLayout(isRegistered: Bool = true) throws -> CollectionLayout {
    // The first description of a layout is accepted if its form is valid.
    world.cancelForgery()
    // The app's own files exist.
    world.disk.cancelFault()
    let choice = LayoutChoice.random(using: &dice)
    let layout = isRemote ? try choice.make(in: world) : try choice.make()
    try own(layout, choice, isRegistered: isRegistered)
    return layout
  }

  /// The choice of the layout on screen.
  var shownChoice: LayoutChoice? { choices[ObjectIdentifier(view.shownLayout)] }

  /// Registers a layout that other code made. It may replace a released one.
  func own(swapped layout: CollectionLayout) {
    choices[ObjectIdentifier(layout)] = nil
    layouts.append(WeakLayout(layout: layout))
  }

  /// Registers that a layout continues as another one.
  func passOn(from old: CollectionLayout, to new: CollectionLayout, without lost: [String]) {
    guard var choice = choices[ObjectIdentifier(old)] else { return }
    // The app showed a layout of its own after the swap, from a callback in the same step.
    guard choices[ObjectIdentifier(new)] == nil else { return }
    choice.settings.removeAll { lost.contains("property \($0.name)") }
    choices[ObjectIdentifier(new)] = choice
    // A setting that came late may have been carried over.
    doubtful = doubtful.map { $0.layout === old ? (new, $0.name) : $0 }
  }

  /// Sets a property, and records that it is set.
  func set(_ name: String, to value: LayoutValue, of layout: CollectionLayout) throws {
    do { try layout.set(name, to: value) } catch {
      // The answer was not waited for, and may still come.
      if error.code == .workerLate { doubtful.append((layout, name)) }
      throw error
    }
    noteSetting(name, value, of: layout)
  }

  /// Reads the properties for which it is not known if they are set.
  func settleDoubts() throws {
    for (layout, name) in doubtful where layout === view.shownLayout {
      // The inner layout may be another one by now: the property that chooses it was not carried over.
      do throws(LayoutError) { _ = try layout.property(named: name) } catch {
        guard error.code == .unknownProperty else { throw error }
        continue
      }
      let value = try layout.value(of: name)
      let isSet = choices[ObjectIdentifier(layout)]?.has(name) == true
      // A property with its default value need not be a setting.
      if try isSet || value != layout.property(named: name).defaultValue {
        noteSetting(name, value, of: layout)
      }
    }
    doubtful = []
  }

  /// Doubts all properties of a layout. The one before it said what their values are, and its message may have had a
  /// valid form with changed bits.
  func doubtSettings(of layout: CollectionLayout) {
    doubtful += layout.descriptor.properties.map { (layout, $0.name) }
  }

  private func noteSetting(_ name: String, _ value: LayoutValue, of layout: CollectionLayout) {
    choices[ObjectIdentifier(layout)]?.settings.removeAll { $0.name == name }
    choices[ObjectIdentifier(layout)]?.settings.append((name, value))
  }

  // MARK: A step

  /// Runs one step and checks all conditions.
  ///
  /// - Parameters:
  ///   - step: Its number in the whole session, of which some may be left out.
  ///   - number: The number from which everything in it follows.
  /// - Throws: ``Violation``.
  func play(_ step: Int, from number: UInt64) throws(Violation) {
    (self.step, dice) = (step, SeededGenerator(seed: number))
    selectionRule = .same
    hasCalledBack = false
    let act = Act.all.pick(using: &dice)
    let before = SelectionLook(self)
    story.append(act.name)
    (wasDue, wasQuiet) = (view.isFrameDue, isQuiet)
    (struckBefore, faultsBefore) = (world.struck.count, world.faultCount)
    (endsBefore, recordsBefore) = (world.ends.count, world.records.count)
    onScreen = view.shownLayout
    world.beginStep()
    let (call, budget) = (CallLook(view), BudgetLook(self, before: act))
    hasFailed = false
    if chance(0.1) { prepareFailure() }
    // A call during another call is written after it.
    if written == nil, chance(0.1) { prepareCallback() }
    prepareFault()
    do { try act.run(self) } catch let violation as Violation { throw violation } catch {
      hasFailed = true
      try judge(error, of: act)
      try lookAtFailed(act, call)
    }
    try lookAtExchange(act, call)
    if app.disarm() {
      hasFailed = true
      swap?.hasAppFailed = true
      hasEverFailed = true
    }
    app.onCall = nil
    if world.faultCount != faultsBefore { hasFailed = true }
    world.cancelFault()
    world.isRunning = true
    try require(!world.isDeadlocked, "nobody waits for ever", "host and worker, in \(act.name)")
    try require(!world.believesOldAnswers, "old answers are refused", "in \(act.name)")
    try require(!world.believesTornAnswers, "torn answers are refused", "in \(act.name)")
    try lookAtRecords()
    try lookAtStrikes()
    // Its message may have a valid form and give another offset. It may be one of the layout on
    // screen, which stays if the one that the app has set is refused.
    if world.endTainted() {
      for layout in [view.shownLayout, view.collectionViewLayout] { layout.invalidate() }
    }
    world.tidy()
    try lookAtNews()
    try before.check(self, after: act.name)
    try budget.check(self, after: act.name)
    try look(after: act.name)
    trace.add(view)
    written?.look(after: act.name)
  }

  /// Makes answers of the app fail in the step. A batch asks for sizes first, so some failures wait for views.
  private func prepareFailure() {
    // A recording has the requests for views that failed, and no other error of the app.
    let (isLasting, isAtViews) = (chance(), chance(0.4) || written != nil)
    let count = Int.random(in: 0...(isAtViews ? 5 : 14), using: &dice)
    app.arm(after: count, on: isLasting, atViews: isAtViews)
    let name = isAtViews ? "view" : "answer"
    story[story.count - 1] += isLasting ? " (\(name)s fail)" : " (one \(name) fails)"
  }

  /// Runs frames until one succeeds, however often a worker has to be restarted.
  func heal() throws(Violation) {
    dice = SeededGenerator(seed: seed)
    story.append("heal")
    swap = nil
    onScreen = view.shownLayout
    world.memory.cancelFault()
    try recover()
    try look(after: "heal")
    try restartInside()
    try swapInside()
    try lookAtFollowing()
    try look(after: "a new version")
    trace.add(view)
    written?.look(after: "heal")
    story.append("replay")
    try written?.replay(of: "\(seed)")
    // Nothing but the release of the layout tells this.
    if world.quarantine != nil, chance(0.3) { world.endOneForExcess() }
  }

  /// Runs frames until one succeeds and nothing moves.
  func recover() throws(Violation) {
    var errors: [any Error] = []
    for _ in 0..<120 {
      world.pass(seconds: 6)
      // The hang of an earlier step may be the third strike.
      try leaveQuarantine()
      do {
        try view.cancelInteractiveTransition(animated: false)
      } catch {}
      do {
        try view.cancelInteractiveMovement()
        try view.advance(to: view.clock + 1)
      } catch { errors.append(error) }
      if !view.isFrameDue, !view.isMoving || swings { break }
    }
    for error in errors where !isLayoutFault(error) {
      throw Violation(rule: "error of healing", detail: "\(error)")
    }
    try require(
      !view.isFrameDue && !view.isMoving || swings, "it heals",
      "\(shownChoice?.id ?? ""): due \(view.isFrameDue), moving \(view.isMoving), \(errors)")
  }

  /// Advances until nothing moves, or for forty seconds while an item is held: at an edge it may scroll for as long
  /// as there is content. Items that swing are left after two seconds.
  func settle() throws {
    for _ in 0..<(swings ? 20 : 400) where view.isMoving || view.isFrameDue {
      let (offset, edges) = (view.contentOffset, view.contentOffsetEdges)
      // A due frame may move the offset back inside its edges.
      let isScrolling = view.state.scroll.isScrolling || view.isFrameDue
      let velocity = MovementPass(view.state, view).velocity
      try view.advance(to: view.clock + 0.1)
      guard !isScrolling, view.contentOffsetEdges == edges else { continue }
      let moved = Vector(dx: view.contentOffset.x - offset.x, dy: view.contentOffset.y - offset.y)
      try require(
        moved.dx * velocity.dx >= 0 && moved.dy * velocity.dy >= 0, "a held item scrolls one way",
        "by \(moved) where \(velocity) was its velocity")
    }
    try require(
      view.interactiveMovement != nil || !view.isMoving || swings, "rest",
      "it still moves after forty seconds")
  }

  /// True for items that collide on springs: the time of their rest cannot be predicted.
  private var swings: Bool { view.shownLayout.id == "pendulum" }

  // MARK: Random choices

  func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }

  func chance(_ share: Double = 0.5) -> Bool { number(0...1) < share }

  var place: Point {
    Point(x: number(0...view.viewportSize.width), y: number(0...view.viewportSize.height))
  }

  /// Returns an item on screen, or any in the data; nil if there is none.
  func anyItem() -> ItemPath? {
    if chance(0.7) { return view.indexPathsForVisibleItems.randomElement(using: &dice) }
    let sections = (0..<view.numberOfSections).filter { view.numberOfItems(inSection: $0) > 0 }
    guard let section = sections.randomElement(using: &dice) else { return nil }
    return ItemPath(
      section, Int.random(in: 0..<view.numberOfItems(inSection: section), using: &dice))
  }

  /// Returns a course of an animation; nil for the view's own.
  func anyTiming() -> AnimationTiming? {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: .curve(.linear, duration: number(0...0.5))
    case 1: .spring(SpringCurve(dampingRatio: number(0.3...1.4), response: number(0.1...0.6)))
    default: nil
    }
  }
}
