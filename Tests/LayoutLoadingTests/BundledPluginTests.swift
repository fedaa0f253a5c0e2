// SPDX-License-Identifier: Apache-2.0
//
// The required properties of every bundled plugin's file, read with other tools.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("The bundled plugins' files")
struct BundledPluginTests {
  /// A build of a plugin: the one that the tests load, the same stripped, and the release build.
  enum Build: String, CaseIterable { case debug, stripped, release }

  /// The plugins whose release build is read too: all in `make soak`, which makes it.
  static let released = Soak.isOn ? bundledPluginNames : []

  /// All builds of all plugins.
  static let builds: [(String, Build)] =
    bundledPluginNames.flatMap { [($0, .debug), ($0, .stripped)] } + released.map { ($0, .release) }

  /// Returns the path of a build.
  static func path(_ name: String, _ build: Build, in scratch: TemporaryDirectory) throws -> String
  {
    let debug = try bundledPlugin(name)
    switch build {
    case .debug: return debug
    case .stripped: return try strip(debug, in: scratch)
    case .release: return try releasePlugin(name)
    }
  }

  static func strip(_ path: String, in scratch: TemporaryDirectory) throws -> String {
    let stripped = scratch.path + "/stripped.so"
    let strip = try Command.run(["strip", "-R", ".swift_ast", "-o", stripped, path])
    try #require(strip.status == 0, "\(strip.errors)")
    return stripped
  }

  @Test("there are bundled plugins, so that the tests below test something")
  func areThere() { #expect(bundledPluginNames.count >= 4, "\(bundledPluginNames)") }

  @Test("it is valid, can be unloaded, and has no remark", arguments: builds)
  func isSound(_ name: String, _ build: Build) throws {
    let scratch = try TemporaryDirectory()
    let path = try Self.path(name, build, in: scratch)
    let file = PluginFile(judging: path)
    #expect(file.verdict == .loads(unloads: true, remarks: []))
    #expect(file.note?.runtime == PluginNote.Runtime.none)
    let image = try PluginImage.open(file)
    #expect(image.descriptor.layouts.map(\.id) == file.note?.layouts)
  }

  /// The libraries that a plugin may need beside libc and libm.
  static let libraries: [String: Set<Substring>] = [
    "PendulumPlugin": ["libbox2d.so.2", "libstdc++.so.6"]
  ]

  @Test(
    "it needs only libc and libm, and the rigid-body library if it uses one", arguments: builds)
  func needsLittle(_ name: String, _ build: Build) throws {
    let scratch = try TemporaryDirectory()
    let path = try Self.path(name, build, in: scratch)
    let dynamic = try Command.run(["readelf", "-dW", path])
    let needed = dynamic.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    let names = needed.compactMap { line in line.split(separator: "[").last?.dropLast() }
    let allowed = (Self.libraries[name] ?? []).union(["libc.so.6", "libm.so.6"])
    #expect(!names.isEmpty && Set(names).isSubset(of: allowed), "\(names)")
  }

  @Test(
    "a release build has no run path", .soak, arguments: released)
  func hasNoRunPath(_ name: String) throws {
    let dynamic = try Command.run(["readelf", "-dW", try releasePlugin(name)])
    #expect(dynamic.output.contains("NEEDED"))
    #expect(
      !dynamic.output.contains("(RUNPATH)") && !dynamic.output.contains("(RPATH)"),
      "build it with make build, or swift build -c release --disable-local-rpath")
  }

  @Test("it exports only the entry", arguments: builds)
  func exportsOne(_ name: String, _ build: Build) throws {
    let scratch = try TemporaryDirectory()
    let path = try Self.path(name, build, in: scratch)
    let symbols = try Command.run(["nm", "-D", "--defined-only", "--format=just-symbols", path])
    #expect(symbols.output.split(separator: "\n") == ["layout_plugin_entry"])
  }

  @Test("readelf finds no fault in its notes", arguments: builds)
  func notesAreClean(_ name: String, _ build: Build) throws {
    let scratch = try TemporaryDirectory()
    let path = try Self.path(name, build, in: scratch)
    let notes = try Command.run(["readelf", "-nW", path])
    #expect(notes.status == 0 && notes.errors.isEmpty, "\(notes.errors)")
    let ours = notes.output.split(separator: "\n").filter { $0.contains("  LAYOUT  ") }
    #expect(ours.count == 1, "\(notes.output)")
  }

  /// The allowed bytes of a stripped plugin: the largest plugin's size and a little more; less for springs, which
  /// wrap a layout of another file. A release build is a hundredth smaller than what the tests load.
  static func limit(_ name: String) -> Int { name == "SpringPlugin" ? 121_000 : 181_000 }

  @Test("it is small when stripped", arguments: builds.filter { $0.1 != .debug })
  func isSmall(_ name: String, _ build: Build) throws {
    let scratch = try TemporaryDirectory()
    let path = try Self.strip(try Self.path(name, build, in: scratch), in: scratch)
    let size = PluginFile(judging: path).size
    print("\(name): \(size) bytes stripped, \(build.rawValue)")
    #expect(size > 0 && size <= Self.limit(name))
  }
}
