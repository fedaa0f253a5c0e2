// SPDX-License-Identifier: Apache-2.0
//
// The descriptor tables that follow from the declarations of a layout class.

import LayoutABI
import Testing

@testable import LayoutKitHosted

@Suite("Descriptors")
struct DescriptionTests {
  private let flow = LayoutOffer.make(FlowLayout.self, id: "flow", name: "Flow", help: "Lines.")
    .describe()

  private func text(_ text: layout_text) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count)), as: UTF8.self)
  }

  private func property(_ name: String) throws -> layout_property {
    let all = (0..<Int(flow.property_count)).compactMap { flow.properties[$0]?.pointee }
    return try #require(all.first { text($0.name) == name })
  }

  @Test("flow declares its properties and queries by the names that scenarios use")
  func names() {
    #expect(text(flow.id) == "flow" && text(flow.name) == "Flow" && text(flow.help) == "Lines.")
    #expect(flow.flags == LAYOUT_DESCRIPTOR_HOST_MIRRORS)
    let properties = (0..<Int(flow.property_count)).map { text(flow.properties[$0]!.pointee.name) }
    // Recordings use these names; a layout may add others anywhere.
    let relied = [
      "scrollDirection", "itemSize", "minimumLineSpacing", "minimumInteritemSpacing",
      "sectionInset", "headerReferenceSize", "footerReferenceSize",
      "sectionHeadersPinToVisibleBounds", "sectionFootersPinToVisibleBounds",
      "estimatedItemSize", "lineAlignment", "itemAlignment", "sectionBackground",
      "sectionBackgroundFill", "sectionBackgroundCornerRadius", "sectionBackgroundInset",
      "separators", "separatorFill", "separatorThickness", "separatorInset",
    ]
    #expect(relied.filter { !properties.contains($0) } == [], "in \(properties)")
    let queries = (0..<Int(flow.query_count)).map { flow.queries[$0]!.pointee }
    #expect(
      queries.map { text($0.name) } == [
        "sizeForItem", "insetForSection", "minimumLineSpacing", "minimumInteritemSpacing",
        "headerSize", "footerSize", "fillsLine",
      ])
    #expect(queries.map(\.scope) == [0, 1, 1, 1, 1, 1, 0])
    #expect(queries.map(\.result_type) == [6, 7, 3, 3, 6, 6, 2])
    let kinds = (0..<Int(flow.kind_count)).map { flow.kinds[$0]!.pointee }
    #expect(
      kinds.map { text($0.name) } == ["cell", "header", "footer", "sectionBackground", "separator"])
    #expect(kinds.map(\.category) == [0, 1, 1, 2, 2])
  }

  @Test("defaults, ranges, cases and the optional flag are in the table")
  func values() throws {
    let size = try property("itemSize")
    #expect(size.type == LAYOUT_TYPE_SIZE && size.default_value.as.size.width == 50)
    #expect(size.minimum == 0 && size.maximum == .infinity && text(size.unit) == "pt")
    let alignment = try property("lineAlignment")
    #expect(alignment.type == LAYOUT_TYPE_ENUM && alignment.default_value.as.integer == 0)
    let cases = (0..<Int(alignment.case_count)).map { text(alignment.cases[$0]) }
    #expect(cases == ["uikit", "leading", "center", "trailing", "justified"])
    let estimate = try property("estimatedItemSize")
    #expect(estimate.flags == LAYOUT_PROPERTY_OPTIONAL)
    #expect(estimate.default_value.type == LAYOUT_TYPE_NONE)
    #expect(try property("scrollDirection").default_value.type == LAYOUT_TYPE_ENUM)
  }
}
