// SPDX-License-Identifier: Apache-2.0
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
