// SPDX-License-Identifier: Apache-2.0
//
// The signature of actions and events, and the values that events carry.

import LayoutABI

/// A named value of an action or an event.
public struct Parameter: Sendable {
  /// The types that a parameter may have.
  public enum Kind: UInt32, Sendable {
    /// True or false.
    case flag = 1
    /// A whole number.
    case integer = 2
    /// A number.
    case number = 3
    /// A place, in points.
    case point = 5
    /// An extent, in points.
    case size = 6
    /// Distances from the edges, in points.
    case insets = 7
    /// A section or an item.
    case index = 10
  }

  let name: StaticString
  let kind: Kind

  /// A parameter; the name is camelCase.
  public init(_ name: StaticString, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A value that an event carries.
public struct EventValue {
  let value: layout_value

  private init(_ kind: Parameter.Kind, _ content: layout_value_content) {
    value = layout_value(type: kind.rawValue, reserved: 0, as: content)
  }

  /// A section or an item.
  public static func index(_ index: Int) -> Self {
    Self(.index, layout_value_content(integer: Int64(index)))
  }
  /// A whole number.
  public static func integer(_ integer: Int) -> Self {
    Self(.integer, layout_value_content(integer: Int64(integer)))
  }
  /// True or false.
  public static func flag(_ flag: Bool) -> Self {
    Self(.flag, layout_value_content(integer: flag ? 1 : 0))
  }
  /// A number.
  public static func number(_ number: Double) -> Self {
    Self(.number, layout_value_content(number: number))
  }
  /// A place, in points.
  public static func point(_ point: Point) -> Self {
    Self(.point, layout_value_content(point: point))
  }
  /// An extent, in points.
  public static func size(_ size: Size) -> Self { Self(.size, layout_value_content(size: size)) }
  /// Distances from the edges, in points.
  public static func insets(_ insets: Insets) -> Self {
    Self(.insets, layout_value_content(insets: insets))
  }
}

/// A notice to the app, declared as a stored property of the layout, listed in ``Layout/events`` and
/// posted with ``Layout/post(_:_:)``.
public final class Event {
  /// camelCase, unique in the layout.
  public let name: StaticString
  let help: StaticString
  let parameters: [Parameter]
  /// The place in the layout's list; nil when it is not listed.
  var index: UInt32?

  /// A notice with what it carries.
  public init(_ name: StaticString, _ parameters: [Parameter] = [], help: StaticString) {
    self.name = name
    self.parameters = parameters
    self.help = help
  }
}
