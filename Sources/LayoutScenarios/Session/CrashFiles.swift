// SPDX-License-Identifier: Apache-2.0
//
// The directory of crash records.

import Glibc
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel

/// The last crashes: `$XDG_STATE_HOME/layouthost/crashes` (`~/.local/state` by default), one
/// scenario per file. The oldest beyond ``limit`` are deleted.
public struct CrashFiles: Sendable {
  /// The maximum number of files.
  public static let limit = 20

  /// The directory; nil without a home directory.
  public let directory: String?

  /// The directory of an environment.
  public init(environment: Environment = .process) {
    directory = environment.directory("XDG_STATE_HOME", orHome: ".local/state").map {
      $0 + "/layouthost/crashes"
    }
  }

  /// Writes a record that only the user can read.
  ///
  /// - Returns: The path.
  /// - Throws: `no-home`, `unwritable` with the reason, or `wrong-owner` or `writable-by-others` if
  ///   another user could redirect the path.
  /// - Complexity: O(items) if the app does not answer for a whole section at once, up to 100,000.
  public func add(_ record: CrashRecord) throws(LayoutError) -> String {
    guard let directory else {
      throw LayoutError(
        .noHome, "there is no place for crash records: set $HOME or $XDG_STATE_HOME")
    }
    try Ownership.makeDirectory(directory)
    let path = "\(directory)/\(Self.name(of: record.error.plugin ?? record.layout))"
    let text = JSONValue.object(record.scenario).serialised() + "\n"
    try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600, isDurable: false)
    prune(directory)
    return path
  }

  /// Deletes the oldest. A file that cannot be deleted stays: the next record tries again.
  private func prune(_ directory: String) {
    let names = (try? FileSystem.names(in: directory)) ?? []
    let records = names.filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
    for name in records.dropLast(Self.limit) { unlink("\(directory)/\(name)") }
  }

  private static let prefix = "crash-"
  private static let suffix = ".scenario"

  /// Sorts by time: microseconds of the wall clock, with a fixed number of digits.
  private static func name(of plugin: String) -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let stamp = String(Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
    let word = plugin.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
    return prefix + stamp + "-" + word.prefix(100) + suffix
  }
}
