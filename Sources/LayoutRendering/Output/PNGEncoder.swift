// SPDX-License-Identifier: Apache-2.0
//
// PNG from pixels (ISO/IEC 15948), compressed for speed: Cairo's own writer tries all filters on
// every row and takes four times as long for flat pictures, without a smaller file to show for it.

import CCairo
import LayoutModel

/// Writes PNG files.
enum PNGEncoder {
  /// The effort of zlib: a picture is wanted now.
  private static let effort: Int32 = 3

  /// The bytes of a file with these pixels; the same pixels give the same bytes.
  ///
  /// - Throws: `picture-failed` when there is no memory to compress in.
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
