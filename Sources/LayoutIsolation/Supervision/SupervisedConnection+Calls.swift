// SPDX-License-Identifier: Apache-2.0
//
// The calls that a supervised layout passes on. Each call is watched.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension SupervisedConnection {
  public var inner: any LayoutConnection { base }

  public var hasPrepared: Bool { !mayRevive && base.hasPrepared }

  /// Takes the layout's marks. Also marks everything if the layout has ended and may be started
  /// again by a frame: the request that ended it may have been between two frames.
  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    var taken = base.takeMarks()
    if mayRevive { taken.marks |= LAYOUT_MARK_EVERYTHING }
    return taken
  }

  public func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply {
    try watch { () throws(LayoutError) in try base.perform(request) }
  }
}

// MARK: - Without waiting
//
// Requests to a supervised layout without waiting, each judged once.

extension SupervisedConnection {
  /// Looks at a request that was sent to the worker of `link`, and judges its outcome while that is
  /// the layout's worker. A request of an earlier worker is not judged: the request that met the end
  /// of that worker was, if one did, and the present worker has nothing to do with it.
  fileprivate func watch<Answer>(
    sentOver link: WorkerLink?, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard link === base.link else { return try body() }
    return try watch(body)
  }
}

/// A running frame in a worker that is watched.
final class SupervisedFrame: FrameInProgress {
  private let base: any FrameInProgress
  private let connection: SupervisedConnection
  private let link: WorkerLink
  /// True once its end was judged, so that a later look counts no second fault.
  private var isJudged = false
  /// The error that ended its worker, with the watchdog's message.
  private var failure: LayoutError?

  init(_ base: any FrameInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection, link) = (base, connection, connection.base.link)
  }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let failure { throw failure }
    if isJudged { return try base.poll(mode, epoch: epoch) }
    do throws(LayoutError) {
      let outcome = try connection.watch(sentOver: link) { () throws(LayoutError) in
        try base.poll(mode, epoch: epoch)
      }
      guard let outcome else { return nil }
      isJudged = true
      // Another worker has not shown anything yet, and is to be told everything.
      if link === connection.base.link { connection.shown() }
      return outcome
    } catch {
      isJudged = true
      if error.code != .workerLate { failure = error }
      throw error
    }
  }
}

/// A running setting in a worker that is watched.
final class SupervisedSetting: SettingInProgress {
  private let base: any SettingInProgress
  private let connection: SupervisedConnection
  private let link: WorkerLink
  private var result: Result<Void, LayoutError>?

  init(_ base: any SettingInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection, link) = (base, connection, connection.base.link)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if result == nil {
      do throws(LayoutError) {
        let isSet = try connection.watch(sentOver: link) { () throws(LayoutError) in
          try base.poll(mode)
        }
        guard isSet else { return false }
        result = .success(())
      } catch { result = .failure(error) }
    }
    try result?.get()
    return true
  }
}

/// A running action in a worker that is watched.
final class SupervisedAction: ActionInProgress {
  private let base: any ActionInProgress
  private weak var connection: SupervisedConnection?
  private weak var link: WorkerLink?
  private var result: Result<LayoutValue, LayoutError>?

  init(_ base: any ActionInProgress, of connection: SupervisedConnection) {
    (self.base, self.connection, link) = (base, connection, connection.base.link)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue? {
    if let result { return try result.get() }
    guard let connection else { return try base.poll(mode) }
    do throws(LayoutError) {
      let value = try connection.watch(sentOver: link) { () throws(LayoutError) in
        try base.poll(mode)
      }
      guard let value else { return nil }
      result = .success(value)
      return value
    } catch {
      result = .failure(error)
      throw error
    }
  }
}
