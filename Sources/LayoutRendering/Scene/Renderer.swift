// SPDX-License-Identifier: Apache-2.0
//
// Converting scenes to picture files.

import LayoutModel
import LayoutTypography

/// The options of drawing pictures.
public struct RenderOptions: Equatable, Sendable {
  /// Pixels per point; in vector formats that of the embedded pictures.
  public var scale: Double
  /// True when frames and index paths are drawn over the picture.
  public var outline: Bool
  /// The colours.
  public var theme: Theme

  /// A picture file with more pixels is not decoded, because its header may be false; a tile with a
  /// message replaces it.
  public var picturePixelLimit: Int

  /// The default ``picturePixelLimit``: a hundred million, 400 MB.
  public static let standardPixelLimit = PictureFile.pixelLimit

  /// Options; the defaults are for a high-density display.
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

/// Draws scenes. It caches fonts and decoded pictures, so keep it.
public final class Renderer {
  /// The options, which never change.
  public let options: RenderOptions
  let ruler = TextRuler()
  let pictures: PictureCache
  private let palette: HuePalette

  /// A renderer.
  public init(_ options: RenderOptions = RenderOptions()) {
    self.options = options
    palette = HuePalette(options.theme)
    pictures = PictureCache(
      pixelScale: options.scale, pixelLimit: options.picturePixelLimit)
  }

  /// The picture files so far that were unreadable or incomplete: paths in order, each with the
  /// reason. Marks in the pictures show them.
  public var pictureFaults: [(path: String, reason: String)] {
    pictures.faults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Draws a scene into the file at `path`, whose extension gives the format.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`; no
  ///   incomplete file is then left.
  public func render(_ scene: Scene, to path: String) throws(LayoutError) {
    let format = try PictureFormat(path: path)
    try OutputFile.write(try encode(scene, as: format), to: path)
  }

  /// The bytes of a picture file. The same scene gives the same bytes.
  ///
  /// - Throws: `picture-size` when a side has more pixels or points than the format supports, or
  ///   less than one; `picture-failed` for lack of memory.
  public func encode(_ scene: Scene, as format: PictureFormat) throws(LayoutError) -> [UInt8] {
    let drawing = Drawing(size: scene.viewport.size, scale: options.scale, isOpaque: true)
    return try drawing.encode(format) { canvas in
      scene.draw(brush(on: canvas), outline: options.outline)
    }
  }

  /// A brush with this renderer's fonts, pictures and theme.
  func brush(on canvas: Canvas) -> Brush {
    Brush(
      canvas: canvas, ruler: ruler, pictures: pictures, theme: options.theme, palette: palette)
  }
}

// MARK: - Strips of frames
//
// Motion in one picture: scenes side by side, the time of each below it.

/// Frames of a session in one picture.
public struct FilmStrip: Equatable, Sendable {
  /// One frame.
  public struct Frame: Equatable, Sendable {
    /// The scene that was on screen.
    public var scene: Scene
    /// The time since the start of the session, seconds.
    public var time: Double

    /// A frame.
    public init(_ scene: Scene, time: Double) {
      self.scene = scene
      self.time = time
    }
  }

  /// In the order of time.
  public var frames: [Frame]
  /// The number of frames in a row.
  public var columns: Int

  /// A strip.
  /// - Precondition: `columns` is above 0.
  public init(_ frames: [Frame], columns: Int) {
    precondition(columns > 0)
    self.frames = frames
    self.columns = columns
  }

  private static let margin = 16.0
  private static let gap = 12.0
  private static let captionHeight = 26.0

  /// The size of the picture, points: every place is as large as the largest frame.
  public var size: Size {
    let (wide, high) = (min(columns, frames.count), (frames.count + columns - 1) / columns)
    return Size(
      width: 2 * Self.margin + Double(wide) * (cell.width + Self.gap) - Self.gap,
      height: Self.margin + Double(high) * (cell.height + Self.captionHeight) + 6)
  }

  private var cell: Size {
    Size(
      width: frames.map(\.scene.viewport.width).max() ?? 0,
      height: frames.map(\.scene.viewport.height).max() ?? 0)
  }

  /// Draws the strip at the canvas's origin.
  func draw(_ brush: Brush, outline: Bool) {
    brush.canvas.paint(brush.theme.surface)
    for (index, frame) in frames.enumerated() {
      let corner = Point(
        x: Self.margin + Double(index % columns) * (cell.width + Self.gap),
        y: Self.margin + Double(index / columns) * (cell.height + Self.captionHeight))
      draw(frame, at: corner, brush, outline: outline)
    }
  }

  private func draw(_ frame: Frame, at corner: Point, _ brush: Brush, outline: Bool) {
    let shape = Shape(Rect(origin: corner, size: frame.scene.viewport.size), radius: 10)
    brush.canvas.saved {
      brush.canvas.clip(shape)
      brush.canvas.translate(corner.x, corner.y)
      frame.scene.draw(brush, outline: outline)
    }
    brush.canvas.stroke(shape, brush.theme.border)
    let caption = Rect(
      x: corner.x, y: shape.bounds.maxY, width: cell.width, height: Self.captionHeight)
    brush.text(
      Self.caption(frame.time), .detail, brush.theme.muted, in: caption, anchor: .middle)
  }

  /// The text of a time below a frame: "0.25 s".
  public static func caption(_ time: Double) -> String {
    // Sessions may last for any finite time; this is three million years.
    let hundredths = Int((time * 100).rounded().clamped(to: -1e16...1e16))
    let digits = String(hundredths % 100 + 100).dropFirst()
    return "\(hundredths / 100).\(digits) s"
  }
}

extension Renderer {
  /// Draws a strip into the file at `path`, whose extension gives the format.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`.
  public func render(_ strip: FilmStrip, to path: String) throws(LayoutError) {
    let format = try PictureFormat(path: path)
    try OutputFile.write(try encode(strip, as: format), to: path)
  }

  /// The bytes of a picture file. The same strip gives the same bytes.
  ///
  /// - Throws: `picture-size` or `picture-failed`.
  public func encode(_ strip: FilmStrip, as format: PictureFormat) throws(LayoutError) -> [UInt8] {
    let drawing = Drawing(size: strip.size, scale: options.scale, isOpaque: true)
    return try drawing.encode(format) { canvas in
      strip.draw(brush(on: canvas), outline: options.outline)
    }
  }
}
