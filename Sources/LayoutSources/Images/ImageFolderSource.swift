// SPDX-License-Identifier: Apache-2.0
//
// A folder of pictures: its own pictures are the first section, each folder below it one more.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The pictures in a folder and in those below it. Only their headers are read.
public final class ImageFolderSource: ItemSource {
  /// One folder with pictures.
  private struct Section {
    var title: String
    var pictures: [Picture]
  }

  private struct Picture {
    var path: String
    var name: String
    /// Pixels; nil when the file cannot be read as a picture.
    var size: Size?
  }

  /// The folder's name.
  public let title: String
  public let presentation = SourcePresentation()
  private var sections: [Section] = []
  /// The number of files and folders visited so far.
  private var seenCount = 0
  private let limits: SourceLimits

  /// Finds the pictures below `path`.
  ///
  /// - Throws: `source-unreadable` when the folder or one below it cannot be read, `source-empty`
  ///   when no picture is found, `source-limit` when there are too many files or folders.
  public init(path: String, limits: SourceLimits = .standard) throws(LayoutError) {
    title = String(path.split(separator: "/").last ?? "/")
    self.limits = limits
    try addSections(of: path, under: nil, depth: 1, formats: PictureFile.endings())
    guard !sections.isEmpty else {
      throw LayoutError(
        .sourceEmpty,
        "\(path) holds no picture; name a folder with files such as .png, .jpg or .webp")
    }
  }

  /// Adds the folder at `path` when it holds pictures, then those below it.
  ///
  /// - Parameter under: The shown name of the folder; nil for the outermost.
  private func addSections(
    of path: String, under name: String?, depth: Int, formats: [String]
  ) throws(LayoutError) {
    guard depth <= limits.folderDepth else {
      throw SourceLimits.error(
        path, "folders in each other", limit: "folderDepth", limits.folderDepth.grouped,
        remedy: "name a folder further in")
    }
    let room = limits.files - seenCount
    guard let folder = try Folder(path, limit: room) else {
      throw SourceLimits.error(
        path, "more files and folders than are looked at", limit: "files", limits.files.grouped,
        remedy: "name a smaller folder")
    }
    seenCount += folder.files.count + folder.folders.count
    let names = folder.files.filter { name in
      guard let dot = name.lastIndex(of: ".") else { return false }
      return formats.contains(name[name.index(after: dot)...].lowercased())
    }
    if !names.isEmpty {
      let pictures = names.map { name in
        let file = path + "/" + name
        return Picture(path: file, name: name, size: PictureFile.size(of: file))
      }
      sections.append(Section(title: name ?? title, pictures: pictures))
    }
    for inner in folder.folders {
      try addSections(
        of: path + "/" + inner, under: name.map { $0 + " / " + inner } ?? inner, depth: depth + 1,
        formats: formats)
    }
  }

  /// Rows of pictures.
  public var suggestedLayout: String { "gallery" }
  public var sectionCount: Int { sections.count }
  public func itemCount(in section: Int) -> Int { sections[section].pictures.count }

  public func content(at path: ItemPath) -> ViewContent {
    let picture = sections[path.section].pictures[path.item]
    return .picture(path: picture.path, caption: picture.name)
  }

  public func heading(of section: Int) -> ViewContent {
    let count = itemCount(in: section)
    return .heading(
      title: sections[section].title,
      detail: "\(count.grouped) picture\(count == 1 ? "" : "s")")
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, item) in range.enumerated() {
      sizes[place] = PictureMetrics.size(of: sections[section].pictures[item].size, style)
    }
    return .all
  }

  public func fillRatios(
    section: Int, range: Range<Int>, _ ratios: inout MutableSpan<Double>
  ) -> QueryCoverage {
    for (place, item) in range.enumerated() {
      let size = sections[section].pictures[item].size ?? PictureMetrics.unreadable
      ratios[place] = size.width / size.height
    }
    return .all
  }
}

/// The measures of pictures.
private enum PictureMetrics {
  /// The height of a picture in a line, points.
  static let lineHeight = 160.0
  /// The size of an unreadable picture.
  static let square = Size(width: 1, height: 1)
  /// The same in a row: wide enough for its message.
  static let unreadable = Size(width: 4, height: 3)
  /// Panoramas and banners are cropped at this proportion of the longer side to the shorter.
  static let extreme = 4.0

  /// In a line all have the same height, in a column the same width, in their own proportions.
  static func size(of file: Size?, _ style: SizingStyle) -> Size {
    let own = file ?? square
    let proportion = (own.width / own.height).clamped(to: 1 / extreme...extreme)
    switch style {
    case .chip: return Size(width: (lineHeight * proportion).rounded(), height: lineHeight)
    case .card(let width): return Size(width: width, height: (width / proportion).rounded())
    }
  }
}
