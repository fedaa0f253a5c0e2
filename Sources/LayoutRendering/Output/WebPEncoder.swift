// SPDX-License-Identifier: Apache-2.0
//
// WebP from pixels, by libwebp: the format of sprites in a page.

import CWebP
import LayoutModel

/// Writes lossless WebP files.
enum WebPEncoder {
  /// The effort, from 0 to 9. For the demo's sprites 2 gives files a third larger, and 7 a sixth smaller.
  private static let effort: CInt = 3

  /// The bytes of a file with these pixels; the same pixels give the same bytes.
  ///
  /// - Throws: `picture-failed` when there is no memory, or a side is longer than 16,383 pixels.
  static func encode(_ pixels: PixelBuffer) throws(LayoutError) -> [UInt8] {
    var (config, picture, writer) = (WebPConfig(), WebPPicture(), WebPMemoryWriter())
    guard WebPConfigInit(&config) != 0, WebPConfigLosslessPreset(&config, effort) != 0,
      WebPPictureInit(&picture) != 0
    else { throw failure(pixels) }
    WebPMemoryWriterInit(&writer)
    defer {
      WebPPictureFree(&picture)
      WebPMemoryWriterClear(&writer)
    }
    (picture.use_argb, picture.width, picture.height) = (
      1, CInt(clamping: pixels.width), CInt(clamping: pixels.height)
    )
    try read(pixels, into: &picture)
    let isWritten = withUnsafeMutablePointer(to: &writer) { writer in
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      picture.writer = WebPMemoryWrite
      return WebPEncode(&config, &picture) != 0
    }
    guard isWritten else { throw failure(pixels) }
    return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
  }

  private static func read(
    _ pixels: PixelBuffer, into picture: inout WebPPicture
  ) throws(LayoutError) {
    // A byte before each row is for PNG.
    let stride = CInt(clamping: 1 + pixels.channelCount * pixels.width)
    let isRead = pixels.rows.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { return false }
      return pixels.isOpaque
        ? WebPPictureImportRGB(&picture, first + 1, stride) != 0
        : WebPPictureImportRGBA(&picture, first + 1, stride) != 0
    }
    guard isRead else { throw failure(pixels) }
  }

  private static func failure(_ pixels: PixelBuffer) -> LayoutError {
    LayoutError(
      .pictureFailed,
      "libwebp cannot write \(pixels.width) by \(pixels.height) pixels; use a smaller picture")
  }
}
