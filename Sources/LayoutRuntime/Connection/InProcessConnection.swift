// SPDX-License-Identifier: Apache-2.0
//
// A layout that runs in this process.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A connection to an instance in this process: the fastest tier, for code that is trusted.
///
/// A layout that answers wrongly cannot harm the host. A layout that overwrites other memory can:
/// see ``MemoryDamage``.
public final class InProcessConnection: LayoutConnection {
  /// The layout's description of itself.
  public let descriptor: LayoutDescriptor
  /// The app's answers to queries.
  public let queries: QueryTable
  /// The layout's log lines.
  public let log: LayoutLog
  private let image: PluginImage
  private let limits: AnswerLimits
  private let findChild: ChildFinder?
  private let onDamage: MemoryDamage.Handler
  /// The instance; nil while it makes a frame on its own thread.
  private var instance: LiveLayout?
  /// The frame that the instance makes there.
  private weak var started: ThreadedFrame?
  /// The layouts inside the instance and their settings, as they were when the instance was lent.
  private var lent: (members: [String], settings: ChildSettings) = ([], ChildSettings())
  public private(set) var hasPrepared = false
  /// True if a look at a running frame waits until the layout asks or is done, and answers one
  /// question. This makes each run of a session go the same way.
  package var isInLockstep = false
  private var clock: OperationClock?
  public private(set) var settings: [LayoutValue?]

  /// Makes an instance of the layout `id` of an image.
  ///
  /// - Parameters:
  ///   - limits: The limits of the layout's answers.
  ///   - children: Finds the layouts that it may have inside (`layout.children/1`); without it
  ///     there are none.
  ///   - onDamage: The action before the process ends, if the plugin wrote past the end of its
  ///     room.
  /// - Throws: `unknown-layout`, or an error of making the instance.
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
    instance = try LiveLayout(
      image: image, layout: id, queries: queries, log: log, limits: limits, children: children,
      onDamage: onDamage)
  }

  /// Measures the time of operations from now on.
  ///
  /// - Parameter judge: Called for each operation that took a millisecond, except the first of a
  ///   row. It returns the error that every later operation throws, or nil.
  package func measure(_ judge: @escaping (OperationTime) -> LayoutError?) {
    clock = OperationClock(queries) { [unowned self] time in
      let error = judge(time)
      if let error { refusal = error }
      return error
    }
    instance?.clock = clock
  }

  /// The error of the judge that measures its time. A restart does not clear it.
  private var refusal: LayoutError?

  public var pluginID: String { image.descriptor.id }

  /// The breach after which the layout gets no further call, until it is restarted.
  public var quarantine: LayoutError? { idle?.quarantine }

  public var reuseIdentifiers: [String?] { idle?.reuseIdentifiers ?? [] }

  public func offers(_ extensionID: String) -> Bool { idle?.offers(extensionID) ?? false }

  public func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try live.frame(request, shape: shape, revision: queries.revision, into: buffer)
    hasPrepared = true
    return outcome
  }

  public func takeEvents() -> [LayoutEvent] { idle?.takeEvents() ?? [] }

  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    idle?.takeMarks() ?? (LAYOUT_MARK_NOTHING, [])
  }

  public func restart() throws(LayoutError) {
    if let refusal { throw refusal }
    if started?.isServing == true { throw reentrant }
    started?.giveUp()
    let fresh = try LiveLayout(
      image: image, layout: descriptor.id, queries: queries, log: log, limits: limits,
      children: findChild, onDamage: onDamage)
    for setting in childSettings.list { fresh.keep(setting) }
    for (index, value) in settings.enumerated() {
      if let value { try fresh.setProperty(at: index, to: value) }
    }
    fresh.clock = clock
    instance = fresh
    hasPrepared = false
  }
}

// MARK: - Children

extension InProcessConnection {
  public var members: [String] { instance?.members ?? lent.members }

  public var childSettings: ChildSettings { instance?.childSettings ?? lent.settings }
}

// MARK: - Beside the frames
//
// A frame on its own thread. The instance is lent to it, so that no other code can use it
// meanwhile.

extension InProcessConnection {
  public func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    ThreadedFrame(self, request, shape, into: buffer)
  }

  public func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    SettingAtOnce(connection: self, index: index, value: value)
  }

  public func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    ActionAtOnce { () throws(LayoutError) in try self.call(action: index, arguments: arguments) }
  }

  /// The instance; waits until a frame that was started is done.
  ///
  /// - Throws: `reentrant` inside an answer of the app to it, `cancelled` if the caller dropped
  ///   that frame.
  private var live: LiveLayout {
    get throws(LayoutError) {
      if let instance { return instance }
      if started?.isServing == true { throw reentrant }
      started?.settle()
      guard let instance else { throw lost }
      return instance
    }
  }

  /// The instance, for calls that cannot fail; nil if there is none.
  private var idle: LiveLayout? { try? live }

  /// Lends the instance to a frame that starts.
  func lend(to frame: ThreadedFrame) throws(LayoutError) -> LiveLayout {
    let live = try live
    if let quarantine = live.quarantine { throw quarantine }
    lent = (live.members, live.childSettings)
    (instance, started) = (nil, frame)
    return live
  }

  /// Takes the instance back.
  func keep(_ live: LiveLayout) {
    live.context.answer(by: queries)
    live.clock = clock
    (instance, started) = (live, nil)
  }

  /// Takes the instance back with the result of its frame, and has its time judged.
  func takeBack(_ outcome: BesideJob.Outcome) -> Result<FrameOutcome, LayoutError> {
    keep(outcome.live)
    if case .success = outcome.result { hasPrepared = true }
    if let error = clock?.judge(elsewhere: outcome.time) { outcome.live.refuse(error) }
    return outcome.result
  }

  /// The error of a call from inside an answer of the app.
  var reentrant: LayoutError {
    LayoutError(
      .reentrant,
      "the layout is called while it asks for an answer; that may use the data only",
      plugin: pluginID)
  }
}

// MARK: - Requests

extension InProcessConnection {
  // One switch over all requests, so that a request without an answer does not compile.
  public func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply {
    let live = try live
    switch request {
    case .setProperty(let index, let value):
      try live.setProperty(at: index, to: value)
      settings[index] = value
    case .property(let index): return .value(try live.property(at: index))
    case .attributesInRect(let rect, let buffer): try live.attributes(in: rect, into: buffer)
    case .attributesForElement(let element, let buffer):
      try live.attributes(for: element, into: buffer)
    case .scrollTarget(let proposed, let velocity, let bounds, let afterUpdate):
      let target = try live.scrollTarget(
        proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
      return .wish(target) { .point($0) }
    case .action(let index, let arguments):
      return .value(try live.call(action: index, arguments: arguments))
    case .updateAttributes(let end, let defaults, let buffer):
      return .answered(try live.updateAttributes(end, defaults: defaults, into: buffer))
    case .finalizeUpdates: try live.finalizeUpdates()
    case .notify(let notice): try live.notify(notice)
    case .reorderingTarget(let path, let position):
      return .wish(try live.reorderingTarget(of: path, at: position)) { .path($0) }
    case .reorderingAttributes(let path, let position, let buffer):
      return .answered(try live.reorderingAttributes(of: path, at: position, into: buffer))
    case .preferredSizes(let sizes):
      return .wish(try live.setPreferredSizes(sizes)) { .marks($0) }
    case .crossTrack(let point): return .wish(try live.crossTrack(at: point)) { .track($0) }
    case .crossTarget(let proposed, let velocity, let section):
      let target = try live.crossTarget(proposed, velocity: velocity, ofSection: section)
      return .wish(target) { .offset($0) }
    case .saveState: return .wish(try live.saveState()) { .bytes($0) }
    case .loadState(let bytes, let version):
      return .answered(try live.loadState(bytes, version: version))
    case .children: return .children(try live.children())
    case .setChildProperty(let setting): try live.set(setting)
    case .keepSettings(let settings): for setting in settings.list { live.keep(setting) }
    }
    return .done
  }
}
