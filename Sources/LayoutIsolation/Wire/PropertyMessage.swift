// SPDX-License-Identifier: Apache-2.0
//
// Properties between host and worker: the layout's own, and those of the layouts inside it.

import LayoutABIDrafts
import LayoutModel
import LayoutRuntime

/// The properties that a request is about.
enum Whose: UInt8 {
  /// One of the layout's own, by index.
  case own
  /// A property of a layout inside.
  case child
  /// A property of a layout inside that is still to come.
  case kept
}

extension WireWriter {
  /// Appends a property of the layout itself.
  mutating func write(property index: Int) {
    write(Whose.own.rawValue)
    write(count: index)
  }

  /// Appends a child as it is now.
  mutating func write(_ note: ChildNote) {
    write(each: note.place) { $0.write(count: $1) }
    write(note.id)
    write(each: note.properties) { $0.write($1) }
    write(each: note.values) { $0.write($1) }
    write(note.sections.first)
    write(note.sections.count != nil)
    if let count = note.sections.count { write(count) }
    write(note.isFirst)
  }

  /// Appends a setting of a child.
  mutating func write(_ setting: ChildSetting) {
    write(each: setting.path) { $0.write($1) }
    write(each: setting.layouts) { $0.write($1) }
    write(setting.property)
    write(setting.value)
    write(setting.caseName)
  }
}

extension WireReader {
  /// Reads the kind of properties that the next request is about.
  mutating func readWhose() throws(LayoutError) -> Whose {
    let number = try read(UInt8.self)
    guard let whose = Whose(rawValue: number) else {
      throw .wire("a property of nobody known, \(number)")
    }
    return whose
  }

  /// Reads the children of a layout, the answer to a request for them.
  mutating func readChildren() throws(LayoutError) -> [ChildNote] {
    try readList(atMost: Int(LAYOUT_CHILDREN_MOST), "children") {
      (reader) throws(LayoutError) in try reader.readChild()
    }
  }

  /// Reads the next child. Its content is checked where the layout is known.
  mutating func readChild() throws(LayoutError) -> ChildNote {
    let place = try readList { (reader) throws(LayoutError) in try reader.readCount() }
    let id = try readText()
    let properties = try readList { (reader) throws(LayoutError) in try reader.readProperty() }
    let values = try readList { (reader) throws(LayoutError) in try reader.readValue() }
    guard values.count == properties.count, !place.isEmpty else {
      throw .wire("a child with \(values.count) values for \(properties.count) properties")
    }
    let first: UInt32 = try read()
    return ChildNote(
      place: place, id: id, properties: properties, values: values,
      sections: ChildSections(first: first, count: try readBool() ? try read() : nil),
      isFirst: try readBool())
  }

  /// Reads the next setting of a child.
  mutating func readChildSetting() throws(LayoutError) -> ChildSetting {
    ChildSetting(
      path: try readTexts(), layouts: try readTexts(), property: try readText(),
      value: try readValue(), caseName: try readOptionalText())
  }
}
