// SPDX-License-Identifier: Apache-2.0
//
// Where a picture goes: into a file, or to standard output.

import Glibc
import LayoutModel
import LayoutRendering

/// The value of `--output` for one picture, with its format.
struct PictureTarget {
  /// A file's path, or "-" for standard output.
  let path: String
  let format: PictureFormat

  /// True when the picture goes to standard output, so that nothing else may.
  var isStandardOutput: Bool { path == "-" }

  /// The name in errors and reports.
  var name: String { isStandardOutput ? "standard output" : path }

  /// - Throws: `unknown-format` when the path's ending names none and `--format` is not there; a usage error
  ///   when the two do not agree, or for a terminal.
  init(_ arguments: Arguments, _ output: Option) throws {
    path = try arguments.required(output)
    let chosen = arguments.has(ShowOptions.format) ? try ShowOptions.format(arguments) : nil
    if path == "-" {
      format = chosen ?? .png
      guard isatty(STDOUT_FILENO) == 0 else {
        throw UsageError(
          "--output -: standard output is a terminal; send it to a file or a program")
      }
      return
    }
    format = try PictureFormat(path: path)
    guard chosen == nil || chosen == format else {
      throw UsageError("--format: '\(chosen?.rawValue ?? "")' is not what \(path) ends in")
    }
  }

  /// Writes the bytes of a picture.
  ///
  /// - Throws: `output-unwritable`, `unwritable`.
  func write(_ bytes: [UInt8], on console: Console) throws(LayoutError) {
    guard isStandardOutput else { return try OutputFile.write(bytes, to: path) }
    try console.print(bytes: bytes)
  }
}
