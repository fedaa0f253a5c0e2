// SPDX-License-Identifier: Apache-2.0
//
// Every assigned character of Unicode, a section for each block.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The Unicode Standard as data: some 149,000 items in more than 300 sections.
///
/// Surrogates, which are not characters, and private-use code points, which only their users
/// define, are excluded.
public final class UnicodeSource: ItemSource {
  /// The characters.
  public let catalog: UnicodeCatalog
  /// The sections: all blocks, or the requested ones.
  public let blocks: [UnicodeBlock]
  public let presentation = SourcePresentation()
  /// The number of each section's block among all blocks.
  private var hues: [Int] = []
  private let ruler = TextRuler()

  /// Reads the files of the character database.
  ///
  /// - Parameter names: The blocks to show, in this order, case-insensitively; nil shows all.
  /// - Throws: `source-unreadable`, `source-malformed`, `unknown-block` with the name, or `source-empty` for a
  ///   list without a name.
  public init(
    blocks names: [String]? = nil, directory: String = UnicodeCatalog.debianDirectory
  ) throws(LayoutError) {
    let catalog = try UnicodeCatalog(directory: directory)
    self.catalog = catalog
    guard let names else {
      blocks = catalog.blocks
      hues = Array(blocks.indices)
      return
    }
    blocks = try UnicodeSource.find(names, in: catalog)
    hues = blocks.map { block in catalog.blocks.firstIndex { $0.name == block.name } ?? 0 }
  }

  private static func find(
    _ names: [String], in catalog: UnicodeCatalog
  ) throws(LayoutError) -> [UnicodeBlock] {
    guard !names.isEmpty else {
      throw LayoutError(
        .sourceEmpty,
        "no block of Unicode is named; name some, as in unicode:Arrows,Cyrillic, or give unicode "
          + "for all")
    }
    return try names.map { (name) throws(LayoutError) in
      let block = catalog.blocks.first { $0.name.lowercased() == name.lowercased() }
      if let block { return block }
      throw LayoutError(
        .unknownBlock,
        "Unicode has no block '\(name)' with assigned characters; "
          + (NearNames.question(for: name, among: catalog.blocks.map(\.name))
            ?? "blocks are called Arrows, Cyrillic and so on, as in the headers that the source unicode "
            + "shows"))
    }
  }

  /// A block has the same colour with any other blocks.
  public func hueIndex(of section: Int) -> Int { hues[section] }

  public var title: String { "Unicode" }
  public var sectionCount: Int { blocks.count }
  public func itemCount(in section: Int) -> Int { blocks[section].items.count }

  public func content(at path: ItemPath) -> ViewContent {
    let index = blocks[path.section].items.lowerBound + path.item
    var details: [UInt8] = []
    catalog.appendDetails(at: index, to: &details)
    return .card(
      title: catalog.name(at: index), body: String(decoding: details, as: UTF8.self),
      codePoint: catalog.codePoints[index])
  }

  public func heading(of section: Int) -> ViewContent {
    let block = blocks[section]
    var range: [UInt8] = []
    AlgorithmicNames.append("U+", to: &range)
    AlgorithmicNames.appendHexadecimal(block.codePoints.lowerBound, to: &range)
    range.append(contentsOf: "–U+".utf8)
    AlgorithmicNames.appendHexadecimal(block.codePoints.upperBound, to: &range)
    let count = block.items.count
    return .heading(
      title: block.name,
      detail: String(decoding: range, as: UTF8.self)
        + "  ·  \(count.grouped) character\(count == 1 ? "" : "s")")
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    let first = blocks[section].items.lowerBound + range.lowerBound
    switch style {
    case .chip: fillChips(first, &sizes)
    case .card(let width): fillCards(first, width, &sizes)
    }
    return .all
  }

  private func fillChips(_ first: Int, _ sizes: inout MutableSpan<Size>) {
    let table = ruler.advances(ChipMetrics.style)
    var name: [UInt8] = []
    for place in sizes.indices {
      name.removeAll(keepingCapacity: true)
      catalog.appendName(at: first + place, to: &name)
      let width = ChipMetrics.width(nameWidth: table.width(of: name.span) ?? 0)
      sizes[place] = Size(width: width, height: ChipMetrics.height)
    }
  }

  private func fillCards(_ first: Int, _ width: Double, _ sizes: inout MutableSpan<Size>) {
    let titles = ruler.advances(CardMetrics.titleStyle)
    let bodies = ruler.advances(CardMetrics.bodyStyle)
    let room = CardMetrics.textRoom(width: width)
    var text: [UInt8] = []
    for place in sizes.indices {
      text.removeAll(keepingCapacity: true)
      catalog.appendName(at: first + place, to: &text)
      let titleLines = titles.lineCount(of: text.span, room: room) ?? 1
      text.removeAll(keepingCapacity: true)
      catalog.appendDetails(at: first + place, to: &text)
      let bodyLines = bodies.lineCount(of: text.span, room: room) ?? 1
      let height = CardMetrics.height(
        titleLines: titleLines, bodyLines: bodyLines, hasGlyph: true)
      sizes[place] = Size(width: width, height: height)
    }
  }
}

extension Int {
  /// The digits in groups of three: 149,251.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
