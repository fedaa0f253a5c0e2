// SPDX-License-Identifier: Apache-2.0
//
// What a command says about a picture it drew.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The facts of one picture.
struct ShowReport {
  let path: String
  let layout: String
  let source: String
  let itemCount: Int
  let sectionCount: Int
  let visibleCount: Int
  let contentSize: Size
  let contentOffset: Point
  let openMilliseconds: Double
  var anchor: Anchor?

  init(_ gallery: Gallery, path: String, openNanoseconds: UInt64, anchor: Anchor? = nil) {
    self.path = path
    self.anchor = anchor
    layout = gallery.layout.id
    source = gallery.source.title
    itemCount = gallery.source.itemCount
    sectionCount = gallery.source.sectionCount
    visibleCount = gallery.view.visibleElements.count
    contentSize = gallery.view.contentSize
    contentOffset = gallery.view.contentOffset
    openMilliseconds = Double(openNanoseconds) / 1e6
  }

  /// One line for people.
  var line: String {
    let kept = anchor.map { ", item \($0.path) kept its place" } ?? ""
    return "\(path): \(source) in \(layout), \(counted(itemCount, "item")) in "
      + "\(counted(sectionCount, "section")), \(counted(visibleCount, "element")) visible, "
      + "opened in \(short(openMilliseconds)) ms\(kept)"
  }

  var json: JSONValue {
    var object = JSONObject([
      .init("path", .string(path)), .init("source", .string(source)),
      .init("layout", .string(layout)), .init("items", .integer(Int64(itemCount))),
      .init("sections", .integer(Int64(sectionCount))),
      .init("visible", .integer(Int64(visibleCount))),
      .init("contentSize", [.number(contentSize.width), .number(contentSize.height)]),
      .init("contentOffset", [.number(contentOffset.x), .number(contentOffset.y)]),
      .init("openMilliseconds", .number(openMilliseconds)),
    ])
    if let anchor {
      object["anchor"] = [
        "path": [.integer(Int64(anchor.path.section)), .integer(Int64(anchor.path.item))],
        "offset": [.number(anchor.offset.dx), .number(anchor.offset.dy)],
      ]
    }
    return .object(object)
  }
}

/// A count with its noun: "1 item", "2 items".
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with commas between thousands.
func grouped(_ count: Int) -> String {
  var text = ""
  for (place, digit) in String(abs(count)).reversed().enumerated() {
    if place > 0 && place % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (count < 0 ? "-" : "") + String(text.reversed())
}
