// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of the layout `compositional`, composed in Swift.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutHost

@Suite("Compositions")
struct CompositionTests {
  private func makeLayout() throws -> CollectionLayout {
    let file = PluginFile(judging: try bundledPlugin("CompositionalPlugin"))
    return CollectionLayout(
      try InProcessConnection(image: try PluginImage.open(file), layout: "compositional"))
  }

  /// The example of docs/layouts/compositional.md.
  private func showExample(in layout: CollectionLayout, hasPicture: Bool) throws {
    // example
    let page = Composition {
      if hasPicture {
        ComposedSection { ComposedItem(.fraction(1), 200) }
          .header(40, isPinned: true)
      }
      ComposedSection(gap: 10) {
        ComposedRow(.fraction(1), 100, gap: 10) {
          ComposedItem(.fraction(0.7), .fill)
          ComposedColumn(gap: 10) {
            ComposedItem().repeated(2)
          }
        }
      }
      .scrolling(.groupPaging)
    }
    try layout.set(.sections, to: page)
    // end
  }

  @Test("the example compiles, equals the text on the page, and shows the described sections")
  func example() throws {
    let layout = try makeLayout()
    try showExample(in: layout, hasPicture: true)
    let gallery = try Gallery(
      [1, 4], layout: layout, viewportSize: Size(width: 400, height: 600))
    let frames = gallery.view.visibleElements.map(\.attributes)
      .filter { $0.category == .cell }.map(\.frame)
    #expect(
      frames.prefix(4) == [
        Rect(x: 0, y: 40, width: 400, height: 200), Rect(x: 0, y: 240, width: 280, height: 100),
        Rect(x: 290, y: 240, width: 110, height: 45), Rect(x: 290, y: 295, width: 110, height: 45),
      ], "\(frames)")
    let text = try #require(try layout.value(of: .sections)).text
    #expect(text.split(separator: "\n").count == 2)
    try showExample(in: layout, hasPicture: false)
    #expect(
      try layout.value(of: .sections)?.text == text.split(separator: "\n").last.map(String.init))

    let page = try String(
      contentsOfFile: CPlugin.sourceRoot + "/docs/layouts/compositional.md", encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let code = try #require(source.firstMatch(of: /\/\/ example\n((?s).*?) *\/\/ end\n/)?.1)
    let lines = code.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: "\n")
    #expect(
      page.contains("```swift\n\(lines)\n```"), "docs/layouts/compositional.md has another one")
  }

  @Test("every part is written in the grammar, and the layout accepts it")
  func parts() throws {
    let rest: [ComposedSection.Scrolling] = [
      .continuous, .leadingBoundary, .paging, .groupPaging, .groupPagingCentered,
    ]
    let composed = Composition {
      ComposedSection(gap: 1.5, insets: Insets(top: 1, left: 2, bottom: 3, right: 4)) {
        ComposedRow(.fractionOfWidth(0.5), .fractionOfHeight(0.25), gap: .atLeast(8), insets: even)
        {
          ComposedItem(.fill(atLeast: 96), .estimated(20), margin: 4)
          ComposedItem(
            .points(30), .estimated(20, isUniform: true),
            margin: ComposedMargin(left: .atLeast(0), right: 8),
            badge: ComposedBadge(
              .topTrailing, width: .fraction(1), height: 20, right: 6, down: -6, z: -2))
        }
      }
      .header(40, isEstimated: true, isWide: true, isPinned: true).footer(20, isOverlay: true)
      .leading(width: 60, isPinned: true).trailing(width: 60, length: 40)
      .background(behind: .section, insets: even).ignoringContentInset()
      for way in rest {
        ComposedSection { ComposedColumn { ComposedItem(.fill, 10).repeatedToFit() } }.scrolling(
          way)
      }
    }
    let lines = composed.text.split(separator: "\n")
    #expect(
      lines[0]
        == """
        section(gap: 1.5, insets: 1 2 3 4, header: ~40 wide, pin: header, footer: 20, overlay: footer, \
        leading: 60, pin: leading, trailing: 60 40, background: section 8 8 8 8, insetsReference: none) \
        { row(50%w, 25%h, gap: 8+, insets: 8 8 8 8) { item(96+, ~20, margin: 4) \
        item(30, ~20+, margin: 0 0+ 0 8, badge: topTrailing 100% 20 6 -6 z -2) } }
        """)
    #expect(lines.count == 6)
    let layout = try makeLayout()
    try layout.set(.sections, to: composed)
    #expect(try layout.value(of: .sections) == composed)
    #expect(Composition(.number(1)) == nil)
  }

  private var even: Insets { Insets(top: 8, left: 8, bottom: 8, right: 8) }

  @Test(
    "numbers have the 15 digits that a description takes",
    arguments: [
      (1.0 / 3, "33.3333333333333%"), (0.5, "50%"), (0.1 + 0.2, "30%"), (1e-9, "0%"),
      (0.07, "7%"), (10_000, "1000000%"),
    ])
  func numbers(_ share: Double, _ text: String) throws {
    // 0.07 is no whole percent in binary.
    #expect(ComposedExtent.fraction(share).text == text)
    try makeLayout().set(
      .sections, to: Composition { ComposedSection { ComposedItem(.fraction(share), 10) } })
  }

  @Test("a mistake is refused with the number of its section, and the old description stays")
  func mistakes() throws {
    let layout = try makeLayout()
    let good = Composition { ComposedSection { ComposedItem(.fill, 10) } }
    try layout.set(.sections, to: good)
    let wrong: [Composition] = [
      Composition {},
      Composition { ComposedSection { ComposedRow {} } },
      Composition { ComposedSection { ComposedItem(.points(.nan), 10) } },
      Composition { ComposedSection(gap: -1) { ComposedItem() } },
      Composition { ComposedSection { ComposedItem().repeated(2) } },
      Composition { ComposedSection { ComposedItem(.points(.infinity), 1e300) } },
    ]
    for composition in wrong {
      let error = #expect(throws: LayoutError.self) {
        try layout.set(.sections, to: composition)
      }
      #expect(error?.code == .layoutArgument, "\(composition.text)")
    }
    let error = #expect(throws: LayoutError.self) {
      try layout.set(
        .sections,
        to: Composition {
          ComposedSection { ComposedItem() }
          ComposedSection { ComposedItem(.fill, .points(-1)) }
        })
    }
    #expect(error?.message.contains("line 2") == true, "\(String(describing: error))")
    #expect(try layout.value(of: .sections) == good)
  }
}
