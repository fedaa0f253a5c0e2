// SPDX-License-Identifier: Apache-2.0
//
// Converting a drawing of a given size to the bytes of a file.

import CCairo
import LayoutModel

/// A drawing with its size.
struct Drawing {
  /// The size, points.
  var size: Size
  /// Pixels per point. Outlines have one unit per point; embedded pixels use this scale.
  var scale: Double
  /// True when it is opaque; the file then has no alpha channel.
  var isOpaque: Bool

  /// The bytes of a file in `format`, drawn by `draw` in points.
  ///
  /// - Throws: `picture-size` for a side that the format does not support, with the supported
  ///   range; `picture-failed` with Cairo's reason, which for valid sizes is lack of memory.
  func encode(
    _ format: PictureFormat, draw: (Canvas) -> Void
  ) throws(LayoutError) -> [UInt8] {
    switch format {
    case .png: try encodePixels(draw)
    case .svg: try SVGNames.renumbered(encodeOutlines(.svg, draw))
    case .pdf: try encodeOutlines(.pdf, draw)
    }
  }

  private func encodePixels(_ draw: (Canvas) -> Void) throws(LayoutError) -> [UInt8] {
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    let sides = 1...PixelBuffer.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw LayoutError(
        .pictureSize,
        "a picture has 1 to \(Int(sides.upperBound)) pixels a side, not "
          + "\(width) by \(height); use another size or scale")
    }
    let pixels = try PixelBuffer(width: Int(width), height: Int(height), isOpaque: isOpaque)
    try pixels.draw(scale: scale, draw)
    return try PNGEncoder.encode(pixels)
  }

  private func encodeOutlines(
    _ format: OutlineFormat, _ draw: (Canvas) -> Void
  ) throws(LayoutError) -> [UInt8] {
    guard format.sides.contains(size.width), format.sides.contains(size.height) else {
      throw LayoutError(
        .pictureSize,
        "a page has 1 to \(Int(format.sides.upperBound)) points a side, not \(size.width) by "
          + "\(size.height); use another size")
    }
    let sink = ByteSink()
    let surface = format.surface(sink, size)
    defer { cairo_surface_destroy(surface) }
    draw(Canvas(surface: surface, scale: 1, density: scale))
    cairo_surface_finish(surface)
    try Self.check(cairo_surface_status(surface), "\(size.width) by \(size.height) points")
    return sink.bytes
  }

  /// Converts Cairo's status to an error about a picture of this size.
  static func check(_ status: cairo_status_t, _ size: String) throws(LayoutError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let reason = String(cString: cairo_status_to_string(status))
    throw LayoutError(
      .pictureFailed,
      "a picture of \(size) failed: \(reason); use a smaller size or scale")
  }
}

/// Collects Cairo's output.
final class ByteSink {
  private(set) var bytes: [UInt8] = []

  /// This sink as a stream's closure; the caller must retain the sink.
  var reference: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let write: cairo_write_func_t = { closure, data, count in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
    sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}

// MARK: - Names in SVG
//
// Names inside an SVG file. Cairo numbers them during the life of the process; a file numbers them
// from 0, so that the same scene gives the same bytes.

/// Renumbers Cairo's names such as `surface12` or `image12`.
enum SVGNames {
  private static let names = ["surface", "image"].map { Array($0.utf8) }

  /// The same file with names numbered in order.
  ///
  /// A name follows `"` in a definition and `#` in a use. Text is drawn as outlines, so nothing else
  /// in the file looks like one.
  static func renumbered(_ file: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(file.count)
    var numbers: [[UInt8]: Int] = [:]
    var index = 0
    while index < file.count {
      let byte = file[index]
      result.append(byte)
      index += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"),
        let name = names.first(where: { file[index...].starts(with: $0) })
      else { continue }
      let digits = file[(index + name.count)...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { continue }
      let full = Array(file[index..<digits.endIndex])
      let number = numbers[full] ?? numbers.count
      numbers[full] = number
      result += name
      result += Array(String(number).utf8)
      index = digits.endIndex
    }
    return result
  }
}
