// SPDX-License-Identifier: Apache-2.0
//
// An action that a layout was asked for and whose answer is collected later, between frames.

import LayoutModel

/// An action whose answer is still to come. It runs to its end when nobody looks for the answer any more.
public protocol ActionInProgress: AnyObject {
  /// Takes what came since the last look. A step does not wait; where the layout runs in this process, the
  /// first look runs the action.
  ///
  /// - Returns: What the action gives, once it is there.
  /// - Throws: What ``LayoutConnection/call(action:arguments:)`` throws; the same again when it is looked at
  ///   again.
  func poll(_ patience: Patience) throws(LayoutError) -> LayoutValue?
}

extension LayoutConnection {
  /// Asks for an action, in a layout that cannot be left alone with it.
  public func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    ActionAtOnce { () throws(LayoutError) in try self.call(action: index, arguments: arguments) }
  }
}

private final class ActionAtOnce: ActionInProgress {
  private let run: () throws(LayoutError) -> LayoutValue
  private var result: Result<LayoutValue, LayoutError>?

  init(_ run: @escaping () throws(LayoutError) -> LayoutValue) { self.run = run }

  func poll(_ patience: Patience) throws(LayoutError) -> LayoutValue? {
    let made = result ?? Result { () throws(LayoutError) in try run() }
    result = made
    return try made.get()
  }
}
