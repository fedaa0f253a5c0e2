// SPDX-License-Identifier: Apache-2.0
//
// Requests to a layout that are answered later, between other work: a frame, an action, a property.

import LayoutModel

// MARK: - A frame

/// The time that a look at a running request may take.
public enum WaitMode: Sendable {
  /// Takes what has arrived, and lets the app answer queries for about a millisecond. Then the
  /// caller goes on with other work and looks again.
  case step
  /// Waits until it is done.
  case untilDone
}

/// A frame whose answer is still to come. Between two looks only the worker runs, or the thread
/// that the layout was given.
///
/// If a caller releases it before it is done, its connection is useless until it is restarted.
public protocol FrameInProgress: AnyObject {
  /// Takes what has arrived since the last look, and answers the layout's queries meanwhile.
  ///
  /// - Parameter epoch: The epoch of the current data. Queries about older data are answered as
  ///   stale.
  /// - Returns: The result of ``LayoutConnection/frame(_:shape:into:)``, once it is there; else
  ///   nil.
  /// - Throws: The errors of that method; the same error again at each later look.
  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome?
}

// MARK: - An action

/// An action whose answer is still to come. It runs to its end even if its caller drops it.
public protocol ActionInProgress: AnyObject {
  /// Takes what has arrived since the last look. A step does not wait. If the layout runs in this
  /// process, the first look runs the action.
  ///
  /// - Returns: The action's result, once it is there; else nil.
  /// - Throws: The errors of ``LayoutConnection/call(action:arguments:)``; the same error again at
  ///   each later look.
  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue?
}

/// An action of a layout that runs in this process, without a thread of its own.
final class ActionAtOnce: ActionInProgress {
  private let run: () throws(LayoutError) -> LayoutValue
  private var result: Result<LayoutValue, LayoutError>?

  init(_ run: @escaping () throws(LayoutError) -> LayoutValue) { self.run = run }

  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue? {
    let made = result ?? Result { () throws(LayoutError) in try run() }
    result = made
    return try made.get()
  }
}

// MARK: - A property

/// A property that the layout has not yet confirmed.
///
/// If a caller releases it before it is done, its connection is useless until it is restarted.
public protocol SettingInProgress: AnyObject {
  /// Checks if the layout has answered. A step waits a fraction of a millisecond for the answer,
  /// which is enough for most layouts.
  ///
  /// - Returns: True if the property is set.
  /// - Throws: The errors of ``LayoutConnection/setProperty(at:to:)``; the same error again at each
  ///   later look.
  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool
}

/// A setting of a layout that runs in this process, without a thread of its own: the first look
/// sets it.
final class SettingAtOnce: SettingInProgress {
  private let connection: any LayoutConnection
  private let index: Int
  private let value: LayoutValue
  private var result: Result<Void, LayoutError>?

  init(connection: any LayoutConnection, index: Int, value: LayoutValue) {
    (self.connection, self.index, self.value) = (connection, index, value)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    let made =
      result
      ?? Result { () throws(LayoutError) in try connection.setProperty(at: index, to: value) }
    result = made
    try made.get()
    return true
  }
}
