// SPDX-License-Identifier: Apache-2.0
//
// The calls that a layout offers to its user.

import LayoutABI

/// A call that a layout offers. List it in ``Layout/actions``.
///
/// The body is a C function, so it captures nothing and finds its layout by ``Layout/perform(_:on:_:)``:
///
/// ```swift
/// .ofItem("detach", help: "Lets an item fall.") { context, section, item in
///   Layout.perform(Pendulum.self, on: context) { (layout) throws(LayoutError) in
///     try layout.detach(ItemPath(section: section, item: item))
///   }
/// }
/// ```
///
/// Memory safety: the calls below cast a function to the prototype that they declare. A package with strict
/// memory safety writes `unsafe` before `perform`: its class must be the class that lists the action.
public struct Action {
  /// The pointer with which a call finds its layout.
  public typealias Context = UnsafeMutableRawPointer?

  let name: StaticString
  let help: StaticString
  let parameters: [Parameter]
  /// LAYOUT_TYPE_… of the result; LAYOUT_TYPE_NONE for an action without a result.
  let resultType: UInt32
  let function: @convention(c) () -> Void

  /// A call of any signature: a C function of the prototype `layout_status f(void *context,
  /// PARAMETERS…, RESULT *out)`, cast to a C function without parameters; it has no `out` if there is
  /// no result.
  public init(
    _ name: StaticString, _ parameters: [Parameter], result: Parameter.Kind?, help: StaticString,
    function: @escaping @convention(c) () -> Void
  ) {
    self.name = name
    self.parameters = parameters
    self.help = help
    resultType = result?.rawValue ?? 0
    self.function = function
  }

  /// Makes a call without parameters.
  @safe
  public static func plain(
    _ name: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context) -> layout_status
  ) -> Self {
    unsafe Self(
      name, [], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// Makes a call about an item: `name(section, item)`.
  @safe
  public static func ofItem(
    _ name: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context, UInt32, UInt32) -> layout_status
  ) -> Self {
    unsafe Self(
      name, [Parameter("section", .index), Parameter("item", .index)], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// Makes a call with one number.
  @safe
  public static func ofNumber(
    _ name: StaticString, _ parameter: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context, Double) -> layout_status
  ) -> Self {
    unsafe Self(
      name, [Parameter(parameter, .number)], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// Makes a call about an item that returns a number: `name(section, item)`.
  @safe
  public static func numberOfItem(
    _ name: StaticString, help: StaticString,
    run:
      @escaping @convention(c) (Context, UInt32, UInt32, UnsafeMutablePointer<Double>?) ->
      layout_status
  ) -> Self {
    unsafe Self(
      name, [Parameter("section", .index), Parameter("item", .index)], result: .number,
      help: help, function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }
}

// MARK: - Parameters and events

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

/// A value of an event.
public struct EventValue {
  let value: layout_value

  private init(_ kind: Parameter.Kind, _ content: layout_value_content) {
    value = layout_value(type: kind.rawValue, reserved: 0, as: content)
  }

  /// Makes a value from a section or an item.
  public static func index(_ index: Int) -> Self {
    Self(.index, layout_value_content(integer: Int64(index)))
  }
  /// Makes a value from a whole number.
  public static func integer(_ integer: Int) -> Self {
    Self(.integer, layout_value_content(integer: Int64(integer)))
  }
  /// Makes a value from true or false.
  public static func flag(_ flag: Bool) -> Self {
    Self(.flag, layout_value_content(integer: flag ? 1 : 0))
  }
  /// Makes a value from a number.
  public static func number(_ number: Double) -> Self {
    Self(.number, layout_value_content(number: number))
  }
  /// Makes a value from a place, in points.
  public static func point(_ point: Point) -> Self {
    Self(.point, layout_value_content(point: point))
  }
  /// Makes a value from an extent, in points.
  public static func size(_ size: Size) -> Self { Self(.size, layout_value_content(size: size)) }
  /// Makes a value from distances from the edges, in points.
  public static func insets(_ insets: Insets) -> Self {
    Self(.insets, layout_value_content(insets: insets))
  }
}

/// A notice to the app: declared as a stored property of the layout, listed in ``Layout/events`` and
/// posted with ``Layout/post(_:_:)``.
public final class Event {
  /// The name: camelCase, unique in the layout.
  public let name: StaticString
  let help: StaticString
  let parameters: [Parameter]
  /// The index in the layout's list; nil when it is not listed.
  var index: UInt32?

  /// A notice with its parameters.
  public init(_ name: StaticString, _ parameters: [Parameter] = [], help: StaticString) {
    self.name = name
    self.parameters = parameters
    self.help = help
  }
}
