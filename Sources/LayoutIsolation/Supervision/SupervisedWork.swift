// SPDX-License-Identifier: Apache-2.0
//
// What was asked of a supervised layout without waiting, each judged once.

import LayoutModel
import LayoutRuntime

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

  func poll(_ patience: Patience, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let failure { throw failure }
    if isJudged { return try base.poll(patience, epoch: epoch) }
    do throws(LayoutError) {
      let outcome = try connection.watch { () throws(LayoutError) in
        try base.poll(patience, epoch: epoch)
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

  func poll(_ patience: Patience) throws(LayoutError) -> Bool {
    if result == nil {
      do throws(LayoutError) {
        let isSet = try connection.watch { () throws(LayoutError) in try base.poll(patience) }
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

  func poll(_ patience: Patience) throws(LayoutError) -> LayoutValue? {
    if let result { return try result.get() }
    guard let connection else { return try base.poll(patience) }
    do throws(LayoutError) {
      let value = try connection.watch { () throws(LayoutError) in try base.poll(patience) }
      guard let value else { return nil }
      result = .success(value)
      return value
    } catch {
      result = .failure(error)
      throw error
    }
  }
}
