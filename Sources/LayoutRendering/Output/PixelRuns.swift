// SPDX-License-Identifier: Apache-2.0
//
// Pixels as runs, for pictures that go to a page once and are drawn at once: cells of one kind are flat, and
// stand side by side. Packing them takes a twentieth of the time of a PNG file, and their bytes are few enough
// for a tunnel.

import CCairo
import Glibc

/// Writes pixels as runs: width, height and the number of colours, 32 bits each, little-endian; the colours,
/// red, green, blue and alpha, not multiplied; then runs until the picture is full.
///
/// A run begins with its length times four and its kind, seven bits a byte, the lowest first, the eighth bit set
/// in all but the last byte. Kind 0 repeats the row above, which is clear above the first one; kind 1 repeats the
/// colour that follows; kind 2 has a colour for each of its pixels. A colour is a byte, or 255 and two bytes.
struct PixelRuns {
  /// More colours are those of a photograph, which packs better as a file.
  private static let colorLimit = 4096
  /// Pixels from which on a run is worth its bytes.
  private static let leastRun = 4
  /// Pixels that are compared at once.
  private static let blockLength = 64

  private let pixels: UnsafePointer<UInt32>
  private let width: Int
  private let count: Int
  private let colors: UnsafeMutableBufferPointer<UInt32>
  private var colorCount = 0
  /// The indices of colours by their hash, 1 more than they are; 0 where there is none.
  private let table: UnsafeMutableBufferPointer<UInt16>
  /// Room for the runs: an array would be checked for other owners with each byte.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var byteCount = 0

  /// The runs of a picture; nil when it has too many colours for them.
  static func encode(_ buffer: PixelBuffer) -> [UInt8]? {
    let stride = Int(cairo_image_surface_get_stride(buffer.surface))
    guard !buffer.isOpaque, stride == 4 * buffer.width,
      let data = cairo_image_surface_get_data(buffer.surface)
    else { return nil }
    let words = UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
    let (width, height) = (buffer.width, buffer.height)
    // A pixel takes at most three bytes. A run has four pixels or more, and its head and that of the single pixels
    // before it take at most five bytes each.
    let most = 5 * width * height + 64
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: colorLimit) { colors in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * colorLimit) { table in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { bytes in
          table.initialize(repeating: 0)
          var runs = PixelRuns(words, width: width, height: height, colors, table, bytes)
          guard runs.write() else { return nil }
          return runs.head(height: height) + bytes.prefix(runs.byteCount)
        }
      }
    }
  }

  /// - Parameters:
  ///   - colors: Room for the colours.
  ///   - table: Room for their table, filled with 0.
  ///   - bytes: Room for the runs.
  private init(
    _ pixels: UnsafePointer<UInt32>, width: Int, height: Int,
    _ colors: UnsafeMutableBufferPointer<UInt32>, _ table: UnsafeMutableBufferPointer<UInt16>,
    _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    (self.pixels, self.width, count) = (pixels, width, width * height)
    (self.colors, self.table, self.bytes) = (colors, table, bytes)
  }

  private func head(height: Int) -> [UInt8] {
    var head: [UInt8] = []
    for word in [width, height, colorCount] {
      withUnsafeBytes(of: UInt32(word).littleEndian) { head.append(contentsOf: $0) }
    }
    for color in colors.prefix(colorCount) {
      withUnsafeBytes(of: PixelBuffer.straight(color)) { head.append(contentsOf: $0) }
    }
    return head
  }

  /// - Returns: False when there are too many colours.
  private mutating func write() -> Bool {
    // Pixels from `start` on wait to be written one by one.
    var (start, place) = (0, 0)
    while place < count {
      guard mayBegin(at: place) else {
        place += 1
        continue
      }
      let above = lengthAbove(at: place)
      let equal = above < Self.leastRun ? lengthEqual(at: place) : 0
      guard max(above, equal) >= min(Self.leastRun, count - place) else {
        place += 1
        continue
      }
      guard writeSingle(start..<place) else { return false }
      let isAbove = above >= equal
      writeHead(isAbove ? above : equal, kind: isAbove ? 0 : 1)
      guard isAbove || writeColor(pixels[place]) else { return false }
      place += isAbove ? above : equal
      start = place
    }
    return writeSingle(start..<count)
  }

  /// Returns false when no run worth its bytes begins at a place, which two comparisons of two pixels
  /// at once show for nearly all pixels of text.
  @inline(__always)
  private func mayBegin(at place: Int) -> Bool {
    guard place >= width, place + Self.leastRun <= count else { return true }
    let (first, second) = (pair(at: place), pair(at: place + 2))
    let color = UInt64(pixels[place]) &* 0x1_0000_0001
    if first == color, second == color { return true }
    return first == pair(at: place - width) && second == pair(at: place - width + 2)
  }

  /// Two pixels.
  @inline(__always)
  private func pair(at place: Int) -> UInt64 {
    UnsafeRawPointer(pixels + place).loadUnaligned(as: UInt64.self)
  }

  /// The number of pixels from a place on that are those of the row above.
  private func lengthAbove(at place: Int) -> Int {
    var end = place
    while end < min(width, count), pixels[end] == 0 { end += 1 }
    guard end >= width else { return end - place }
    while end + Self.blockLength <= count,
      memcmp(pixels + end, pixels + (end - width), 4 * Self.blockLength) == 0
    {
      end += Self.blockLength
    }
    while end + 2 <= count, pair(at: end) == pair(at: end - width) { end += 2 }
    while end < count, pixels[end] == pixels[end - width] { end += 1 }
    return end - place
  }

  /// The number of pixels from a place on that have its colour.
  private func lengthEqual(at place: Int) -> Int {
    let color = UInt64(pixels[place]) &* 0x1_0000_0001
    var end = place + 1
    while end + 2 <= count, pair(at: end) == color { end += 2 }
    while end < count, pixels[end] == pixels[place] { end += 1 }
    return end - place
  }

  private mutating func writeSingle(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    writeHead(range.count, kind: 2)
    for place in range where !writeColor(pixels[place]) { return false }
    return true
  }

  private mutating func writeHead(_ length: Int, kind: Int) {
    var word = length << 2 | kind
    while word > 127 {
      append(UInt8(truncatingIfNeeded: word) | 128)
      word >>= 7
    }
    append(UInt8(word))
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    bytes[byteCount] = byte
    byteCount += 1
  }

  private mutating func writeColor(_ color: UInt32) -> Bool {
    var slot = Int((color &* 2_654_435_761) >> 18)
    while table[slot] != 0, colors[Int(table[slot]) - 1] != color {
      slot = (slot + 1) & (table.count - 1)
    }
    if table[slot] == 0 {
      guard colorCount < Self.colorLimit else { return false }
      colors.initializeElement(at: colorCount, to: color)
      colorCount += 1
      table[slot] = UInt16(colorCount)
    }
    let index = Int(table[slot]) - 1
    if index < 255 {
      append(UInt8(index))
    } else {
      append(255)
      append(UInt8(index & 255))
      append(UInt8(index >> 8))
    }
    return true
  }
}
