// SPDX-License-Identifier: Apache-2.0
//
// Queries of a layout to the app: declared once, asked for many items in one call, each with a type
// that an app's answer may have.

import LayoutABI

// MARK: - Asking

/// The common part of all queries, for the lists of a layout.
///
/// Memory safety: only the kit calls the host's functions, and it asks for them again before each `prepare`.
@safe
open class AnyQuery {
  /// The name: camelCase, unique in the layout.
  public let name: StaticString
  let help: StaticString
  let scope: QueryScope
  /// The host's functions that answer the query; asked for again before each `prepare`.
  var functions: UnsafePointer<layout_query_functions>?

  init(name: StaticString, scope: QueryScope, help: StaticString) {
    self.name = name
    self.help = help
    self.scope = scope
  }

  var resultCode: UInt32 { 0 }

  /// True when the app bound an answer.
  public final var isBound: Bool { unsafe functions?.pointee.many != nil }
}

/// True when a query asks about each item or about each section.
public enum QueryScope: UInt32, Sendable {
  /// One answer an item.
  case item = 0
  /// One answer a section.
  case section
}

/// The part of the range that an answer covers.
public enum Coverage: UInt32, Sendable {
  /// No answer; the room is untouched.
  case none = 0
  /// One value for each; NaN means "no answer".
  case all
  /// The first value holds for the whole range.
  case uniform
}

/// A query to the app with a typed answer. A layout may ask it in `prepare` and in every other
/// call.
///
/// Declare it as a stored property and list it in ``Layout/queries``.
public final class Query<Value: QueryValue>: AnyQuery {
  /// A query about items or sections.
  public init(_ name: StaticString, of scope: QueryScope = .item, help: StaticString) {
    super.init(name: name, scope: scope, help: help)
  }

  override var resultCode: UInt32 { Value.resultCode }

  /// Returns the answers for `count` items of `section` from `first` on, or for as many sections.
  /// - Throws: The app's error. The app may have answered a part of them.
  /// - Complexity: One call into the host, and room for `count` values.
  public func answers(
    section: Int = 0, first: Int = 0, count: Int
  ) throws(LayoutError) -> Answers<Value> {
    var answers = Answers<Value>(count: count)
    if count > 0 {
      answers.coverage = unsafe try ask(
        section: section, first: first, count: count, into: answers.start)
    }
    return answers
  }

  /// Writes the answers into `room`, which holds `count` values.
  package func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<Value>
  ) throws(LayoutError) -> Coverage {
    guard let functions = unsafe functions, let many = unsafe functions.pointee.many else {
      return .none
    }
    var how: UInt32 = 0
    let status = unsafe many(
      functions.pointee.context, UInt32(section), UInt32(first), UInt32(count), room, &how)
    if status > 0 { return .none }
    guard status == 0 else { throw LayoutError(status, "") }
    guard let coverage = Coverage(rawValue: how) else {
      throw .failed("the host answered a query in a form that this layout does not know")
    }
    return coverage
  }
}

/// The app's answers to one call of a query.
///
/// Memory safety: it owns the values, and every index is checked.
@safe
public struct Answers<Value: QueryValue>: ~Copyable {
  /// The number of requested values.
  public let count: Int
  fileprivate(set) var coverage = Coverage.none
  fileprivate let start: UnsafeMutablePointer<Value>

  fileprivate init(count: Int) {
    self.count = count
    unsafe start = .allocate(capacity: max(count, 1))
  }

  deinit { unsafe start.deallocate() }

  /// The answer at `index` of the range, or nil if the app gave none.
  public subscript(index: Int) -> Value? {
    precondition(index >= 0 && index < count, "an answer outside the range that was asked for")
    switch coverage {
    case .none: return nil
    case .uniform: return unsafe start[0].isUnanswered ? nil : start[0]
    case .all: return unsafe start[index].isUnanswered ? nil : start[index]
    }
  }
}

// MARK: - Types

/// A type of an answer, in memory the same as its C type.
public protocol QueryValue {
  /// LAYOUT_TYPE_….
  static var resultCode: UInt32 { get }
  /// True when the value means "no answer": its first number is NaN.
  var isUnanswered: Bool { get }
}

extension Bool: QueryValue {
  public static var resultCode: UInt32 { 1 }
  public var isUnanswered: Bool { false }
}

extension Int64: QueryValue {
  public static var resultCode: UInt32 { 2 }
  public var isUnanswered: Bool { false }
}

extension Double: QueryValue {
  public static var resultCode: UInt32 { 3 }
  public var isUnanswered: Bool { self != self }
}

extension layout_point: QueryValue {
  public static var resultCode: UInt32 { 5 }
  public var isUnanswered: Bool { x != x }
}

extension layout_size: QueryValue {
  public static var resultCode: UInt32 { 6 }
  public var isUnanswered: Bool { width != width }
}

extension layout_insets: QueryValue {
  public static var resultCode: UInt32 { 7 }
  public var isUnanswered: Bool { top != top }
}
