// SPDX-License-Identifier: Apache-2.0
//
// The choices of a seed before the first step: the data, the layout and its settings, the app.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutIsolation

/// A layout of a simulated session, by name and settings, so that it can be made twice.
struct LayoutChoice: Equatable {
  let plugin: String
  let id: String
  var settings: [(name: String, value: LayoutValue)] = []

  static let all = [
    LayoutChoice(plugin: "FlowPlugin", id: "flow"),
    LayoutChoice(plugin: "WaterfallPlugin", id: "waterfall"),
    LayoutChoice(plugin: "MosaicPlugin", id: "mosaic"),
    LayoutChoice(plugin: "GalleryPlugin", id: "gallery"),
    LayoutChoice(plugin: "CarouselPlugin", id: "carousel"),
    LayoutChoice(plugin: "CoverflowPlugin", id: "coverflow"),
    LayoutChoice(plugin: "TablePlugin", id: "table"),
    LayoutChoice(plugin: "CompositionalPlugin", id: "compositional"),
  ]

  /// True if its frames also depend on its past: a fresh view shows something else.
  func remembers(in app: SimulatedApp) -> Bool {
    switch id {
    case "pendulum", "spring": true
    // The size of an item that was never visible is estimated.
    case "flow": has("estimatedItemSize")
    case "waterfall": app.hasWishes || has("lanes")
    // Lanes were chosen by the heights that were known at the time.
    case "sections": app.hasWishes
    case "compositional": app.hasWishes && settings.contains { "\($0.value)".contains("~") }
    default: false
    }
  }

  func has(_ name: String) -> Bool { settings.contains { $0.name == name } }

  /// A list that scrolls across, a grid, rows with preferred heights.
  static let sections = """
    section(gap: 6, scroll: continuous, header: 20) { column(90, 70, gap: 4) { 2 * item } }
    section(gap: 5, insets: 4) { row(100%, 50, gap: 5) { fit * item(60+, 100%) } }
    section(gap: 3, header: 18, pin: header) { item(100%, ~40) }
    """

  static func == (a: Self, b: Self) -> Bool {
    a.id == b.id && a.settings.map(\.name) == b.settings.map(\.name)
      && a.settings.map(\.value) == b.settings.map(\.value)
  }

  /// Chooses a layout with settings at random. Flow comes more often than others, since it uses most of the kit, and
  /// layouts of layouts do, since they use most of the host. Layouts that animate are rare: a session of physics costs
  /// as much as ten others.
  static func random(using dice: inout SeededGenerator) -> Self {
    var choice =
      switch Int.random(in: 0..<80, using: &dice) {
      case 0: LayoutChoice(plugin: "SpringPlugin", id: "spring")
      case 1: LayoutChoice(plugin: "PendulumPlugin", id: "pendulum")
      case 2..<12: LayoutChoice(plugin: "SectionsPlugin", id: "sections")
      case 12..<42: all[0]
      default: all.randomElement(using: &dice) ?? all[0]
      }
    func maybe(_ name: String, _ value: LayoutValue) {
      if Int.random(in: 0..<3, using: &dice) == 0 { choice.settings.append((name, value)) }
    }
    switch choice.id {
    case "flow":
      maybe("scrollDirection", .enumeration(1))
      maybe("sectionHeadersPinToVisibleBounds", .bool(true))
      maybe("sectionFootersPinToVisibleBounds", .bool(true))
      maybe("lineAlignment", .enumeration(Int.random(in: 0..<5, using: &dice)))
      maybe("itemAlignment", .enumeration(Int.random(in: 0..<4, using: &dice)))
      maybe("sectionBackground", .enumeration(Int.random(in: 0..<3, using: &dice)))
      maybe("separators", .bool(true))
      maybe("headerReferenceSize", .size(Size(width: 20, height: 22)))
      maybe("footerReferenceSize", .size(Size(width: 15, height: 12)))
      maybe("minimumLineSpacing", .number(Double(Int.random(in: 0...20, using: &dice))))
      maybe("estimatedItemSize", .size(Size(width: 60, height: 35)))
    case "waterfall":
      maybe("columnCount", .integer(Int64(Int.random(in: 1...4, using: &dice))))
      maybe("order", .enumeration(Int.random(in: 0..<4, using: &dice)))
      maybe("flowTolerance", .number(Double(Int.random(in: 0...40, using: &dice))))
      maybe("lanes", .enumeration(1))
      maybe("packing", .enumeration(1))
    case "compositional": maybe("sections", .text(sections))
    case "table":
      maybe("pinnedColumns", .integer(Int64(Int.random(in: 0...2, using: &dice))))
      maybe("pinnedRows", .integer(Int64(Int.random(in: 0...2, using: &dice))))
      maybe("columnHeaderHeight", .number(18))
    case "pendulum":
      choice.settings.append(("resistance", .number(8)))
      choice.settings.append(("maximumItems", .integer(5)))
    case "sections":
      let lists = ["flow", "waterfall,flow", "flow,mosaic", "mosaic,waterfall", "waterfall"]
      choice.settings.append(("layouts", .text(lists.randomElement(using: &dice) ?? "flow")))
      maybe("minimumLineSpacing", .number(Double(Int.random(in: 0...20, using: &dice))))
    case "spring":
      maybe("base", .text(["flow", "waterfall", "mosaic"].randomElement(using: &dice) ?? ""))
    default: break
    }
    return choice
  }
}

extension LayoutChoice {
  /// Makes the layout in this process, with its settings.
  func make() throws -> CollectionLayout {
    let layout = CollectionLayout(
      try InProcessConnection(
        image: try Plugins.image(plugin), layout: id, children: Plugins.child))
    return try ready(layout)
  }

  /// Makes the layout in a worker of a simulated world, restarted automatically however often it
  /// ends.
  ///
  /// - Throws: `quarantined` for a plugin in quarantine.
  func make(in world: SimulatedWorld, version: Int = 0) throws -> CollectionLayout {
    let isTrusted = world.quarantine == nil
    let file = try Plugins.file(plugin, version: version, trust: isTrusted ? .bundled : .user)
    if let refusal = world.quarantine?.store.refusal(of: file) { throw refusal }
    return try ready(CollectionLayout(world.supervise(try world.start(file, layout: id))))
  }

  /// Makes the layout with its settings, and the parts from which a new version of it is made.
  private func ready(_ layout: CollectionLayout) throws -> CollectionLayout {
    (layout.file, layout.library) = (try Plugins.file(plugin), Plugins.children)
    for (name, value) in settings where !name.contains(".") { try layout.set(name, to: value) }
    return layout
  }

  /// Sets the properties of the inner layout, which exists from the first frame on. It may have replaced the layout
  /// that accepted the setting.
  func setInside(_ layout: CollectionLayout) throws {
    for (name, value) in settings where name.contains(".") {
      do throws(LayoutError) { try layout.set(name, to: value) } catch {
        guard error.code == .unknownProperty else { throw error }
      }
    }
  }
}

extension ArrayModel {
  /// Data of a random shape, from none to a few screens.
  static func simulated(using dice: inout SeededGenerator) -> ArrayModel {
    if Int.random(in: 0..<3, using: &dice) == 0 { return .random(using: &dice) }
    var model = ArrayModel(sections: [])
    for section in 0..<Int.random(in: 1...4, using: &dice) {
      let first = 100_000 * (section + 1)
      let count = Int.random(in: 0...40, using: &dice)
      model.sections.append((first, Array(first + 1..<first + 1 + count)))
    }
    return model
  }
}
