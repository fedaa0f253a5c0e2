// SPDX-License-Identifier: Apache-2.0
//
// The one error that a layout throws: how the call ends for the host, and a sentence for people.

import LayoutABI

/// Why a call into a layout failed. The host adds the plugin's id and the name of the call.
public struct LayoutError: Error, Sendable {
  /// A negative LAYOUT_ERROR_….
  public var status: layout_status
  /// Names the thing and the remedy; empty when the host knows the reason already.
  public var message: String

  /// An error with its status.
  public init(_ status: layout_status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The layout could not do its work.
  public static func failed(_ message: String) -> Self { Self(LAYOUT_ERROR_FAILED, message) }
  /// A value is outside its range.
  public static func argument(_ message: String) -> Self { Self(LAYOUT_ERROR_ARGUMENT, message) }
  /// Memory could not be allocated.
  public static func memory(_ message: String) -> Self { Self(LAYOUT_ERROR_MEMORY, message) }
  /// The app's answer failed; the host has kept the app's own error.
  public static func query(_ message: String) -> Self { Self(LAYOUT_ERROR_QUERY, message) }
}
