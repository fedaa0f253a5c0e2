// SPDX-License-Identifier: Apache-2.0
//
// A layout of layouts that moves into the sandbox for a child that may not run here.

import LayoutABI
import LayoutIsolation
import LayoutModel
import LayoutRuntime

/// Forwards everything to the layout in this process. When that layout opens a child whose file may
/// not run here, it continues with the same layout in a worker, with its properties, bindings and
/// state. A tree runs where its least trusted member may.
///
/// The view keeps its frame; the next frame prepares everything, as after a restart. A tree in a
/// worker stays there.
final class TreeConnection: LayoutLayer {
  private(set) var base: any LayoutConnection
  fileprivate let start: () throws(LayoutError) -> WorkerStart
  private let connect: (WorkerConnection) -> any LayoutConnection
  fileprivate private(set) var hasMoved = false
  /// True when the next frame must pass everything to the layout.
  private(set) var isFresh = false {
    didSet { if isFresh { renewals += 1 } }
  }
  /// The number of layouts that had to be passed everything: moved, or started again.
  fileprivate private(set) var renewals = 0
  /// The values set so far, by property.
  fileprivate(set) var settings: [LayoutValue?]
  /// Events of the layout in this process.
  private var waiting: [LayoutEvent] = []

  /// - Parameters:
  ///   - start: Starts the same layout in a worker.
  ///   - connect: Makes a connection of the started layout.
  init(
    _ base: any LayoutConnection, start: @escaping () throws(LayoutError) -> WorkerStart,
    connect: @escaping (WorkerConnection) -> any LayoutConnection
  ) {
    (self.base, self.start, self.connect) = (base, start, connect)
    settings = Array(repeating: nil, count: base.descriptor.properties.count)
  }

  // MARK: Moving

  /// Returns true for the error of a layout that opened a child which may not run here.
  fileprivate func isToMove(_ error: LayoutError) -> Bool { !hasMoved && error.code == .untrusted }

  /// Switches to the started layout after it took the value; otherwise the layout stays here.
  fileprivate func finish(
    _ worker: WorkerConnection, _ index: Int?, _ value: LayoutValue?
  ) throws(LayoutError) {
    let next = connect(worker)
    _ = try next.queries.adopt(base.queries)
    try next.keep(base.childSettings)
    for (index, value) in settings.enumerated() {
      if let value { try next.setProperty(at: index, to: value) }
    }
    if let index, let value { try next.setProperty(at: index, to: value) }
    next.queries.observer = base.queries.observer
    next.queries.move = base.queries.move
    // State that it does not accept is lost.
    if base.hasPrepared, base.offers(LAYOUT_EXT_STATE), let bytes = try? base.saveState() {
      _ = try? next.loadState(bytes, version: descriptor.stateVersion)
    }
    waiting += base.takeEvents()
    log.write(
      LogEntry(
        level: .info,
        message:
          "continues in the sandbox, because one of its child layouts may not run in this process",
        plugin: pluginID))
    (base, hasMoved, isFresh) = (next, true, true)
  }

  private func move(setting index: Int? = nil, to value: LayoutValue? = nil) throws(LayoutError) {
    let start = try start()
    start.isAwaited = true
    guard let worker = try start.poll(.untilDone) else {
      preconditionFailure("a start that was waited for is not done")
    }
    try finish(worker, index, value)
  }

  // MARK: Settings and frames

  var inner: any LayoutConnection { base }

  var hasPrepared: Bool { !isFresh && base.hasPrepared }

  func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply {
    switch request {
    case .setProperty(let index, let value): try set(index, to: value)
    case .setChildProperty(let setting): try set(setting)
    default: return try base.perform(request)
    }
    return .done
  }

  private func set(_ index: Int, to value: LayoutValue) throws(LayoutError) {
    do throws(LayoutError) { try base.setProperty(at: index, to: value) } catch {
      guard isToMove(error) else { throw error }
      try move(setting: index, to: value)
    }
    settings[index] = value
  }

  private func set(_ setting: ChildSetting) throws(LayoutError) {
    do throws(LayoutError) { try base.setProperty(setting) } catch {
      guard isToMove(error) else { throw error }
      try move()
      // Its children there are new, and take the setting when they prepare.
      try base.setProperty(setting)
    }
  }

  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    try base.startCall(action: index, arguments: arguments)
  }

  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    TreeSetting(try base.startSetting(at: index, to: value), of: self, at: index, to: value)
  }

  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    do throws(LayoutError) { return try show(request, shape, buffer) } catch {
      guard isToMove(error) else { throw error }
      try move()
      return try show(request, shape, buffer)
    }
  }

  private func show(
    _ request: FrameRequest, _ shape: DataShape, _ buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    var request = request
    if isFresh { request.marks |= LAYOUT_MARK_EVERYTHING }
    let outcome = try base.frame(request, shape: shape, into: buffer)
    isFresh = false
    return outcome
  }

  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    TreeFrame(try begin(request, shape, buffer), of: self, request, shape, into: buffer)
  }

  fileprivate func begin(
    _ request: FrameRequest, _ shape: DataShape, _ buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    var request = request
    if isFresh { request.marks |= LAYOUT_MARK_EVERYTHING }
    return try base.startFrame(request, shape: shape, into: buffer)
  }

  /// Notes that a started frame has its answer, unless the layout is another one since.
  fileprivate func passedEverything(to renewal: Int) {
    if renewal == renewals { isFresh = false }
  }

  func takeEvents() -> [LayoutEvent] {
    defer { waiting = [] }
    return waiting + base.takeEvents()
  }

  func restart() throws(LayoutError) {
    try base.restart()
    isFresh = true
  }
}

/// A frame beside others that waits for the worker too, where the tree has to move for it; it is asked for anew
/// there.
private final class TreeFrame: FrameInProgress {
  private var frame: any FrameInProgress
  private let tree: TreeConnection
  private let request: FrameRequest
  private let shape: DataShape
  private let buffer: AnswerBuffer
  /// The layout of the tree that was asked, by its number.
  private var renewal: Int
  private var start: WorkerStart?
  /// The error that ended it.
  private var failure: LayoutError?

  init(
    _ frame: any FrameInProgress, of tree: TreeConnection, _ request: FrameRequest,
    _ shape: DataShape, into buffer: AnswerBuffer
  ) {
    (self.frame, self.tree, self.request) = (frame, tree, request)
    (self.shape, self.buffer, renewal) = (shape, buffer, tree.renewals)
  }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let failure { throw failure }
    do throws(LayoutError) {
      if start == nil {
        do throws(LayoutError) { return try look(mode, epoch) } catch {
          guard tree.isToMove(error) else { throw error }
          start = try tree.start()
        }
      }
      guard let worker = try start?.poll(mode) else { return nil }
      start = nil
      // Something else may have moved the tree meanwhile.
      if !tree.hasMoved { try tree.finish(worker, nil, nil) }
      frame = try tree.begin(request, shape, buffer)
      renewal = tree.renewals
      return try look(mode, epoch)
    } catch {
      failure = error
      throw error
    }
  }

  private func look(_ mode: WaitMode, _ epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    let outcome = try frame.poll(mode, epoch: epoch)
    if outcome != nil { tree.passedEverything(to: renewal) }
    return outcome
  }
}

/// A setting that also waits for the worker, if the tree must move for it.
private final class TreeSetting: SettingInProgress {
  private let setting: any SettingInProgress
  private let tree: TreeConnection
  private let index: Int
  private let value: LayoutValue
  private var start: WorkerStart?
  private var result: Result<Void, LayoutError>?

  init(
    _ setting: any SettingInProgress, of tree: TreeConnection, at index: Int, to value: LayoutValue
  ) {
    (self.setting, self.tree, self.index, self.value) = (setting, tree, index, value)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if let result {
      try result.get()
      return true
    }
    do throws(LayoutError) {
      guard try advance(mode) else { return false }
      tree.settings[index] = value
      result = .success(())
      return true
    } catch {
      result = .failure(error)
      throw error
    }
  }

  private func advance(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if start == nil {
      do throws(LayoutError) { return try setting.poll(mode) } catch {
        guard tree.isToMove(error) else { throw error }
        start = try tree.start()
      }
    }
    guard let worker = try start?.poll(mode) else { return false }
    // Something else may have moved the tree meanwhile.
    if tree.hasMoved {
      try tree.base.setProperty(at: index, to: value)
    } else {
      try tree.finish(worker, index, value)
    }
    return true
  }
}
