// SPDX-License-Identifier: Apache-2.0
//
// Compares the sizes of characters' chips and cards with the text that Pango draws.

import LayoutHost
import LayoutModel
import LayoutSources
import LayoutTypography
import Testing

@Suite("Unicode source")
struct UnicodeSourceTests {
  /// Every 97th character: all blocks of more than 97, and names of all kinds.
  private func sample(_ source: UnicodeSource) -> [ItemPath] {
    var paths: [ItemPath] = []
    var next = 0
    for (section, block) in source.catalog.blocks.enumerated() {
      while next < block.items.upperBound {
        paths.append(ItemPath(section, next - block.items.lowerBound))
        next += 97
      }
    }
    return paths
  }

  private func size(
    _ source: UnicodeSource, _ path: ItemPath, _ style: SizingStyle
  ) -> Size {
    var sizes = [Size.zero]
    var span = sizes.mutableSpan
    let range = path.item..<path.item + 1
    _ = source.fillSizes(section: path.section, range: range, style: style, &span)
    return sizes[0]
  }

  @Test("a block has the same colour alone as among all others")
  func hues() throws {
    let all = try UnicodeSource()
    let some = try UnicodeSource(blocks: ["arrows", "Basic Latin"])
    let arrows = try #require(all.blocks.firstIndex { $0.name == "Arrows" })
    #expect(all.hueIndex(of: arrows) == arrows)
    #expect(some.hueIndex(of: 0) == arrows && some.hueIndex(of: 1) == 0)
    #expect(some.appearance(of: 0).hueIndex == arrows)
  }

  @Test("a chip has room for its name as Pango draws it, and at most two points more")
  func chips() throws {
    let source = try UnicodeSource()
    let ruler = TextRuler()
    let paths = sample(source)
    #expect(paths.count > 1500)
    for path in paths {
      guard case .card(let title, _, _) = source.content(at: path) else { continue }
      let width = size(source, path, .chip).width
      let drawn = ruler.shape(title, ChipMetrics.style).width
      let spare = width - ChipMetrics.width(nameWidth: 0) - drawn
      #expect(spare > -0.1 && spare < 2, "\(title)")
    }
  }

  @Test("a card is as tall as its wrapped text", arguments: [120.0, 178.4, 300])
  func cards(_ width: Double) throws {
    let source = try UnicodeSource()
    let ruler = TextRuler()
    var heights: [Double] = []
    for path in sample(source) {
      guard case .card(let title, let body, _) = source.content(at: path) else { continue }
      let size = size(source, path, .card(width: width))
      let room = CardMetrics.textRoom(width: width)
      let height = CardMetrics.height(
        titleLines: ruler.lines(of: title, CardMetrics.titleStyle, room: room).count,
        bodyLines: ruler.lines(of: body, CardMetrics.bodyStyle, room: room).count, hasGlyph: true)
      #expect(size == Size(width: width, height: height), "\(title)")
      if !heights.contains(height) { heights.append(height) }
    }
    #expect(heights.count > 4, "cards differ in height")
  }

  @Test("a card has all the data about its character")
  func details() throws {
    let source = try UnicodeSource()
    let index = try #require(source.catalog.index(of: 0x01C4))
    let section = try #require(
      source.catalog.blocks.firstIndex { $0.items.contains(index) })
    let item = index - source.catalog.blocks[section].items.lowerBound
    #expect(
      source.content(at: ItemPath(section, item))
        == .card(
          title: "LATIN CAPITAL LETTER DZ WITH CARON",
          body: """
            U+01C4
            Uppercase letter
            Since Unicode 1.1
            Decomposes to <compat> 0044 017D
            Lowercase U+01C6
            """, codePoint: 0x01C4))
  }

  @Test("a heading has block, range and count")
  func headings() throws {
    let source = try UnicodeSource()
    #expect(
      source.heading(of: 0)
        == .heading(title: "Basic Latin", detail: "U+0000–U+007F  ·  128 characters"))
    #expect(source.itemCount == source.catalog.count)
  }
}
