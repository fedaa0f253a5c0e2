// SPDX-License-Identifier: Apache-2.0
//
// The file that holds the strikes of the last minutes: they belong to bytes, whoever ran them.

import Glibc
import LayoutModel

/// The strikes of plugins, by hash: `$XDG_STATE_HOME/layouthost/strikes` (`~/.local/state` by
/// default), beside the list of what is in quarantine. A layout that is swapped away and back, and
/// one that crashes once in each of several sessions, has them all.
///
/// As text: a hash and a time a line, the time in seconds of the calendar's clock.
public struct StrikeStore: Sendable {
  /// Most strikes that are kept; the oldest go first.
  public static let capacity = 1024

  /// Where the file is; nil without a home directory.
  public let path: String?

  private struct Strike {
    var hash: String
    var time: Double
  }

  /// The store that an environment names.
  public init(environment: Environment = .process) {
    path = environment.directory("XDG_STATE_HOME", orHome: ".local/state").map {
      $0 + "/layouthost/strikes"
    }
  }

  /// The calendar's clock, in seconds since 1970.
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Notes a strike, and forgets those that are older than `window` seconds. Two processes that do so
  /// at once wait for each other.
  ///
  /// - Returns: How many strikes of these bytes count, this one among them.
  /// - Throws: `no-home`, `unwritable`, or what says that others could have written the file.
  public func add(
    _ hash: String, at time: Double = StrikeStore.now(), window: Double
  ) throws(LayoutError) -> Int {
    try update { strikes in
      // A time to come was noted before the clock was set back.
      strikes.removeAll { $0.time <= time - window || $0.time > time }
      strikes.append(Strike(hash: hash, time: time))
      strikes.removeFirst(max(0, strikes.count - Self.capacity))
      return strikes.count { $0.hash == hash }
    }
  }

  /// Forgets the strikes of some bytes.
  ///
  /// - Throws: What ``add(_:at:window:)`` throws.
  public func forget(_ hash: String) throws(LayoutError) {
    guard let path, FileSystem.exists(path) else { return }
    try update { strikes in strikes.removeAll { $0.hash == hash } }
  }

  private func update<Answer>(
    _ change: (inout [Strike]) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let path else {
      throw LayoutError("no-home", "there is no place for strikes: set $HOME or $XDG_STATE_HOME")
    }
    let lock = try FileSystem.lock(FileSystem.parent(of: path))
    defer { close(lock) }
    var strikes = try read(path)
    let answer = change(&strikes)
    let text = strikes.map { "\($0.hash) \($0.time)\n" }.joined()
    try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600, isDurable: false)
    return answer
  }

  /// What is there; a line that says nothing is left out, since all of it is forgotten in minutes.
  private func read(_ path: String) throws(LayoutError) -> [Strike] {
    guard FileSystem.exists(path) else { return [] }
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, TrustList.isHash(String(words[0])), let time = Double(words[1]),
        time.isFinite
      else { return nil }
      return Strike(hash: String(words[0]), time: time)
    }
  }
}
