// SPDX-License-Identifier: Apache-2.0
//
// The kinds of several layouts as one list, and where each layout's own stand in it.

import LayoutABI

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
  func inner(_ element: ElementName) -> ElementName? {
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
