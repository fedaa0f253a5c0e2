// SPDX-License-Identifier: Apache-2.0
//
// How ids, names and versions may be written; notes and tables are held to the same rules.

/// The grammars of names that come from plugins.
enum Grammar {
  /// [A-Za-z0-9][A-Za-z0-9._-]*, at most 128 bytes.
  static func isPluginID(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.utf8.first.map(isAlphanumeric) == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// [a-z][a-z0-9.-]*, at most 64 bytes.
  static func isLayoutID(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map(isLower) == true
      && text.utf8.allSatisfy { isLower($0) || isDigit($0) || ".-".utf8.contains($0) }
  }

  /// camelCase: [a-z][A-Za-z0-9]*, at most 64 bytes.
  static func isMemberName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map(isLower) == true
      && text.utf8.allSatisfy(isAlphanumeric)
  }

  /// [A-Za-z][A-Za-z0-9._-]*, at most 64 bytes.
  static func isKindName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map { isAlphanumeric($0) && !isDigit($0) } == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// A layout id's letters, then a slash and a revision: `layout.dynamics/1`.
  static func isExtensionID(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && isLayoutID(String(parts[0])) && isNumber(parts[1])
  }

  /// Three decimal numbers without leading zeros.
  static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy(isNumber)
  }

  /// Two or three decimal numbers.
  static func isSwiftVersion(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (2...3).contains(parts.count) && parts.allSatisfy(isNumber)
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...9).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
      && (text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"))
  }

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLower(byte) || isDigit(byte) || (0x41...0x5a).contains(byte)
  }
}
