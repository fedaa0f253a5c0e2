// SPDX-License-Identifier: Apache-2.0
//
// Plugins of other authors that use a standard name with another meaning. They are shown too.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("Names of a layout's own")
struct OwnNamesTests {
  /// The example of bricks. Its only property (f64, 32 to 1024) gets another name.
  static func bricks(_ name: String, from old: String = "brickWidth") throws -> String {
    let path = CPlugin.sourceRoot + "/Examples/c-bricks/bricks.c"
    let source = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(source.contains("\"\(old)\""))
    return try CPlugin.build(
      source: source.replacingOccurrences(of: "\"\(old)\"", with: "\"\(name)\""), name: "Bricks")
  }

  @Test(
    "a layout that uses a standard name with another type or range is rendered",
    arguments: [
      "columnCount", "lineAlignment", "columnSpacing", "rowSpacing", "itemSize", "sectionInset",
      "headerReferenceSize", "scrollDirection", "base", "pageInset", "targetHeight",
    ])
  func rendersVariant(_ name: String) throws {
    let plugin = try Self.bricks(name)
    let folder = try TemporaryDirectory()
    let picture = folder.path + "/out.png"
    let run = try layouthost(
      "render", "unicode", "-l", plugin, "--size", "400x300", "-o", picture)
    #expect(run.status == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: picture))
  }

  @Test("info and check print which names are standard, and which differ from the list")
  func tells() throws {
    let plugin = try Self.bricks("columnCount")
    let line = "the property columnCount is f64; the standard one is i64"
    let info = try layouthost("info", plugin)
    #expect(info.status == 0 && info.output.contains("left alone"), "\(info.errors)")
    #expect(info.output.contains(line))
    let check = try layouthost("check", plugin, "--only", "load-entry")
    #expect(check.status == 0 && check.output.contains(line), "\(check.errors)")
    let flow = try layouthost("info", "flow")
    #expect(flow.output.contains("sizeForItem()"))
    #expect(flow.output.contains("answered by an app alone"))
    let json = try layouthost("info", "flow", "--json").output
    #expect(json.contains("\"answeredBySources\": false") && json.contains("\"standard\": true"))
  }
}
