// SPDX-License-Identifier: Apache-2.0
//
// An app's own session, written down as it happens.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Stands between an app and its collection view, does what the app wants, and writes it down.
///
/// What comes out is a scenario: the data as the app answers the layout's queries, and a step for each
/// call. Running it shows the same frames, bit for bit on one machine and build. What the app does
/// to the view or the layout past the recorder is not in it; nor are answers to queries that are asked
/// with further arguments.
public final class ScenarioRecorder {
  /// The app's view.
  public let view: CollectionView
  private var header: JSONObject
  private var steps: [JSONValue] = []
  /// The data as the scenario has it by now.
  var data: ScenarioData

  /// Begins to write down, and runs the first frame when there was none.
  ///
  /// - Parameters:
  ///   - view: With its layout, its properties set and its queries bound. A view that has moved
  ///     already is brought to its time and place by the first steps.
  ///   - name: By which whoever runs the scenario finds the layout: its id, or a path with `#id`.
  /// - Throws: What the first frame or the app's answers gave.
  /// - Complexity: O(items) where the app does not answer for a whole section at once.
  public init(_ view: CollectionView, layout name: String) throws(LayoutError) {
    self.view = view
    try view.layoutIfNeeded()
    let capture = Capture(layout: view.collectionViewLayout, counts: view.itemCounts)
    data = try capture.data()
    header =
      Scenario(
        layout: name, tier: .auto, properties: try view.collectionViewLayout.changedProperties(),
        host: HostSettings(container: view.container), data: data
      ).header
    for member in view.settingsJSON.members { header[member.key] = member.value }
    if view.clock > 0 {
      add("advance", ["seconds": .number(view.clock), "frames": 1])
    }
    if view.contentOffset != view.contentOffsetEdges.start {
      add("scroll", ["to": view.contentOffset.json])
    }
    for section in 0..<view.numberOfSections where view.crossOffset(ofSection: section) != 0 {
      let offset = view.crossOffset(ofSection: section)
      add("crossScroll", CrossScrollStep.keys(offset, ofSection: section))
    }
  }

  /// The session so far, as a scenario.
  public var recording: JSONObject {
    var object = header
    object["steps"] = .array(steps)
    return object
  }

  // MARK: What an app does

  /// As the view's own.
  public func setContentOffset(_ offset: Point) throws(LayoutError) {
    try record("scroll", ["to": offset.json]) { () throws(LayoutError) in
      try view.setContentOffset(offset)
    }
  }

  /// As the view's own.
  public func drag(
    by movement: Vector, at place: Point? = nil, taking seconds: Double = 0
  ) throws(LayoutError) {
    var keys: JSONObject = ["by": movement.json, "seconds": .number(seconds)]
    keys["at"] = place?.json
    try record("drag", keys) { () throws(LayoutError) in
      try view.drag(by: movement, at: place, taking: seconds)
    }
  }

  /// As the view's own.
  @discardableResult
  public func release(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    try record("release", ["velocity": velocity.json]) { () throws(LayoutError) in
      try view.release(velocity: velocity)
    }
  }

  /// As the view's own.
  public func advance(to time: Double) throws(LayoutError) {
    let seconds = Self.step(from: view.clock, to: time)
    try record("advance", ["seconds": .number(seconds), "frames": 1]) { () throws(LayoutError) in
      try view.advance(to: time)
    }
  }

  /// As the view's own, at once.
  public func resize(to container: Size) throws(LayoutError) {
    try record("resize", ["container": container.json]) { () throws(LayoutError) in
      try view.resize(to: container)
    }
  }

  /// Sets a property of the layout and shows it.
  public func set(_ property: String, to value: LayoutValue) throws(LayoutError) {
    let layout = view.collectionViewLayout
    let cases = layout.descriptor.properties.first { $0.name == property }?.cases ?? []
    let keys: JSONObject = ["property": .string(property), "value": value.json(cases: cases)]
    try record("set", keys) { () throws(LayoutError) in
      try layout.set(property, to: value)
      try view.advance(to: view.clock)
    }
  }

  /// Changes what the view is told of its surroundings, and shows it: insets, scale, direction,
  /// selection mode.
  public func configure(_ change: (CollectionView) -> Void) throws(LayoutError) {
    let before = view.settingsJSON
    change(view)
    let keys = JSONObject(view.settingsJSON.members.filter { before[$0.key] != $0.value })
    try record("configure", keys) { () throws(LayoutError) in
      try view.advance(to: view.clock)
    }
  }

  /// Reads all data anew, as the view's own. What the data are by then is read from the app.
  public func reloadData() throws(LayoutError) {
    try record("reload", JSONObject()) { () throws(LayoutError) in try view.reloadData() }
    // The step comes after what it shows.
    guard let reload = steps.popLast() else { return }
    try catchUp(with: view.collectionViewLayout)
    steps.append(reload)
  }

  /// Shows another layout, as the view's own.
  ///
  /// - Parameter name: As for ``init(_:layout:)``.
  @discardableResult
  public func setLayout(
    _ layout: CollectionLayout, named name: String, animated: Bool = false
  ) throws(LayoutError) -> Anchor? {
    // The app's answers to the newcomer may be others.
    try catchUp(with: layout)
    var keys: JSONObject = ["layout": .string(name)]
    if animated { keys["animated"] = true }
    let properties = try layout.changedProperties()
    if !properties.members.isEmpty { keys["properties"] = .object(properties) }
    return try record("swap", keys) { () throws(LayoutError) in
      try view.setLayout(layout, animated: animated)
    }
  }

  /// Changes sections and items together, as the view's own.
  ///
  /// - Parameter seconds: Of the animation; 0 for none, nil for the view's own.
  public func performBatchUpdates(
    seconds: Double? = nil, _ updates: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) {
    let counts = view.itemCounts
    var stated = BatchUpdate()
    var failure: LayoutError?
    do throws(LayoutError) {
      try view.performBatchUpdates(
        animated: seconds != 0, timing: seconds.map { .curve(duration: $0) }
      ) { batch in
        try updates(&batch)
        stated = batch
      }
    } catch { failure = error }
    let changes =
      failure == nil ? try told(stated, from: counts) : stated.operations.map { DataChange($0) }
    if failure == nil { data.apply(changes) }
    var keys: JSONObject = ["ops": .array(changes.map(\.json))]
    if seconds == 0 {
      keys["animated"] = false
    } else {
      keys["seconds"] = seconds.map(JSONValue.number)
    }
    add("batch", keys, catches: failure != nil)
    guard let failure else { return }
    throw failure
  }

  // MARK: Writing

  func record<Result>(
    _ name: String, _ keys: JSONObject, _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    do throws(LayoutError) {
      let result = try body()
      add(name, keys)
      return result
    } catch {
      add(name, keys, catches: true)
      throw error
    }
  }

  func add(_ name: String, _ keys: JSONObject, catches: Bool = false) {
    var step = JSONObject([.init("do", .string(name))])
    for member in keys.members { step[member.key] = member.value }
    if catches { step["catch"] = true }
    steps.append(.object(step))
  }

  /// The seconds that lead from one time to the other exactly: rounding may need the next number.
  private static func step(from start: Double, to end: Double) -> Double {
    let seconds = end - start
    return [seconds, seconds.nextUp, seconds.nextDown].first { start + $0 == end } ?? seconds
  }
}
