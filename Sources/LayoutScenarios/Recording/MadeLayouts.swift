// SPDX-License-Identifier: Apache-2.0
//
// The layouts that a recorded session made, and the files of those inside them.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The layouts of a recorded session that still exist, with the steps that made them.
///
/// A layout inside another comes from the file that provided it when the outer one was made. So each
/// step that makes a layout names the copies of these files: a step that is run again finds the same
/// version, whatever came before and after it.
struct MadeLayouts {
  private struct Entry {
    private(set) weak var layout: CollectionLayout?
    /// The steps that made it; none where the session started with it.
    var steps: [Int]
    /// The layouts inside whose files are kept.
    var known: Set<String> = []
    /// The copies of their files.
    var children: [String] = []
  }

  private var entries: [Entry] = []
  /// The copies for the layout that the session started with.
  private(set) var first: [String] = []

  /// Adds a layout, or notes other steps that made it.
  mutating func add(_ layout: CollectionLayout, by steps: [Int]) {
    entries.removeAll { $0.layout == nil || $0.layout === layout }
    entries.append(Entry(layout: layout, steps: steps))
  }

  /// Notes that a step was inserted before others.
  mutating func insertStep(at place: Int) {
    for index in entries.indices {
      entries[index].steps = entries[index].steps.map { $0 < place ? $0 : $0 + 1 }
    }
  }

  /// Keeps the files of layouts inside that came since the last time, and names the copies in the
  /// steps. The files are those that the layout was made with, whatever became of them since.
  mutating func keepChildren(
    by keepsFile: (PluginFile) throws(LayoutError) -> String?, in steps: inout [JSONValue]
  ) {
    for index in entries.indices {
      guard let layout = entries[index].layout else { continue }
      let count = entries[index].children.count
      for id in layout.connection.members where entries[index].known.insert(id).inserted {
        // What cannot be kept is looked for in the library when the recording is run.
        guard let file = layout.provider(of: id), let path = try? keepsFile(file),
          !entries[index].children.contains(path)
        else { continue }
        entries[index].children.append(path)
      }
      if entries[index].children.count > count { write(entries[index], into: &steps) }
    }
  }

  private mutating func write(_ entry: Entry, into steps: inout [JSONValue]) {
    if entry.steps.isEmpty { first = entry.children }
    for place in entry.steps where place < steps.count {
      guard var step = steps[place].object else { continue }
      step["children"] = .array(entry.children.map(JSONValue.string))
      steps[place] = .object(step)
    }
  }
}
