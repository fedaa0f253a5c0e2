// SPDX-License-Identifier: Apache-2.0
//
// Properties by typed keys.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

extension PropertyKey where Value == Double {
  /// A key with the wrong type: the property is a whole number.
  fileprivate static var columnCountAsNumber: Self { "columnCount" }
}

@Suite("Properties by typed keys")
struct PropertyKeyTests {
  private func make(_ plugin: String, _ id: String) throws -> CollectionLayout {
    let file = PluginFile(judging: try bundledPlugin(plugin), trust: .bundled)
    return try CollectionLayout.make(id: id, file: file)
  }

  @Test("a standard key sets and reads the property of its name")
  func standard() throws {
    let flow = try make("FlowPlugin", "flow")
    try flow.set(.itemSize, to: Size(width: 81, height: 62))
    #expect(try flow.value(of: "itemSize") == .size(Size(width: 81, height: 62)))
    #expect(try flow.value(of: .itemSize) == Size(width: 81, height: 62))
    try flow.set(.sectionInset, to: Insets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(try flow.value(of: .sectionInset) == Insets(top: 1, left: 2, bottom: 3, right: 4))
    let waterfall = try make("WaterfallPlugin", "waterfall")
    try waterfall.set(.columnCount, to: 5)
    #expect(try waterfall.value(of: .columnCount) == 5)
  }

  @Test("a missing name or a wrong type is an error, and the old value stays")
  func refusals() throws {
    let waterfall = try make("WaterfallPlugin", "waterfall")
    try waterfall.set(.columnCount, to: 5)
    let unknown = #expect(throws: LayoutError.self) { try waterfall.set("colunmCount", to: 3) }
    #expect(unknown?.code == .unknownProperty)
    #expect(unknown?.message.contains("columnCount") == true)
    let set = #expect(throws: LayoutError.self) { try waterfall.set(.columnCountAsNumber, to: 3) }
    let read = #expect(throws: LayoutError.self) {
      _ = try waterfall.value(of: .columnCountAsNumber)
    }
    for error in [set, read] {
      #expect(error?.code == .propertyType)
      #expect(error?.message.contains("columnCount") == true)
    }
    #expect(try waterfall.value(of: .columnCount) == 5)
  }
}
