// SPDX-License-Identifier: Apache-2.0
//
// The rules for the parts of descriptors: counts, texts, names, types, cases, default values.

import LayoutABI
import LayoutModel

extension DescriptorRules {
  /// The error for a member that is not as the headers say.
  static func bad(_ place: String, _ what: String) -> LayoutError {
    LayoutError(.badTable, "its table is wrong: \(place) \(what)", call: LAYOUT_PLUGIN_ENTRY)
  }

  /// The error for a member that has to be zero, or for flags that are not known.
  static func used(_ place: String, _ what: String, _ known: String) -> LayoutError {
    LayoutError(
      .reservedUsed,
      "\(place) \(what), of which this host knows \(known); start tables from zeros, or use a newer host",
      call: LAYOUT_PLUGIN_ENTRY)
  }

  static func check(count: Int, _ place: String) throws(LayoutError) {
    guard count <= listLimit else {
      throw bad(place, "has \(count) entries; at most \(listLimit) are allowed")
    }
  }

  static func check(byteCount count: Int, _ place: String) throws(LayoutError) {
    guard count <= textLimit else {
      throw bad(place, "has \(count) bytes; at most \(textLimit) are allowed")
    }
  }

  static func check(texts: [String], _ place: String) throws(LayoutError) {
    for text in texts { try check(byteCount: text.utf8.count, place) }
  }

  /// Text that follows a grammar.
  static func check(
    name: String, _ place: String, _ isValid: (String) -> Bool, _ grammar: String
  ) throws(LayoutError) {
    try check(byteCount: name.utf8.count, place)
    guard isValid(name) else {
      throw bad(place, "is \"\(name)\"; it has to be \(grammar), at most 64 bytes")
    }
  }

  /// The name of a property, query, action, event or field, and what is said of it.
  static func check(member name: String, help: String, _ place: String) throws(LayoutError) {
    try check(name: name, place + ".name", Grammar.isMemberName, "camelCase")
    try check(texts: [help], place + ".help")
  }

  static func checkUnique(
    _ names: [String], _ place: String, _ what: String
  ) throws(LayoutError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw bad(place, "has the \(what) \"\(name)\" twice")
    }
  }

  /// A list whose entries have names that are unique in it.
  static func checkEach<Entry>(
    _ entries: [Entry], _ name: (Entry) -> String, _ place: String,
    _ check: (Entry, String) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try self.check(count: entries.count, place)
    for (index, entry) in entries.enumerated() { try check(entry, "\(place)[\(index)]") }
    try checkUnique(entries.map(name), place, "name")
  }

  static func check(
    _ type: ValueType, isOneOf allowed: [ValueType], _ place: String
  ) throws(LayoutError) {
    guard !allowed.contains(type) else { return }
    let names = allowed.map(\.name).joined(separator: ", ")
    throw bad(place, "is \(type.rawValue); it has to be one of \(names)")
  }

  static func check(
    cases: [String], of type: ValueType, _ place: String
  ) throws(LayoutError) {
    try check(count: cases.count, place)
    try check(texts: cases, place)
    guard type == .enumeration else { return }
    guard !cases.isEmpty else { throw bad(place, "is empty; an enum has cases") }
    try checkUnique(cases, place, "case")
  }

  /// A default value has to keep the property's own range.
  static func check(
    default value: LayoutValue, of property: PropertyDescriptor, _ place: String
  ) throws(LayoutError) {
    if value == .none && property.isOptional { return }
    guard value.type == property.type else {
      throw bad(place, "is \(value.type.name); the property is \(property.type.name)")
    }
    switch value {
    case .enumeration(let index) where !property.cases.indices.contains(index):
      throw bad(place, "is case \(index); there are \(property.cases.count) cases")
    case .text(let text): try check(texts: [text], place)
    case .array(let values):
      try check(count: values.count, place)
      // A member may be a list, so there may be more numbers than members.
      guard values.count >= property.cases.count else {
        throw bad(
          place, "has \(values.count) numbers; its object has \(property.cases.count) members")
      }
    default: break
    }
    for number in value.numbers where !(property.minimum...property.maximum ~= number) {
      throw bad(
        place, "holds \(number), outside \(property.minimum) to \(property.maximum)")
    }
  }
}
