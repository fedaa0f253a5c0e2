// SPDX-License-Identifier: Apache-2.0
//
// The libraries of a plugin, loaded before it from the places that were judged.

import CLayoutSystem
import Glibc
import LayoutModel

/// Holds the libraries that a plugin needs.
///
/// The loader binds a name that a plugin needs to a library that is loaded under this name, before it
/// searches anywhere. So each library is opened by its path first: no run path and no environment
/// variable can put another in its place.
struct LibraryPins: ~Copyable {
  private var handles: [UnsafeMutableRawPointer] = []

  /// Opens what is not loaded yet. The order is that of ``LibraryResolver``: each library behind those
  /// that it needs.
  ///
  /// - Throws: `load-failed` naming the library, with the dynamic loader's words.
  init(_ libraries: [NeededLibrary]) throws(LayoutError) {
    for library in libraries {
      if let handle = layout_sys_loaded_library(library.name) {
        handles.append(handle)
        guard !ImageStore.isImage(String(cString: layout_sys_library_path(handle))) else {
          throw Self.taken(library)
        }
        continue
      }
      guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL) else {
        let words = dlerror().map { String(cString: $0) } ?? "no reason given"
        throw LayoutError(.loadFailed, "needs \(library.name), which cannot be loaded: \(words)")
      }
      handles.append(handle)
      // The loader gives the handle of the first library that has the name.
      guard let named = layout_sys_loaded_library(library.name) else { throw Self.taken(library) }
      handles.append(named)
      guard named == handle else { throw Self.taken(library) }
    }
  }

  private static func taken(_ library: NeededLibrary) -> LayoutError {
    LayoutError(
      .loadFailed,
      "needs \(library.name), and under this name another library than \(library.path) is loaded; "
        + "rename that one (-soname)")
  }

  deinit { for handle in handles.reversed() { dlclose(handle) } }
}
