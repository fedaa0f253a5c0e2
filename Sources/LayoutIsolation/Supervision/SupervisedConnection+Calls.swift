// SPDX-License-Identifier: Apache-2.0
//
// The calls that a supervised layout passes on, each watched.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension SupervisedConnection {
  public var pluginID: String { base.pluginID }
  /// The layout as it describes itself.
  public var descriptor: LayoutDescriptor { base.descriptor }
  public var queries: QueryTable { base.queries }
  public var log: LayoutLog { base.log }
  public var reuseIdentifiers: [String?] { base.reuseIdentifiers }

  public var hasPrepared: Bool { !mayRevive && base.hasPrepared }

  public func offers(_ extensionID: String) -> Bool { base.offers(extensionID) }

  public func takeEvents() -> [LayoutEvent] { base.takeEvents() }

  /// Marks everything too when the layout has ended and may be started again, which a frame does: what
  /// ended it may have been a question between two frames.
  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    var taken = base.takeMarks()
    if mayRevive { taken.marks |= LAYOUT_MARK_EVERYTHING }
    return taken
  }

  public func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.setProperty(at: index, to: value) }
  }

  /// The value of a property, asked of the layout.
  public func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try watch { () throws(LayoutError) in try base.property(at: index) }
  }

  public func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.attributes(in: rect, into: buffer) }
  }

  public func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.attributes(for: element, into: buffer) }
  }

  public func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    try watch { () throws(LayoutError) in
      try base.scrollTarget(
        proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    }
  }

  public func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    try watch { () throws(LayoutError) in try base.call(action: index, arguments: arguments) }
  }

  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in
      try base.updateAttributes(end, defaults: defaults, into: buffer)
    }
  }

  public func finalizeUpdates() throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.finalizeUpdates() }
  }

  public func notify(_ notice: TransitionNotice) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.notify(notice) }
  }

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try watch { () throws(LayoutError) in try base.reorderingTarget(of: path, at: position) }
  }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in
      try base.reorderingAttributes(of: path, at: position, into: buffer)
    }
  }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    try watch { () throws(LayoutError) in try base.setPreferredSizes(preferences) }
  }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try watch { () throws(LayoutError) in try base.crossTrack(at: point) }
  }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try watch { () throws(LayoutError) in
      try base.crossTarget(proposed, velocity: velocity, ofSection: section)
    }
  }

  public func saveState() throws(LayoutError) -> [UInt8]? {
    try watch { () throws(LayoutError) in try base.saveState() }
  }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in try base.loadState(bytes, version: version) }
  }
}

// MARK: - Children

extension SupervisedConnection {
  public var members: [String] { base.members }

  public func children() throws(LayoutError) -> [ChildNote] {
    try watch { () throws(LayoutError) in try base.children() }
  }

  public func setProperty(_ setting: ChildSetting) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.setProperty(setting) }
  }

  public var childSettings: ChildSettings { base.childSettings }

  public func keep(_ settings: ChildSettings) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.keep(settings) }
  }
}

// MARK: - Without waiting
//
// What was asked of a supervised layout without waiting, each judged once.

/// A frame under way in a worker that is watched.
final class SupervisedFrame: FrameInProgress {
  private let base: any FrameInProgress
  private let connection: SupervisedConnection
  /// True once its end was judged: a later look counts no second fault.
  private var isJudged = false
  /// The error that ended its worker, in the watchdog's words.
  private var failure: LayoutError?

  init(_ base: any FrameInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection) = (base, connection)
  }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let failure { throw failure }
    if isJudged { return try base.poll(mode, epoch: epoch) }
    do throws(LayoutError) {
      let outcome = try connection.watch { () throws(LayoutError) in
        try base.poll(mode, epoch: epoch)
      }
      guard let outcome else { return nil }
      isJudged = true
      connection.shown()
      return outcome
    } catch {
      isJudged = true
      if error.code != .workerLate { failure = error }
      throw error
    }
  }
}

/// A setting under way in a worker that is watched.
final class SupervisedSetting: SettingInProgress {
  private let base: any SettingInProgress
  private let connection: SupervisedConnection
  private var result: Result<Void, LayoutError>?

  init(_ base: any SettingInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection) = (base, connection)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if result == nil {
      do throws(LayoutError) {
        let isSet = try connection.watch { () throws(LayoutError) in try base.poll(mode) }
        guard isSet else { return false }
        result = .success(())
      } catch { result = .failure(error) }
    }
    try result?.get()
    return true
  }
}

/// An action under way in a worker that is watched.
final class SupervisedAction: ActionInProgress {
  private let base: any ActionInProgress
  private weak var connection: SupervisedConnection?
  private var result: Result<LayoutValue, LayoutError>?

  init(_ base: any ActionInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection) = (base, connection)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue? {
    if let result { return try result.get() }
    guard let connection else { return try base.poll(mode) }
    do throws(LayoutError) {
      let value = try connection.watch { () throws(LayoutError) in try base.poll(mode) }
      guard let value else { return nil }
      result = .success(value)
      return value
    } catch {
      result = .failure(error)
      throw error
    }
  }
}
