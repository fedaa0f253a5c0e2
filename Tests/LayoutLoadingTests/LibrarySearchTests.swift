// SPDX-License-Identifier: Apache-2.0
//
// The files that a sandbox lets a plugin read, found in the same way as by the dynamic loader.

import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("The libraries that a file needs")
struct LibrarySearchTests {
  /// A library that needs another by this name, which may be missing.
  private func library(needing name: String, in folder: TemporaryDirectory) throws -> String {
    let source = try folder.write(Array("int unused;\n".utf8), to: "empty.c")
    let needed = folder.path + "/libneeded.so", path = folder.path + "/user.so"
    let link = ["cc", "-shared", "-fPIC", "-Wl,--no-as-needed", source, "-o"]
    for words in [link + [needed, "-Wl,-soname,\(name)"], link + [path, needed]] {
      let run = try Command.run(words)
      try #require(run.status == 0, "\(run.errors)")
    }
    return path
  }

  private func found(needing name: String) throws -> [String] {
    let folder = try TemporaryDirectory()
    // Taken once: other tests load and unload libraries of this process meanwhile.
    let loaded = LibrarySearch.loaded
    let path = try library(needing: name, in: folder)
    let files = LibrarySearch.files(neededBy: path, loaded: loaded)
    try #require(files.starts(with: loaded))
    return Array(files.dropFirst(loaded.count))
  }

  @Test("are searched for in the loader's cache and directories, and so are their libraries")
  func system() throws {
    // A library that git needs, so it exists, and that no test loads.
    let files = try found(needing: "libcurl-gnutls.so.4")
    let names = Set(files.map { FileSystem.name(of: $0) })
    #expect(names.contains("libcurl-gnutls.so.4"), "\(files)")
    #expect(names.contains("libnghttp2.so.14"), "\(files)")
    for file in files { #expect(FileSystem.status(of: file) != nil, "\(file)") }
  }

  @Test(
    "are libraries: no other file is accepted by its name, and no path",
    arguments: ["os-release", "/usr/lib/os-release", "../lib/os-release", "libnowhere.so.1", ""])
  func others(_ name: String) throws {
    #expect(try found(needing: name) == [])
  }

  @Test("are none if there is no file, and a cache of another format counts as empty")
  func nothing() throws {
    let folder = try TemporaryDirectory()
    let known = LibrarySearch.files(neededBy: "/nonexistent")
    #expect(known.contains { $0.hasSuffix("/libc.so.6") })
    for bytes in ["", "ld.so-1.7.0\0", "glibc-ld.so.cache1.1\u{FF}\u{FF}\u{FF}\u{FF}"] {
      #expect(LoaderCache.read(try folder.write(Array(bytes.utf8), to: "cache")) == nil)
    }
    #expect(LoaderCache.read(folder.path + "/none") == nil)
    #expect(LoaderCache.read()?.paths(of: "libz.so.1").isEmpty == false)
  }
}
