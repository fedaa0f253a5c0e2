// SPDX-License-Identifier: Apache-2.0
//
// A decoded picture in the form that Cairo draws.

import CCairo
import Glibc
import LayoutModel
import LayoutTypography

/// The reason why a file has no picture.
struct PictureFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Premultiplied pixels, for repeated drawing.
final class Image {
  /// The Cairo surface.
  let surface: OpaquePointer
  /// The width, pixels.
  let width: Int
  let height: Int

  /// The decoder's reason when the file is incomplete; the pixels are then those that it could
  /// read.
  let fault: String?

  /// The memory of the pixels, bytes.
  var byteCount: Int { width * height * 4 }

  /// Decodes the file at `path`, at most `scale` times its size, rotated as its camera recorded.
  ///
  /// - Parameter pixelLimit: A file with more pixels is not decoded: its header may be false, and
  ///   the decoder would allocate memory for all of them.
  /// - Throws: The reason why there is no picture.
  init(path: String, scale: Double, pixelLimit: Int = RenderOptions.standardPixelLimit)
    throws(PictureFault)
  {
    let factor = min(1, max(scale, 1e-3))
    let reader = PictureReader(path: path) { stored in
      stored.width * stored.height > Double(pixelLimit)
        ? nil
        : Size(
          width: (stored.width * factor).rounded(.up), height: (stored.height * factor).rounded(.up)
        )
    }
    guard let reader else {
      throw PictureFault("it cannot be opened (\(String(cString: strerror(errno))))")
    }
    let (raw, fault) = reader.readAll()
    if let stored = reader.storedSize, stored.width * stored.height > Double(pixelLimit) {
      if let raw { g_object_unref(UnsafeMutableRawPointer(raw)) }
      throw PictureFault(
        "it has \(Int(stored.width)) × \(Int(stored.height)) pixels, more than the limit of "
          + "\(pixelLimit)")
    }
    guard let raw else { throw PictureFault(fault ?? "it holds no picture") }
    defer { g_object_unref(UnsafeMutableRawPointer(raw)) }
    guard let upright = gdk_pixbuf_apply_embedded_orientation(raw) else {
      throw PictureFault("there is no memory for it")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    self.fault = fault
    width = Int(gdk_pixbuf_get_width(upright))
    height = Int(gdk_pixbuf_get_height(upright))
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw PictureFault("there is no memory for it")
    }
    copyPixels(of: upright)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Converts separate bytes to premultiplied words, row by row: rows are padded on both sides.
  private func copyPixels(of pixbuf: OpaquePointer) {
    guard let source = gdk_pixbuf_read_pixels(pixbuf),
      let target = cairo_image_surface_get_data(surface)
    else { return }
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let targetStride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    for y in 0..<height {
      let row = source + y * sourceStride
      let words = UnsafeMutableRawPointer(target + y * targetStride)
        .assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        let pixel = row + x * channels
        let alpha = channels == 4 ? UInt32(pixel[3]) : 255
        words[x] =
          alpha << 24 | premultiplied(pixel[0], alpha) << 16 | premultiplied(pixel[1], alpha) << 8
          | premultiplied(pixel[2], alpha)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  private func premultiplied(_ part: UInt8, _ alpha: UInt32) -> UInt32 {
    (UInt32(part) * alpha + 127) / 255
  }
}

extension Canvas {
  /// Draws an image over all of `rect`, centred; the excess is cropped.
  func draw(_ image: Image, covering rect: Rect) {
    let (width, height) = (Double(image.width), Double(image.height))
    let factor = max(rect.width / width, rect.height / height)
    saved {
      cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      cairo_clip(context)
      cairo_translate(
        context, rect.center.x - width * factor / 2, rect.center.y - height * factor / 2)
      cairo_scale(context, factor, factor)
      cairo_set_source_surface(context, image.surface, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_paint(context)
    }
  }
}

// MARK: - The cache
//
// Decoded pictures, kept within a memory budget.

/// Pictures by path, each decoded once at the needed size.
final class PictureCache {
  private struct Entry {
    /// Nil for an unreadable file.
    var image: Image?
    /// The size in the file, pixels; nil if it is not a picture.
    var own: Size?
    /// The scale relative to the file's size.
    var scale: Double
    var lastUse: Int
  }

  /// Pixels a point.
  private let pixelScale: Double
  /// The memory budget, bytes.
  private let capacity: Int
  /// The pixel limit of a file; one with more is not decoded.
  private let pixelLimit: Int
  private var entries: [String: Entry] = [:]
  /// The faults of all requested pictures, kept or not.
  private(set) var faults: [String: String] = [:]
  private var byteCount = 0
  private var clock = 0

  /// An empty cache that keeps at most `capacity` bytes of pixels.
  init(
    pixelScale: Double, pixelLimit: Int = RenderOptions.standardPixelLimit,
    capacity: Int = 256 << 20
  ) {
    self.pixelScale = pixelScale
    self.pixelLimit = pixelLimit
    self.capacity = capacity
  }

  /// Returns the picture, large enough to cover `size` points sharply; nil when it cannot be read.
  ///
  /// The file is opened if the picture is not kept, or is kept too small.
  func image(_ path: String, covering size: Size) -> Image? {
    clock += 1
    if var entry = entries[path], entry.scale >= scale(of: entry.own, size) {
      entry.lastUse = clock
      entries[path] = entry
      return entry.image
    }
    remove(path)
    let own = PictureFile.size(of: path)
    let wanted = scale(of: own, size)
    let (image, fault) = decode(path, wanted)
    faults[path] = fault
    entries[path] = Entry(
      image: image, own: own, scale: image == nil ? 1 : wanted, lastUse: clock)
    byteCount += image?.byteCount ?? 0
    makeRoom()
    return image
  }

  /// Returns the decoder's reason for a requested picture that is incomplete or missing; nil for a
  /// good one.
  func fault(_ path: String) -> String? { faults[path] }

  private func decode(_ path: String, _ scale: Double) -> (Image?, String?) {
    do throws(PictureFault) {
      // A file without a header is decoded too, to get the reason.
      let image = try Image(path: path, scale: scale > 0 ? scale : 1, pixelLimit: pixelLimit)
      return (image, image.fault)
    } catch {
      return (nil, error.reason)
    }
  }

  /// Returns the needed share of the file's size, at most 1; 0 when it cannot be read.
  private func scale(of own: Size?, _ size: Size) -> Double {
    guard let own else { return 0 }
    return min(1, max(size.width / own.width, size.height / own.height) * pixelScale)
  }

  /// Drops the least recently used pictures. Uses are numbered, so no two are equal.
  private func makeRoom() {
    while byteCount > capacity, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
  }

  private func remove(_ path: String) {
    byteCount -= entries.removeValue(forKey: path)?.image?.byteCount ?? 0
  }
}
