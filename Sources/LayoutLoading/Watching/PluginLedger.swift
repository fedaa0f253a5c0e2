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
  /// What a look found; nil is nothing.
  package typealias Look = (place: PluginPlace, file: PluginFile?)

  private var known: [PluginPlace: PluginFile] = [:]

  package init() {}

  /// All files, in the order of the search path, then by name.
  package var files: [PluginFile] {
    known.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The places known in a directory, in ascending order.
  package func places(in directory: Int) -> [PluginPlace] {
    known.keys.filter { $0.directory == directory }.sorted()
  }

  /// Takes over what was found in one go and says what is new: removals last, so that a layout which
  /// moves to another file is there before it is gone.
  package mutating func record(_ looks: [Look]) -> [PluginEvent] {
    var gone = looks.compactMap { look in look.file == nil ? known[look.place] : nil }
    var events: [PluginEvent] = []
    for (place, file) in looks {
      defer { known[place] = file }
      guard let file else { continue }
      if let before = known[place] {
        if before != file { events.append(.changed(file, from: before)) }
      } else if let index = gone.firstIndex(where: { $0.hash == file.hash && !file.hash.isEmpty }) {
        events.append(.renamed(file, from: gone.remove(at: index).path))
      } else {
        events.append(.added(file))
      }
    }
    return events + gone.map(PluginEvent.removed)
  }
}
