// SPDX-License-Identifier: Apache-2.0
//
// What a layout was asked for and answers later, between other work: a frame, an action, a
// property.

import LayoutModel

// MARK: - A frame

/// The time that a look at something under way may take.
public enum WaitMode: Sendable {
  /// Takes what is there, and asks the app for answers for about a millisecond; then the caller
  /// goes on with other things and looks again.
  case step
  /// Until it is done.
  case untilDone
}

/// A frame whose answer is still to come. Nothing happens between two looks but in the worker, or on the thread
/// that the layout was given.
///
/// Letting go of one that is under way makes its connection useless until it is restarted.
public protocol FrameInProgress: AnyObject {
  /// Takes what came since the last look, and answers what the layout asks meanwhile.
  ///
  /// - Parameter epoch: Of the data as they are. Questions about older ones are answered as stale.
  /// - Returns: What ``LayoutConnection/frame(_:shape:into:)`` returns, once it is there.
  /// - Throws: What that throws; the same again when it is looked at again.
  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome?
}

// MARK: - An action

/// An action whose answer is still to come. It runs to its end when nobody looks for the answer any more.
public protocol ActionInProgress: AnyObject {
  /// Takes what came since the last look. A step does not wait; where the layout runs in this process, the
  /// first look runs the action.
  ///
  /// - Returns: What the action gives, once it is there.
  /// - Throws: What ``LayoutConnection/call(action:arguments:)`` throws; the same again when it is looked at
  ///   again.
  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue?
}

/// An action of a layout that cannot be left alone with it.
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

/// A property whose layout has yet to say that it took it.
///
/// Letting go of one that is under way makes its connection useless until it is restarted.
public protocol SettingInProgress: AnyObject {
  /// Looks whether the layout has answered. A step waits a fraction of a millisecond for that, which is
  /// enough for most.
  ///
  /// - Returns: Whether the property is set.
  /// - Throws: What ``LayoutConnection/setProperty(at:to:)`` throws; the same again when it is looked at
  ///   again.
  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool
}

/// A setting of a layout that cannot be left alone with it: the first look sets it.
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
