// SPDX-License-Identifier: Apache-2.0
//
// The layouts inside a layout, as an app sees them, and their properties by path.

import LayoutABI
import LayoutModel

// MARK: - What an app sees

/// A layout inside another, as it is now.
public struct ChildNote: Equatable, Sendable {
  /// The numbers of the layouts around it, and last its own number, each among the children of its parent.
  public var place: [Int]
  /// The id of the layout.
  public var id: String
  /// The properties that it declares.
  public var properties: [PropertyDescriptor]
  /// The values of ``properties``.
  public var values: [LayoutValue]
  /// The sections that it has.
  public var sections: ChildSections
  /// True for the child that takes the names that its parent does not have.
  public var isFirst: Bool

  package init(
    place: [Int], id: String, properties: [PropertyDescriptor], values: [LayoutValue],
    sections: ChildSections, isFirst: Bool
  ) {
    (self.place, self.id, self.properties) = (place, id, properties)
    (self.values, self.sections, self.isFirst) = (values, sections, isFirst)
  }

  /// Returns the shortest clear name of this child in a path from the root: `base` if it has all sections, else the
  /// number of its first section.
  ///
  /// - Parameter notes: All children of the tree.
  package func path(among notes: [ChildNote]) -> String {
    let own = sections.name
    let outer = notes.first { $0.place == Array(place.dropLast()) }
    return (outer.map { $0.path(among: notes) + "." } ?? "") + own
  }

  /// Returns true if `name` in a path means this child.
  public func answers(to name: String) -> Bool { sections.answer(to: name, id: id) }
}

/// The parent's sections that a child was given.
public struct ChildSections: Equatable, Sendable {
  /// The number of the first section.
  public var first: UInt32
  /// The number of sections; nil for all that follow.
  public var count: UInt32?

  package init(first: UInt32 = 0, count: UInt32? = nil) {
    (self.first, self.count) = (first, count)
  }

  /// The shortest clear name.
  var name: String { first == 0 && count == nil ? "base" : "\(first)" }

  /// Returns true for the id of the layout, the number of any of its sections, and `base` if it has all of them.
  func answer(to name: String, id: String) -> Bool {
    if name == id { return true }
    if name == "base" { return first == 0 && count == nil }
    guard let section = UInt32(name), section >= first else { return false }
    return count.map { section - first < $0 } ?? true
  }
}

/// A property of a child, by the path to it, or by its name alone if its parent does not have the name.
///
/// It is kept for the layout with that id at that place: a layout that is made again there takes it before it
/// prepares. A layout that moves to other sections keeps its settings. A setting by name alone is kept for the first
/// child, of any id, and is passed on to the first child of that one if it has no such property.
public struct ChildSetting: Equatable, Sendable {
  /// The name of each layout on the path, the outermost child first; empty for a name alone.
  public var path: [String]
  /// The ids of these layouts.
  public var layouts: [String]
  /// The name of the property.
  public var property: String
  /// The new value.
  public var value: LayoutValue
  /// The name of an enumeration's case, which may have another number in another version.
  public var caseName: String?

  /// Creates a setting of one property.
  public init(
    path: [String], layouts: [String], property: String, value: LayoutValue,
    caseName: String? = nil
  ) {
    (self.path, self.layouts, self.property) = (path, layouts, property)
    (self.value, self.caseName) = (value, caseName)
  }

  /// The whole path, as an app writes it.
  public var name: String { (path + [property]).joined(separator: ".") }
  /// True if it is for the first child, of any id.
  var isNameAlone: Bool { path.isEmpty }

  /// The same setting as the first layout on the path passes it on; nil at the end of the path.
  var rest: ChildSetting? {
    guard path.count > 1 else { return nil }
    var rest = self
    rest.path.removeFirst()
    rest.layouts.removeFirst()
    return rest
  }

  func isSameProperty(as other: ChildSetting) -> Bool {
    path == other.path && layouts == other.layouts && property == other.property
  }

  fileprivate func isMoved(from other: ChildSetting) -> Bool {
    layouts == other.layouts && property == other.property && value == other.value
      && caseName == other.caseName && path.count == other.path.count
      && zip(path, other.path).allSatisfy { $0 == $1 || $0 == "base" || UInt32($0) != nil }
  }
}

/// The settings by path that were made so far, each property once.
public struct ChildSettings: Equatable, Sendable {
  /// The settings, the latest last.
  public private(set) var list: [ChildSetting] = []

  /// Creates a list without settings.
  public init() {}

  /// Returns true if each setting is also in `others`, where its children may have other sections.
  package func areMoved(from others: ChildSettings) -> Bool {
    list.allSatisfy { setting in others.list.contains { setting.isMoved(from: $0) } }
  }

  /// Adds a setting in place of an earlier one of the same property.
  public mutating func keep(_ setting: ChildSetting) {
    list.removeAll { $0.isSameProperty(as: setting) }
    list.append(setting)
  }
}

// MARK: - In the process of the tree

extension ChildHost {
  /// Sets a property of a child, or of one further in. A child that does not exist yet takes it before it prepares
  /// for the first time.
  func set(_ setting: ChildSetting) throws(LayoutError) {
    let child = children.last { $0.isMeant(by: setting) }
    if let rest = setting.rest {
      try child?.context.childHost?.set(rest)
    } else if let child, setting.isNameAlone, !child.has(setting.property) {
      try child.context.childHost?.set(setting)
    } else {
      try child?.set(setting)
    }
    keep(setting, of: child)
  }

  /// The child that takes the names that its parent does not have: the child that was opened first, or the child that
  /// takes its place with the next `prepare`.
  var first: ChildLayout? {
    guard let first = children.first, first.part != nil else { return children.first }
    return children.last { $0.part == nil && $0.scope == first.scope } ?? first
  }

  /// Gives the kept settings to the children that have not prepared yet.
  private func settle() throws(LayoutError) {
    for child in children where child.part == nil { try child.takeKeptSettings() }
  }

  /// Returns the layouts inside the parent at `place`, each before its own children.
  func notes(at place: [Int] = []) throws(LayoutError) -> [ChildNote] {
    try settle()
    var notes: [ChildNote] = []
    let first = first
    for (index, child) in children.enumerated() {
      notes.append(try child.note(at: place + [index], isFirst: child === first))
      notes += try child.context.childHost?.notes(at: place + [index]) ?? []
    }
    return notes
  }

  /// The ids of all layouts below the parent.
  var members: [String] {
    children.flatMap { [$0.id] + ($0.context.childHost?.members ?? []) }
  }
}

extension ChildLayout {
  var sections: ChildSections {
    ChildSections(first: scope.first, count: scope.count == LAYOUT_PATH_NONE ? nil : scope.count)
  }

  fileprivate func isMeant(by setting: ChildSetting) -> Bool {
    if setting.isNameAlone { return unsafe parent.childHost?.first === self }
    guard let name = setting.path.first, setting.layouts.first == id else { return false }
    return sections.answer(to: name, id: id)
  }

  fileprivate func has(_ property: String) -> Bool {
    context.descriptor.properties.contains { $0.name == property }
  }

  fileprivate func note(at place: [Int], isFirst: Bool) throws(LayoutError) -> ChildNote {
    let properties = context.descriptor.properties
    var values: [LayoutValue] = []
    for index in properties.indices {
      values.append(
        try run { () throws(LayoutError) in
          let value = try instance.property(at: index)
          try context.border.value(value, of: properties[index])
          return value
        })
    }
    return ChildNote(
      place: place, id: id, properties: properties, values: values, sections: sections,
      isFirst: isFirst)
  }

  /// Sets a property between two calls into the parent, which is not told.
  fileprivate func set(_ setting: ChildSetting) throws(LayoutError) {
    let properties = context.descriptor.properties
    guard let index = properties.firstIndex(where: { $0.name == setting.property }) else {
      throw LayoutError(.invalidArgument, "\(id) has no property \(setting.property)")
    }
    var value = setting.value
    if let name = setting.caseName {
      guard let place = properties[index].cases.firstIndex(of: name) else {
        throw LayoutError(.unknownCase, "\(id).\(setting.property) has no case \(name)")
      }
      value = .enumeration(place)
    }
    try properties[index].check(value, layout: id)
    try run { () throws(LayoutError) in
      try instance.setProperty(at: index, to: value)
    }
    noteSetting()
  }

  /// Returns true if the app set a property by path, of this child or of one like it in its place.
  func isSetByPath(_ property: String) -> Bool {
    let settings = unsafe parent.childHost?.settings.list ?? []
    return settings.contains {
      $0.path.count == 1 && $0.property == property && isMeant(by: $0)
    }
  }

  /// Gives a child that has not prepared yet the settings that were made for one like it, each once. A setting that
  /// it refuses is logged: a picture with the default is better than none.
  func takeKeptSettings() throws(LayoutError) {
    guard part == nil, let host = unsafe parent.childHost else { return }
    for setting in host.settings.list where isMeant(by: setting) && !taken.contains(setting) {
      taken.append(setting)
      host.adopt(setting, by: self)
      if let rest = setting.rest {
        context.childHost?.keep(rest)
        continue
      }
      if setting.isNameAlone, !has(setting.property) {
        context.childHost?.keep(setting)
        continue
      }
      do throws(LayoutError) { try set(setting) } catch {
        if error.endsInstance { throw error }
        unsafe parent.log.write(
          LogEntry(
            level: .warning, message: "\(setting.name) stays at its default: \(error.message)",
            plugin: context.plugin))
      }
    }
  }
}

// MARK: - Through a live layout

extension LiveLayout {
  /// Returns the layouts inside it, each before its own children.
  package func children() throws(LayoutError) -> [ChildNote] {
    // A child's call ends in a call of its parent, and there was none here.
    defer { context.onCall?(nil) }
    return try guarded { () throws(LayoutError) in try context.childHost?.notes() ?? [] }
  }

  /// Sets a property of one of them. A prepare with LAYOUT_MARK_PROPERTIES has to follow.
  package func set(_ setting: ChildSetting) throws(LayoutError) {
    defer { context.onCall?(nil) }
    try guarded { () throws(LayoutError) in try context.childHost?.set(setting) }
  }

  /// The settings of children that were made so far.
  package var childSettings: ChildSettings { context.childHost?.settings ?? ChildSettings() }

  /// Keeps a setting for a child that is still to come.
  package func keep(_ setting: ChildSetting) { context.childHost?.keep(setting) }

  /// The ids of the layouts inside it.
  package var members: [String] { context.childHost?.members ?? [] }

  /// A number that changes with each change of ``members``.
  package var memberRevision: Int { context.childHost?.tree.revision ?? 0 }
}
