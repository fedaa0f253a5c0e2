// SPDX-License-Identifier: Apache-2.0
//
// Runs the real tools: compilers, the listing, the examples that they build.

import Foundation
import Testing

/// The repository that this file was compiled from.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The PATH with the Swift toolchain's own directory behind it, where its clang is.
private let searchPath: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  let toolchains = path.split(separator: ":").map { URL(filePath: "\($0)/swift") }
    .filter { FileManager.default.isExecutableFile(atPath: $0.path()) }
    .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().path() }
  return ([path] + toolchains).joined(separator: ":")
}()

/// What a command left behind.
struct Outcome {
  let status: Int32
  let output: String
  let errors: String
}

/// Runs a command found on the PATH, in the repository unless told otherwise, and waits for it.
@discardableResult
func run(
  _ command: String..., in directory: URL = repository, environment: [String: String] = [:]
) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = directory
  process.environment = ProcessInfo.processInfo.environment
    .merging(["PATH": searchPath]) { $1 }.merging(environment) { $1 }
  // Files, not pipes: a command that says much cannot stall on a reader.
  let scratch = try Scratch()
  let (output, errors) = (scratch.path("output"), scratch.path("errors"))
  for file in [output, errors] { try Data().write(to: file) }
  process.standardOutput = try FileHandle(forWritingTo: output)
  process.standardError = try FileHandle(forWritingTo: errors)
  try process.run()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus,
    output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
}

/// A directory that is gone with its last owner.
final class Scratch {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "layout-abi-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String) -> URL { directory.appending(path: name) }
}
