// SPDX-License-Identifier: Apache-2.0
//
// The descriptors of every bundled layout.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("descriptors of bundled layouts and examples")
struct DescriptorTests {
  /// The units that users see.
  private static let units = ["pt", "s", "pt/s", "1/s", "1", "°", "0xRRGGBBAA"]
  private static let numeric: [ValueType] = [.integer, .number, .point, .size, .insets, .array]

  private static func layouts(at path: String) throws -> [LayoutDescriptor] {
    try PluginImage.open(PluginFile(judging: path, trust: .bundled)).descriptor.layouts
  }

  private static func example(_ file: String) throws -> String {
    let text = try String(contentsOfFile: CPlugin.sourceRoot + "/Examples/" + file, encoding: .utf8)
    return try CPlugin.build(source: text, name: "Described")
  }

  @Test(
    "every property of a bundled plugin has type, range, default, unit and a line of help",
    arguments: bundledPluginNames)
  func bundled(_ name: String) throws {
    for layout in try Self.layouts(at: try bundledPlugin(name)) { Self.expectWhole(layout) }
  }

  @Test("the examples in C have them too", arguments: ["orbit/orbit.c", "c-bricks/bricks.c"])
  func examples(_ file: String) throws {
    for layout in try Self.layouts(at: try Self.example(file)) { Self.expectWhole(layout) }
  }

  private static func expectWhole(_ layout: LayoutDescriptor) {
    expectSentence(layout.help, layout.id)
    for property in layout.properties {
      let name = "\(layout.id).\(property.name)"
      expectSentence(property.help, name)
      expectUnit(property, name)
      expectDefault(property, name)
      expectRefusals(property, layout.id)
    }
    for query in layout.queries { expectSentence(query.help, "\(layout.id).\(query.name)") }
    for action in layout.actions { expectSentence(action.help, "\(layout.id).\(action.name)") }
    for event in layout.events { expectSentence(event.help, "\(layout.id).\(event.name)") }
    for kind in layout.kinds {
      for field in kind.fields {
        expectSentence(field.help, "\(layout.id).\(kind.name).\(field.name)")
      }
    }
  }

  /// Expects one line that begins and ends as a sentence does.
  private static func expectSentence(_ help: String, _ name: String) {
    #expect(help.count >= 10 && help.count <= 400, "\(name): \"\(help)\"")
    #expect(help.first?.isUppercase == true && help.last == ".", "\(name): \"\(help)\"")
    #expect(!help.contains("\n"), "\(name)")
  }

  /// Expects that numbers have a unit, and other types have none.
  private static func expectUnit(_ property: PropertyDescriptor, _ name: String) {
    if numeric.contains(property.type) {
      #expect(units.contains(property.unit), "\(name) has the unit \"\(property.unit)\"")
    } else {
      #expect(property.unit.isEmpty, "\(name) has the unit \"\(property.unit)\"")
    }
  }

  /// Expects that a value of another type, of no case or out of range is refused, by the property's name.
  private static func expectRefusals(_ property: PropertyDescriptor, _ layout: String) {
    var wrong: [(LayoutValue, LayoutError.Code)] = [
      (property.type == .text ? .bool(true) : .text("high"), "property-type")
    ]
    if property.type == .enumeration {
      wrong.append((.enumeration(property.cases.count), "unknown-case"))
    }
    if let value = value(property.minimum - 1, like: property.type) {
      wrong.append((value, "out-of-range"))
    }
    if let value = value(property.maximum * 2 + 1, like: property.type) {
      wrong.append((value, "out-of-range"))
    }
    for (value, code) in wrong {
      do throws(LayoutError) {
        try property.check(value, layout: layout)
        Issue.record("\(layout).\(property.name) takes \(value)")
      } catch {
        #expect(error.code == code, "\(layout).\(property.name): \(value)")
        #expect(error.message.contains("\(layout).\(property.name)"), "\(error.message)")
      }
    }
  }

  /// Returns a value of the type with one number in it; nil for NaN, or a type without numbers.
  private static func value(_ number: Double, like type: ValueType) -> LayoutValue? {
    if !number.isFinite { return nil }
    return switch type {
    case .integer: .integer(Int64(number))
    case .number: .number(number)
    case .point: .point(Point(x: 0, y: number))
    case .size: .size(Size(width: 0, height: number))
    case .insets: .insets(Insets(top: 0, left: 0, bottom: 0, right: number))
    case .array: .array([number])
    default: nil
    }
  }

  /// Expects that the default has the type, is inside the range, or is absent if that is allowed.
  private static func expectDefault(_ property: PropertyDescriptor, _ name: String) {
    if property.defaultValue == .none {
      #expect(property.isOptional, "\(name) has no default")
      return
    }
    #expect(property.defaultValue.type == property.type, "\(name)")
    if case .enumeration(let index) = property.defaultValue {
      #expect(property.cases.indices.contains(index), "\(name)")
      return
    }
    guard numeric.contains(property.type) else { return }
    #expect(property.minimum <= property.maximum, "\(name)")
    #expect(property.minimum > -.infinity || property.maximum < .infinity, "\(name) has no range")
    for number in property.defaultValue.numbers {
      #expect(property.minimum <= number && number <= property.maximum, "\(name): \(number)")
    }
  }
}
