// SPDX-License-Identifier: Apache-2.0
//
// The one error type of the project: a code that programs test and a message that people read.

/// The error that was met, the plugin at fault and the call.
///
/// The message names the thing and the remedy; the code is stable.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stable, kebab-case name of the failure. Open, so that codes from newer parts survive.
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
  /// The message for people: the thing that failed and, behind a semicolon, the remedy.
  public var message: String
  /// The id of the plugin at fault, when one is.
  public var plugin: String?
  /// The ABI slot that failed, such as `attributes_in_rect`, when it was a call.
  public var call: String?

  /// An error; `plugin` and `call` name the culprit where there is one.
  public init(_ code: Code, _ message: String, plugin: String? = nil, call: String? = nil) {
    self.code = code
    self.message = message
    self.plugin = plugin
    self.call = call
  }

  /// "plugin, call: message [code]", without the parts that are not known.
  public var description: String {
    let culprit = [plugin, call].compactMap { $0 }.joined(separator: ", ")
    return (culprit.isEmpty ? "" : culprit + ": ") + message + " [\(code.rawValue)]"
  }
}
