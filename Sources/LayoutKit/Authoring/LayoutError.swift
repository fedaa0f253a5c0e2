// SPDX-License-Identifier: Apache-2.0
//
// The one error that a layout throws: the status for the host, and a sentence for people.

import LayoutABI

/// The reason for which a call into a layout failed. The host adds the plugin's id and the name
/// of the call.
///
/// The message for people is "subject, item 3.14: message", or "subject, line 2, column 7: message". The parts are
/// static text and numbers, because Swift strings would more than double the size of a plugin.
public struct LayoutError: Error, Sendable {
  /// A negative LAYOUT_ERROR_….
  public var status: layout_status
  /// The fault and its remedy; empty when the host already knows the reason.
  public var message: StaticString
  /// The property or query of the error; empty when there is none.
  public var subject: StaticString = ""
  /// The section of the error, or -1.
  public var section = -1
  /// The item of the error, or -1.
  public var item = -1
  /// The line of the error in a text, counted from 1, or 0.
  public var line = 0
  /// The place in that line, in bytes counted from 1.
  public var column = 0
  /// The name of the thing that ``section`` counts when it is not a section, such as "pattern" of a
  /// property.
  public var outer: StaticString = ""
  /// The name of the thing that ``item`` counts in that case.
  public var inner: StaticString = ""

  /// An error with its status.
  public init(_ status: layout_status, _ message: StaticString) {
    self.status = status
    self.message = message
  }

  /// Returns the error that the layout could not do its work.
  public static func failed(
    _ message: StaticString, about subject: StaticString = "", section: Int = -1, item: Int = -1
  ) -> Self {
    var error = Self(LAYOUT_ERROR_FAILED, message)
    error.subject = subject
    error.section = section
    error.item = item
    return error
  }

  /// Returns the error that a value is outside its range.
  public static func argument(
    _ message: StaticString, about subject: StaticString = ""
  ) -> Self {
    var error = Self(LAYOUT_ERROR_ARGUMENT, message)
    error.subject = subject
    return error
  }

  /// Returns the same error about a part of its subject: "subject, outer 1, inner 3: message". A
  /// negative number is left out.
  public func within(
    _ outer: StaticString, _ number: Int, _ inner: StaticString, _ innerNumber: Int
  ) -> Self {
    var error = self
    (error.outer, error.section) = (outer, number)
    (error.inner, error.item) = (inner, innerNumber)
    return error
  }

  /// Returns the error that memory could not be allocated.
  public static func memory(_ message: StaticString) -> Self { Self(LAYOUT_ERROR_MEMORY, message) }
}
