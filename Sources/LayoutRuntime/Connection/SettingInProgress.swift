// SPDX-License-Identifier: Apache-2.0
//
// A property that a layout was given and that it takes later, between other work.

import LayoutModel

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
  func poll(_ patience: Patience) throws(LayoutError) -> Bool
}

extension LayoutConnection {
  /// Sets a property at the first look, in a layout that cannot be left alone with it.
  public func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    SettingAtOnce(connection: self, index: index, value: value)
  }
}

private final class SettingAtOnce: SettingInProgress {
  private let connection: any LayoutConnection
  private let index: Int
  private let value: LayoutValue
  private var result: Result<Void, LayoutError>?

  init(connection: any LayoutConnection, index: Int, value: LayoutValue) {
    (self.connection, self.index, self.value) = (connection, index, value)
  }

  func poll(_ patience: Patience) throws(LayoutError) -> Bool {
    let made =
      result
      ?? Result { () throws(LayoutError) in try connection.setProperty(at: index, to: value) }
    result = made
    try made.get()
    return true
  }
}
