// SPDX-License-Identifier: Apache-2.0
//
// A layout's settings: declared once as stored properties of the layout, described to the host and
// set by the host.

import LayoutABI

/// The common part of all properties, for the lists of a layout.
open class AnyProperty {
  /// The name: camelCase, unique in the layout.
  public let name: StaticString
  let help: StaticString
  let unit: StaticString
  /// The minimum of every number in it; the range is narrower if the property also stands for
  /// others.
  var minimum: Double
  var maximum: Double
  /// The names of the members of the object that an array represents.
  let memberNames: [StaticString]

  init(
    name: StaticString, help: StaticString, unit: StaticString, minimum: Double, maximum: Double,
    memberNames: [StaticString]
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    self.memberNames = memberNames
  }

  var typeCode: UInt32 { 0 }
  var isOptional: Bool { false }
  var caseNames: [StaticString] { [] }
  /// Sets a value from the host, which becomes current with the next `prepare`; ``settle(isRefused:)``
  /// follows.
  func set(_ value: layout_value) throws(LayoutError) {}
  /// Keeps or undoes the new value, after all layouts that share the property were asked.
  func settle(isRefused: Bool) {}
  /// Makes the value that was set the current value.
  func adopt() {}
  /// Undoes ``adopt()``: the `prepare` failed.
  func restore() {}
  /// Returns the value in its C form; its pointers are valid until the next call.
  func lend() -> layout_value { layout_value() }
  /// Returns the default, with its numbers in the memory of the image.
  func describeDefault() -> layout_value { layout_value() }
}

/// A named, typed setting of a layout.
///
/// Declare it as a stored property and list it in ``Layout/properties``; read ``value``.
public final class Property<Value: PropertyValue>: AnyProperty {
  /// The value at the last `prepare`, or the default. It stays unchanged until the next `prepare`,
  /// so the layout's answers agree with the screen.
  public private(set) var value: Value
  /// The value that was set last, or the default: the value at the next `prepare`.
  public private(set) var wanted: Value
  private var previous: Value
  /// The value before a change that may still be refused.
  private var unsettled: Value?
  private let initial: Value
  private var lent = LentNumbers()

  /// A setting with its default.
  /// - Parameters:
  ///   - name: camelCase, unique in the layout.
  ///   - value: The default; nil for an optional property that is unset.
  ///   - minimum: The least value of every number in it, inclusive.
  ///   - maximum: The greatest value.
  ///   - unit: "pt", "s", "pt/s", "1"; empty when there is none.
  ///   - members: For an array, the members of the object that it represents.
  ///   - help: One line.
  public init(
    _ name: StaticString, _ value: Value, minimum: Double = -.infinity,
    maximum: Double = .infinity, unit: StaticString = "", members: [StaticString] = [],
    help: StaticString
  ) {
    self.value = value
    wanted = value
    previous = value
    initial = value
    super.init(
      name: name, help: help, unit: unit, minimum: minimum, maximum: maximum, memberNames: members)
  }

  override var typeCode: UInt32 { Value.typeCode }
  override var isOptional: Bool { Value.isOptional }
  override var caseNames: [StaticString] { Value.caseNames }

  override func set(_ value: layout_value) throws(LayoutError) {
    guard let new = Value(decoding: value) else {
      throw .argument("the value is not of the property's type")
    }
    unsettled = wanted
    wanted = new
  }

  override func settle(isRefused: Bool) {
    if isRefused, let unsettled { wanted = unsettled }
    unsettled = nil
  }

  override func adopt() {
    previous = value
    value = wanted.bounded
  }

  override func restore() { value = previous }

  override func lend() -> layout_value { wanted.encoded(in: &lent) }

  override func describeDefault() -> layout_value {
    var room = StaticNumbers()
    return initial.encoded(in: &room)
  }
}

/// Numbers that a property lends to the host. They are freed with the property.
///
/// Memory safety: it owns the numbers; the pointer that it returns is unsafe by its type.
@safe
struct LentNumbers: ~Copyable, NumberRoom {
  private var start: UnsafeMutablePointer<Double>?

  mutating func numbers(_ count: Int) -> UnsafeMutablePointer<Double> {
    unsafe start?.deallocate()
    let room = UnsafeMutablePointer<Double>.allocate(capacity: max(count, 1))
    unsafe start = unsafe room
    return unsafe room
  }

  deinit { unsafe start?.deallocate() }
}

/// Numbers in the memory of the image.
struct StaticNumbers: NumberRoom {
  mutating func numbers(_ count: Int) -> UnsafeMutablePointer<Double> {
    unsafe StaticMemory.room(for: Double.self, count: count)
  }
}
