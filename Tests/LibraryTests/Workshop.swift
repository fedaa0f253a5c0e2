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
  func python(_ words: [String]) throws -> Command {
    try Command.run(
      [
        "LAYOUTHOST_LIBRARY=\(path)/liblayouthost.so.1", "PYTHONDONTWRITEBYTECODE=1",
        "PYTHONPATH=\(CPlugin.sourceRoot)/Bindings/python", "/usr/bin/python3",
      ] + words, in: path)
  }

  /// Runs some lines of Python.
  func python(_ lines: String) throws -> Command { try python(["-c", lines]) }
}

/// The output of a tool that failed.
struct WorkshopError: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}
