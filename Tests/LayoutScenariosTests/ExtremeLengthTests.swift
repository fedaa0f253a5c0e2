// SPDX-License-Identifier: Apache-2.0
//
// Lengths near the limit of numbers, from the app: their sums must stay finite.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Extreme lengths")
struct ExtremeLengthTests {
  /// Three items that are 1e308 points high.
  private static let tall = #"{"items": [[10, 1e308], [10, 1e308], [10, 1e308]]}"#

  /// The lines of a scenario before its steps: the layout, its properties, the data.
  static let cases = [
    #""layout": "waterfall", "sections": [\#(tall), \#(tall)]"#,
    #""layout": "waterfall", "properties": {"scrollDirection": "horizontal"}, "sections": [{"items": [[8e307, 8e307], [8e307, 10]]}]"#,
    #""layout": "waterfall", "properties": {"rowSpacing": 1e308, "columnSpacing": 1e308, "sectionInset": [1e308, 1e308, 1e308, 1e308]}, "sections": [{"count": 5, "size": [10, 10]}]"#,
    #""layout": "waterfall", "properties": {"headerReferenceSize": [1e308, 1e308]}, "sections": [{"count": 5, "size": [10, 10]}, {"count": 1}]"#,
    #""layout": "waterfall", "sections": [{"items": [[10, 1e308], [10, 1e308], [10, 9]], "itemQueries": {"columnSpan": [2, 1, 2]}}]"#,
    #""layout": "flow", "sections": [\#(tall), \#(tall)]"#,
    #""layout": "flow", "properties": {"scrollDirection": "horizontal"}, "sections": [{"items": [[8e307, 8e307], [8e307, 10]]}]"#,
    #""layout": "flow", "properties": {"minimumLineSpacing": 1e308, "minimumInteritemSpacing": 1e308}, "sections": [{"count": 9, "size": [100, 10]}]"#,
    #""layout": "flow", "properties": {"itemSize": [1e308, 1e308], "sectionInset": [1e308, 1e308, 1e308, 1e308]}, "sections": [{"count": 4}]"#,
    #""layout": "spring", "properties": {"base": "waterfall"}, "sections": [\#(tall), \#(tall)]"#,
    #""layout": "spring", "properties": {"minimumLineSpacing": 1e308}, "sections": [\#(tall)]"#,
    #""layout": "carousel", "properties": {"itemSize": [1e308, 1e308], "spacing": 1e308}, "sections": [{"count": 5}]"#,
    #""layout": "coverflow", "properties": {"itemSize": [1e308, 1e308], "coverSpacing": 1e308, "centerGap": 1e308}, "sections": [{"count": 5}]"#,
    #""layout": "mosaic", "properties": {"padding": 1e308, "columnWidth": 1e308, "rowHeight": 1e308}, "sections": [{"count": 30}]"#,
  ]

  private static func scenario(_ text: String, _ steps: String) throws -> JSONValue {
    let line = #"{"id": "extreme", "container": [320, 480], "steps": [\#(steps)], \#(text)}"#
    return try JSONValue(parsing: line)
  }

  @Test("count as 2⁶¹ points at most, and no layout is blamed", arguments: cases)
  func lengths(_ text: String) throws {
    let results = try Probe.results(
      Self.scenario(text, #"{"do": "visible"}, {"do": "elements", "limit": 3}"#))
    #expect(results.count == 2)
  }

  @Test("a waterfall of such items is as long as they are, up to the limit of lengths")
  func saturates() throws {
    let text = #""layout": "waterfall", "sections": [\#(Self.tall)]"#
    let result = try #require(
      try Probe.results(Self.scenario(text, #"{"do": "elements"}"#)).first)
    #expect(result.frames["cell 0.0"]?[3] == 0x1p61)
    #expect(result.frames["cell 0.2"]?[1] == 0x1p61 + 10)
  }
}
