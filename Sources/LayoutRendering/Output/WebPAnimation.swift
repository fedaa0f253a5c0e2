// SPDX-License-Identifier: Apache-2.0
//
// Frames of a session as one animated WebP file, by libwebp.

import CWebP
import LayoutModel

/// Frames that play in sequence.
public enum WebPAnimation {
  /// The largest side of a WebP picture, pixels.
  private static let largestSide = 16_383.0
  /// The quality of lossy compression, from 0 to 100. Flat colours and text have no artefacts from
  /// about here.
  private static let quality: Float = 82
  /// The effort, from 0 to 6: beyond this, files hardly get smaller.
  private static let effort: CInt = 2

  /// Returns the bytes of a file that plays `frames`, each until the next one's time.
  ///
  /// - Parameters:
  ///   - frames: The frames, all of one size, in the order of time.
  ///   - end: The time at which the last frame ends, seconds.
  /// - Throws: `picture-size` when a side exceeds WebP's limit, `picture-failed` with libwebp's
  ///   reason.
  public static func encode(
    _ frames: [FilmStrip.Frame], until end: Double, with renderer: Renderer
  ) throws(LayoutError) -> [UInt8] {
    guard let first = frames.first else {
      throw LayoutError(.pictureFailed, "there is no frame to write; let the session show one")
    }
    let scale = renderer.options.scale
    let width = (first.scene.viewport.width * scale).rounded(.up)
    let height = (first.scene.viewport.height * scale).rounded(.up)
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else {
      throw LayoutError(
        .pictureSize,
        "a WebP picture has 1 to \(Int(largestSide)) pixels a side, not \(width) by \(height); use "
          + "another size or scale")
    }
    let encoder = try AnimationEncoder(width: Int(width), height: Int(height))
    for frame in frames {
      let pixels = try PixelBuffer(width: Int(width), height: Int(height), isOpaque: true)
      try pixels.draw(scale: scale) { canvas in
        frame.scene.draw(renderer.brush(on: canvas), outline: renderer.options.outline)
      }
      try encoder.add(pixels, at: frame.time - first.time, quality, effort)
    }
    return try encoder.finish(at: max(end - first.time, 0.001))
  }
}

/// libwebp's encoder of animations.
private final class AnimationEncoder {
  private let encoder: OpaquePointer
  private let width: Int
  private let height: Int

  init(width: Int, height: Int) throws(LayoutError) {
    (self.width, self.height) = (width, height)
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0,
      let encoder = WebPAnimEncoderNew(CInt(width), CInt(height), &options)
    else {
      throw LayoutError(.pictureFailed, "libwebp cannot make an animation; use a smaller picture")
    }
    self.encoder = encoder
  }

  deinit { WebPAnimEncoderDelete(encoder) }

  func add(
    _ pixels: PixelBuffer, at time: Double, _ quality: Float, _ effort: CInt
  ) throws(LayoutError) {
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else { throw failure() }
    (config.quality, config.method) = (quality, effort)
    (picture.use_argb, picture.width, picture.height) = (1, CInt(width), CInt(height))
    defer { WebPPictureFree(&picture) }
    // A byte before each row is for PNG.
    let stride = 1 + 3 * width
    let isRead = pixels.rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { WebPPictureImportRGB(&picture, $0 + 1, CInt(stride)) } ?? 0
    }
    let milliseconds = CInt((time * 1000).rounded())
    guard isRead != 0, WebPAnimEncoderAdd(encoder, &picture, milliseconds, &config) != 0 else {
      throw failure()
    }
  }

  func finish(at time: Double) throws(LayoutError) -> [UInt8] {
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
    let milliseconds = CInt((time * 1000).rounded())
    guard WebPAnimEncoderAdd(encoder, nil, milliseconds, nil) != 0,
      WebPAnimEncoderAssemble(encoder, &data) != 0
    else { throw failure() }
    return Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
  }

  private func failure() -> LayoutError {
    let reason = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "want of memory"
    return LayoutError(.pictureFailed, "libwebp: \(reason); use a smaller picture")
  }
}
