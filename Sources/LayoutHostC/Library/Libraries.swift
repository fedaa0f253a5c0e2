// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: the plugins on the search path.

import CLayoutHost
import LayoutLoading
import LayoutModel

/// The plugins on a search path, for a C program.
final class LibraryBox: LibraryObject {
  override class var typeName: String { "lh_library" }
  let plugins: [lh_plugin]
  let places: CText
  private let texts: [CText]

  init(_ library: PluginLibrary) {
    var texts: [CText] = []
    func keep(_ text: String) -> UnsafePointer<CChar> {
      let kept = CText(text)
      texts.append(kept)
      return kept.bytes
    }
    plugins = library.files.flatMap { file in
      (file.note?.layouts ?? [""]).map { layout in
        var plugin = lh_plugin()
        plugin.trust = UInt32(clamping: file.trust.rawValue)
        plugin.layout = UnsafePointer(keep(layout))
        plugin.plugin = UnsafePointer(keep(file.note?.id ?? ""))
        plugin.version = UnsafePointer(keep(file.note?.version ?? ""))
        plugin.path = UnsafePointer(keep(file.path))
        plugin.refusal = file.verdict.refusal.map { UnsafePointer(keep($0.message)) }
        return plugin
      }
    }
    places = CText(library.path.directories.map(\.path).joined(separator: "\n"))
    self.texts = texts
    super.init()
  }
}

@c @implementation
public func lh_library_new(
  _ directories: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ error: ErrorPlace
) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    LibraryBox(
      PluginLibrary(.standard(extra: try texts(directories, count, "directories"))))
  }
}

@c @implementation
public func lh_library_free(_ library: OpaquePointer?) { Handles.free(library, LibraryBox.self) }

@c @implementation
public func lh_library_count(_ library: OpaquePointer?) -> UInt32 {
  ask(library, else: 0) { (box: LibraryBox) in UInt32(clamping: box.plugins.count) }
}

@c @implementation
public func lh_library_get(
  _ library: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_plugin>?,
  _ error: ErrorPlace
) -> Bool {
  call(library, error) { (box: LibraryBox) throws(LayoutError) in
    guard Int(index) < box.plugins.count else {
      throw LayoutError(
        .invalidArgument, "\(box.plugins.count) layouts were found, so there is no \(index)")
    }
    try box.plugins[Int(index)].write(to: out)
  }
}

@c @implementation
public func lh_library_places(_ library: OpaquePointer?) -> UnsafePointer<CChar>? {
  ask(library, else: nil) { (box: LibraryBox) in box.places.bytes }
}
