// SPDX-License-Identifier: Apache-2.0
//
// The kinds of elements that a layout places, and the extra values that their views receive.

import LayoutABI

/// The category of an element.
public enum Category: UInt16, Sendable {
  /// An item of the data.
  case cell = 0
  /// A view of the app beside its items, such as a header.
  case supplementary
  /// A view of the layout itself, such as a background.
  case decoration
}

/// A kind of element. The first kind in ``Layout/kinds`` is the cell.
public struct Kind {
  let name: StaticString
  let category: Category
  let fields: [Field]
  let reuseIdentifier: StaticString

  /// A kind of element.
  /// - Parameters:
  ///   - name: Unique in the layout; a letter, then letters, digits, `.`, `_` and `-`.
  ///   - category: The category of its elements.
  ///   - fields: The fields of its views, in the order in which they are written.
  ///   - reuseIdentifier: The identifier under which the host asks for the app's views; empty for
  ///     the name.
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
  /// Section headers, with the standard name.
  public static var header: Kind { Kind("header", .supplementary) }
  /// Section footers, with the standard name.
  public static var footer: Kind { Kind("footer", .supplementary) }
  /// The background of a section; the host draws it if the app registers no view.
  public static var sectionBackground: Kind {
    Kind("sectionBackground", .decoration, fields: [.fill, .cornerRadius])
  }
  /// The separator between two lines; the host draws it if the app registers no view.
  public static var separator: Kind { Kind("separator", .decoration, fields: [.fill]) }
}

/// An extra, typed value that a layout gives to each view of a kind.
public struct Field {
  let name: StaticString
  let help: StaticString
  let unit: StaticString
  let typeCode: UInt32
  let caseNames: [StaticString]

  /// A field of this type; write it with `field` of ``Answer``.
  public init<Value: PropertyValue>(
    _ name: StaticString, _ type: Value.Type, unit: StaticString = "", help: StaticString
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    typeCode = Value.typeCode
    caseNames = Value.caseNames
  }

  /// The colour of a decoration that the host draws, as an integer: 0xRRGGBBAA.
  public static var fill: Field {
    Field("fill", Int64.self, help: "The colour inside: 0xRRGGBBAA.")
  }
  /// The corner radius of a decoration that the host draws.
  public static var cornerRadius: Field {
    Field("cornerRadius", Double.self, unit: "pt", help: "The radius of the corners.")
  }
}
