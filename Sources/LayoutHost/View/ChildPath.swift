// SPDX-License-Identifier: Apache-2.0
//
// Properties of child layouts: by path, base.columnCount, or by a name that the parent does not
// have.

import LayoutModel
import LayoutRuntime

/// The path of a child's property: names separated by dots, the property's last; or only the
/// property's name, for the first child that has it.
package struct ChildPath {
  private let text: String
  private let names: [String]
  private let property: String
  private let connection: any LayoutConnection

  /// Reads a path; nil for the name of a property of the parent itself.
  package init?(_ text: String, in connection: any LayoutConnection) {
    guard !connection.descriptor.properties.contains(where: { $0.name == text }) else { return nil }
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    (self.text, property) = (text, names.removeLast())
    (self.names, self.connection) = (names, connection)
  }

  /// The property at the end of a path.
  package struct Found {
    package let property: PropertyDescriptor
    package let value: LayoutValue
    /// The ids of the layouts on the path; empty for a plain name.
    let layouts: [String]
  }

  /// Resolves the path.
  ///
  /// - Throws: `unknown-property`, with the known names at the end of the path.
  package func find() throws(LayoutError) -> Found {
    if names.isEmpty {
      // A layout without children is not asked for them, so it need not be alive.
      return try findName(among: connection.members.isEmpty ? [] : connection.children())
    }
    return try follow(among: connection.children())
  }

  private func follow(among notes: [ChildNote]) throws(LayoutError) -> Found {
    var (place, layouts): ([Int], [String]) = ([], [])
    var last: ChildNote?
    for name in names {
      let child = try child(
        name, of: last?.id ?? id, among: notes.filter { $0.isChild(of: place) })
      (place, last) = (child.place, child)
      layouts.append(child.id)
    }
    guard let last, let found = found(in: last, layouts) else {
      throw unknown(
        "\(last?.id ?? id) has no property \(property): "
          + NearNames.hint(for: property, among: last?.properties.map(\.name) ?? []))
    }
    return found
  }

  /// Searches the first child, and if that has no such property, its first child.
  private func findName(among notes: [ChildNote]) throws(LayoutError) -> Found {
    var known = connection.descriptor.properties.map(\.name)
    var holders = id
    var place: [Int] = []
    while let child = notes.first(where: { $0.isFirst && $0.isChild(of: place) }) {
      if let found = found(in: child, []) { return found }
      known += child.properties.map(\.name)
      (place, holders) = (child.place, "\(holders) over \(child.id)")
    }
    throw LayoutError(
      .unknownProperty,
      "\(holders) has no property \(property): \(NearNames.hint(for: property, among: known))")
  }

  private func found(in child: ChildNote, _ layouts: [String]) -> Found? {
    guard let index = child.properties.firstIndex(where: { $0.name == property }) else {
      return nil
    }
    var found = child.properties[index]
    // Messages name it as the app does.
    found.name = text
    return Found(property: found, value: child.values[index], layouts: layouts)
  }

  /// The setting that passes a value to a layout.
  ///
  /// - Throws: `unknown-property`, or the error of the value.
  package func setting(_ value: LayoutValue) throws(LayoutError) -> ChildSetting {
    let found = try find()
    try found.property.check(value, layout: id)
    var caseName: String?
    if case .enumeration(let index) = value { caseName = found.property.cases[index] }
    return ChildSetting(
      path: names, layouts: found.layouts, property: property, value: value, caseName: caseName)
  }

  private var id: String { connection.descriptor.id }

  /// The child with a name. While a parent replaces a child both exist: the new one counts.
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

  private func unknown(_ reason: String) -> LayoutError {
    LayoutError(.unknownProperty, "\(text) of \(id): \(reason)")
  }
}

extension ChildNote {
  fileprivate func isChild(of parent: [Int]) -> Bool { Array(place.dropLast()) == parent }
}

extension ChildSections {
  /// The sections as text, by which a path may name the child.
  fileprivate var text: String {
    switch (first, count) {
    case (0, nil): "all sections"
    case (_, nil): "sections from \(first) on"
    case (_, 0): "no section"
    case (_, 1): "section \(first)"
    case (_, let count?):
      // A layout may name more sections than there are numbers.
      "sections \(first) to \(first + min(count - 1, .max - first))"
    }
  }
}
