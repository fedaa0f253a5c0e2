// SPDX-License-Identifier: Apache-2.0
//
// The targets of a command's results: pictures, pages, folders.

import Glibc
import LayoutModel
import LayoutRendering

// MARK: - Pictures
//
// The target of a picture: a file, or standard output.

/// The value of `--output` for one picture, with its format.
struct PictureTarget {
  /// A file's path, or "-" for standard output.
  let path: String
  let format: PictureFormat

  /// True when the picture goes to standard output, so that no other output may.
  var isStandardOutput: Bool { path == "-" }

  /// The name in errors and reports.
  var name: String { isStandardOutput ? "standard output" : path }

  /// - Throws: `unknown-format` when the path's ending is unknown and `--format` is missing; a
  ///   usage error when the two disagree, or for a terminal.
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
    format = try PictureFormat(path: path, besides: MovingPicture.endings)
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

// MARK: - The output of `render`
//
// The target of `render`: a picture, or a page like those of recorded sessions.

/// The value of `--output` of `render`.
enum RenderTarget {
  case picture(PictureTarget)
  /// The path of a page, or of a WebP file.
  case film(String)

  /// - Throws: Errors of ``PictureTarget``; a usage error for an option that a page has no use for.
  init(_ arguments: Arguments, _ output: Option) throws {
    guard let path = arguments.last(output), MovingPicture.isMeant(by: path) else {
      self = .picture(try PictureTarget(arguments, output))
      return
    }
    if arguments.has(ShowOptions.format) {
      throw UsageError("--\(ShowOptions.format.name): \(path) says its format; leave it out")
    }
    try MovingPicture.check(arguments, for: path)
    self = .film(path)
  }

  /// A file's path, or "-" for standard output.
  var path: String {
    switch self {
    case .picture(let target): target.path
    case .film(let path): path
    }
  }

  /// The name in errors and reports.
  var name: String { isStandardOutput ? "standard output" : path }

  /// True when the picture goes to standard output, so that no other output may.
  var isStandardOutput: Bool { path == "-" }

  /// Draws the view of a gallery.
  ///
  /// - Throws: `picture-size`, `picture-failed`, `output-unwritable` or `unwritable`.
  func draw(
    _ gallery: Gallery, _ options: RenderOptions, on console: Console
  ) throws(LayoutError) {
    switch self {
    case .picture(let target):
      let renderer = Renderer(options)
      try target.write(try renderer.encode(gallery.view, as: target.format), on: console)
      console.complain(of: renderer.pictureFaults)
    case .film(let path):
      let (layout, title) = (gallery.layout.id, gallery.source.title)
      let picture = MovingPicture(path, title: "\(layout), \(title)")
      picture.take(gallery.view, SessionCaption(layout: layout, text: title), until: 1)
      _ = try picture.write(options, on: console)
    }
  }
}

// MARK: - Folders
//
// Directories for the results of a command.

/// Makes a directory and its parents; an existing one is fine.
/// - Throws: `output-unwritable` with the directory that cannot be made, the system's reason and
///   the remedy.
func makeFolder(_ path: String, mode: mode_t = 0o777) throws(LayoutError) {
  var prefix = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    prefix += part
    guard mkdir(prefix, mode) == 0 || errno == EEXIST else {
      let code = errno
      let reason = String(cString: strerror(code))
      let remedy = OutputFile.remedy(for: code) ?? "name a directory in one that is yours"
      throw LayoutError(
        .outputUnwritable, "\(prefix) cannot be made (\(reason)); \(remedy)")
    }
    prefix += "/"
  }
}
