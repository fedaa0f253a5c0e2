// SPDX-License-Identifier: Apache-2.0
//
// The plugins of simulated sessions, and new versions of them.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

/// The plugins of a simulation, each opened once in a process.
enum Plugins {
  /// The plugins of inner layouts, by their layouts.
  private static let parts = [
    "flow": "FlowPlugin", "waterfall": "WaterfallPlugin", "mosaic": "MosaicPlugin",
  ]
  nonisolated(unsafe) private static var files: [String: PluginFile] = [:]
  nonisolated(unsafe) private static var images: [String: PluginImage] = [:]
  nonisolated(unsafe) private static var directory: TemporaryDirectory?

  /// A plugin's file. All its versions do the same, and differ in their bytes.
  static func file(
    _ name: String, version: Int = 0, trust: Trust = .bundled
  ) throws -> PluginFile {
    let key = "\(name) \(version) \(trust)"
    if let file = files[key] { return file }
    let file = PluginFile(
      judging: try lean(try bundledPlugin(name), version: version), trust: trust)
    files[key] = file
    return file
  }

  /// A copy without the parts that only debuggers read, nine tenths of a debug build, since the whole file is hashed
  /// for each started worker.
  private static func lean(_ path: String, version: Int) throws -> String {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    let folder = "\(directory.path)/\(version)"
    mkdir(folder, 0o700)
    let copy = "\(folder)/\(FileSystem.name(of: path))"
    _ = try Command.run([
      "objcopy", "--strip-all", "--remove-section=.swift_ast", path, copy,
    ])
    guard version > 0 else { return copy }
    // The bytes after the sections are not read.
    let bytes = try FileSystem.contents(of: copy).0 + [UInt8(version)]
    try FileSystem.replace(copy, with: bytes, mode: 0o600, isDurable: false)
    return copy
  }

  static func image(_ name: String) throws -> PluginImage {
    if let image = images[name] { return image }
    let image = try PluginImage.open(try file(name))
    images[name] = image
    return image
  }

  // MARK: Layouts of layouts

  /// Returns a version of the plugin of an inner layout.
  static func part(_ id: String, version: Int) throws -> PluginFile {
    try file(name(of: id), version: version)
  }

  /// Returns the plugin of an inner layout.
  static func name(of id: String) throws -> String {
    guard let name = parts[id] else { throw LayoutError(.unknownLayout, id) }
    return name
  }

  /// The plugins from which others may be made.
  static let children = PluginLibrary(
    parts.keys.sorted().compactMap { try? part($0, version: 0) })

  /// All plugins of simulated sessions.
  static let all: PluginLibrary = {
    let names = Set(LayoutChoice.all.map(\.plugin)).union(["SpringPlugin", "PendulumPlugin"])
    return PluginLibrary((names.sorted() + ["SectionsPlugin"]).compactMap { try? file($0) })
  }()

  /// The finder of inner layouts in this process.
  static let child: ChildFinder = { id throws(LayoutError) in
    do { return try image(name(of: id)) } catch {
      throw error as? LayoutError ?? LayoutError(.unknownLayout, "\(error)")
    }
  }
}
