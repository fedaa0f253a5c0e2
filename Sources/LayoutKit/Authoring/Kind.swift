// SPDX-License-Identifier: Apache-2.0
//
// The kinds of elements that a layout places, and the extra values that their views receive.

import LayoutABI

/// The category of an element.
public enum Category: UInt16, Sendable {
  /// An item of the data.
  case cell = 0
  /// A view that the app shows beside its items, such as a header.
  case supplementary
  /// A view that the layout shows by itself, such as a background.
  case decoration
}

/// A kind of element. The first of a layout's ``Layout/kinds`` is its cell.
public struct Kind {
  let name: StaticString
  let category: Category
  let fields: [Field]
  let reuseIdentifier: StaticString

  /// A kind of element.
  /// - Parameters:
  ///   - name: Unique in the layout; a letter, then letters, digits, `.`, `_` and `-`.
  ///   - category: What its elements are to the host.
  ///   - fields: What its views receive, in the order in which it is written.
  ///   - reuseIdentifier: What the host asks the app's views for under; empty for the name.
  public init(
    _ name: StaticString, _ category: Category, fields: [Field] = [],
    reuseIdentifier: StaticString = ""
  ) {
    self.name = name
    self.category = category
    self.fields = fields
    self.reuseIdentifier = reuseIdentifier
  }

  /// Cells without extra fields.
  public static var cell: Kind { Kind("cell", .cell) }
  /// Section headers under the name that apps know.
  public static var header: Kind { Kind("header", .supplementary) }
  /// Section footers under the name that apps know.
  public static var footer: Kind { Kind("footer", .supplementary) }
  /// The background of a section; the host draws it where the app registers no view.
  public static var sectionBackground: Kind {
    Kind("sectionBackground", .decoration, fields: [.fill, .cornerRadius])
  }
  /// The separator between two lines; the host draws it where the app registers no view.
  public static var separator: Kind { Kind("separator", .decoration, fields: [.fill]) }
}

/// An extra, typed value that a layout gives to each view of a kind.
public struct Field {
  let name: StaticString
  let help: StaticString
  let unit: StaticString
  let typeCode: UInt32
  let caseNames: [StaticString]

  /// A field of the type given; write it with `field` of ``Answer``.
  public init<Value: PropertyValue>(
    _ name: StaticString, _ type: Value.Type, unit: StaticString = "", help: StaticString
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    typeCode = Value.typeCode
    caseNames = Value.caseNames
  }

  /// The colour of a decoration that the host draws, an integer: 0xRRGGBBAA.
  public static var fill: Field {
    Field("fill", Int64.self, help: "The colour inside: 0xRRGGBBAA.")
  }
  /// The corner radius of a decoration that the host draws.
  public static var cornerRadius: Field {
    Field("cornerRadius", Double.self, unit: "pt", help: "The radius of the corners.")
  }
}
