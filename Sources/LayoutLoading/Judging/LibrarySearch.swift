// SPDX-License-Identifier: Apache-2.0
//
// The library files that the dynamic loader will open for a plugin, which a sandbox must make
// readable.

import CLayoutSystem
import LayoutModel

/// Finds the files of needed libraries in the places where the dynamic loader looks: its search
/// directories and its cache. Nothing is loaded.
package struct LibrarySearch {
  /// The directories in the order of the loader, including LD_LIBRARY_PATH.
  private let directories: [String]
  private let cache: LoaderCache?
  /// The names that need no further search: loaded libraries, and those found.
  private var known: Set<String>
  /// The files found so far.
  private var files: [String]

  /// Prepares a search in this process's directories, which has found the loaded libraries.
  private init(loaded: [String]) {
    directories = Self.collect(layout_sys_each_search_directory)
    files = loaded
    known = Set(loaded.map { FileSystem.name(of: $0) })
    cache = LoaderCache.read()
  }

  /// The files of the libraries that this process has loaded now.
  package static var loaded: [String] { collect(layout_sys_each_library) }

  /// The files in `loaded`, and the other libraries that the file at `path` needs, with their
  /// dependencies. A name that is found in several places has several files.
  ///
  /// Only ELF files count, because a plugin could name any file as a library that it needs.
  ///
  /// - Complexity: O(bytes of the libraries that are not loaded yet).
  package static func files(neededBy path: String, loaded: [String] = Self.loaded) -> [String] {
    everything(neededBy: path, loaded: loaded).files
  }

  /// The files, and the names of all libraries, including missing ones, which the loader searches
  /// in vain.
  package static func everything(
    neededBy path: String, loaded: [String] = Self.loaded
  ) -> (files: [String], names: Set<String>) {
    var search = LibrarySearch(loaded: loaded)
    var next = [path]
    while let file = next.popLast() {
      for name in Self.needed(by: file) where search.known.insert(name).inserted {
        let found = search.candidates(name).filter(Self.isLibrary)
        search.files += found
        next += found
      }
    }
    return (search.files, search.known)
  }

  /// The places that the loader tries for a name. A name with a slash is a path of the plugin's
  /// choice, not a system library.
  private func candidates(_ name: String) -> [String] {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return [] }
    return directories.map { "\($0)/\(name)" } + (cache?.paths(of: name) ?? [])
  }

  private static func needed(by path: String) -> [String] {
    guard let (bytes, _) = try? FileSystem.contents(of: path), let file = try? ELFFile(bytes),
      let table = try? DynamicTable(file)
    else { return [] }
    return (try? table.linking())?.needed ?? []
  }

  private static func isLibrary(_ path: String) -> Bool {
    guard FileSystem.exists(path) else { return false }
    do throws(LayoutError) {
      _ = try FileSystem.contents(of: path) { (head) throws(LayoutError) in
        try ELFFile.checkIdentity(ByteReader(bytes: head))
        // The rest is not needed.
        throw LayoutError(.isLibrary, "")
      }
      return false
    } catch { return error.code == .isLibrary }
  }

  /// Collects the paths that a function of the loader passes one by one.
  private static func collect(
    _ each: (
      @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void,
      UnsafeMutableRawPointer?
    ) -> Void
  ) -> [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
      each(
        { path, raw in
          guard let path, let raw else { return }
          raw.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, paths)
    }
    return paths
  }
}
