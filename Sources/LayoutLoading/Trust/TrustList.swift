// SPDX-License-Identifier: Apache-2.0
//
// The trust in a file's code: the user's list of hashes, as a value, as text and as a file.

import Glibc
import LayoutModel

// MARK: - Trust

/// The degree of trust in a file's code, by its place or by its hash.
public enum Trust: Int, Sendable, Comparable, CustomStringConvertible {
  /// Any file that the user or an option names.
  case user = 0
  /// A system directory, which only root writes.
  case system
  /// The user trusts this exact file, by hash, to run in this process.
  case trusted
  /// Came with LayoutHost itself.
  case bundled

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// True when the code may run in the host's own process by default.
  public var runsInProcess: Bool { self >= .trusted }

  public var description: String {
    switch self {
    case .user: "user"
    case .system: "system"
    case .trusted: "trusted"
    case .bundled: "bundled"
    }
  }
}

// MARK: - The list

/// The plugins that may run in the host's process, by SHA-256.
///
/// As text: a hash per line, and after a `#` the date and the path, for people. Empty lines and
/// lines that start with `#` are kept.
public struct TrustList: Equatable, Sendable {
  /// A trusted hash.
  public struct Entry: Equatable, Sendable {
    /// 64 lower-case hexadecimal digits.
    public let hash: String
    /// The date of the trust, such as 2026-01-31; nil when the file has none.
    public let date: String?
    /// The path of the file at that time; nil when the file has none.
    public let path: String?

    /// A line of the list.
    public init(hash: String, date: String? = nil, path: String? = nil) {
      (self.hash, self.date, self.path) = (hash, date, path)
    }
  }

  /// The entries, in the order in which they were added.
  public private(set) var entries: [Entry]
  /// The hashes of the entries.
  private var hashes: Set<String>

  /// A list of these entries.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
    hashes = Set(entries.map(\.hash))
  }

  /// Returns true when this hash is trusted.
  ///
  /// - Complexity: O(1).
  public func contains(_ hash: String) -> Bool { !hash.isEmpty && hashes.contains(hash) }

  /// Adds an entry; returns false when its hash is in the list.
  public mutating func add(_ entry: Entry) -> Bool {
    guard !contains(entry.hash) else { return false }
    hashes.insert(entry.hash)
    entries.append(entry)
    return true
  }

  /// Removes a hash; returns false when it is not in the list.
  public mutating func remove(_ hash: String) -> Bool {
    guard hashes.remove(hash) != nil else { return false }
    entries.removeAll { $0.hash == hash }
    return true
  }

  /// Returns true when a text is a SHA-256 in the format of the list.
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

  /// The date in UTC, in the format of an entry.
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

  /// A path may contain a newline, after which the rest would be a line of the list.
  private static func oneLine(_ path: String) -> String {
    String(
      String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 32 ? "\u{FFFD}" : $0 }))
  }
}

// MARK: - Parsing

extension TrustList {
  /// Reads the text, by bytes: a list may have hundreds of thousands of lines.
  ///
  /// - Throws: `bad-trust-file` naming the line. An incomplete list is not used.
  /// - Complexity: O(bytes).
  init(parsing text: [UInt8]) throws(LayoutError) {
    self.init()
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let hash = Self.trimmed(line.prefix { $0 != Self.mark })
      guard !hash.isEmpty else { continue }
      let word = String(decoding: hash, as: UTF8.self)
      guard Self.isHash(word) else {
        throw LayoutError(
          .badTrustFile,
          "line \(index + 1) is not a SHA-256 of 64 lower-case hexadecimal digits; "
            + "correct the line or take it out")
      }
      let (date, path) = Self.comment(of: line)
      _ = add(Entry(hash: word, date: date, path: path))
    }
  }

  private static let mark = UInt8(ascii: "#")
  private static let space = UInt8(ascii: " ")

  /// The date and the path after the mark. Text without a date at its start is a person's own note.
  private static func comment(of line: ArraySlice<UInt8>) -> (date: String?, path: String?) {
    guard let mark = line.firstIndex(of: mark) else { return (nil, nil) }
    let words = trimmed(line[(mark + 1)...])
    let date = words.prefix { $0 != space }
    guard isDate(date) else { return (nil, nil) }
    let path = words.dropFirst(date.count + 1)
    return (
      String(decoding: date, as: UTF8.self),
      path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    )
  }

  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 10 && text.allSatisfy { $0 == UInt8(ascii: "-") || $0 >= 48 && $0 < 58 }
  }

  /// The text without white space at both ends, including foreign line ends.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == space || 9...13 ~= byte }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return text[first...last]
  }
}

// MARK: - The file

/// The user's own list of trusted plugins: `$XDG_CONFIG_HOME/layouthost/trust` (`~/.config` by
/// default).
///
/// Trust is by hash: a changed file is not trusted any more. The list is ignored when any other
/// user could have written it.
public struct TrustStore: Sendable {
  private let file: HashFile

  /// The path of the list; nil without a home directory, which gives an empty list.
  public var path: String? { file.path }

  /// The store of an environment.
  public init(environment: Environment = .process) {
    let home = "XDG_CONFIG_HOME"
    file = HashFile(
      path: environment.directory(home, orHome: ".config").map { $0 + "/layouthost/trust" },
      heading: "Plugins that layouthost runs in its own process: layouthost trust --help",
      consequence: "nothing in it is trusted", variable: home)
  }

  /// The list; empty when there is no file.
  ///
  /// - Throws: `writable-by-others`, `wrong-owner`, `bad-trust-file`, or the error of reading the
  ///   file.
  public func read() throws(LayoutError) -> TrustList { try file.read() }

  /// Changes the list. Concurrent changes of two processes wait for each other.
  ///
  /// - Parameter change: Changes the entries of the list; nothing is written when it changes none,
  ///   or throws.
  /// - Throws: The errors of ``read()`` or `change`, `no-home`, or `unwritable` with the reason.
  public func update<Answer>(
    _ change: (inout TrustList) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    try file.update(change)
  }
}
