// SPDX-License-Identifier: Apache-2.0
//
// A picture file before its pixels are drawn: its head, its decoder fed piece by piece, and the
// mark at its end.

import CCairo
import Glibc
import LayoutModel

// MARK: - The head

/// The head of a picture file.
public struct PictureFile: Equatable, Sendable {
  /// The most pixels of a file that are decoded: its head may say anything, and decoders make room for it.
  package static let pixelLimit = 100_000_000

  /// The size as it is stored, pixels.
  public let storedSize: Size
  /// The size as it is shown, pixels: turned as the camera said (EXIF orientation).
  public let size: Size

  /// Reads the head of the file at `path`, and no more of the file than that takes. Nil when it is no
  /// picture that can be read. One of more than a hundred million pixels is not turned.
  public init?(path: String) {
    guard let reader = PictureReader(path: path) else { return nil }
    reader.readHead()
    guard let stored = reader.storedSize else { return nil }
    storedSize = stored
    size =
      reader.isTurned ? Size(width: stored.height, height: stored.width) : stored
  }

  /// The size in pixels as it is shown, by the file's head alone; nil when it is no picture that can be
  /// read.
  public static func size(of path: String) -> Size? { PictureFile(path: path)?.size }

  /// The endings of file names that stand for pictures, without the dot, lower case.
  public static func endings() -> [String] {
    guard let formats = gdk_pixbuf_get_formats() else { return [] }
    defer { g_slist_free(formats) }
    var endings: [String] = []
    var node: UnsafeMutablePointer<GSList>? = formats
    while let current = node {
      let list = gdk_pixbuf_format_get_extensions(OpaquePointer(current.pointee.data))
      var place = list
      while let ending = place?.pointee {
        endings.append(String(cString: ending))
        place = place?.successor()
      }
      g_strfreev(list)
      node = current.pointee.next
    }
    return endings
  }
}

// MARK: - Reading

/// Reads one file through gdk-pixbuf's loader. Unlike loading a file in one call, this tells a picture
/// that ends too early from a whole one, and keeps the part that could be read.
package final class PictureReader {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  private let notes = LoaderNotes()
  private var isClosed = false
  /// Pixels of the picture when it is decoded; nil decodes it as large as it is.
  private let target: ((Size) -> Size?)

  /// Opens the file at `path`; nil when it cannot be opened.
  ///
  /// - Parameter target: Gives the size to decode for the stored size, pixels; nil for what is not to
  ///   be decoded, which ends reading.
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

  /// The size to decode for what is said beside the pixels: as few of them as a decoder can do with.
  package static func headAlone(_ stored: Size) -> Size? {
    stored.width * stored.height > Double(PictureFile.pixelLimit) ? nil : Size(width: 1, height: 1)
  }

  /// Pixels, as stored; nil before the head was read, or when there is none.
  package var storedSize: Size? { notes.size }

  /// True when the picture is shown with its sides exchanged.
  package var isTurned: Bool {
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
      let word = gdk_pixbuf_get_option(pixbuf, "orientation"), let code = Int(String(cString: word))
    else { return false }
    return (5...8).contains(code)
  }

  /// Reads until the size and what is said beside it are known.
  package func readHead() {
    _ = read { notes.hasPixels }
    // Some decoders begin when they have the whole file.
    if !isClosed, notes.size == nil { close() }
  }

  /// Reads everything.
  ///
  /// - Returns: The picture as stored, whose owner the caller becomes, nil when there is none; and the
  ///   decoder's reason when it is not whole.
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
  /// - Returns: The decoder's reason when it refused something.
  private func read(until isEnough: () -> Bool) -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isEnough() {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return nil }
      var error: UnsafeMutablePointer<GError>?
      guard gdk_pixbuf_loader_write(loader, &chunk, gsize(count), &error) != 0 else {
        isClosed = true
        gdk_pixbuf_loader_close(loader, nil)
        return Self.take(error)
      }
      if let size = notes.size, target(size) == nil { return "it is too large" }
    }
    return nil
  }

  /// Ends the file for the decoder.
  /// - Returns: The decoder's reason when more should have come.
  @discardableResult
  private func close() -> String? {
    isClosed = true
    var error: UnsafeMutablePointer<GError>?
    return gdk_pixbuf_loader_close(loader, &error) == 0 ? Self.take(error) : nil
  }

  private static func take(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "it cannot be decoded" }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? "it cannot be decoded"
  }

  /// Listens to what the loader finds out. The notes live as long as the reader, which is longer than
  /// the loader.
  private func connect() {
    let data = Unmanaged.passUnretained(notes).toOpaque()
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(takeSize, to: GCallback.self), data, nil,
      GConnectFlags(0))
    g_signal_connect_data(
      loader, "area-prepared", unsafeBitCast(takePixels, to: GCallback.self), data, nil,
      GConnectFlags(0))
  }
}

/// The facts that a loader's signals told.
private final class LoaderNotes {
  /// Pixels, as stored.
  var size: Size?
  /// True once there is a picture to decode into.
  var hasPixels = false
  /// True when the pixels are wanted, and not only the head.
  var wantsPixels = false
  var target: (Size) -> Size? = { _ in nil }
  /// The decoder's name for the format.
  var format = ""
}

/// Notes the size, and says how large the picture shall be.
private let takeSize:
  @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
    loader, width, height, data in
    let notes = Unmanaged<LoaderNotes>.fromOpaque(data).takeUnretainedValue()
    // Damaged heads say so: a picture without a pixel is none, and has no ratio.
    guard width > 0, height > 0 else { return gdk_pixbuf_loader_set_size(loader, 0, 0) }
    let size = Size(width: Double(width), height: Double(height))
    notes.size = size
    // A decoder ends at 0 by 0, before it takes any memory.
    var wanted = notes.target(size) ?? .zero
    let format = formatName(loader)
    if !notes.wantsPixels, !["jpeg", "tiff"].contains(format) { wanted = .zero }
    notes.format = format
    gdk_pixbuf_loader_set_size(loader, gint(wanted.width), gint(wanted.height))
  }

/// Notes that there are pixels, and fills them: what is missing at the end is one grey everywhere.
private let takePixels: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gpointer) -> Void = {
  loader, data in
  let notes = Unmanaged<LoaderNotes>.fromOpaque(data).takeUnretainedValue()
  notes.hasPixels = true
  guard notes.wantsPixels, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return }
  gdk_pixbuf_fill(pixbuf, 0xB8B8_B8FF)
}

/// The name of the format that is decoded. Those of `jpeg` and `tiff` tell how the camera was held; they
/// do so beside the pixels, so other formats are not asked for any.
private func formatName(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) -> String {
  guard let format = gdk_pixbuf_loader_get_format(loader),
    let name = gdk_pixbuf_format_get_name(format)
  else { return "" }
  defer { g_free(name) }
  return String(cString: name)
}

// MARK: - The end
//
// Looks for the end mark of a picture file. Decoders of JPEG and PNG fill up what is missing without
// a word.

/// Looks for the end mark of a file.
enum PictureEnd {
  /// Returns true when the file at `path` holds its format's end mark, for formats whose decoders tell by
  /// themselves, and for what is not built as expected, which is the decoder's to judge.
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

  /// Walks over the segments of a JPEG up to the mark EOI (ITU-T T.81, annex B). What follows it, such as
  /// a film, does not matter.
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

  /// The first mark behind compressed data, in which 0xFF is followed by 0 or by a restart mark.
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

  /// Walks over the chunks of a PNG up to IEND (ISO/IEC 15948, clause 5).
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
