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
public struct Action {
  /// The pointer by which a call finds its layout.
  public typealias Context = UnsafeMutableRawPointer?

  let name: StaticString
  let help: StaticString
  let parameters: [Parameter]
  /// LAYOUT_TYPE_… of what it returns; LAYOUT_TYPE_NONE when it returns nothing.
  let resultType: UInt32
  let function: @convention(c) () -> Void

  /// A call of any signature: a C function of the prototype
  /// `layout_status f(void *context, PARAMETERS…, RESULT *out)`, cast; without `out` when there is no
  /// result.
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

  /// A call without parameters.
  public static func plain(
    _ name: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context) -> layout_status
  ) -> Self {
    Self(
      name, [], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// A call about an item: `name(section, item)`.
  public static func ofItem(
    _ name: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context, UInt32, UInt32) -> layout_status
  ) -> Self {
    Self(
      name, [Parameter("section", .index), Parameter("item", .index)], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// A call with one number.
  public static func ofNumber(
    _ name: StaticString, _ parameter: StaticString, help: StaticString,
    run: @escaping @convention(c) (Context, Double) -> layout_status
  ) -> Self {
    Self(
      name, [Parameter(parameter, .number)], result: nil, help: help,
      function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }

  /// A question about an item that a number answers: `name(section, item)`.
  public static func numberOfItem(
    _ name: StaticString, help: StaticString,
    run:
      @escaping @convention(c) (Context, UInt32, UInt32, UnsafeMutablePointer<Double>?) ->
      layout_status
  ) -> Self {
    Self(
      name, [Parameter("section", .index), Parameter("item", .index)], result: .number,
      help: help, function: unsafeBitCast(run, to: (@convention(c) () -> Void).self))
  }
}
