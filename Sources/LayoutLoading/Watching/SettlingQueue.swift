// SPDX-License-Identifier: Apache-2.0
//
// When a file that changes has come to rest. Pure: the clock is an input.

/// Files that were touched, until each has been still for long enough to be looked at.
///
/// A look may find that the writer is not done: the file goes back in and gets one more look, after
/// a longer time without a touch; what it is then, it is. Each touch starts both times anew.
package struct SettlingQueue<Key: Hashable & Comparable & Sendable> {
  /// The times that a file has to be still, in nanoseconds.
  package struct Times: Sendable {
    /// Before the first look.
    package var settling: Int64
    /// Before the last look, at a file that seemed half-written.
    package var patience: Int64

    /// 50 ms are more than a copy or a linker pauses between two writes; 2 s are enough for a slow
    /// network, and short enough for a person who waits to be told that the file is damaged.
    package init(settling: Int64 = 50_000_000, patience: Int64 = 2_000_000_000) {
      (self.settling, self.patience) = (settling, patience)
    }
  }

  /// A file that waits.
  package struct Entry: Equatable, Sendable {
    package let key: Key
    /// When it was last touched, in nanoseconds.
    package fileprivate(set) var touched: Int64
    /// True when somebody has written to it and not closed it since.
    package fileprivate(set) var isOpen = false
    /// True when it was put back once, so that nothing more is waited for.
    package fileprivate(set) var isLastLook = false
  }

  private let times: Times
  private var entries: [Key: Entry] = [:]

  package init(times: Times = Times()) { self.times = times }

  /// Notes that a file was touched.
  ///
  /// - Parameters:
  ///   - isOpen: Whether it is now known to be open for writing; nil leaves what was known.
  ///   - now: In nanoseconds, of any clock that never goes back.
  package mutating func touch(_ key: Key, isOpen: Bool? = nil, at now: Int64) {
    let known = entries[key]?.isOpen ?? false
    entries[key] = Entry(key: key, touched: now, isOpen: isOpen ?? known, isLastLook: false)
  }

  /// Returns true when a file waits.
  package func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// The time of the next look; nil while nothing waits.
  ///
  /// - Complexity: O(files that wait).
  package var deadline: Int64? { entries.values.lazy.map(due).min() }

  /// Takes out the files that are due, in ascending order.
  package mutating func take(at now: Int64) -> [Entry] {
    let taken = entries.values.filter { due($0) <= now }.sorted { $0.key < $1.key }
    for entry in taken { entries[entry.key] = nil }
    return taken
  }

  /// Puts a file that seemed half-written back for its last look.
  package mutating func putBack(_ entry: Entry) {
    var entry = entry
    entry.isLastLook = true
    entries[entry.key] = entry
  }

  private func due(_ entry: Entry) -> Int64 {
    entry.touched + (entry.isLastLook ? times.patience : times.settling)
  }
}
