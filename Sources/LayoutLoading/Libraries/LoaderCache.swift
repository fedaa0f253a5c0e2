// SPDX-License-Identifier: Apache-2.0
//
// The loader's list of libraries, `/etc/ld.so.cache`, in the form that glibc writes since 2.2: a header,
// entries of 24 bytes, then their names. `sysdeps/generic/dl-cache.h` of glibc is its description.

import CLayoutSystem
import LayoutModel

/// Looks up libraries in the loader's list.
package struct LoaderCache {
  /// The path of the cache.
  package static let path = "/etc/ld.so.cache"

  private let reader: ByteReader
  /// The start of the header; names are relative to it.
  private let start: UInt64
  private let count: UInt64

  private static let mark = Array("glibc-ld.so.cache1.1".utf8)
  private static let oldMark = Array("ld.so-1.7.0".utf8)
  private static let headerBytes: UInt64 = 48
  private static let entryBytes: UInt64 = 24

  /// The kind of library for this program: for the GNU C library, and this processor.
  #if arch(x86_64)
    private static let kind: UInt32 = 0x0303
  #elseif arch(arm64)
    private static let kind: UInt32 = 0x0a03
  #elseif arch(riscv64)
    private static let kind: UInt32 = 0x1003
  #endif

  /// Reads the header of a list.
  ///
  /// - Throws: `bad-loader-cache`, or `truncated`.
  init(_ bytes: [UInt8]) throws(LayoutError) {
    reader = ByteReader(bytes: bytes)
    var start: UInt64 = 0
    if bytes.starts(with: Self.oldMark) {
      // A list in an older format comes first: 16 bytes, then entries of 12.
      start = 16 + 12 * UInt64(try reader.load(UInt32.self, at: 12))
      start = (start + 7) / 8 * 8
    }
    let mark = try reader.range(at: start, count: Self.headerBytes)
    guard bytes[mark].starts(with: Self.mark) else {
      throw LayoutError(
        .badLoaderCache, "is not a list of libraries that this program can read; run ldconfig")
    }
    self.start = start
    count = UInt64(try reader.load(UInt32.self, at: start + 20))
    _ = try reader.range(at: start + Self.headerBytes, count: count * Self.entryBytes)
  }

  /// The list in a file; nil if it does not exist or cannot be read, as on other systems.
  static func read(_ path: String = Self.path) -> LoaderCache? {
    guard let (bytes, _) = try? FileSystem.contents(of: path) else { return nil }
    return try? LoaderCache(bytes)
  }

  /// The path of a library by its name; nil when the list has none for this processor. Builds for
  /// newer processors are ignored.
  ///
  /// - Complexity: O(libraries in the list).
  func path(of name: String) -> String? { entries(name, isPlain: true).first }

  /// The files of a library; several if it was built for several processors.
  ///
  /// - Complexity: O(libraries in the list).
  func paths(of name: String) -> [String] { entries(name, isPlain: false) }

  /// An entry that points outside of the list is omitted.
  private func entries(_ name: String, isPlain: Bool) -> [String] {
    let wanted = Array(name.utf8) + [0]
    return (0..<count).compactMap { index in
      let at = start + Self.headerBytes + index * Self.entryBytes
      guard let kind: UInt32 = try? reader.load(at: at), kind == Self.kind,
        let processor: UInt64 = try? reader.load(at: at + 16), processor == 0 || !isPlain,
        let key: UInt32 = try? reader.load(at: at + 4),
        let place = try? reader.range(at: start + UInt64(key), count: UInt64(wanted.count)),
        reader.bytes[place].elementsEqual(wanted), let value: UInt32 = try? reader.load(at: at + 8)
      else { return nil }
      return reader.text(at: start + UInt64(value))
    }
  }
}

// MARK: - Directories
//
// The compiled-in directories of the system's loader.

/// Finds the loader's default directories.
package enum LoaderDirectories {
  /// The directories of this process's loader, in its order, absolute; such as
  /// `/lib/x86_64-linux-gnu` and `/usr/lib`.
  package static let defaults: [String] = {
    var all: [String] = []
    withUnsafeMutablePointer(to: &all) { all in
      layout_sys_each_system_directory(
        { path, raw in
          guard let path, let raw else { return }
          raw.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, all)
    }
    return withoutNamed(all, Environment.process["LD_LIBRARY_PATH"] ?? "")
  }()

  /// The list without the directories of `$LD_LIBRARY_PATH`, which the loader lists first.
  static func withoutNamed(_ all: [String], _ variable: String) -> [String] {
    let named = variable.split { $0 == ":" || $0 == ";" }.map { trimmed(String($0)) }
    let leading = all.prefix(named.count).prefix { named.contains(trimmed($0)) }
    return all.dropFirst(leading.count).filter { $0.hasPrefix("/") }
  }

  /// The path without trailing slashes.
  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return String(path)
  }
}
