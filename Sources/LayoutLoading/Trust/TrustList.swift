// SPDX-License-Identifier: Apache-2.0
//
// The hashes that a user trusts, as a value and as text.

import Glibc
import LayoutModel

/// The plugins that may run in the host's process, by the SHA-256 of their bytes.
///
/// As text: a hash a line, and behind a `#` the date and the path, which are there for people.
/// Lines that are empty or start with `#` are left alone.
public struct TrustList: Equatable, Sendable {
  /// Bytes that are trusted.
  public struct Entry: Equatable, Sendable {
    /// 64 lower-case hexadecimal digits.
    public let hash: String
    /// When it was trusted, such as 2026-01-31; nil when the file does not say.
    public let date: String?
    /// Where the file was then; nil when the file does not say.
    public let path: String?

    /// A line of the list.
    public init(hash: String, date: String? = nil, path: String? = nil) {
      (self.hash, self.date, self.path) = (hash, date, path)
    }
  }

  /// In the order in which they were added.
  public private(set) var entries: [Entry]

  /// A list of these.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Whether bytes with this hash are trusted.
  ///
  /// - Complexity: O(entries).
  public func contains(_ hash: String) -> Bool {
    !hash.isEmpty && entries.contains { $0.hash == hash }
  }

  /// Adds an entry; false when its hash is there already.
  public mutating func add(_ entry: Entry) -> Bool {
    if contains(entry.hash) { return false }
    entries.append(entry)
    return true
  }

  /// Takes out a hash; false when it is not there.
  public mutating func remove(_ hash: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.hash == hash }
    return entries.count < count
  }

  /// Whether a text is a SHA-256 as it is written here.
  public static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Reads the text.
  ///
  /// - Throws: `bad-trust-file` naming the line. Half a list is not believed.
  init(parsing text: String) throws(LayoutError) {
    entries = []
    // An editor may have ended the lines in the way of another system.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, !first.allSatisfy(\.isWhitespace) else { continue }
      let hash = first.split(whereSeparator: \.isWhitespace)
      guard hash.count == 1, Self.isHash(String(hash[0])) else {
        throw LayoutError(
          "bad-trust-file",
          "line \(index + 1) is not a SHA-256 of 64 lower-case hexadecimal digits; "
            + "correct the line or take it out")
      }
      let words = (parts.count == 2 ? parts[1] : "").split(
        separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      let date = words.first.flatMap { Self.isDate($0) ? String($0) : nil }
      let path = date == nil ? nil : words.dropFirst().first.map(String.init)
      _ = add(Entry(hash: String(hash[0]), date: date, path: path))
    }
  }

  /// The text, without a heading.
  var text: String {
    entries.reduce(into: "") { text, entry in
      let comment = [entry.date, entry.path.map(Self.oneLine)].compactMap { $0 }
      text += entry.hash + (comment.isEmpty ? "" : "  # " + comment.joined(separator: " ")) + "\n"
    }
  }

  /// The date in UTC, as an entry has it.
  public static func today() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
      .joined(separator: "-")
  }

  private static func isDate(_ text: Substring) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 >= 48 && $0 < 58 }
  }

  /// A path may hold a line end, and what follows it would be a line of the list.
  private static func oneLine(_ path: String) -> String {
    String(
      String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 32 ? "\u{FFFD}" : $0 }))
  }
}
