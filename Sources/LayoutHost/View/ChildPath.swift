// SPDX-License-Identifier: Apache-2.0
//
// Properties of the layouts that a layout is made of, by path: base.columnCount.

import LayoutModel
import LayoutRuntime

/// The path of a property of a child: names with dots between, the property's last.
struct ChildPath {
  private let text: String
  private let names: [String]
  private let property: String

  /// Reads a path; nil for the name of a property of the layout itself.
  init?(_ text: String, in layout: CollectionLayout) {
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1, !layout.hasProperty(text) else { return nil }
    (self.text, property) = (text, names.removeLast())
    self.names = names
  }

  /// The property that a path leads to.
  struct Found {
    let property: PropertyDescriptor
    let value: LayoutValue
    /// The ids of the layouts on the way.
    let layouts: [String]
  }

  /// Follows the path.
  ///
  /// - Throws: `unknown-property`, with what there is at the place where the path ends.
  func find(in layout: CollectionLayout) throws(LayoutError) -> Found {
    let notes = try layout.connection.children()
    var (place, layouts): ([Int], [String]) = ([], [])
    var last: ChildNote?
    for name in names {
      let child = try child(
        name, of: last?.id ?? layout.id, among: notes.filter { $0.isChild(of: place) })
      (place, last) = (child.place, child)
      layouts.append(child.id)
    }
    guard let last, let index = last.properties.firstIndex(where: { $0.name == property }) else {
      let known = last?.properties.map(\.name) ?? []
      throw unknown(
        "\(last?.id ?? layout.id) has no property \(property): "
          + NearNames.hint(for: property, among: known), in: layout)
    }
    var found = last.properties[index]
    // What is said of it names it as the app does.
    found.name = text
    return Found(property: found, value: last.values[index], layouts: layouts)
  }

  /// The setting with which a layout is told of a value.
  ///
  /// - Throws: `unknown-property`, or what is wrong with the value.
  func setting(
    _ value: LayoutValue, in layout: CollectionLayout
  ) throws(LayoutError) -> ChildSetting {
    let found = try find(in: layout)
    try found.property.check(value, layout: layout.id)
    var caseName: String?
    if case .enumeration(let index) = value { caseName = found.property.cases[index] }
    return ChildSetting(
      path: names, layouts: found.layouts, property: property, value: value, caseName: caseName)
  }

  /// The child of one name. While a parent changes from one to another there are both: the new one counts.
  private func child(
    _ name: String, of parent: String, among children: [ChildNote]
  ) throws(LayoutError) -> ChildNote {
    let meant = children.filter { $0.answers(to: name) }
    guard let child = meant.last else {
      let all = children.map { "\($0.id) (\($0.sections.text))" }.joined(separator: ", ")
      throw LayoutError(
        .unknownProperty,
        "\(text): there is no layout \(name) in \(parent); "
          + (children.isEmpty
            ? "it is made of no other so far: name them first, or run a frame"
            : "it is made of \(all)"))
    }
    guard meant.allSatisfy({ $0.sections == child.sections }) else {
      let all = meant.map { String($0.sections.first) }.joined(separator: ", ")
      throw LayoutError(
        .unknownProperty,
        "\(text): \(parent) has several layouts \(name); name one by a section of its own: \(all)")
    }
    return child
  }

  private func unknown(_ reason: String, in layout: CollectionLayout) -> LayoutError {
    LayoutError(.unknownProperty, "\(text) of \(layout.id): \(reason)")
  }
}

extension ChildNote {
  fileprivate func isChild(of parent: [Int]) -> Bool { Array(place.dropLast()) == parent }
}

extension ChildSections {
  /// The sections in words, by which a path may name the child that has them.
  fileprivate var text: String {
    switch (first, count) {
    case (0, nil): "all sections"
    case (_, nil): "sections from \(first) on"
    case (_, 0): "no section"
    case (_, 1): "section \(first)"
    case (_, let count?): "sections \(first) to \(first + (count - 1))"
    }
  }
}
