// SPDX-License-Identifier: Apache-2.0
//
// A layout that runs in this process.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A connection to an instance in this process: the fastest tier, for code that is trusted.
///
/// A layout that answers wrongly cannot harm the host, one that writes over foreign memory can: see
/// ``MemoryDamage``.
public final class InProcessConnection: LayoutConnection {
  /// The layout's description of itself.
  public let descriptor: LayoutDescriptor
  /// The app's answers.
  public let queries: QueryTable
  /// The layout's own lines.
  public let log: LayoutLog
  private let image: PluginImage
  private let limits: AnswerLimits
  private let findChild: ChildFinder?
  private let onDamage: MemoryDamage.Handler
  private(set) var live: LiveLayout
  public private(set) var hasPrepared = false
  private var clock: OperationClock?
  /// The values that were set so far, by property, for a restart.
  private var settings: [LayoutValue?]

  /// Makes an instance of the layout `id` of an image.
  ///
  /// - Parameters:
  ///   - limits: The most that the layout may answer.
  ///   - children: Finds the layouts that it may be made of (`layout.children/1`); without it, it is made of
  ///     none.
  ///   - onDamage: What happens when the plugin wrote behind its room; the process ends.
  /// - Throws: `unknown-layout`, or what making the instance gave.
  public init(
    image: PluginImage, layout id: String, log: LayoutLog = LayoutLog(),
    limits: AnswerLimits = AnswerLimits(), children: ChildFinder? = nil,
    onDamage: @escaping MemoryDamage.Handler = MemoryDamage.stopProcess
  ) throws(LayoutError) {
    let plugin = image.descriptor
    descriptor = plugin.layouts[try plugin.index(ofLayout: id)]
    queries = QueryTable(descriptor.queries, plugin: plugin.id)
    settings = Array(repeating: nil, count: descriptor.properties.count)
    self.image = image
    self.log = log
    self.limits = limits
    findChild = children
    self.onDamage = onDamage
    live = try LiveLayout(
      image: image, layout: id, queries: queries, log: log, limits: limits, children: children,
      onDamage: onDamage)
  }

  /// Has the time of operations measured from now on.
  ///
  /// - Parameter judge: Hears of each that took a millisecond, but for the first of a row; gives the
  ///   error that every later operation throws, once there is one.
  package func measure(_ judge: @escaping (OperationTime) -> LayoutError?) {
    clock = OperationClock(queries) { [unowned self] time in
      let error = judge(time)
      if let error { refusal = error }
      return error
    }
    live.clock = clock
  }

  /// The error of whoever counted its time, which no restart ends.
  private var refusal: LayoutError?

  public var pluginID: String { image.descriptor.id }

  /// The breach after which the layout gets no further call, until it is restarted.
  public var quarantine: LayoutError? { live.quarantine }

  public var reuseIdentifiers: [String?] { live.reuseIdentifiers }

  public func offers(_ extensionID: String) -> Bool { live.offers(extensionID) }

  public func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    try live.setProperty(at: index, to: value)
    settings[index] = value
  }

  public func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try live.property(at: index)
  }

  public func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try live.frame(request, shape: shape, revision: queries.revision, into: buffer)
    hasPrepared = true
    return outcome
  }

  public func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    try live.attributes(in: rect, into: buffer)
  }

  public func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    try live.attributes(for: element, into: buffer)
  }

  public func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    try live.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
  }

  public func call(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue {
    try live.call(action: index, arguments: arguments)
  }

  public func takeEvents() -> [LayoutEvent] { live.takeEvents() }

  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) { live.takeMarks() }

  public func restart() throws(LayoutError) {
    if let refusal { throw refusal }
    let fresh = try LiveLayout(
      image: image, layout: descriptor.id, queries: queries, log: log, limits: limits,
      children: findChild, onDamage: onDamage)
    for setting in childSettings.list { fresh.keep(setting) }
    for (index, value) in settings.enumerated() {
      if let value { try fresh.setProperty(at: index, to: value) }
    }
    fresh.clock = clock
    live = fresh
    hasPrepared = false
  }
}

// MARK: - Children

extension InProcessConnection {
  public var members: [String] { live.members }

  public func children() throws(LayoutError) -> [ChildNote] { try live.children() }

  public func setProperty(_ setting: ChildSetting) throws(LayoutError) { try live.set(setting) }

  public var childSettings: ChildSettings { live.childSettings }

  public func keep(_ settings: ChildSettings) throws(LayoutError) {
    for setting in settings.list { live.keep(setting) }
  }
}

// MARK: - Extensions
//
// The calls through extension tables of a layout in this process.

extension InProcessConnection {
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try live.updateAttributes(end, defaults: defaults, into: buffer)
  }

  public func finalizeUpdates() throws(LayoutError) { try live.finalizeUpdates() }

  public func notify(_ notice: TransitionNotice) throws(LayoutError) { try live.notify(notice) }

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try live.reorderingTarget(of: path, at: position)
  }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try live.reorderingAttributes(of: path, at: position, into: buffer)
  }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    try live.setPreferredSizes(preferences)
  }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try live.crossTrack(at: point)
  }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try live.crossTarget(proposed, velocity: velocity, ofSection: section)
  }

  public func saveState() throws(LayoutError) -> [UInt8]? { try live.saveState() }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try live.loadState(bytes, version: version)
  }
}
