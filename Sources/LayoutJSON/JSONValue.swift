// SPDX-License-Identifier: Apache-2.0
//
// JSON as a Swift value: objects keep the order of their members, integers stay integers.

/// A JSON value.
///
/// `1` is an ``integer(_:)`` and `1.0` a ``number(_:)``; ``JSONValue/double`` is the value of both.
/// Parsing is jansson's, strict: UTF-8 only, no duplicate members, integers within 64 bits, no
/// number that overflows a `Double`.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction or an exponent.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order.
  case object(JSONObject)

  /// The value of a number of either kind.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of an integer; nil for `1.0`.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value of a boolean.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The text of a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of an object.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The name of the type, for messages: "a string".
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object, in order.
public struct JSONObject: Equatable, Sendable {
  /// One member.
  public struct Member: Equatable, Sendable {
    /// Its name, once in an object.
    public var key: String
    /// Its value.
    public var value: JSONValue

    /// A member from its key and its value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// In the order of the text, or of their addition.
  public private(set) var members: [Member]

  /// An object with these members, whose keys must differ.
  public init(_ members: [Member] = []) { self.members = members }

  /// The member's value; setting nil removes it, setting a new key appends it.
  ///
  /// - Complexity: O(members): objects here are small, and nothing is hashed.
  public subscript(_ key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key, value))
      case (nil, nil): break
      }
    }
  }

  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }
}

// MARK: - Literals
//
// JSON written as Swift literals.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }

  /// An object with its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member($0.0, $0.1) })
  }
}
