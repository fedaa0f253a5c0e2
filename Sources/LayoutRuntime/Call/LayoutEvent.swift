// SPDX-License-Identifier: Apache-2.0
//
// A notice from a layout to the app.

import LayoutModel

/// A notice from a layout to the app, delivered between frames.
public struct LayoutEvent: Equatable, Sendable {
  /// The name that the layout declares for it.
  public var name: String
  /// In the order declared.
  public var arguments: [LayoutValue]

  /// A notice from its members.
  public init(name: String, arguments: [LayoutValue]) {
    self.name = name
    self.arguments = arguments
  }
}
