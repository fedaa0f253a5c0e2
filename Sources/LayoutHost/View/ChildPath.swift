// SPDX-License-Identifier: Apache-2.0
//
// Properties of the layouts that a layout is made of: by path, base.columnCount, or by a name that the
// layout itself does not have.

import LayoutModel
import LayoutRuntime

/// The way to a property of a child: names with dots between, the property's last; or the property's name
/// alone, for the first child that has it.
package struct ChildPath {
  private let text: String
  private let names: [String]
  private let property: String
  private let connection: any LayoutConnection

  /// Reads a path; nil for the name of a property of the layout itself.
  package init?(_ text: String, in connection: any LayoutConnection) {
    guard !connection.descriptor.properties.contains(where: { $0.name == text }) else { return nil }
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    (self.text, property) = (text, names.removeLast())
    (self.names, self.connection) = (names, connection)
  }

  /// The property that a path leads to.
  package struct Found {
    package let property: PropertyDescriptor
    package let value: LayoutValue
    /// The ids of the layouts on the way; none for a name alone.
    let layouts: [String]
  }

  /// Follows the path.
  ///
  /// - Throws: `unknown-property`, with what there is at the place where the path ends.
  package func find() throws(LayoutError) -> Found {
    if names.isEmpty {
      // A layout without children need not be asked for them, nor be there any more.
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

  /// Looks in the first child, and where that has no such property, in its first child.
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
    // What is said of it names it as the app does.
    found.name = text
    return Found(property: found, value: child.values[index], layouts: layouts)
  }

  /// The setting with which a layout is told of a value.
  ///
  /// - Throws: `unknown-property`, or what is wrong with the value.
  package func setting(_ value: LayoutValue) throws(LayoutError) -> ChildSetting {
    let found = try find()
    try found.property.check(value, layout: id)
    var caseName: String?
    if case .enumeration(let index) = value { caseName = found.property.cases[index] }
    return ChildSetting(
      path: names, layouts: found.layouts, property: property, value: value, caseName: caseName)
  }

  private var id: String { connection.descriptor.id }

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

  private func unknown(_ reason: String) -> LayoutError {
    LayoutError(.unknownProperty, "\(text) of \(id): \(reason)")
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
