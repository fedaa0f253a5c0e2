// SPDX-License-Identifier: Apache-2.0
//
// What a picture file says of itself before its pixels.

import CCairo
import LayoutModel

/// The head of a picture file.
public struct PictureFile: Equatable, Sendable {
  /// The size as it is stored, pixels.
  public let storedSize: Size
  /// The size as it is shown, pixels: turned as the camera said (EXIF orientation).
  public let size: Size

  /// Reads the head of the file at `path`, and no more of the file than that takes. Nil when it is no
  /// picture that can be read.
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
