// SPDX-License-Identifier: Apache-2.0
//
// Layouts of layouts, for tests: the files of children, and variants of the example parent.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Synchronization

/// The files in which children are found, by the ids of their layouts.
struct Family {
  var paths: [String: String] = [:]

  /// The bundled layouts, `orbit` and `mat`.
  static func standard() throws -> Family {
    var family = Family()
    for (id, plugin) in [
      ("flow", "FlowPlugin"), ("waterfall", "WaterfallPlugin"), ("mosaic", "MosaicPlugin"),
      ("compositional", "CompositionalPlugin"), ("spring", "SpringPlugin"),
      ("gallery", "GalleryPlugin"), ("pendulum", "PendulumPlugin"),
    ] { family.paths[id] = try bundledPlugin(plugin) }
    family.paths["orbit"] = try CPlugin.build(example: "orbit")
    family.paths["mat"] = try CPlugin.build(example: "mat")
    return family
  }

  /// A finder of children, like that of a host with these files on its search path.
  var finder: ChildFinder {
    { id throws(LayoutError) in
      if let path = paths[id] { return try PluginImage.open(Self.file(at: path)) }
      let library = PluginLibrary(paths.values.sorted().map(Self.file(at:)))
      return try PluginImage.open(try library.file(forLayout: id))
    }
  }

  private static let judged = Mutex<[String: PluginFile]>([:])

  /// The file at a path, judged once.
  private static func file(at path: String) -> PluginFile {
    judged.withLock { files in
      if let file = files[path] { return file }
      let file = PluginFile(judging: path, trust: .bundled)
      files[path] = file
      return file
    }
  }

  /// A mat under another id, around another layout by default.
  static func mat(_ id: String, of child: String) throws -> String {
    try CPlugin.build(
      example: "mat",
      changing: [
        ("org.layouthost.examples.mat", "org.example.\(id)"), ("[\"mat\"]", "[\"\(id)\"]"),
        (".id = LAYOUT_TEXT(\"mat\")", ".id = LAYOUT_TEXT(\"\(id)\")"),
        ("\"flow\", m->of_count = 4", "\"\(child)\", m->of_count = \(child.utf8.count)"),
        ("LAYOUT_TEXT(\"flow\")", "LAYOUT_TEXT(\"\(child)\")"),
      ])
  }
}
