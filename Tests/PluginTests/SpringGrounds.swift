// SPDX-License-Identifier: Apache-2.0
//
// Every layout that can be spring's base, beside the same layout without springs.

import Foundation
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// A base of spring, with settings that show every kind of element that its layout has.
struct SpringGround: Sendable, CustomTestStringConvertible {
  let name: String
  let plugin: String
  var isHorizontal = false
  let settings: [String: LayoutValue]
  /// The supplementaries that stay on screen, by the name of their kind.
  var pinned: Set<String> = []
  var testDescription: String { isHorizontal ? "\(name), across" : name }

  /// The properties for which spring has one default and the layouts have several.
  private static let common: [String: LayoutValue] = [
    "scrollDirection": .enumeration(0), "sectionBackgroundFill": .integer(0x11_22_33_44),
    "sectionBackgroundCornerRadius": .number(5),
  ]

  private static let flow: [String: LayoutValue] = [
    "headerReferenceSize": .size(Size(width: 30, height: 30)),
    "footerReferenceSize": .size(Size(width: 12, height: 12)),
    "sectionHeadersPinToVisibleBounds": .bool(true), "sectionBackground": .enumeration(2),
    "separators": .bool(true),
  ]

  private static let waterfall: [String: LayoutValue] = [
    "columnCount": .integer(3), "rowSpacing": .number(5), "sectionBackground": .enumeration(1),
    "headerReferenceSize": .size(Size(width: 20, height: 20)),
  ]

  private static let sections = """
    section(gap: 8, insets: 4 8 12 8, header: 30, footer: 14, pin: header, background: 2) {
      row(100%, 60, gap: 6) { 3 * item(fill, 100%, badge: topTrailing 12 12 4 -4) }
    }
    section(gap: 5, leading: 24, header: 20, pin: header) { row(100%, 48, gap: 5) { fit * item(70+, 100%) } }
    """

  static let all: [SpringGround] =
    [false, true].flatMap { isHorizontal in
      [
        SpringGround(
          name: "flow", plugin: "FlowPlugin", isHorizontal: isHorizontal,
          settings: flow.merging(common) { $1 }, pinned: ["header"]),
        SpringGround(
          name: "mosaic", plugin: "MosaicPlugin", isHorizontal: isHorizontal,
          settings: [
            "padding": .number(4), "scrollDirection": .enumeration(0),
            "headerReferenceSize": .size(.zero),
          ]),
      ]
    } + [
      SpringGround(
        name: "waterfall", plugin: "WaterfallPlugin",
        settings: waterfall.merging(common) { $1 }),
      SpringGround(
        name: "compositional", plugin: "CompositionalPlugin",
        settings: common.merging(["sections": .text(sections)]) { $1 },
        pinned: ["header"]),
    ]

  /// Spring over this base, and the layout alone.
  func pair(
    items: [Int] = [80, 0, 45], margin: Double = 100
  ) throws -> (spring: LoadedLayout, plain: LoadedLayout) {
    var own = settings
    own["scrollDirection"] = .enumeration(isHorizontal ? 1 : 0)
    let plain = try LoadedLayout(
      try bundledPlugin(plugin), name, items: items, viewportSize: Size(width: 320, height: 480),
      set: own)
    own["base"] = .text(name)
    own["tileMargin"] = .number(margin)
    let spring = try LoadedLayout(
      try bundledPlugin("SpringPlugin"), "spring", items: items,
      viewportSize: Size(width: 320, height: 480), set: own)
    for layout in [spring, plain] {
      guard layout.connection.descriptor.queries.contains(where: { $0.name == "sizeForItem" })
      else { continue }
      try layout.connection.queries.bind("sizeForItem") { path in
        Size(width: Double(40 + path.item * 7 % 31), height: Double(30 + path.item * 17 % 53))
      }
      try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    }
    return (spring, plain)
  }

  /// Returns true when the element never moves.
  func stands(_ look: Look) -> Bool {
    look.category == LAYOUT_DECORATION || pinned.contains(look.kind)
  }
}

/// An element with all values for its view; its kind is named, because numbers differ.
struct Look: Equatable, CustomStringConvertible {
  let category: UInt16
  let kind: String
  let path: ItemPath
  var frame: Rect
  let zIndex: Int32
  let alpha: Float
  let flags: UInt32
  let fields: [LayoutValue]

  var key: String { "\(kind) \(path.section).\(path.item)" }
  var description: String { "\(key) [\(frame.x), \(frame.y), \(frame.width), \(frame.height)]" }
}

extension LoadedLayout {
  /// Returns the last call's answer, by category, path and name of the kind.
  func shown() -> [Look] {
    let kinds = connection.descriptor.kinds
    return buffer.records.indices.map { index in
      let record = buffer.records[index]
      return Look(
        category: record.category, kind: kinds[Int(record.kind)].name,
        path: ItemPath(Int(record.section), Int(record.item)), frame: record.frame,
        zIndex: record.z_index, alpha: record.alpha, flags: record.flags,
        fields: record.payload == 0 ? [] : buffer.fields(of: index, in: connection.descriptor))
    }.sorted {
      ($0.category, $0.path.section, $0.path.item, $0.kind)
        < ($1.category, $1.path.section, $1.path.item, $1.kind)
    }
  }

  /// Returns every element in a rectangle, or in the whole plane.
  func looks(
    in rect: Rect = Rect(x: -1e6, y: -1e6, width: 1e9, height: 1e9)
  ) throws -> [Look] {
    try connection.attributes(in: rect, into: buffer)
    return shown()
  }
}
