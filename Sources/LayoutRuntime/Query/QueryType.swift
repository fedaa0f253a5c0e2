// SPDX-License-Identifier: Apache-2.0
//
// The Swift types that answer queries, and the check that a closure fits the query that it is bound
// to.

import LayoutABI
import LayoutModel

// MARK: - Types

/// A type that a query can answer with or take as an argument.
///
/// Its memory layout is that of the C type that the header names, so bulk answers are not
/// converted.
public protocol QueryType: Sendable {
  /// Returns true if a query of this type in the descriptor can be bound to this Swift type.
  static func fits(_ type: ValueType) -> Bool
  /// The name of the type in messages.
  static var typeName: String { get }
  /// The value that stands for "unanswered" in a bulk answer; nil for types without NaN.
  static var unanswered: Self? { get }
  /// True if this is such a value.
  var isUnanswered: Bool { get }
  /// True if an app may answer with this value: finite, sizes zero or more, or "unanswered". With
  /// any other value a layout would answer wrongly and be blamed for it.
  var isAllowed: Bool { get }
  /// Reads a value that a plugin wrote.
  static func load(from place: UnsafeRawPointer) -> Self
}

extension QueryType {
  @inlinable public static var unanswered: Self? { nil }
  @inlinable public var isUnanswered: Bool { false }
  @inlinable public var isAllowed: Bool { true }
  @inlinable public static func load(from place: UnsafeRawPointer) -> Self {
    unsafe place.load(as: Self.self)
  }
}

extension Bool: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .bool }
  public static var typeName: String { ValueType.bool.name }
  /// Any byte except 0 is true: a plugin may write a byte that Swift does not allow in a Bool.
  @inlinable public static func load(from place: UnsafeRawPointer) -> Bool {
    unsafe place.load(as: UInt8.self) != 0
  }
}

extension Int64: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .integer || type == .enumeration }
  public static var typeName: String { ValueType.integer.name }
}

extension Int: QueryType {
  public static func fits(_ type: ValueType) -> Bool { Int64.fits(type) }
  public static var typeName: String { ValueType.integer.name }
}

extension UInt32: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .index }
  public static var typeName: String { ValueType.index.name }
}

extension Double: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .number }
  public static var typeName: String { ValueType.number.name }
  @inlinable public static var unanswered: Double? { .nan }
  @inlinable public var isUnanswered: Bool { isNaN }
  @inlinable public var isAllowed: Bool { magnitude != .infinity }
}

extension layout_point: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .point }
  public static var typeName: String { ValueType.point.name }
  @inlinable public static var unanswered: Self? { Self(x: .nan, y: .nan) }
  @inlinable public var isUnanswered: Bool { x.isNaN }
  @inlinable public var isAllowed: Bool { x.isNaN || (x + y) * 0 == 0 }
}

extension layout_size: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .size }
  public static var typeName: String { ValueType.size.name }
  @inlinable public static var unanswered: Self? { Self(width: .nan, height: .nan) }
  @inlinable public var isUnanswered: Bool { width.isNaN }
  @inlinable public var isAllowed: Bool {
    width.isNaN || ((width + height) * 0 == 0 && width >= 0 && height >= 0)
  }
}

extension layout_insets: QueryType {
  public static func fits(_ type: ValueType) -> Bool { type == .insets }
  public static var typeName: String { ValueType.insets.name }
  @inlinable public static var unanswered: Self? {
    Self(top: .nan, left: .nan, bottom: .nan, right: .nan)
  }
  @inlinable public var isUnanswered: Bool { top.isNaN }
  @inlinable public var isAllowed: Bool { top.isNaN || (top + left + bottom + right) * 0 == 0 }
}

// MARK: - Memory

/// The bytes of one place of a layout's memory: where nothing is answered they need not be a value
/// of the query's type, since a plugin's byte may be one that Swift does not allow in a Bool.
@usableFromInline
struct PlaceBytes {
  /// As many as the largest type has, which is that of insets.
  @usableFromInline var bytes: (UInt64, UInt64, UInt64, UInt64)
  @usableFromInline let count: Int

  @inlinable
  init(_ place: UnsafeRawPointer, count: Int) {
    precondition(count <= 32, "a query's type has 32 bytes at most")
    bytes = (0, 0, 0, 0)
    self.count = count
    unsafe withUnsafeMutableBytes(of: &bytes) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: place, count: count))
    }
  }

  @inlinable
  func store(to place: UnsafeMutableRawPointer) {
    unsafe withUnsafeBytes(of: bytes) {
      let room = unsafe UnsafeMutableRawBufferPointer(start: place, count: count)
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }
}

// MARK: - Signatures

/// The Swift type of one argument of a closure.
@usableFromInline
struct QueryArgumentType {
  let name: String
  let fits: (ValueType) -> Bool

  @usableFromInline
  init<A: QueryType>(_ type: A.Type) {
    name = A.typeName
    fits = A.fits
  }
}

extension QueryTable {
  /// Returns the index of the query, after a check that the closure has its signature.
  @usableFromInline
  func check(
    _ name: String, result: String, _ fits: (ValueType) -> Bool, arguments: [QueryArgumentType]
  ) throws(LayoutError) -> Int {
    let index = try index(of: name)
    let query = descriptors[index]
    guard fits(query.result) else {
      throw mismatch("\(name) answers \(query.result.name), not \(result)")
    }
    let agree =
      query.arguments.count == arguments.count
      && zip(query.arguments, arguments).allSatisfy { $1.fits($0) }
    guard agree else {
      let wanted = Self.list(query.arguments.map(\.name))
      throw mismatch(
        "\(name) takes \(wanted) after its path, not \(Self.list(arguments.map(\.name)))")
    }
    return index
  }

  private func mismatch(_ message: String) -> LayoutError {
    LayoutError(.querySignature, message, plugin: plugin)
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "no arguments" : "(\(names.joined(separator: ", ")))"
  }
}
