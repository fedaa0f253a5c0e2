// SPDX-License-Identifier: Apache-2.0
//
// Runs a program and waits for it, for tests that need a compiler or readelf.

import Foundation
import LayoutModel

/// A program that ran to its end.
public struct Command: Sendable {
  /// 0 for success; a signal's number plus 128 if one ended it.
  public let status: Int32
  /// Standard output, as text.
  public let output: String
  /// Standard error, as text.
  public let errors: String

  /// Runs a program of the search path (`$PATH`).
  ///
  /// - Throws: An error if it could not be started. A status that is not 0 is not an error here.
  public static func run(_ arguments: [String], in directory: String? = nil) throws -> Command {
    ExitTestMonitor.calm()
    let scratch = try TemporaryDirectory()
    // Uses files and not pipes: a program that writes much to both would wait for a reader.
    let files = ["out", "err"].map { "\(scratch.path)/\($0)" }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    let killed = process.terminationReason == .uncaughtSignal
    return Command(
      status: process.terminationStatus + (killed ? 128 : 0), output: texts[0], errors: texts[1])
  }
}
