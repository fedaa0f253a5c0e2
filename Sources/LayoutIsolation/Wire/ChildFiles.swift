// SPDX-License-Identifier: Apache-2.0
//
// The files that a worker is given besides its plugin, for a layout that is made of others.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The plugins that may be children of a layout in a worker, and their copies in the image store.
///
/// Which of them the layout will want is for it to say while it runs, when the worker can open nothing any
/// more. So it gets all that could be found by an id, once it says in its note that it has children.
package struct ChildFiles: Sendable {
  /// The most that one worker is given: each is an open file in it.
  static let most = 32

  package private(set) var files: [PluginFile] = []
  package private(set) var images: [String] = []

  /// None.
  package init() {}

  /// Those of `library` for a layout of `parent`, the most trusted ones first.
  package init(for parent: PluginFile, from library: PluginLibrary?) {
    guard parent.note?.hasChildren == true else { return }
    let library = library ?? PluginLibrary()
    var found: [PluginFile] = []
    for id in library.layouts {
      guard let file = try? library.file(forLayout: id),
        !found.contains(where: { $0.path == file.path })
      else { continue }
      found.append(file)
    }
    let place = { (file: PluginFile) in library.files.firstIndex { $0.path == file.path } ?? 0 }
    found.sort { $0.trust == $1.trust ? place($0) < place($1) : $0.trust > $1.trust }
    for file in found.prefix(Self.most) {
      // One that cannot be copied is one that is not there.
      guard let image = try? ImageStore().place(file) else { continue }
      files.append(file)
      images.append(image)
    }
  }

  /// Finds children among them, in a process that may open the copies.
  package var finder: ChildFinder {
    let library = PluginLibrary(files)
    return { id throws(LayoutError) in
      let file = try library.file(forLayout: id)
      let index = files.firstIndex { $0.path == file.path } ?? 0
      return try PluginImage(file, at: images[index])
    }
  }

  /// The ids of their layouts, by which a worker's word of the call that it is in names one.
  var layouts: [String] { PluginLibrary(files).layouts }
}
