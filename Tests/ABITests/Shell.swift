// SPDX-License-Identifier: Apache-2.0
//
// Runs the real tools: compilers, the listing, the examples that they build.

import Foundation
import LayoutTesting

/// The repository from which these tests were compiled.
let repository = URL(filePath: CPlugin.sourceRoot, directoryHint: .isDirectory)

/// The PATH followed by the directory of the Swift toolchain, which has its clang.
private let searchPath: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  let toolchains = path.split(separator: ":").map { URL(filePath: "\($0)/swift") }
    .filter { FileManager.default.isExecutableFile(atPath: $0.path()) }
    .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().path() }
  return ([path] + toolchains).joined(separator: ":")
}()

/// Runs a command, in the repository by default, and waits for it.
@discardableResult
func run(_ command: String..., in directory: URL = repository) throws -> Command {
  try run(command, in: directory)
}

/// Runs a command that is given as a list of words.
@discardableResult
func run(_ command: [String], in directory: URL = repository) throws -> Command {
  try Command.run(["PATH=\(searchPath)"] + command, in: directory.path(percentEncoded: false))
}

extension TemporaryDirectory {
  /// Returns the URL of an entry of the folder.
  func file(_ name: String) -> URL { URL(filePath: "\(path)/\(name)") }
}
