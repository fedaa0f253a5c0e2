// SPDX-License-Identifier: Apache-2.0
//
// The settings and the kinds of several layouts as one list each, and the index of each layout's
// own in the list.

import LayoutABI

// MARK: - Settings

/// Settings with the same name in several layouts are one to the host: the first of them represents all.
///
/// They are one setting if they have the same kind of value: the same type, unit and cases, and a
/// default inside the range of each. The range of that setting is the common part of all ranges, and its
/// default is the default of all. A setting whose name is already used by a different one is not listed,
/// and keeps its default.
final class SharedSettings {
  /// The properties that the host sees.
  private(set) var listed: [AnyProperty]
  /// The layouts whose settings are in the list; their bases' settings are below them.
  private let bases: [Layout]
  /// For each setting of the list, each layout that has it and the layout's own setting.
  private var uses: [(listed: AnyProperty, own: AnyProperty, layout: Layout)] = []

  /// - Parameter own: The settings of the layout that has the bases; no setting of a base is joined
  ///   with them.
  init(own: [AnyProperty], bases: [Layout]) {
    listed = own
    self.bases = bases
    for base in bases {
      for property in base.properties {
        guard let index = listed.firstIndex(where: { $0.isNamed(property.name) }) else {
          listed.append(property)
          uses.append((property, property, base))
          continue
        }
        if index >= own.count, listed[index].takes(in: property, of: base) {
          uses.append((listed[index], property, base))
        }
      }
    }
  }

  /// Passes a setting of the list to the layouts that have it.
  /// - Throws: The error of a layout that refuses it. ``settle(_:isRefused:)`` then undoes it in
  ///   all of them.
  func spread(_ property: AnyProperty) throws(LayoutError) {
    for use in uses where use.listed === property {
      if use.own !== property { try use.own.set(property.lend()) }
      try use.layout.didSet(use.own)
    }
  }

  /// Ends the setting of a property: the layouts keep the value, or undo it.
  func settle(_ property: AnyProperty, isRefused: Bool) {
    for use in uses where use.listed === property {
      use.layout.settle(use.own, isRefused: isRefused)
    }
  }

  /// Makes the values that were set current in the layouts too.
  func adopt() {
    for use in uses where use.own !== use.listed { use.own.adopt() }
    for base in bases { base.adoptProperties() }
  }

  /// Undoes ``adopt()``.
  func restore() {
    for use in uses where use.own !== use.listed { use.own.restore() }
    for base in bases { base.restoreProperties() }
  }
}

extension AnyProperty {
  func isNamed(_ other: StaticString) -> Bool { name.text.equals(other) }

  /// Makes this setting represent `other` of a layout too, if possible: its range becomes the common
  /// part of both, and the other setting gets its value. Returns whether it does.
  fileprivate func takes(in other: AnyProperty, of layout: Layout) -> Bool {
    let (least, most) = (max(minimum, other.minimum), min(maximum, other.maximum))
    let value = lend()
    guard typeCode == other.typeCode, isOptional == other.isOptional,
      unit.isSame(as: other.unit), caseNames.equal(other.caseNames),
      memberNames.equal(other.memberNames), value.isWithin(least, most)
    else { return false }
    do throws(LayoutError) {
      try other.set(value)
      try layout.didSet(other)
    } catch {
      layout.settle(other, isRefused: true)
      return false
    }
    layout.settle(other, isRefused: false)
    other.adopt()
    layout.adoptProperties()
    (minimum, maximum) = (least, most)
    return true
  }
}

extension [StaticString] {
  /// Returns true when both lists have the same texts.
  func equal(_ other: [StaticString]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where !self[index].isSame(as: other[index]) { return false }
    return true
  }
}

extension StaticString {
  /// Returns true when both are the same text, which may be empty.
  func isSame(as other: StaticString) -> Bool {
    utf8CodeUnitCount == 0 ? other.utf8CodeUnitCount == 0 : text.equals(other)
  }
}

extension layout_value {
  /// Returns true when all its numbers are in the range.
  fileprivate func isWithin(_ least: Double, _ most: Double) -> Bool {
    func holds(_ number: Double) -> Bool { number >= least && number <= most }
    switch type {
    case LAYOUT_TYPE_I64: return holds(Double(integer))
    case LAYOUT_TYPE_F64: return holds(number)
    case LAYOUT_TYPE_POINT: return holds(point.x) && holds(point.y)
    case LAYOUT_TYPE_SIZE: return holds(size.width) && holds(size.height)
    case LAYOUT_TYPE_INSETS:
      let insets = self.insets
      return holds(insets.top) && holds(insets.left) && holds(insets.bottom) && holds(insets.right)
    case LAYOUT_TYPE_F64_ARRAY:
      for index in unsafe 0..<Int(self.as.array.count) {
        guard let values = unsafe self.as.array.values, unsafe holds(values[index]) else {
          return false
        }
      }
      return true
    default: return true
    }
  }
}

// MARK: - Kinds

/// The kinds of elements of several layouts. Kinds with the same name and category are one; the first
/// kind of each layout is its cell.
struct SharedKinds {
  private(set) var kinds: [Kind] = []
  private(set) var maps: [KindMap] = []

  init(_ layouts: [Layout]) {
    for layout in layouts {
      var map = KindMap()
      let own = layout.speaksOuterKinds ? [] : layout.kinds
      for index in 0..<own.count { map.append(place(of: own[index], isCell: index == 0)) }
      maps.append(map)
    }
  }

  /// Returns the index of the kind: an existing one, or a new one.
  private mutating func place(of kind: Kind, isCell: Bool) -> KindMap.Entry {
    guard let index = kinds.firstIndex(where: { $0.isOne(with: kind) || isCell }) else {
      kinds.append(kind)
      return KindMap.Entry(kind: UInt16(kinds.count - 1), keepsFields: true)
    }
    if kinds[index].fields.isEmpty { kinds[index] = kinds[index].with(kind.fields) }
    return KindMap.Entry(
      kind: UInt16(index), keepsFields: kinds[index].hasFields(of: kind) || kind.fields.isEmpty)
  }
}

/// The indices of one layout's kinds in the common list.
struct KindMap {
  struct Entry {
    var kind: UInt16
    /// True when the layout gives its views the fields that the list declares.
    var keepsFields: Bool
  }

  private(set) var entries: [Entry] = []
  /// True when the common list begins with these kinds, so that none must be renamed.
  private(set) var isIdentity = true

  mutating func append(_ entry: Entry) {
    if Int(entry.kind) != entries.count || !entry.keepsFields { isIdentity = false }
    entries.append(entry)
  }

  /// Returns the element with the layout's own kind; nil when the layout has no such kind.
  func inner(_ element: ElementID) -> ElementID? {
    if isIdentity { return Int(element.kind) < entries.count ? element : nil }
    for index in 0..<entries.count where entries[index].kind == element.kind {
      var own = element
      own.kind = UInt16(index)
      return own
    }
    return nil
  }
}

extension Answer {
  /// Renames the kinds of the elements from `start` on.
  mutating func rename(from start: Int, by map: borrowing KindMap) {
    edit(from: start) { record in
      let entry = map.entries[Int(record.kind)]
      record.kind = entry.kind
      if !entry.keepsFields { record.payload = 0 }
    }
  }
}

extension Kind {
  fileprivate func isOne(with other: Kind) -> Bool {
    category == other.category && name.text.equals(other.name)
  }

  fileprivate func with(_ fields: [Field]) -> Kind {
    Kind(name, category, fields: fields, reuseIdentifier: reuseIdentifier)
  }

  fileprivate func hasFields(of other: Kind) -> Bool {
    guard fields.count == other.fields.count else { return false }
    for index in 0..<fields.count {
      let (one, two) = (fields[index], other.fields[index])
      guard one.typeCode == two.typeCode, one.name.text.equals(two.name),
        one.caseNames.equal(two.caseNames)
      else { return false }
    }
    return true
  }
}
