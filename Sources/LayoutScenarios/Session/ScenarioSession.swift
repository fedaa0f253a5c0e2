// SPDX-License-Identifier: Apache-2.0
//
// A collection view under test: what a scenario set up, and the clock that it runs on.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The state between the steps of one scenario.
final class ScenarioSession {
  let view: CollectionView
  let trace = TraceLog()
  /// The clock, seconds. Steps move it; `runFrame()` runs the frame at it.
  var time = 0.0
  /// The data, as it is and as the view knows it.
  let source: ScenarioSource
  /// The maker of layouts; another one when plugin files changed.
  var maker: LayoutMaker
  /// A hot swap that is prepared and waits for the step that commits it.
  var prepared: HotSwap?
  /// Hears of each stage that a hot swap has behind it.
  var onSwap: ((SwapStage) -> Void)?
  /// Hears of the time that the clock is about to show, before anything of it is seen.
  var onClock: ((Double) -> Void)?
  /// The ends of hot swaps after their commit, until they are taken.
  var swapEnds: [SwapEnd] = []
  /// The session's knowledge of the layout on the view.
  private(set) var active: ActiveLayout
  /// Its knowledge of the layout before, which may stand by.
  private(set) var standby: ActiveLayout?
  let tier: LayoutTier
  private var events = EventQueue()
  /// The delegate's methods that were called during a touch.
  var touchCalls: [String] = []

  /// True when a step that changes something ends with a frame.
  var runsFrames = true
  /// Layouts that may come back as they were, by the numbers that steps give them.
  var instances: [Int: PendingLayout] = [:]
  /// The queries that are answered, where the data does not decide that.
  var bound: [String]?

  /// The layout that takes over under a hand.
  var transition: (pending: PendingLayout, anchor: Anchor?)?

  /// The layout on the view now.
  var layout: CollectionLayout { view.collectionViewLayout }
  /// The file that it came from.
  var file: PluginFile { active.file }

  /// Sets everything up and lays out once, at time 0.
  ///
  /// - Parameter onReady: Gets the view before its first frame.
  init(
    _ scenario: Scenario, looks: SessionLooks? = nil, maker: LayoutMaker,
    onReady: ((CollectionView) throws(LayoutError) -> Void)? = nil
  ) throws(LayoutError) {
    let maker = try maker.making(of: scenario.children)
    self.maker = maker
    tier = scenario.tier
    source = ScenarioSource(scenario.data, looks: looks, trace: trace)
    source.hasIdentities = scenario.hasIdentities
    bound = scenario.bound
    let found = try maker.find(scenario.layout)
    let layout = try maker.make(found.id, of: found.file, tier: tier).tracing(into: trace)
    try layout.set(scenario.properties)
    let viewportSize = scenario.host.viewportSize ?? Self.defaultContainer
    let room = LayoutRoom(viewportSize: viewportSize, layout: layout)
    active = ActiveLayout(layout: layout, file: found.file, room: room, isStrict: true)
    try QueryBinder(source: source, layout: layout, room: room).bind(
      scenario.data, isStrict: true, bound: bound)
    view = CollectionView(viewportSize: viewportSize, layout: layout)
    view.register(ScenarioCell.self, forCellWithReuseIdentifier: ScenarioSource.reuseIdentifier)
    register(layout)
    view.dataSource = source
    // Kept only where it may come back.
    if bound != nil {
      instances[0] = PendingLayout(
        name: scenario.layout, layout: layout, file: found.file, room: room, bound: bound)
    }
    view.delegate = self
    view.stage = trace
    try apply(scenario.host)
    source.begin(scenario.start, changesData: true)
    defer { source.endStep() }
    try onReady?(view)
    try view.layoutIfNeeded()
  }

  private static let defaultContainer = Size(width: 320, height: 480)

  /// Runs one frame at the current time, unless nothing changed and nothing moves. Scrolling, resizing,
  /// reloading and swapping have run theirs.
  func runFrame() throws(LayoutError) {
    if runsFrames { try view.advance(to: time) }
  }

  /// Gives the view another room.
  func resize(to size: Size, _ animation: UpdateAnimation? = nil) throws(LayoutError) {
    active.room.viewportSize = size
    try view.resize(
      to: size, animated: animation?.isAnimated ?? false, timing: animation?.timing)
  }

  /// The layout of `pending` is the one on the view.
  func take(_ pending: PendingLayout) {
    standby = active
    active = ActiveLayout(pending)
  }

  /// The layout on the view is the one before the last that was taken.
  func takeBack() {
    if let standby { active = standby }
    standby = nil
  }

  /// Sets a property of the layout; the next frame shows it.
  func set(_ property: String, to value: JSONValue) throws(LayoutError) {
    try layout.set(property, toJSON: value)
    try source.measure(under: layout)
    active.room.noteDirection(of: layout)
  }

  /// The events that the layout posted since the last time.
  func takeEvents() -> [JSONValue] {
    events.take().map { event in
      .object(
        JSONObject([
          .init("name", .string(event.name)),
          .init("arguments", .array(event.arguments.map { $0.json() })),
        ]))
    }
  }

  /// An element of the frame on screen, as scenarios print it.
  func json(_ attributes: LayoutAttributes) -> JSONObject {
    let id = attributes.category == .cell ? source.shown.id(at: attributes.path) : nil
    return attributes.json(layout.descriptor, id: id)
  }

  /// An element that has a view, as scenarios print it. One on its way out has the path that it had,
  /// where another may be by now: its view knows which item it is.
  func json(_ element: VisibleElement) -> JSONObject {
    guard element.isLeaving, let cell = element.view as? ScenarioCell else {
      return json(element.attributes)
    }
    return element.attributes.json(layout.descriptor, id: cell.name)
  }

  /// The result of most steps.
  var offsetResult: JSONObject { JSONObject([.init("contentOffset", view.contentOffset.json)]) }

  func register(_ layout: CollectionLayout) {
    for kind in layout.supplementaryKinds {
      view.register(
        ScenarioHeading.self, forSupplementaryViewOfKind: kind,
        withReuseIdentifier: ScenarioSource.reuseIdentifier)
    }
  }
}

extension ScenarioSession: CollectionViewDelegate {
  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {
    trace.note("delegate willDisplay \(view.serialNumber)")
  }

  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView) {
    trace.note("delegate didEndDisplaying \(view.serialNumber)")
  }

  func collectionViewDidScroll(_ collectionView: CollectionView) {
    trace.note("delegate didScroll")
  }

  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) {
    trace.note("delegate didScrollSection \(section)")
  }

  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {
    // What nobody takes has an end, and so has its trace.
    if events.append(event) { trace.note("delegate events dropped") }
    if !events.isDropping { trace.note("delegate event \(event.name)") }
  }
}

extension CollectionLayout {
  /// Sets a property from its JSON form.
  /// - Throws: `unknown-property`, `bad-value`, or what `set(_:to:)` throws.
  public func set(_ name: String, toJSON json: JSONValue) throws(LayoutError) {
    let property = try property(named: name)
    if property.type == .enumeration, let text = json.string {
      return try set(name, toCase: text)
    }
    try set(name, to: try property.value(json: json))
  }

  /// Sets properties from their JSON forms, those of the layouts inside by path after those that say which
  /// layouts these are.
  func set(_ properties: JSONObject) throws(LayoutError) {
    for isOfChild in [false, true] {
      for member in properties.members where !hasProperty(member.key) == isOfChild {
        try set(member.key, toJSON: member.value)
      }
    }
  }
}

// MARK: - The host's keys
//
// The host's keys of a scenario, applied to the view.

extension ScenarioSession {
  /// Applies the host's keys that are given.
  func apply(_ settings: HostSettings) throws(LayoutError) {
    if let insets = settings.contentInset { view.contentInset = insets }
    if let scale = settings.scale { view.scale = scale }
    if let isRightToLeft = settings.isRightToLeft { view.isRightToLeft = isRightToLeft }
    if let mode = settings.selection { view.selectionMode = mode }
    if let answers = settings.delegate { source.answers = answers }
    if let scroll = settings.scroll { apply(scroll) }
    if let enabled = settings.animation?.isEnabled { view.animation.isEnabled = enabled }
    if let timing = settings.animation?.timing { view.animation.timing = timing }
    if let names = settings.menuActions { view.customMenuActions = names.map { MenuAction($0) } }
    if let count = settings.cellsPreparedPerFrame { view.cellsPreparedPerFrame = count }
    if let limit = settings.idleViewLimit { view.idleViewLimit = limit }
    // Last, because it runs a frame.
    if let size = settings.viewportSize, size != view.viewportSize { try resize(to: size) }
  }

  private func apply(_ scroll: ScrollSettings) {
    var options = view.scrollOptions
    options.decelerationRate = scroll.decelerationRate ?? options.decelerationRate
    options.bounces = scroll.bounces ?? options.bounces
    options.isPaging = scroll.isPaging ?? options.isPaging
    options.isDirectionalLockEnabled =
      scroll.isDirectionalLockEnabled ?? options.isDirectionalLockEnabled
    options.alwaysBouncesHorizontally =
      scroll.alwaysBounces.horizontally ?? options.alwaysBouncesHorizontally
    options.alwaysBouncesVertically =
      scroll.alwaysBounces.vertically ?? options.alwaysBouncesVertically
    options.arrowStep = scroll.arrowStep ?? options.arrowStep
    options.anchoring = scroll.anchoring ?? options.anchoring
    options.fling = scroll.fling ?? options.fling
    view.scrollOptions = options
  }
}
