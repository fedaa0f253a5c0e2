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
    /// The path of the file then; nil when the file does not say.
    public let path: String?

    /// A line of the list.
    public init(hash: String, date: String? = nil, path: String? = nil) {
      (self.hash, self.date, self.path) = (hash, date, path)
    }
  }

  /// In the order in which they were added.
  public private(set) var entries: [Entry]
  /// Those of the entries.
  private var hashes: Set<String>

  /// A list of these.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
    hashes = Set(entries.map(\.hash))
  }

  /// Returns true when bytes with this hash are trusted.
  ///
  /// - Complexity: O(1).
  public func contains(_ hash: String) -> Bool { !hash.isEmpty && hashes.contains(hash) }

  /// Adds an entry; false when its hash is there already.
  public mutating func add(_ entry: Entry) -> Bool {
    guard !contains(entry.hash) else { return false }
    hashes.insert(entry.hash)
    entries.append(entry)
    return true
  }

  /// Takes out a hash; false when it is not there.
  public mutating func remove(_ hash: String) -> Bool {
    guard hashes.remove(hash) != nil else { return false }
    entries.removeAll { $0.hash == hash }
    return true
  }

  /// Returns true when a text is a SHA-256 as it is written here.
  public static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
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

  /// A path may hold a line end, and what follows it would be a line of the list.
  private static func oneLine(_ path: String) -> String {
    String(
      String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 32 ? "\u{FFFD}" : $0 }))
  }
}
