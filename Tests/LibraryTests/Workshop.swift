// SPDX-License-Identifier: Apache-2.0
//
// A folder in which programs are built with the C library, and run as if it was installed.

import Foundation
import LayoutTesting

/// A temporary folder with the library under the name that programs look for.
struct Workshop {
  /// The library of this build.
  static let library = CPlugin.sourceRoot + "/.build/debug/liblayouthost-c.so"
  /// The folder of the tests' own programs.
  static let programs = CPlugin.sourceRoot + "/Tests/LibraryTests/Programs"
  let directory: TemporaryDirectory
  var path: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["liblayouthost.so", "liblayouthost.so.1"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: Self.library)
    }
  }

  /// Compiles a program in C with every warning an error.
  func compile(_ source: String) throws -> String {
    let program = "\(path)/program"
    let compiler = try Command.run([
      "cc", "-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
      "-I\(CPlugin.sourceRoot)/Sources/LayoutHostC/include", source, "-o", program, "-L\(path)",
      "-llayouthost", "-lpthread",
    ])
    guard compiler.status == 0 else { throw WorkshopError(words: compiler.errors) }
    return program
  }

  /// Runs a program that finds the library here.
  func run(_ command: [String]) throws -> Command {
    try Command.run(["LD_LIBRARY_PATH=\(path)"] + command, in: path)
  }

  /// Runs the system's Python with the module of this checkout.
  ///
  /// - Parameter module: The folder of the module; nil for that of the checkout.
  func python(_ words: [String], module: String? = nil) throws -> Command {
    try Command.run(
      [
        "LAYOUTHOST_LIBRARY=\(path)/liblayouthost.so.1", "PYTHONDONTWRITEBYTECODE=1",
        "PYTHONPATH=\(module ?? Self.bindings)", "/usr/bin/python3",
      ] + words, in: path)
  }

  /// Runs some lines of Python.
  func python(_ lines: String, module: String? = nil) throws -> Command {
    try python(["-c", lines], module: module)
  }

  private static let bindings = CPlugin.sourceRoot + "/Bindings/python"

  /// Puts the module into a folder as packages have it, with declarations that cffi has read.
  func packagedModule() throws -> String {
    let folder = path + "/packaged"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for command in [
      ["cp", "-r", Self.bindings + "/layouthost", folder],
      [
        "/usr/bin/python3", Self.bindings + "/declarations.py",
        folder + "/layouthost/_declarations.py",
      ],
    ] {
      let run = try Command.run(command, in: path)
      guard run.status == 0 else { throw WorkshopError(words: run.errors) }
    }
    return folder
  }
}

/// The output of a tool that failed.
struct WorkshopError: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}
