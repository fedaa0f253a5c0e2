// SPDX-License-Identifier: Apache-2.0
//
// The pure parts of watching: when a file that changes has come to rest, and what a look at it
// means.

// MARK: - When to look

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
    package var timeLimit: Int64

    /// 50 ms are more than a copy or a linker pauses between two writes; 2 s are enough for a slow
    /// network, and short enough for a person who waits to be told that the file is damaged.
    package init(settling: Int64 = 50_000_000, timeLimit: Int64 = 2_000_000_000) {
      (self.settling, self.timeLimit) = (settling, timeLimit)
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
    entry.touched + (entry.isLastLook ? times.timeLimit : times.settling)
  }
}

// MARK: - What a look means
//
// What is known of the watched files, and what a new look at them means. Pure.

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

/// The files as they were when last looked at.
package struct PluginLedger {
  /// The result of a look; nil is nothing.
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

  /// Takes over what was found in one go and says what is new: removals last, so that a layout which
  /// moves to another file is there before it is gone.
  ///
  /// - Complexity: O(looks).
  package mutating func record(_ looks: [Look]) -> [PluginEvent] {
    var gone = looks.compactMap { look in look.file == nil ? known[look.place] : nil }
      .map(Optional.some)
    // Those of one hash, the last one first.
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
