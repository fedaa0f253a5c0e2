// SPDX-License-Identifier: Apache-2.0
//
// A collection view under test: the set-up of a scenario, and its clock.

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
  /// The current data, and the data in the view.
  let source: ScenarioSource
  /// The maker of layouts; replaced when plugin files changed.
  var maker: LayoutMaker
  /// The file and the id of each layout that a step named, by that name, as found last.
  var origins: [String: (file: PluginFile, id: String)] = [:]
  /// A prepared hot swap that waits for the step that commits it.
  var prepared: HotSwap?
  /// Called with each layout that is made after the first, before it is shown.
  var onMade: ((CollectionLayout) -> Void)?
  /// Called after each stage of a hot swap.
  var onSwap: ((SwapStage) -> Void)?
  /// Called with the next time of the clock, before its frame.
  var onClock: ((Double) -> Void)?
  /// The ends of hot swaps after their commit, until they are taken.
  var swapEnds: [SwapEnd] = []
  /// The session's data about the layout on the view.
  private(set) var active: ActiveLayout
  /// Its data about the predecessor, which may still be kept.
  private(set) var standby: ActiveLayout?
  let tier: LayoutTier
  private var events = EventQueue()
  /// The delegate's methods that were called during a touch.
  var touchCalls: [String] = []

  /// True when a step that changes something ends with a frame.
  var runsFrames = true
  /// Layouts that may return unchanged, by their numbers in steps.
  var instances: [Int: PendingLayout] = [:]
  /// The bound queries, if the data does not determine them.
  var bound: [String]?

  /// The target layout of a transition.
  var transition: (pending: PendingLayout, anchor: Anchor?)?

  /// The current layout of the view.
  var layout: CollectionLayout { view.collectionViewLayout }
  /// The file of that layout.
  var file: PluginFile { active.file }

  /// Sets everything up and lays out once, at time 0.
  ///
  /// - Parameter onReady: Receives the view before its first frame.
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
    // Kept only if it may return.
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

  /// Runs one frame at the current time, unless nothing changed and nothing moves. Scrolling,
  /// resizing, reloading and swapping have run their own.
  func runFrame() throws(LayoutError) {
    if runsFrames { try view.advance(to: time) }
  }

  /// Resizes the view.
  func resize(to size: Size, _ animation: UpdateAnimation? = nil) throws(LayoutError) {
    active.room.viewportSize = size
    try view.resize(
      to: size, animated: animation?.isAnimated ?? false, timing: animation?.timing)
  }

  /// Records that the layout of `pending` is on the view.
  func take(_ pending: PendingLayout) {
    standby = active
    active = ActiveLayout(pending)
  }

  /// Records that the predecessor is on the view again.
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

  /// Takes the events that the layout posted since the last time.
  func takeEvents() -> [JSONValue] {
    events.take().map { event in
      .object(
        JSONObject([
          .init("name", .string(event.name)),
          .init("arguments", .array(event.arguments.map { $0.json() })),
        ]))
    }
  }

  /// An element of the frame on screen, in the output form of scenarios.
  func json(_ attributes: LayoutAttributes) -> JSONObject {
    let id = attributes.category == .cell ? source.shown.id(at: attributes.path) : nil
    return attributes.json(layout.descriptor, id: id)
  }

  /// An element with a view, in the output form of scenarios. A leaving element has its old path,
  /// where another element may be now: its view knows the item.
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
    // The list of pending events is bounded, and so is its trace.
    if events.append(event) { trace.note("delegate events dropped") }
    if !events.isDropping { trace.note("delegate event \(event.name)") }
  }
}

extension CollectionLayout {
  /// Sets a property from its JSON form.
  /// - Throws: `unknown-property`, `bad-value`, or the errors of `set(_:to:)`.
  public func set(_ name: String, toJSON json: JSONValue) throws(LayoutError) {
    let property = try property(named: name)
    if property.type == .enumeration, let text = json.string {
      return try set(name, toCase: text)
    }
    try set(name, to: try property.value(json: json))
  }

  /// Sets properties from their JSON forms; paths of children come after the properties that choose
  /// the children.
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
  /// Applies the given host keys.
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
