// SPDX-License-Identifier: Apache-2.0
//
// A picture file, written completely or not at all, in one of these formats.

import CCairo
import Glibc
import LayoutLoading
import LayoutModel

/// Files for results.
public enum OutputFile {
  /// Replaces the file at `path`: writes the bytes to a new file in the same directory, then
  /// renames it. A link stays, and its file is replaced; the new file has the permissions of the
  /// old one. Anything but an ordinary file, such as a pipe, is written in place.
  ///
  /// - Throws: `output-unwritable`, with the path, the system's reason and the remedy. The old file
  ///   is then untouched.
  public static func write(_ bytes: [UInt8], to path: String) throws(LayoutError) {
    let old = FileSystem.status(of: path)
    if let old, isSpecial(old) { return try store(bytes, in: path, flags: O_WRONLY, at: path) }
    let file = behindLinks(path)
    // An unpredictable name, so that no other user can create a file or link with it beforehand;
    // short, so that it is valid beside any name.
    let name = String(UInt64.random(in: 0...(.max)), radix: 36)
    let temporary = "\(FileSystem.parent(of: file))/.\(name).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(LayoutError) {
      try store(bytes, in: temporary, flags: flags, mode: old.map { $0.st_mode & 0o777 }, at: path)
      guard rename(temporary, file) == 0 else { throw unwritable(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Checks that the directory of `path` exists, before long work whose result goes there.
  ///
  /// - Throws: `output-unwritable` with the path, the system's reason and the remedy.
  package static func checkDirectory(of path: String) throws(LayoutError) {
    guard let status = FileSystem.status(of: FileSystem.parent(of: behindLinks(path))) else {
      throw unwritable(path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      errno = ENOTDIR
      throw unwritable(path)
    }
  }

  /// Returns true for an existing file that must not be replaced, only written to.
  private static func isSpecial(_ status: stat) -> Bool {
    status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns the path at the end of links from `path`, whether a file is there or not.
  private static func behindLinks(_ path: String) -> String {
    var path = path
    // As many as the kernel follows: then they form a cycle.
    for _ in 0..<40 {
      guard let target = FileSystem.target(of: path) else { break }
      path = target.hasPrefix("/") ? target : "\(FileSystem.parent(of: path))/\(target)"
    }
    return path
  }

  /// Writes the bytes to a file.
  ///
  /// - Parameter mode: The permissions of a new file; nil for those that the user gives new files.
  private static func store(
    _ bytes: [UInt8], in file: String, flags: Int32, mode: mode_t? = nil, at path: String
  ) throws(LayoutError) {
    let descriptor = open(file, flags | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else { throw unwritable(path) }
    do throws(LayoutError) {
      if let mode, fchmod(descriptor, mode) != 0 { throw unwritable(path) }
      try write(bytes, to: descriptor, at: path)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw unwritable(path) }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, at path: String
  ) throws(LayoutError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw unwritable(path) }
      written += count
    }
  }

  /// The error for the current `errno`.
  private static func unwritable(_ path: String) -> LayoutError {
    let code = errno
    let reason = String(cString: strerror(code))
    let remedy = remedy(for: code) ?? "name a file in a directory that exists and is yours"
    return LayoutError(.outputUnwritable, "\(path) cannot be written (\(reason)); \(remedy)")
  }

  /// The remedy for an error of the system that has nothing to do with the path; nil for others.
  package static func remedy(for code: CInt) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "free space on the disk"
    default: nil
    }
  }
}

// MARK: - Formats

/// The format of a picture.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Pixels.
  case png
  /// Outlines; embedded pictures stay pixels.
  case svg
  /// A page of the viewport's size, one unit per point, with its fonts embedded; pictures stay
  /// pixels.
  case pdf

  /// The format of a path's extension.
  ///
  /// - Throws: `unknown-format`, with the known extensions.
  public init(path: String) throws(LayoutError) { try self.init(path: path, besides: []) }

  /// The same for a caller with further formats of its own.
  ///
  /// - Parameter endings: The endings of those formats, with their dots, for the error.
  package init(path: String, besides endings: [String]) throws(LayoutError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    guard let format = PictureFormat(rawValue: ending.lowercased()) else {
      let own = PictureFormat.allCases.map { "." + $0.rawValue }
      let known = (own + endings).joined(separator: ", ")
      throw LayoutError(
        .unknownFormat, "cannot tell the format of \(path); end the name in one of \(known)")
    }
    self = format
  }
}

// MARK: - Outlines
//
// The outline formats, and the Cairo surface of each.

/// A format whose text and shapes stay sharp at any size.
enum OutlineFormat {
  case svg, pdf

  /// The supported lengths of a side, points. Readers need not open a page of more than 200 inches
  /// (ISO 32000-1, annex C.2).
  var sides: ClosedRange<Double> {
    switch self {
    case .svg: 1...1e6
    case .pdf: 1...14_400
    }
  }

  /// A surface that writes into `sink`, which the caller must retain; its unit is a point.
  func surface(_ sink: ByteSink, _ size: Size) -> OpaquePointer {
    switch self {
    case .svg:
      let surface: OpaquePointer = cairo_svg_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // A point is a CSS pixel of the file; Cairo's own unit is a third larger.
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      return surface
    case .pdf:
      let surface: OpaquePointer = cairo_pdf_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // Otherwise it contains the time of day, and the same scene never gives the same bytes.
      cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
      return surface
    }
  }
}
