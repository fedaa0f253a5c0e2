// SPDX-License-Identifier: Apache-2.0
//
// What a picture file says of itself before its pixels.

import CCairo
import LayoutModel

/// The head of a picture file.
public enum PictureFile {
  /// The size in pixels by the file's header alone; nil when it is no picture that can be read.
  public static func size(of path: String) -> Size? {
    var (width, height) = (Int32(0), Int32(0))
    guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else {
      return nil
    }
    return Size(width: Double(width), height: Double(height))
  }

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
