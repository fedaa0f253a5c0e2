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
  /// The longest time of one frame, milliseconds: the format has 24 bits for it.
  private static let longestFrame = 16_777_215.0

  /// Returns the bytes of a file that plays `frames`, each until the next one's time. The picture
  /// is as wide and as high as the largest of them, and the others are at its top left. A frame is
  /// shown for at most 4 hours and 39 minutes, which is the format's limit.
  ///
  /// - Parameters:
  ///   - frames: The frames, in the order of time.
  ///   - end: The time at which the last frame ends, seconds.
  /// - Throws: `picture-size` when a side exceeds WebP's limit, `picture-failed` when the film is
  ///   longer than 24 days, or with libwebp's reason.
  public static func encode(
    _ frames: [FilmStrip.Frame], until end: Double, with renderer: Renderer
  ) throws(LayoutError) -> [UInt8] {
    guard !frames.isEmpty else {
      throw LayoutError(.pictureFailed, "there is no frame to write; let the session show one")
    }
    let instants = try instants(of: frames, until: end)
    let scale = renderer.options.scale
    let sizes = frames.map(\.scene.viewport.size)
    let width = (sizes.reduce(0) { max($0, $1.width) } * scale).rounded(.up)
    let height = (sizes.reduce(0) { max($0, $1.height) } * scale).rounded(.up)
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else {
      throw LayoutError(
        .pictureSize,
        "a WebP picture has 1 to \(Int(largestSide)) pixels a side, not \(width) by \(height); use "
          + "another size or scale")
    }
    let encoder = try AnimationEncoder(width: Int(width), height: Int(height))
    for (frame, instant) in zip(frames, instants.starts) {
      let pixels = try PixelBuffer(width: Int(width), height: Int(height), isOpaque: true)
      try pixels.draw(scale: scale) { canvas in
        // What a frame smaller than the picture leaves free.
        canvas.paint(renderer.options.theme.surface)
        frame.scene.draw(renderer.brush(on: canvas), outline: renderer.options.outline)
      }
      try encoder.add(pixels, at: instant, quality, effort)
    }
    return try encoder.finish(at: instants.end)
  }

  /// The milliseconds at which the frames start and the last one ends, from 0.
  ///
  /// - Throws: `picture-failed` when there are more of them than libwebp can count.
  static func instants(
    of frames: [FilmStrip.Frame], until end: Double
  ) throws(LayoutError) -> (starts: [CInt], end: CInt) {
    // Each time is rounded by itself, so that rounding errors do not add up.
    let times = (frames.map(\.time) + [end]).map { ($0 * 1000).rounded().clamped(to: 0...1e15) }
    var instants: [CInt] = [0]
    var sum: Int64 = 0
    for (start, next) in zip(times, times.dropFirst()) {
      sum += Int64((next - start).clamped(to: 0...longestFrame))
      guard let instant = CInt(exactly: sum) else {
        throw LayoutError(.pictureFailed, "the film is too long for WebP; use .html")
      }
      instants.append(instant)
    }
    return (Array(instants.dropLast()), max(instants.last ?? 0, 1))
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
    _ pixels: PixelBuffer, at milliseconds: CInt, _ quality: Float, _ effort: CInt
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
    guard isRead != 0, WebPAnimEncoderAdd(encoder, &picture, milliseconds, &config) != 0 else {
      throw failure()
    }
  }

  func finish(at milliseconds: CInt) throws(LayoutError) -> [UInt8] {
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
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
