// SPDX-License-Identifier: Apache-2.0
//
// The types that an app's answer may have.

import LayoutABI

/// A type of an answer, in memory just as the C type that crosses.
public protocol QueryValue {
  /// LAYOUT_TYPE_….
  static var resultCode: UInt32 { get }
  /// True when the value stands for "no answer": its first number is NaN.
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
