// SPDX-License-Identifier: Apache-2.0
//
// Plugins in C, compiled when a test needs them. The wrong ones exist only there.

import Foundation
import LayoutLoading
import LayoutModel

/// Compiles plugins with the system's C compiler against the project's own header.
public enum CPlugin {
  /// Compiles `source` as a shared library.
  ///
  /// The same source, flags and headers are compiled once and reused, in this run and in later
  /// ones, by every test.
  ///
  /// - Parameters:
  ///   - source: C11.
  ///   - name: The file is named `lib<name>.so`.
  ///   - flags: Added to `-shared -fPIC -O1 -g -Wall -Wextra -Werror`.
  /// - Returns: The path. Other tests may use the file too: do not write to it.
  /// - Throws: An error with the compiler's output.
  public static func build(
    source: String, name: String = "Fixture", flags: [String] = []
  ) throws -> String {
    let flags = ["-shared", "-fPIC", "-O1", "-g", "-Wall", "-Wextra", "-Werror"] + flags
    let recipe = ([source, name, try headers()] + flags).joined(separator: "\0")
    let directory = try cache() + "/" + (try SHA256.hex(Array(recipe.utf8)))
    let library = "\(directory)/lib\(name).so"
    if access(library, R_OK) == 0 { return library }
    let scratch = try TemporaryDirectory()
    let file = try scratch.write(Array(source.utf8), to: "\(name).c")
    let built = "\(scratch.path)/lib\(name).so"
    let command = try Command.run(
      ["cc", "-std=gnu11"] + flags + [
        "-I", sourceRoot + "/Sources/LayoutABI/include", "-I", fixtures, file,
      ]
        + ["-o", built, "-lm"])
    guard command.status == 0 else { throw LayoutError("test-compiler", command.errors) }
    mkdir(directory, 0o700)
    // Written beside and linked, because another suite may build the same one at this moment: the
    // first file stays, since a test may have judged it already.
    let fresh = try Data(contentsOf: URL(fileURLWithPath: built))
    let temporary = "\(directory)/\(UUID().uuidString)"
    try fresh.write(to: URL(fileURLWithPath: temporary))
    defer { unlink(temporary) }
    guard link(temporary, library) == 0 || errno == EEXIST else {
      throw LayoutError("test-directory", "\(library): \(String(cString: strerror(errno)))")
    }
    return library
  }

  /// Compiles a file of `Tests/LayoutTesting/Fixtures`.
  public static func build(
    fixture: String, flags: [String] = []
  ) throws -> String {
    let path = "\(fixtures)/\(fixture).c"
    let source = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    return try build(source: source, name: fixture, flags: flags)
  }

  /// Compiles an example, with parts of its text replaced.
  /// - Throws: Also if the text does not have such a part.
  public static func build(
    example name: String, changing changes: [(old: String, new: String)] = []
  ) throws -> String {
    let path = "\(sourceRoot)/Examples/\(name)/\(name).c"
    var source = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    for (old, new) in changes {
      guard source.contains(old) else {
        throw LayoutError("test-example", "there is no \(old) in \(path)")
      }
      source = source.replacingOccurrences(of: old, with: new)
    }
    return try build(source: source, name: name.capitalized)
  }

  /// The directory with the sources of the fixtures.
  public static let fixtures = FileSystem.parent(of: #filePath) + "/Fixtures"

  /// The directory that holds `Package.swift`.
  public static let sourceRoot =
    FileSystem.parent(of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))

  /// All headers as one text, so that a change of one compiles every fixture again.
  private static func headers() throws -> String {
    let roots = [sourceRoot + "/Sources/LayoutABI/include/layout", fixtures]
    let paths = roots.flatMap { root in
      let files = FileManager.default.enumerator(atPath: root)
      return (files?.allObjects as? [String] ?? []).sorted().map { "\(root)/\($0)" }
    }
    return try paths.filter { $0.hasSuffix(".h") }.map { path in
      try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    }.joined()
  }

  /// A directory of the user, kept between runs.
  private static func cache() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(base)/layouthost-fixtures-\(geteuid())"
    mkdir(path, 0o700)
    guard let status = FileSystem.status(of: path), status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { throw LayoutError("test-directory", "\(path) has to be yours with mode 0700") }
    return path
  }
}

/// The products that hold the bundled layouts, `FlowPlugin` and the others, sorted: the directories
/// of `Sources/Plugins`.
public let bundledPluginNames: [String] = {
  let names = try? FileSystem.names(in: CPlugin.sourceRoot + "/Sources/Plugins")
  return (names ?? []).filter { $0.hasSuffix("Plugin") }
}()

/// The layouts that a small host of a test can show, since it has no children for them: all except the layouts that
/// are made of others.
public let childlessPluginNames = bundledPluginNames.filter {
  $0 != "SectionsPlugin" && $0 != "SpringPlugin"
}

/// Returns the path of a bundled plugin, such as `FlowPlugin`, from this build.
///
/// - Throws: An error if it was not built: `swift build` builds all.
public func bundledPlugin(_ name: String) throws(LayoutError) -> String {
  let directory = FileSystem.parent(of: FileSystem.target(of: "/proc/self/exe") ?? "")
  let path = "\(directory)/lib\(name).so"
  guard FileSystem.exists(path) else {
    throw LayoutError("test-plugin", "\(path) is not there; run swift build first")
  }
  return path
}

/// The bundled layouts, from which others are made; judged once in a process.
public func bundledLibrary() throws(LayoutError) -> PluginLibrary { try judged.get() }

private let judged = Result { () throws(LayoutError) -> PluginLibrary in
  var files: [PluginFile] = []
  for layout in ["Flow", "Waterfall", "Mosaic", "Compositional", "Spring", "Gallery"] {
    files.append(PluginFile(judging: try bundledPlugin("\(layout)Plugin"), trust: .bundled))
  }
  return PluginLibrary(files)
}

/// Returns the path of the release build of a plugin, which is the one that ships; `make soak` makes it.
///
/// - Throws: An error if it was not made.
public func releasePlugin(_ name: String) throws(LayoutError) -> String {
  let debug = FileSystem.parent(of: try bundledPlugin(name))
  let path = FileSystem.parent(of: debug) + "/release/lib\(name).so"
  guard FileSystem.exists(path) else {
    throw LayoutError("test-plugin", "\(path) is not there; run make build first")
  }
  return path
}

/// Finds the bundled layouts, for layouts that are made of others.
@Sendable
public func bundledChild(_ id: String) throws(LayoutError) -> PluginImage {
  try PluginImage.open(try bundledLibrary().file(forLayout: id))
}
