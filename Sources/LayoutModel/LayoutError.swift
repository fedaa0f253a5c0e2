// SPDX-License-Identifier: Apache-2.0
//
// The one error type of the project: a code that programs test and a message that people read.

/// An error, with the plugin and the call that caused it.
///
/// The message names the cause and the remedy; the code is stable.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stable, kebab-case name of the failure. The set is open, so that codes from newer parts
  /// survive.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name, such as `unknown-layout`.
    public var rawValue: String
    /// The code of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code of this name.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// The code that programs test.
  public var code: Code
  /// The message for people: the cause and, after a semicolon, the remedy.
  public var message: String
  /// The id of the plugin at fault, when one is.
  public var plugin: String?
  /// The ABI slot that failed, such as `attributes_in_rect`, when it was a call.
  public var call: String?

  /// An error; `plugin` and `call` name its origin, if any.
  public init(_ code: Code, _ message: String, plugin: String? = nil, call: String? = nil) {
    self.code = code
    self.message = message
    self.plugin = plugin
    self.call = call
  }

  /// "plugin, call: message [code]", without the unknown parts.
  public var description: String {
    let culprit = [plugin, call].compactMap { $0 }.joined(separator: ", ")
    return (culprit.isEmpty ? "" : culprit + ": ") + message + " [\(code.rawValue)]"
  }
}
