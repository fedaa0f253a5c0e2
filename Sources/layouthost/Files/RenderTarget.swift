// SPDX-License-Identifier: Apache-2.0
//
// Where `render` puts what it draws: a picture, or a page like those of recorded sessions.

import LayoutModel
import LayoutRendering

/// The value of `--output` of `render`.
enum RenderTarget {
  case picture(PictureTarget)
  /// The path of a page, or of a WebP file.
  case film(String)

  /// - Throws: What ``PictureTarget`` throws; a usage error for `--format` beside a page.
  init(_ arguments: Arguments, _ output: Option) throws {
    guard let path = arguments.last(output), MovingPicture.isMeant(by: path) else {
      self = .picture(try PictureTarget(arguments, output))
      return
    }
    if arguments.has(ShowOptions.format) {
      throw UsageError("--\(ShowOptions.format.name): \(path) says its format; leave it out")
    }
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

  /// True when the picture goes to standard output, so that nothing else may.
  var isStandardOutput: Bool { path == "-" }

  /// Draws what a gallery shows.
  ///
  /// - Throws: `picture-size`, `picture-failed`, `output-unwritable` or `unwritable`.
  func draw(
    _ gallery: Gallery, _ options: RenderOptions, on console: Console
  ) throws(LayoutError) {
    switch self {
    case .picture(let target):
      let renderer = Renderer(options)
      try target.write(try renderer.encode(gallery.view, as: target.format), on: console)
      console.complain(ofPicturesIn: renderer)
    case .film(let path):
      let (layout, title) = (gallery.layout.id, gallery.source.title)
      let picture = MovingPicture(path, title: "\(layout), \(title)")
      picture.take(gallery.view, SessionCaption(layout: layout, text: title), until: 1)
      _ = try picture.write(options)
    }
  }
}
