// SPDX-License-Identifier: Apache-2.0
//
// Limits of data files: a source refuses a file beyond them, with the name of the limit.

import LayoutModel

/// Limits for data files, which may be malicious.
///
/// A source that exceeds a limit throws `source-limit`; the message names the limit, its value and
/// the place in the file. Pass larger limits to a source's initialiser to read larger data. The
/// decoder limits sizes of pictures in pixels, by `RenderOptions.picturePixelLimit`.
///
/// | limit | default | of |
/// | --- | --- | --- |
/// | ``fileBytes`` | 1 GiB | a CSV or JSON Lines file, which is read at once |
/// | ``cellBytes`` | 16 MiB | one value of a table, one string of JSON |
/// | ``columns`` | 4,096 | the columns of a table, CSV or SQLite |
/// | ``keys`` | 10,000 | the members of one JSON value with all that it holds, and the different keys of a file |
/// | ``files`` | 100,000 | the files and folders that one folder holds, those below it included |
/// | ``folderDepth`` | 64 | folders in each other |
/// | ``querySeconds`` | 10 s | one piece of work of SQLite's: opening a query, reading a page |
/// | ``copyBytes`` | 1 GiB | the copy of a query's result |
public struct SourceLimits: Equatable, Sendable {
  /// The length of a file that is read at once, bytes.
  public var fileBytes = 1 << 30
  /// The length of one value, bytes.
  public var cellBytes = 16 << 20
  /// The number of columns of a table.
  public var columns = 4_096
  /// The number of members of one JSON value, nested ones included, and of different keys in a file.
  public var keys = 10_000
  /// The number of files and folders that are visited for one folder of pictures.
  public var files = 100_000
  /// The depth of nested folders.
  public var folderDepth = 64
  /// The time limit of SQLite for opening a query, or for reading a page of it, seconds.
  public var querySeconds = 10.0
  /// The size of the temporary table for a copied query result, bytes.
  public var copyBytes = 1 << 30

  /// The default limits.
  public init() {}

  /// The default limits.
  public static let standard = SourceLimits()

  /// The error for data beyond a limit.
  ///
  /// - Parameters:
  ///   - place: The file, and the place in it.
  ///   - what: The things of which there are too many.
  ///   - name: The limit's name in this type.
  static func error(
    _ place: String, _ what: String, limit name: String, _ value: String, remedy: String
  ) -> LayoutError {
    LayoutError(
      .sourceLimit,
      "\(place): \(what); the limit is \(value) (SourceLimits.\(name)); \(remedy)")
  }
}

/// Cuts values to the length that a cell may show.
enum ShownText {
  /// Bytes of one value.
  static let valueBytes = 4096
  /// Bytes of the text below a card's title.
  static let bodyBytes = 1 << 14

  /// The text, or its beginning with an ellipsis, cut between two code points.
  static func cut(_ text: String, to limit: Int = valueBytes) -> String {
    guard text.utf8.count > limit else { return text }
    var text = text
    return text.withUTF8 { bytes in
      var end = limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self) + "…"
    }
  }

  /// A list of names, as many as fit.
  static func list(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      if text.utf8.count > valueBytes / 4 {
        return text + " and \((names.count - index).grouped) more"
      }
      text += (index > 0 ? ", " : "") + cut(name, to: 256)
    }
    return text
  }
}
