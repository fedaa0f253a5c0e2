// SPDX-License-Identifier: Apache-2.0
//
// The pixels of a picture, and the PNG encoder.

import CCairo
import LayoutModel

// MARK: - Pixels
//
// Pixels that Cairo drew, in the order of picture files.

/// A surface of pixels and the canvas on it.
final class PixelBuffer {
  /// The largest side of a Cairo surface, pixels.
  static let largestSide = 32_767.0

  let width: Int
  let height: Int
  /// True when every pixel is opaque; there is no alpha channel then.
  let isOpaque: Bool
  /// The Cairo surface.
  let surface: OpaquePointer

  /// A transparent, or black, buffer.
  ///
  /// - Throws: `picture-failed`, which for valid sizes means lack of memory.
  init(width: Int, height: Int, isOpaque: Bool) throws(LayoutError) {
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    surface = cairo_image_surface_create(format, Int32(clamping: width), Int32(clamping: height))
    try check()
  }

  deinit { cairo_surface_destroy(surface) }

  /// Draws, with `scale` pixels a point.
  func draw(scale: Double, _ body: (Canvas) -> Void) throws(LayoutError) {
    body(Canvas(surface: surface, scale: scale))
    cairo_surface_flush(surface)
    try check()
  }

  /// Bytes of a pixel in ``rows``.
  var channelCount: Int { isOpaque ? 3 : 4 }

  /// The rows in PNG's form before compression: each starts with a zero, for no filter; then red,
  /// green, blue and, unless the buffer is opaque, alpha.
  var rows: [UInt8] {
    let length = 1 + channelCount * width
    return [UInt8](unsafeUninitializedCapacity: length * height) { bytes, count in
      count = length * height
      guard let pixels = cairo_image_surface_get_data(surface) else {
        return bytes.update(repeating: 0)
      }
      let stride = Int(cairo_image_surface_get_stride(surface))
      for y in 0..<height {
        let words = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
        bytes[y * length] = 0
        let row = UnsafeMutableBufferPointer(rebasing: bytes[(y * length + 1)..<((y + 1) * length)])
        if isOpaque { copyOpaque(words, to: row) } else { copyTransparent(words, to: row) }
      }
    }
  }

  private func copyOpaque(
    _ words: UnsafePointer<UInt32>, to row: UnsafeMutableBufferPointer<UInt8>
  ) {
    for x in 0..<width {
      let word = words[x]
      row[3 * x] = UInt8(truncatingIfNeeded: word >> 16)
      row[3 * x + 1] = UInt8(truncatingIfNeeded: word >> 8)
      row[3 * x + 2] = UInt8(truncatingIfNeeded: word)
    }
  }

  /// Cairo's colours are premultiplied, those in files are not.
  private func copyTransparent(
    _ words: UnsafePointer<UInt32>, to row: UnsafeMutableBufferPointer<UInt8>
  ) {
    let pixels = UnsafeMutableRawBufferPointer(row)
    for x in 0..<width {
      pixels.storeBytes(of: Self.straight(words[x]), toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  /// A pixel of Cairo's as red, green, blue and alpha in the order of memory, colours not multiplied.
  static func straight(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    // Edges alone are half transparent, and only they need the divisions.
    let color = alpha == 255 ? word : alpha == 0 ? 0 : divided(word, by: alpha)
    return (color & 0xFF00 | color >> 16 & 255 | (color & 255) << 16 | alpha << 24).littleEndian
  }

  /// The colour of a pixel without its alpha.
  private static func divided(_ word: UInt32, by alpha: UInt32) -> UInt32 {
    var color: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] {
      let value = word >> shift & 255
      color |= min(255, (value * 255 + alpha / 2) / alpha) << shift
    }
    return color
  }

  private func check() throws(LayoutError) {
    try Drawing.check(cairo_surface_status(surface), "\(width) by \(height) pixels")
  }
}

// MARK: - PNG
//
// PNG from pixels (ISO/IEC 15948), compressed for speed: Cairo's own writer tries all filters on
// every row and takes four times as long for flat pictures, without a smaller file.

/// Writes PNG files.
enum PNGEncoder {
  /// The compression level of zlib: low, for speed.
  private static let effort: Int32 = 3

  /// The bytes of a file with these pixels; the same pixels give the same bytes.
  ///
  /// - Throws: `picture-failed` when there is no memory for compression.
  static func encode(_ pixels: PixelBuffer) throws(LayoutError) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let trueColor: UInt8 = 2
    let trueColorWithAlpha: UInt8 = 6
    let head =
      bigEndian(pixels.width) + bigEndian(pixels.height)
      + [8, pixels.isOpaque ? trueColor : trueColorWithAlpha, 0, 0, 0]
    appendChunk("IHDR", head, to: &file)
    appendChunk("IDAT", try deflate(pixels.rows), to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  private static func deflate(_ bytes: [UInt8]) throws(LayoutError) -> [UInt8] {
    var status = Z_OK
    let room = compressBound(uLong(bytes.count))
    let packed = [UInt8](unsafeUninitializedCapacity: Int(room)) { out, count in
      var length = room
      status = compress2(out.baseAddress, &length, bytes, uLong(bytes.count), effort)
      count = status == Z_OK ? Int(length) : 0
    }
    guard status == Z_OK else {
      throw LayoutError(
        .pictureFailed, "a picture could not be compressed (zlib: \(status)); use a smaller one")
    }
    return packed
  }

  private static func appendChunk(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    let start = file.count + 4
    file += bigEndian(data.count)
    file += Array(type.utf8)
    file += data
    let sum = file[start...].withUnsafeBufferPointer {
      crc32_z(0, $0.baseAddress, $0.count)
    }
    file += bigEndian(Int(sum))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
