// SPDX-License-Identifier: Apache-2.0
//
// A picture file: written whole or not at all, in one of these formats.

import CCairo
import Glibc
import LayoutModel

/// Files that results go to.
public enum OutputFile {
  /// Replaces the file at `path`: the bytes go to a new file beside it, which then takes its name.
  /// Anything but an ordinary file, such as a pipe, is written in place.
  ///
  /// - Throws: `output-unwritable`, with the path, the system's reason and the remedy. What was
  ///   there is then untouched.
  public static func write(_ bytes: [UInt8], to path: String) throws(LayoutError) {
    if isSpecial(path) { return try store(bytes, in: path, flags: O_WRONLY, at: path) }
    // A name that nobody can guess, and no file or link that somebody else may have put there.
    let temporary = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(LayoutError) {
      try store(bytes, in: temporary, flags: flags, at: path)
      guard rename(temporary, path) == 0 else { throw unwritable(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Returns true when something stands there that must not be replaced, only written to.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func store(
    _ bytes: [UInt8], in file: String, flags: Int32, at path: String
  ) throws(LayoutError) {
    let descriptor = open(file, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = unwritable(path)
        close(descriptor)
        throw error
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw unwritable(path) }
  }

  /// The error for what `errno` says now.
  private static func unwritable(_ path: String) -> LayoutError {
    let reason = String(cString: strerror(errno))
    return LayoutError(
      .outputUnwritable,
      "\(path) cannot be written (\(reason)); name a file in a directory that exists and is yours")
  }
}

// MARK: - Formats
//
// The kinds of files that pictures are written to.

/// The format of a picture.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Pixels.
  case png
  /// Outlines; pictures inside stay pixels.
  case svg
  /// A page of the viewport's size, a point for a point, its fonts inside; pictures stay pixels.
  case pdf

  /// The format that a path's ending names.
  ///
  /// - Throws: `unknown-format`, with the endings that are understood.
  public init(path: String) throws(LayoutError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    guard let format = PictureFormat(rawValue: ending.lowercased()) else {
      let known = PictureFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
      throw LayoutError(
        .unknownFormat, "cannot tell the format of \(path); end the name in one of \(known)")
    }
    self = format
  }
}

// MARK: - Outlines
//
// The formats that hold outlines, and the Cairo surface that writes each.

/// A format whose text and shapes stay sharp at any size.
enum OutlineFormat {
  case svg, pdf

  /// The lengths that a side may have, points. A page of more than 200 inches is none that a reader
  /// has to open (ISO 32000-1, annex C.2).
  var sides: ClosedRange<Double> {
    switch self {
    case .svg: 1...1e6
    case .pdf: 1...14_400
    }
  }

  /// A surface that writes into `sink`, which the caller keeps alive; a point is its unit.
  func surface(_ sink: ByteSink, _ size: Size) -> OpaquePointer {
    switch self {
    case .svg:
      let surface: OpaquePointer = cairo_svg_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // A point is a pixel of the page that shows the file; Cairo's own unit is a third larger.
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      return surface
    case .pdf:
      let surface: OpaquePointer = cairo_pdf_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // Else it holds the time of day, and the same scene never gives the same bytes.
      cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
      return surface
    }
  }
}
