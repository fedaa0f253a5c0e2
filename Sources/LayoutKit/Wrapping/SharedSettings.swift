// SPDX-License-Identifier: Apache-2.0
//
// The settings of several layouts as one list, in which names are unique.

import LayoutABI

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
    case LAYOUT_TYPE_I64: return holds(Double(self.as.integer))
    case LAYOUT_TYPE_F64: return holds(self.as.number)
    case LAYOUT_TYPE_POINT: return holds(self.as.point.x) && holds(self.as.point.y)
    case LAYOUT_TYPE_SIZE: return holds(self.as.size.width) && holds(self.as.size.height)
    case LAYOUT_TYPE_INSETS:
      let insets = self.as.insets
      return holds(insets.top) && holds(insets.left) && holds(insets.bottom) && holds(insets.right)
    case LAYOUT_TYPE_F64_ARRAY:
      for index in 0..<Int(self.as.array.count) {
        guard let values = self.as.array.values, holds(values[index]) else { return false }
      }
      return true
    default: return true
    }
  }
}
