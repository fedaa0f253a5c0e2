// SPDX-License-Identifier: Apache-2.0
//
// The kinds of files that pictures are written to.

import LayoutModel

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
