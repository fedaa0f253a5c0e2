// SPDX-License-Identifier: Apache-2.0
//
// The pure parts of watching: the decision when a changed file has settled, and the events from a
// check of it.

// MARK: - When to look

/// Changed files, until each has been unchanged for long enough.
///
/// A check may find that the writer is not done: the file goes back in and gets one more check,
/// after a longer time without a change; its result is final. Each change restarts both times.
package struct SettlingQueue<Key: Hashable & Comparable & Sendable> {
  /// The times without a change, in nanoseconds.
  package struct Times: Sendable {
    /// The time before the first check.
    package var settling: Int64
    /// The time before the last check, of a file that seemed incomplete.
    package var timeLimit: Int64

    /// 50 ms are longer than the pauses of a copy or a linker between two writes; 2 s are enough
    /// for a slow network, and short enough for a person who waits for an error message.
    package init(settling: Int64 = 50_000_000, timeLimit: Int64 = 2_000_000_000) {
      (self.settling, self.timeLimit) = (settling, timeLimit)
    }
  }

  /// A waiting file.
  package struct Entry: Equatable, Sendable {
    package let key: Key
    /// The time of the last change, in nanoseconds.
    package fileprivate(set) var touched: Int64
    /// True when a process has written to it and not closed it since.
    package fileprivate(set) var isOpen = false
    /// True when it was put back once, so that the next check is final.
    package fileprivate(set) var isLastLook = false
  }

  private let times: Times
  private var entries: [Key: Entry] = [:]

  package init(times: Times = Times()) { self.times = times }

  /// Records that a file changed.
  ///
  /// - Parameters:
  ///   - isOpen: True if it is now known to be open for writing; nil keeps the old value.
  ///   - now: In nanoseconds, of any monotonic clock.
  package mutating func touch(_ key: Key, isOpen: Bool? = nil, at now: Int64) {
    let known = entries[key]?.isOpen ?? false
    entries[key] = Entry(key: key, touched: now, isOpen: isOpen ?? known, isLastLook: false)
  }

  /// Returns true when the file is waiting.
  package func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// The time of the next check; nil while no file is waiting.
  ///
  /// - Complexity: O(waiting files).
  package var deadline: Int64? { entries.values.lazy.map(due).min() }

  /// Removes and returns the files that are due, in ascending order.
  package mutating func take(at now: Int64) -> [Entry] {
    let taken = entries.values.filter { due($0) <= now }.sorted { $0.key < $1.key }
    for entry in taken { entries[entry.key] = nil }
    return taken
  }

  /// Puts back a file that seemed incomplete for its last check.
  package mutating func putBack(_ entry: Entry) {
    var entry = entry
    entry.isLastLook = true
    entries[entry.key] = entry
  }

  private func due(_ entry: Entry) -> Int64 {
    entry.touched + (entry.isLastLook ? times.timeLimit : times.settling)
  }
}

// MARK: - Events of a check
//
// The known state of the watched files, and the events from a new check. Pure.

/// A file's place: the directory's number in the search path, and the name in it.
package struct PluginPlace: Hashable, Comparable, Sendable {
  package var directory: Int
  package var name: String

  package init(directory: Int, name: String) {
    (self.directory, self.name) = (directory, name)
  }

  /// By directory, then by the bytes of the name: the order of a plugin library.
  package static func < (a: Self, b: Self) -> Bool {
    a.directory == b.directory
      ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8) : a.directory < b.directory
  }
}

/// The files as of their last check.
package struct PluginLedger {
  /// The result of a check; nil means that there is no file.
  package typealias Look = (place: PluginPlace, file: PluginFile?)

  private var known: [PluginPlace: PluginFile] = [:]

  package init() {}

  /// All files, in the order of the search path, then by name.
  package var files: [PluginFile] {
    known.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The files in some of the directories, in the same order.
  package func files(in directories: Set<Int>) -> [PluginFile] {
    known.filter { directories.contains($0.key.directory) }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The places known in a directory, in ascending order.
  package func places(in directory: Int) -> [PluginPlace] {
    known.keys.filter { $0.directory == directory }.sorted()
  }

  /// Stores the results of one round and returns the events: removals last, so that a layout which
  /// moves to another file appears there before it is removed.
  ///
  /// - Complexity: O(checks).
  package mutating func record(_ looks: [Look]) -> [PluginEvent] {
    var gone = looks.compactMap { look in look.file == nil ? known[look.place] : nil }
      .map(Optional.some)
    // The indices of each hash, the last one first.
    var byHash: [String: [Int]] = [:]
    for (index, file) in gone.enumerated().reversed() {
      byHash[file?.hash ?? "", default: []].append(index)
    }
    byHash[""] = nil
    var events: [PluginEvent] = []
    for (place, file) in looks {
      defer { known[place] = file }
      guard let file else { continue }
      if let before = known[place] {
        if before != file { events.append(.changed(file, from: before)) }
      } else if let index = byHash[file.hash]?.popLast(), let old = gone[index] {
        gone[index] = nil
        events.append(.renamed(file, from: old.path))
      } else {
        events.append(.added(file))
      }
    }
    return events + gone.compactMap { $0.map(PluginEvent.removed) }
  }
}
