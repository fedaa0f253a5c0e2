// SPDX-License-Identifier: Apache-2.0
//
// The facts around the stage of a page: layout, settings, files, build, alerts.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

extension Studio {
  func writeFacts(to json: inout JSONText) {
    let layout = session.layout
    json.object { json in
      json.key("title")
      json.string(project.title)
      json.key("layout")
      json.string(layout.id)
      json.key("help")
      json.string(layout.descriptor.help)
      json.key("file")
      json.string(session.file.path)
      json.key("hash")
      json.string(session.file.hash)
      writeLayouts(to: &json)
      json.key("sections")
      json.integer(session.view.numberOfSections)
      json.key("items")
      json.integer(itemCount)
      json.key("rightToLeft")
      json.bool(session.view.isRightToLeft)
      json.key("fits")
      json.bool(options.fitsWindow)
      writeHost(to: &json)
      json.key("alerts")
      json.array { json in for alert in alerts { alert.write(to: &json) } }
      json.key("properties")
      json.array { json in
        for property in layout.descriptor.properties {
          write(property, (try? layout.value(of: property.name)), to: &json)
        }
        writeInside(layout, to: &json)
      }
      json.key("counterparts")
      json.array { json in for one in counterparts { json.string(one.title) } }
      json.key("comparison")
      json.integer(comparison.flatMap { counterparts.firstIndex(of: $0.counterpart) } ?? -1)
      if let check {
        json.key("check")
        check.write(to: &json)
      }
      if let build {
        json.key("build")
        build.write(to: &json)
      }
    }
  }

  private func writeHost(to json: inout JSONText) {
    let view = session.view
    json.key("animated")
    json.bool(view.animation.isEnabled)
    json.key("scale")
    json.number(view.scale)
    json.key("textScale")
    json.number(project.textScale)
    json.key("insets")
    json.array { json in
      let inset = view.contentInset
      for side in [inset.top, inset.left, inset.bottom, inset.right] { json.number(side) }
    }
    json.key("recorded")
    json.bool(session.isRecorded)
    json.key("canEdit")
    json.bool(options.editor != nil)
    json.key("watchdog")
    strikes.write(tier: session.tier.words(for: session.file), to: &json)
  }

  private var itemCount: Int {
    (0..<session.view.numberOfSections).reduce(0) { $0 + session.view.numberOfItems(inSection: $1) }
  }

  private func writeLayouts(to json: inout JSONText) {
    let layouts = project.layouts
    json.key("layouts")
    json.array { json in
      for layout in layouts {
        json.object { json in
          json.key("id")
          json.string(layout.id)
          json.key("file")
          json.string(layout.file)
        }
      }
    }
    let id = session.layout.id
    json.key("layoutIndex")
    let exact = layouts.firstIndex { $0.id == id && $0.file == session.file.path }
    json.integer(exact ?? layouts.firstIndex { $0.id == id } ?? -1)
  }

  /// The properties of the child layouts, by their paths.
  private func writeInside(_ layout: CollectionLayout, to json: inout JSONText) {
    guard !layout.connection.members.isEmpty, let notes = try? layout.connection.children() else {
      return
    }
    for note in notes {
      let path = note.path(among: notes)
      for (property, value) in zip(note.properties, note.values) {
        var named = property
        named.name = "\(path).\(property.name)"
        write(named, value, to: &json)
      }
    }
  }

  private func write(
    _ property: PropertyDescriptor, _ value: LayoutValue?, to json: inout JSONText
  ) {
    let value = value ?? property.defaultValue
    json.object { json in
      for (key, text) in [
        ("name", property.name), ("help", property.help), ("unit", property.unit),
        ("type", property.isColor ? "color" : "\(property.type)"),
      ] {
        json.key(key)
        json.string(text)
      }
      json.key("value")
      json.raw(value.json(cases: property.cases).serialised())
      json.key("default")
      json.raw(property.defaultValue.json(cases: property.cases).serialised())
      json.key("optional")
      json.bool(property.isOptional)
      if property.minimum < property.maximum {
        for (key, limit) in [("min", property.minimum), ("max", property.maximum)]
        where abs(limit) < 1e15 {
          json.key(key)
          json.number(limit)
        }
      }
      guard !property.cases.isEmpty else { return }
      json.key("cases")
      json.array { json in for name in property.cases { json.string(name) } }
    }
  }

  /// Sends all data of an element on screen.
  func inspect(_ request: StudioRequest, for client: StudioClient) {
    let id = request.count("element", in: 0...Int(Int32.max))
    guard let element = session.view.visibleElements.first(where: { $0.view.serialNumber == id })
    else { return refuse(request, "the element is not on screen any more", for: client) }
    var object = element.attributes.json(session.layout.descriptor, id: nil)
    object["content"] = element.view.content.spokenText.map(JSONValue.string) ?? .null
    object["pixels"] = [
      .number(element.pixels.x), .number(element.pixels.y), .number(element.pixels.width),
      .number(element.pixels.height),
    ]
    reply(to: client, request.id) { json in
      json.key("element")
      json.raw(JSONValue.object(object).serialised())
    }
  }
}

// MARK: - Assumed sizes
//
// The sizes that a layout assumed before views reported their preferred sizes.

/// Keeps the assumed sizes of the elements on screen.
struct AssumedSizes {
  private struct Name: Hashable {
    var category: ElementCategory
    var path: ItemPath
  }

  private var sizes: [Name: Size] = [:]

  /// Takes the sizes that views corrected in a frame.
  ///
  /// - Returns: The assumed size of each element on screen that had one.
  /// - Complexity: O(elements on screen); O(1) while nothing was assumed.
  mutating func take(_ new: [AssumedSize], on view: CollectionView) -> [FrameElementSize] {
    // Of several rounds of a frame, the first one has the assumption.
    for one in new.reversed() {
      sizes[Name(category: one.category, path: one.path)] = one.size
    }
    guard !sizes.isEmpty else { return [] }
    let old = sizes
    sizes = [:]
    return view.visibleElements.compactMap { element in
      let name = Name(category: element.attributes.category, path: element.attributes.path)
      guard let size = old[name] else { return nil }
      sizes[name] = size
      return FrameElementSize(category: name.category, path: name.path, size: size)
    }
  }

  /// Drops all sizes, for another layout or other data.
  mutating func forget() { sizes = [:] }
}
