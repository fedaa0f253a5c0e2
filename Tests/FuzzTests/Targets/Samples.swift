// SPDX-License-Identifier: Apache-2.0
//
// A layout that declares everything that can be declared, and the messages about it.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The parts from which seeds of messages are made.
enum Samples {
  static let values: [LayoutValue] = [
    .none, .bool(true), .integer(-7), .number(0.5), .enumeration(1), .point(Point(x: 1, y: 2)),
    .size(Size(width: 3, height: 4)), .insets(Insets(top: 1, left: 2, bottom: 3, right: 4)),
    .text("größe"), .array([1, 2, 3]), .index(9),
  ]
  /// Returns a value of that type.
  static func value(of type: ValueType) -> LayoutValue {
    values.first { $0.type == type } ?? .none
  }

  static let shape = DataShape(epoch: 3, itemCounts: [4, 0, 900], scale: 2)
  static let note = PluginNote(
    id: "test.sample", name: "Sample", version: "1.0.0", abi: 1,
    runtime: .swiftShared(version: "6.3"), requires: ["layout.state/1"],
    uses: ["layout.updates/1"], layouts: ["sample"])
  static let started = StartedMessage(
    pluginID: note.id, layout: layout, extensions: Judge.knownExtensions)
  static let plugin = PluginDescriptor(
    id: note.id, name: note.name, version: note.version, layouts: [layout])
  static let preference = SizePreference(
    element: layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 1),
    original: layout_size(width: 10, height: 10), preferred: layout_size(width: 10, height: 20))

  static let layout = LayoutDescriptor(
    id: "sample", name: "Sample", help: "Everything at once.",
    properties: values.dropFirst().dropLast().enumerated().map { index, value in
      PropertyDescriptor(
        name: "p\(index)", help: "h", unit: "pt", type: value.type, defaultValue: value,
        minimum: -100, maximum: 100, cases: value.type == .enumeration ? ["a", "b"] : [],
        isOptional: true)
    },
    queries: [
      QueryDescriptor(
        name: "sizeForItem", help: "", scope: .item, result: .size, arguments: []),
      QueryDescriptor(
        name: "insetForSection", help: "", scope: .section, result: .insets, arguments: []),
      QueryDescriptor(
        name: "heightForItem", help: "", scope: .item, result: .number, arguments: [.number],
        argumentNames: ["width"]),
      QueryDescriptor(
        name: "lengthOfItem", help: "", scope: .item, result: .integer,
        arguments: [.text, .array, .bool], argumentNames: ["text", "widths", "isWide"]),
    ],
    actions: [
      ActionDescriptor(
        name: "add", help: "", arguments: [ArgumentDescriptor(name: "a", type: .number)],
        result: .number)
    ],
    events: [
      EventDescriptor(
        name: "touched", help: "", arguments: [ArgumentDescriptor(name: "index", type: .index)])
    ],
    kinds: [
      KindDescriptor(
        name: "cell", category: .cell,
        fields: [ValueType.bool, .integer, .enumeration, .integer, .number, .point, .size, .insets]
          .enumerated().map { index, type in
            FieldDescriptor(
              name: "f\(index)", help: "", unit: "", type: type,
              cases: type == .enumeration ? ["a", "b", "c"] : [])
          }),
      KindDescriptor(name: "header", category: .supplementary, fields: []),
      KindDescriptor(name: "backdrop", category: .decoration, fields: []),
    ], stateSchema: "sample", stateVersion: 2, hostMirrors: true)

  /// A cell with a transform and fields, a header and a decoration.
  static let elementCounts = AnswerCounts(records: 3, transforms: 1, payload: 13)
  static let elementBytes: [UInt8] = {
    var cell = layout_attributes()
    cell.frame = Rect(x: 1, y: 2, width: 30, height: 40)
    (cell.item, cell.alpha, cell.transform, cell.payload) = (3, 1, 1, 1)
    var header = cell
    (header.category, header.kind, header.item) = (UInt16(LAYOUT_SUPPLEMENTARY), 1, 0)
    (header.transform, header.payload) = (0, 0)
    var backdrop = header
    (backdrop.category, backdrop.kind, backdrop.item) = (UInt16(LAYOUT_DECORATION), 2, 77)
    var bytes: [UInt8] = []
    for record in [cell, header, backdrop] { withUnsafeBytes(of: record) { bytes += $0 } }
    for index in 0..<16 { withUnsafeBytes(of: index % 5 == 0 ? 1.0 : 0) { bytes += $0 } }
    for word in 0..<13 as Range<UInt64> {
      withUnsafeBytes(of: word < 4 ? word % 2 : Double(word).bitPattern) { bytes += $0 }
    }
    return bytes
  }()
  /// The cell alone.
  static let cellCounts = AnswerCounts(records: 1, transforms: 1, payload: 13)
  static let cellBytes = Array(elementBytes[..<64] + elementBytes[192...])
}
