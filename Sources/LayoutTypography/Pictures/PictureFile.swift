// SPDX-License-Identifier: Apache-2.0
//
// A picture file before its pixels are drawn: its header, its decoder, which gets the file in
// pieces, and its end mark.

import CCairo
import Glibc
import LayoutModel

// MARK: - The head

/// The header of a picture file.
public struct PictureFile: Equatable, Sendable {
  /// The limit of decoded pixels: a header may name any size, and decoders allocate memory for it.
  package static let pixelLimit = 100_000_000

  /// The stored size, pixels.
  public let storedSize: Size
  /// The displayed size, pixels: after the rotation of the EXIF orientation.
  public let size: Size

  /// Reads the header of the file at `path`, and no more of the file than necessary. Nil when it is
  /// no readable picture. A picture of more than a hundred million pixels is not rotated.
  public init?(path: String) {
    guard let reader = PictureReader(path: path) else { return nil }
    reader.readHead()
    guard let stored = reader.storedSize else { return nil }
    storedSize = stored
    size =
      reader.isTurned ? Size(width: stored.height, height: stored.width) : stored
  }

  /// Returns the displayed size in pixels, from the header alone; nil for no readable picture.
  public static func size(of path: String) -> Size? { PictureFile(path: path)?.size }

  /// Returns the file name extensions of pictures, without the dot, in lower case.
  public static func endings() -> [String] {
    guard let formats = gdk_pixbuf_get_formats() else { return [] }
    defer { g_slist_free(formats) }
    var endings: [String] = []
    for place in 0..<g_slist_length(formats) {
      let list = gdk_pixbuf_format_get_extensions(OpaquePointer(g_slist_nth_data(formats, place)))
      var place = list
      while let ending = place?.pointee {
        endings.append(String(cString: ending))
        place = place?.successor()
      }
      g_strfreev(list)
    }
    return endings
  }
}

// MARK: - Reading

/// Reads one file through gdk-pixbuf's loader. Unlike a call that loads a whole file, the loader
/// reports a picture that ends too early, and keeps the part that could be read.
package final class PictureReader {
  private let loader: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  private let notes = LoaderNotes()
  private var isClosed = false
  /// Returns the size to decode, pixels; nil decodes at the stored size.
  private let target: ((Size) -> Size?)

  /// Opens the file at `path`; nil when it cannot be opened.
  ///
  /// - Parameter target: Returns the size to decode for the stored size, pixels; nil to decode
  ///   nothing, which ends reading.
  package init?(
    path: String, target: @escaping (Size) -> Size? = PictureReader.headAlone
  ) {
    guard let file = fopen(path, "rbe") else { return nil }
    guard let loader = gdk_pixbuf_loader_new() else {
      fclose(file)
      return nil
    }
    (self.file, self.path, self.loader, self.target) = (file, path, loader, target)
    notes.target = target
    connect()
  }

  deinit {
    if !isClosed { gdk_pixbuf_loader_close(loader, nil) }
    g_object_unref(UnsafeMutableRawPointer(loader))
    fclose(file)
  }

  /// Returns the size to decode for the metadata alone: the minimum that a decoder accepts.
  package static func headAlone(_ stored: Size) -> Size? {
    stored.width * stored.height > Double(PictureFile.pixelLimit) ? nil : Size(width: 1, height: 1)
  }

  /// The stored size, pixels; nil before the header was read, or without one.
  package var storedSize: Size? { notes.size }

  /// True when the displayed picture has its width and height swapped.
  package var isTurned: Bool {
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
      let word = gdk_pixbuf_get_option(pixbuf, "orientation"), let code = Int(String(cString: word))
    else { return false }
    return (5...8).contains(code)
  }

  /// Reads until the size and the metadata are known.
  package func readHead() {
    _ = read { notes.hasPixels }
    // Some decoders begin only when they have the whole file.
    if !isClosed, notes.size == nil { close() }
  }

  /// Reads everything.
  ///
  /// - Returns: The picture as stored, owned by the caller, or nil; and the decoder's error when it
  ///   is incomplete.
  package func readAll() -> (pixbuf: OpaquePointer?, fault: String?) {
    notes.wantsPixels = true
    var fault = read { false }
    if !isClosed { fault = close() ?? fault }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
      return (nil, fault ?? "it holds no picture")
    }
    if fault == nil, !PictureEnd.isReached(path, format: notes.format) {
      fault = "the file ends before the picture does"
    }
    g_object_ref(UnsafeMutableRawPointer(pixbuf))
    return (pixbuf, fault)
  }

  /// Feeds the decoder until `isEnough`, the end of the file or an error.
  /// - Returns: The decoder's error when it refused the data.
  private func read(until isEnough: () -> Bool) -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isEnough() {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return nil }
      var error: OpaquePointer?
      guard gdk_pixbuf_loader_write(loader, &chunk, UInt(count), &error) != 0 else {
        isClosed = true
        gdk_pixbuf_loader_close(loader, nil)
        return Self.take(error)
      }
      if let size = notes.size, target(size) == nil { return "it is too large" }
    }
    return nil
  }

  /// Tells the decoder that the file ends.
  /// - Returns: The decoder's error when the file is incomplete.
  @discardableResult
  private func close() -> String? {
    isClosed = true
    var error: OpaquePointer?
    return gdk_pixbuf_loader_close(loader, &error) == 0 ? Self.take(error) : nil
  }

  private static func take(_ error: OpaquePointer?) -> String {
    var error = error
    defer { g_clear_error(&error) }
    return error.flatMap(layout_glib_error_text).map { String(cString: $0) }
      ?? "it cannot be decoded"
  }

  /// Connects to the loader's signals. The notes live as long as the reader, which outlives the
  /// loader.
  private func connect() {
    let data = Unmanaged.passUnretained(notes).toOpaque()
    let object = UnsafeMutableRawPointer(loader)
    layout_glib_connect(
      object, "size-prepared", unsafeBitCast(takeSize, to: GCallback.self), data)
    layout_glib_connect(
      object, "area-prepared", unsafeBitCast(takePixels, to: GCallback.self), data)
  }
}

/// The facts from a loader's signals.
private final class LoaderNotes {
  /// The stored size, pixels.
  var size: Size?
  /// True after the loader has a picture to decode into.
  var hasPixels = false
  /// True when the pixels are needed, and not only the header.
  var wantsPixels = false
  var target: (Size) -> Size? = { _ in nil }
  /// The decoder's name for the format.
  var format = ""
}

/// Notes the size, and sets the size to decode.
private let takeSize:
  @convention(c) (OpaquePointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
    loader, width, height, data in
    let notes = Unmanaged<LoaderNotes>.fromOpaque(data).takeUnretainedValue()
    // Damaged headers may have no pixel: such a picture has no ratio.
    guard width > 0, height > 0 else { return gdk_pixbuf_loader_set_size(loader, 0, 0) }
    let size = Size(width: Double(width), height: Double(height))
    notes.size = size
    // A size of 0 by 0 ends the decoder before it allocates memory.
    var wanted = notes.target(size) ?? .zero
    let format = formatName(loader)
    if !notes.wantsPixels, !["jpeg", "tiff"].contains(format) { wanted = .zero }
    notes.format = format
    gdk_pixbuf_loader_set_size(loader, Int32(wanted.width), Int32(wanted.height))
  }

/// Notes that there are pixels, and fills them with one grey, which stays where the file is
/// incomplete.
private let takePixels: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void = {
  loader, data in
  let notes = Unmanaged<LoaderNotes>.fromOpaque(data).takeUnretainedValue()
  notes.hasPixels = true
  guard notes.wantsPixels, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return }
  gdk_pixbuf_fill(pixbuf, 0xB8B8_B8FF)
}

/// Returns the name of the decoded format. Only `jpeg` and `tiff` have the camera's orientation,
/// for which their decoder must run; the decoder of another format ends after the header.
private func formatName(_ loader: OpaquePointer) -> String {
  guard let format = gdk_pixbuf_loader_get_format(loader),
    let name = gdk_pixbuf_format_get_name(format)
  else { return "" }
  defer { g_free(name) }
  return String(cString: name)
}

// MARK: - The end
//
// A search for the end mark of a picture file. Decoders of JPEG and PNG fill missing data without
// an error.

/// A search for the end mark of a file.
enum PictureEnd {
  /// Returns true when the file at `path` contains its format's end mark. Also true for formats
  /// whose decoders report a missing end, and for a malformed file, which the decoder judges.
  ///
  /// - Complexity: O(bytes of the file).
  static func isReached(_ path: String, format: String) -> Bool {
    guard format == "jpeg" || format == "png", let bytes = read(path) else { return true }
    return format == "jpeg" ? isWholeJPEG(bytes) : isWholePNG(bytes)
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, count in
      count = fread(room.baseAddress, 1, room.count, file)
    }
  }

  /// Steps over the segments of a JPEG up to the mark EOI (ITU-T T.81, annex B). Data after it,
  /// such as a film, do not matter.
  private static func isWholeJPEG(_ bytes: [UInt8]) -> Bool {
    var place = 2
    while place + 3 < bytes.count {
      guard bytes[place] == 0xFF else { return true }
      switch bytes[place + 1] {
      case 0xD9: return true
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD8: place += 2
      case let mark:
        place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        if mark == 0xDA { place = endOfScan(bytes, place) }
      }
    }
    return place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] == 0xD9
  }

  /// Returns the first mark after compressed data, where 0xFF precedes 0 or a restart mark.
  private static func endOfScan(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] != 0xFF {
        place += 1
        continue
      }
      switch bytes[place + 1] {
      case 0, 0xD0...0xD7: place += 2
      case 0xFF: place += 1
      default: return place
      }
    }
    return bytes.count
  }

  /// Steps over the chunks of a PNG up to IEND (ISO/IEC 15948, clause 5).
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return true }
      place += 12 + length
    }
    return false
  }
}
