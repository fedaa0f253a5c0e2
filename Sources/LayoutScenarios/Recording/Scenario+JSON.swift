// SPDX-License-Identifier: Apache-2.0
//
// A captured scenario as the text that it can be read from again.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

extension Scenario {
  /// Everything that a capture gives; the steps come with time.
  var header: JSONObject {
    var object = JSONObject([.init("layout", .string(layout))])
    if tier != .auto { object["tier"] = .string(tier.rawValue) }
    if !properties.members.isEmpty { object["properties"] = .object(properties) }
    object["container"] = host.container?.json
    if host.isRightToLeft == true { object["direction"] = "rtl" }
    if !data.queries.members.isEmpty { object["queries"] = .object(data.queries) }
    object["sections"] = .array(data.contents.map { .object($0.json) })
    return object
  }
}

extension DataChange {
  /// The operation as a step of scenarios writes it.
  var json: JSONValue {
    var object = JSONObject()
    switch operation {
    case .insertItem(let path): object["insert"] = path.json
    case .deleteItem(let path): object["delete"] = path.json
    case .moveItem(let source, let target): object["move"] = [source.json, target.json]
    case .reloadItem(let path): object["reload"] = path.json
    case .insertSection(let index): object["insertSection"] = .integer(Int64(index))
    case .deleteSection(let index): object["deleteSection"] = .integer(Int64(index))
    case .moveSection(let source, let target):
      object["moveSection"] = [.integer(Int64(source)), .integer(Int64(target))]
    case .reloadSection(let index): object["reloadSection"] = .integer(Int64(index))
    }
    switch content {
    case .nothing: break
    case .item(let content): content.write(to: &object)
    case .section(let content): object["section"] = .object(content.json)
    }
    if !isTold { object["told"] = false }
    return .object(object)
  }
}

extension SectionContent {
  var json: JSONObject {
    var object = JSONObject()
    switch items {
    case .each(let sizes): object["items"] = .array(sizes.map { $0?.json ?? .null })
    case .equal(let count, let size):
      object["count"] = .integer(Int64(count))
      object["size"] = size?.json
    }
    if !queries.members.isEmpty { object["queries"] = .object(queries) }
    if !itemQueries.isEmpty {
      object["itemQueries"] = .object(
        JSONObject(itemQueries.map { .init($0.name, .array($0.answers)) }))
    }
    return object
  }
}
