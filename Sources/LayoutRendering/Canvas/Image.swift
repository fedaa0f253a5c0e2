// SPDX-License-Identifier: Apache-2.0
//
// A decoded picture in the form that Cairo draws.

import CCairo
import LayoutModel
import LayoutTypography

/// The reason why a file gives no picture.
struct PictureFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Pixels, premultiplied, ready to be drawn many times.
final class Image {
  /// The Cairo surface.
  let surface: OpaquePointer
  /// Pixels.
  let width: Int
  let height: Int

  /// The decoder's reason when the file is not whole; the pixels are then those it could read.
  let fault: String?

  /// The room it takes, bytes.
  var byteCount: Int { width * height * 4 }

  /// Decodes the file at `path`, at most `scale` times as large as it is, turned as its camera said.
  ///
  /// - Parameter pixelLimit: More pixels than this in a file are not decoded: its head may say anything,
  ///   and the decoder makes room for all of it.
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
    guard let reader else { throw PictureFault("it cannot be opened") }
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

  /// From separate bytes to premultiplied words, a row at a time: rows are padded on both sides.
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
  /// Draws an image over all of `rect`, centred; what does not fit its shape is outside.
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
