// SPDX-License-Identifier: Apache-2.0
//
// Scenes become picture files.

import LayoutModel
import LayoutTypography

/// The options of drawing pictures.
public struct RenderOptions: Equatable, Sendable {
  /// Pixels a point; in vector formats it is that of the pictures inside.
  public var scale: Double
  /// True when frames and index paths are drawn over the picture.
  public var outline: Bool
  /// The colours.
  public var theme: Theme

  /// A picture file with more pixels is not decoded, since its head may say anything; a tile that
  /// says so stands for it.
  public var picturePixelLimit: Int

  /// The usual ``picturePixelLimit``: a hundred million, 400 MB.
  public static let standardPixelLimit = 100_000_000

  /// Options; the defaults draw for a dense display.
  public init(
    scale: Double = 2, outline: Bool = false, theme: Theme = .light,
    picturePixelLimit: Int = RenderOptions.standardPixelLimit
  ) {
    self.scale = scale
    self.picturePixelLimit = picturePixelLimit
    self.outline = outline
    self.theme = theme
  }
}

/// Draws scenes. Keeps fonts and decoded pictures from one to the next, so keep it.
public final class Renderer {
  /// The options with which it draws, for good.
  public let options: RenderOptions
  let ruler = TextRuler()
  let pictures: PictureCache

  /// A renderer.
  public init(_ options: RenderOptions = RenderOptions()) {
    self.options = options
    pictures = PictureCache(
      pixelScale: options.scale, pixelLimit: options.picturePixelLimit)
  }

  /// The picture files that were to be drawn so far and could not be read, or not to their end: paths
  /// in order, each with the reason. Marks in the pictures show which they are.
  public var pictureFaults: [(path: String, reason: String)] {
    pictures.faults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Draws a scene into the file at `path`, whose ending names the format.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`; no file is
  ///   then left half-written.
  public func render(_ scene: Scene, to path: String) throws(LayoutError) {
    let format = try PictureFormat(path: path)
    try OutputFile.write(try encode(scene, as: format), to: path)
  }

  /// The bytes of a picture file. The same scene gives the same bytes.
  ///
  /// - Throws: `picture-size` when a side has more pixels or points than the format takes, or less than
  ///   one; `picture-failed` for want of memory.
  public func encode(_ scene: Scene, as format: PictureFormat) throws(LayoutError) -> [UInt8] {
    let drawing = Drawing(size: scene.viewport.size, scale: options.scale, isOpaque: true)
    return try drawing.encode(format) { canvas in
      scene.draw(brush(on: canvas), outline: options.outline)
    }
  }

  /// A brush with this renderer's fonts, pictures and theme.
  func brush(on canvas: Canvas) -> Brush {
    Brush(canvas: canvas, ruler: ruler, pictures: pictures, theme: options.theme)
  }
}
