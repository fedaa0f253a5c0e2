// SPDX-License-Identifier: Apache-2.0
//
// Runs the real tools: compilers, the listing, the examples that they build.

import Foundation
import LayoutTesting

/// The repository that these tests were compiled from.
let repository = URL(filePath: CPlugin.sourceRoot, directoryHint: .isDirectory)

/// The PATH with the Swift toolchain's own directory behind it, where its clang is.
private let searchPath: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  let toolchains = path.split(separator: ":").map { URL(filePath: "\($0)/swift") }
    .filter { FileManager.default.isExecutableFile(atPath: $0.path()) }
    .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().path() }
  return ([path] + toolchains).joined(separator: ":")
}()

/// Runs a command, in the repository unless told otherwise, and waits for it.
@discardableResult
func run(_ command: String..., in directory: URL = repository) throws -> Command {
  try run(command, in: directory)
}

/// The same for words in a list.
@discardableResult
func run(_ command: [String], in directory: URL = repository) throws -> Command {
  try Command.run(["PATH=\(searchPath)"] + command, in: directory.path())
}

extension TemporaryDirectory {
  /// A name inside.
  func file(_ name: String) -> URL { URL(filePath: "\(path)/\(name)") }
}
