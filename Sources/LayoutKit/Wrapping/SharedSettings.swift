// SPDX-License-Identifier: Apache-2.0
//
// The settings and the kinds of several layouts as one list each, and where each layout's own stand
// in it.

import LayoutABI

// MARK: - Settings

/// Settings that layouts have in common, by name, are one to the host: the first of them stands for all.
///
/// They count as one when they mean the same kind of value: the same type, unit and cases, and a default
/// that suits the range of each. The range of the one is then what all of them take, and its default is
/// everybody's. A setting whose name is taken by one that it has nothing in common with is not listed,
/// and keeps its default.
final class SharedSettings {
  /// The properties that the host sees.
  private(set) var listed: [AnyProperty]
  /// Their own settings stand below these where they have bases themselves.
  private let bases: [Layout]
  /// Which setting of which layout each of them is.
  private var uses: [(listed: AnyProperty, own: AnyProperty, layout: Layout)] = []

  /// - Parameter own: Settings of the layout that has the bases: they stand for themselves alone.
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

  /// Takes a setting of the list on to the layouts that have it.
  /// - Throws: What one of them has against it. ``settle(_:isRefused:)`` takes it from all then.
  func spread(_ property: AnyProperty) throws(LayoutError) {
    for use in uses where use.listed === property {
      if use.own !== property { try use.own.set(property.lend()) }
      try use.layout.didSet(use.own)
    }
  }

  /// Ends the setting of one: it stays in the layouts, or is taken back.
  func settle(_ property: AnyProperty, isRefused: Bool) {
    for use in uses where use.listed === property {
      use.layout.settle(use.own, isRefused: isRefused)
    }
  }

  /// Lets what was set count in the layouts too.
  func adopt() {
    for use in uses where use.own !== use.listed { use.own.adopt() }
    for base in bases { base.adoptProperties() }
  }

  /// Takes that back.
  func restore() {
    for use in uses where use.own !== use.listed { use.own.restore() }
    for base in bases { base.restoreProperties() }
  }
}

extension AnyProperty {
  func isNamed(_ other: StaticString) -> Bool { name.text.equals(other) }

  /// Makes this setting stand for `other` of a layout too, if it can: its range becomes what both take,
  /// and the other one gets its value.
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
  /// Returns true when both lists hold the same texts.
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
  /// Returns true when every number in it is in the range.
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

/// The kinds of elements of several layouts. Kinds of one name and category are one; the first of each
/// layout is its cell.
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

  /// Returns the index of the kind, among those that were there or as a new one.
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
    /// True when the values that the layout gives to its views are those that the list announces.
    var keepsFields: Bool
  }

  private(set) var entries: [Entry] = []
  /// True when the common list begins with these kinds, so that none has to be renamed.
  private(set) var isIdentity = true

  mutating func append(_ entry: Entry) {
    if Int(entry.kind) != entries.count || !entry.keepsFields { isIdentity = false }
    entries.append(entry)
  }

  /// The element under the layout's own name for its kind; nil when the layout has no such kind.
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
  /// Renames the kinds of what was answered from `start` on.
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
