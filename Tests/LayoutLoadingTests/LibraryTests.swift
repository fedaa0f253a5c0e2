// SPDX-License-Identifier: Apache-2.0
//
// The libraries that a plugin needs: found where the system's loader finds them, and refused if users other than root
// could have put them there.

import Foundation
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("Libraries that a plugin needs")
struct LibraryTests {
  /// A build of the plugin, and the reason for its refusal.
  struct Build: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: [String]
    let code: LayoutError.Code
    let word: String
    /// The -soname of the library with which it is linked; nil for none, "" for no library.
    let library: String?

    init(
      _ name: String, _ flags: [String], _ code: LayoutError.Code, _ word: String,
      library: String? = ""
    ) {
      (testDescription, self.flags, self.code, self.word) = (name, flags, code, word)
      self.library = library
    }
  }

  static let builds = [
    Build("a run path", ["-Wl,-rpath,/opt/evil"], "run-path", "--disable-local-rpath"),
    Build(
      "an old run path", ["-Wl,--disable-new-dtags,-rpath,/opt/evil"], "run-path", "\"/opt/evil\""),
    Build(
      "a run path below its own directory", ["-Wl,-rpath,$ORIGIN/evil"], "run-path",
      "$ORIGIN/evil"),
    Build(
      "a run path behind the right one", ["-Wl,-rpath,/usr/lib:evil"], "run-path", "\"evil\""),
    Build("an auxiliary library", ["-Wl,-f,libevil.so"], "opens-libraries", "DT_AUXILIARY"),
    Build("a filter", ["-Wl,-F,libevil.so"], "opens-libraries", "DT_FILTER"),
    Build("an auditor", ["-Wl,--audit=libevil.so"], "opens-libraries", "DT_AUDIT"),
    Build("an auditor below it", ["-Wl,--depaudit=libevil.so"], "opens-libraries", "DT_DEPAUDIT"),
    Build("a library by its path", [], "needed-path", "-soname", library: nil),
    Build("a library by a relative path", [], "needed-path", "./x.so", library: "./x.so"),
    Build("a library by a name that expands", [], "needed-path", "$LIB", library: "$LIB"),
    Build(
      "a library that is nowhere", [], "missing-library", "libevil.so, which is in none",
      library: "libevil.so"),
  ]

  /// Returns flags that link a plugin with a library of the test.
  private static func linking(_ library: String?) throws -> [String] {
    let name = library.map { ["-Wl,-soname,\($0)"] } ?? []
    let path = try CPlugin.build(source: "int evil;", name: "evil", flags: name)
    return ["-Wl,--no-as-needed", path]
  }

  @Test("are refused with a remedy if other users could choose them", arguments: builds)
  func refuses(_ build: Build) throws {
    let flags = build.flags + (build.library == "" ? [] : try Self.linking(build.library))
    let file = PluginFile(judging: try FakeLayout.path(flags: flags))
    let refusal = try #require(file.verdict.refusal)
    #expect(refusal.code == build.code, "\(refusal)")
    #expect(refusal.message.contains(build.word), "\(refusal)")
    #expect(refusal.message.contains(file.path) && refusal.plugin == "test.fake")
    #expect(file.libraries.isEmpty)
  }

  @Test(
    "a run path to the plugin's own or the loader's directories is allowed",
    arguments: ["$ORIGIN", "${ORIGIN}", "/usr/lib", "/usr/lib:$ORIGIN"])
  func harmlessRunPath(_ path: String) throws {
    let file = PluginFile(judging: try FakeLayout.path(flags: ["-Wl,-rpath,\(path)"]))
    #expect(file.verdict.refusal == nil)
  }

  @Test("each needed library is reported with the place where it was found")
  func tells() throws {
    let file = PluginFile(judging: try bundledPlugin("PendulumPlugin"))
    let names = file.libraries.map(\.name)
    for name in ["libbox2d.so.2", "libstdc++.so.6", "libm.so.6", "libc.so.6"] {
      #expect(names.contains(name))
    }
    for library in file.libraries {
      #expect(FileSystem.name(of: library.path) == library.name)
      #expect(FileSystem.exists(library.path))
    }
  }

  @Test("the libraries of an image are those that were judged")
  func pins() throws {
    let file = PluginFile(judging: try bundledPlugin("PendulumPlugin"))
    let image = try PluginImage.open(file)
    let box = try #require(file.libraries.first { $0.name == "libbox2d.so.2" })
    let real = try #require(FileSystem.resolved(box.path))
    #expect(try ProcessMaps.contain(real))
    withExtendedLifetime(image) {}
  }

  // MARK: The search, on a simulated machine

  /// Libraries by path: their own names and their needed libraries.
  private static func system(
    _ libraries: [String: Linking], loaded: [String: String] = [:], listed: [String: String] = [:],
    foreign: Set<String> = []
  ) -> LibraryResolver.System {
    LibraryResolver.System(
      defaults: ["/usr/lib"], loaded: { loaded[$0] },
      listed: { listed[$0] },
      exists: { libraries[$0] != nil },
      checkOwner: { (path) throws(LayoutError) in
        if foreign.contains(path) { throw LayoutError("wrong-owner", "belongs to user 7") }
      },
      linking: { (path) throws(LayoutError) in libraries[path] ?? Linking() })
  }

  private static func library(_ name: String, needs: String...) -> Linking {
    Linking(needed: needs, name: name)
  }

  private static func search(
    _ name: String, on system: LibraryResolver.System
  ) throws(LayoutError) -> [NeededLibrary] {
    try LibraryResolver.libraries(for: Linking(needed: [name]), on: system)
  }

  @Test("come after the libraries that they need, and loaded ones are not searched for")
  func order() throws {
    let system = Self.system(
      [
        "/usr/lib/a": Self.library("a", needs: "b", "c"),
        "/usr/lib/b": Self.library("b", needs: "c"),
        "/usr/lib/c": Self.library("c", needs: "d"),
      ], loaded: ["d": "/app/d"])
    #expect(
      try Self.search("a", on: system) == [
        NeededLibrary(name: "d", path: "/app/d"), NeededLibrary(name: "c", path: "/usr/lib/c"),
        NeededLibrary(name: "b", path: "/usr/lib/b"), NeededLibrary(name: "a", path: "/usr/lib/a"),
      ])
  }

  @Test("are refused also if another library needs them, with the chain of names")
  func transitive() throws {
    func refusal(_ system: LibraryResolver.System) throws -> LayoutError {
      try #require(throws: LayoutError.self) { try Self.search("a", on: system) }
    }
    let a = Self.library("a", needs: "b")
    let missing = try refusal(Self.system(["/usr/lib/a": a]))
    #expect(missing.code == "missing-library")
    #expect(missing.message.hasPrefix("needs a, which needs b, which is in none of the loader's"))
    let elsewhere = try refusal(
      Self.system(
        ["/usr/lib/a": a, "/opt/b": Self.library("b")], listed: ["b": "/opt/b"]))
    #expect(elsewhere.code == "unsafe-library" && elsewhere.message.contains("would be /opt/b"))
    let foreign = try refusal(
      Self.system(
        ["/usr/lib/a": a, "/usr/lib/b": Self.library("b")], foreign: ["/usr/lib/b"]))
    #expect(foreign.code == "unsafe-library" && foreign.message.contains("belongs to user 7"))
    let path = try refusal(Self.system(["/usr/lib/a": Self.library("a", needs: "./b")]))
    #expect(path.code == "needed-path" && path.message.hasPrefix("needs a, which needs a library"))
    let renamed = try refusal(
      Self.system(["/usr/lib/a": a, "/usr/lib/b": Self.library("other")]))
    #expect(renamed.message.contains("which is /usr/lib/b, which calls itself other"))
    let circle = try refusal(
      Self.system(["/usr/lib/a": a, "/usr/lib/b": Self.library("b", needs: "a")]))
    #expect(circle.message.contains("needs itself"))
  }

  @Test("the name of another plugin's image is not a library")
  func imageName() throws {
    let image = "/run/images/" + String(repeating: "0a", count: 32) + ".so"
    let error = try #require(throws: LayoutError.self) {
      try Self.search("a", on: Self.system([:], loaded: ["a": image]))
    }
    #expect(error.code == "unsafe-library" && error.message.contains("another plugin"))
  }

  // MARK: The machine that this runs on

  @Test("the loader's directories and its list lead to the C library")
  func machine() throws {
    #expect(!LoaderDirectories.defaults.isEmpty)
    #expect(LoaderDirectories.defaults.allSatisfy { $0.hasPrefix("/") && !$0.hasSuffix("/") })
    let system = LibraryResolver.System.current
    let loaded = try #require(system.loaded("libc.so.6"))
    #expect(
      FileSystem.resolved(loaded)
        == FileSystem.resolved(try #require(system.listed("libc.so.6"))))
    #expect(system.listed("libnothing.so.6") == nil && system.loaded("libnothing.so.6") == nil)
    #expect(try system.linking(loaded).name == "libc.so.6")
    try system.checkOwner(loaded)
  }

  @Test("the directories of $LD_LIBRARY_PATH do not count as default directories")
  func variable() {
    let all = ["/opt/a", "/opt/b", "/lib", "/usr/lib"]
    #expect(LoaderDirectories.withoutNamed(all, "/opt/a:/opt/b/") == ["/lib", "/usr/lib"])
    #expect(
      LoaderDirectories.withoutNamed(["/lib", "/lib", "/usr/lib"], "/lib") == ["/lib", "/usr/lib"])
    #expect(LoaderDirectories.withoutNamed(["/lib"], "") == ["/lib"])
  }

  @Test("an invalid loader's list is refused, and so is one that is cut off")
  func cache() throws {
    let bytes = try FileSystem.contents(of: "/etc/ld.so.cache").bytes
    let path = try #require(try LoaderCache(bytes).path(of: "libc.so.6"))
    #expect(FileSystem.exists(path))
    #expect(throws: LayoutError.self) { try LoaderCache(Array("nothing".utf8)) }
    #expect(throws: LayoutError.self) { try LoaderCache(Array(bytes.prefix(100))) }
    // After a list of the older form: no entries, 16 bytes.
    let old = Array("ld.so-1.7.0".utf8) + [0, 0, 0, 0, 0]
    #expect(try LoaderCache(old + bytes).path(of: "libc.so.6") == path)
  }
}
