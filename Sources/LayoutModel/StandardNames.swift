// SPDX-License-Identifier: Apache-2.0
//
// The names of layout/names.h, which hosts, apps and sources of data know.

import LayoutABI

/// The standing of a name that a layout declares.
public enum NameStanding: Sendable, Equatable {
  /// A name that is not in the list: the layout's own.
  case own
  /// A name of the list, declared as in the list.
  case standard
  /// A name of the list with another declaration, so it is the layout's own. The text gives the
  /// declaration in the list, such as "i64".
  case different(String)

  /// True for a name of the list that is declared as in the list.
  public var isStandard: Bool { self == .standard }
}

/// The list.
public enum StandardNames {
  /// A property of the list.
  package struct Property {
    package let name: String
    package let type: ValueType
    /// The cases that an enumeration must have at least.
    package let cases: [String]

    init(_ name: String, _ type: ValueType, cases: [String] = []) {
      (self.name, self.type, self.cases) = (name, type, cases)
    }
  }

  /// A query of the list; it has no arguments.
  package struct Query {
    package let name: String
    package let scope: QueryDescriptor.Scope
    package let result: ValueType
  }

  /// A field of the list.
  package struct Field {
    package let name: String
    package let type: ValueType
  }

  package static let properties = [
    Property(LAYOUT_NAME_SCROLL_DIRECTION, .enumeration, cases: ["vertical", "horizontal"]),
    Property(LAYOUT_NAME_COLUMN_COUNT, .integer), Property(LAYOUT_NAME_COLUMN_WIDTH, .number),
    Property(LAYOUT_NAME_COLUMN_SPACING, .number), Property(LAYOUT_NAME_ROW_SPACING, .number),
    Property(LAYOUT_NAME_ITEM_SIZE, .size), Property(LAYOUT_NAME_TARGET_HEIGHT, .number),
    Property(LAYOUT_NAME_SECTION_INSET, .insets), Property(LAYOUT_NAME_PAGE_INSET, .insets),
    Property(LAYOUT_NAME_HEADER_REFERENCE_SIZE, .size),
    Property(LAYOUT_NAME_FOOTER_REFERENCE_SIZE, .size),
    Property(LAYOUT_NAME_MINIMUM_LINE_SPACING, .number),
    Property(LAYOUT_NAME_MINIMUM_INTERITEM_SPACING, .number),
    Property(LAYOUT_NAME_LINE_ALIGNMENT, .enumeration, cases: ["leading"]),
    Property(LAYOUT_NAME_BASE, .text),
  ]

  package static let queries = [
    Query(name: LAYOUT_QUERY_SIZE_FOR_ITEM, scope: .item, result: .size),
    Query(name: LAYOUT_QUERY_ASPECT_RATIO_FOR_ITEM, scope: .item, result: .number),
    Query(name: LAYOUT_QUERY_COLUMN_SPAN, scope: .item, result: .integer),
    Query(name: LAYOUT_QUERY_INSET_FOR_SECTION, scope: .section, result: .insets),
    Query(name: LAYOUT_QUERY_MINIMUM_LINE_SPACING, scope: .section, result: .number),
    Query(name: LAYOUT_QUERY_MINIMUM_INTERITEM_SPACING, scope: .section, result: .number),
    Query(name: LAYOUT_QUERY_HEADER_SIZE, scope: .section, result: .size),
    Query(name: LAYOUT_QUERY_FOOTER_SIZE, scope: .section, result: .size),
    Query(name: LAYOUT_QUERY_WIDTH_FOR_COLUMN, scope: .item, result: .number),
    Query(name: LAYOUT_QUERY_HEIGHT_FOR_ROW, scope: .section, result: .number),
  ]

  package static let fields = [
    Field(name: LAYOUT_FIELD_FILL, type: .integer),
    Field(name: LAYOUT_FIELD_STROKE, type: .integer),
    Field(name: LAYOUT_FIELD_STROKE_WIDTH, type: .number),
    Field(name: LAYOUT_FIELD_CORNER_RADIUS, type: .number),
    Field(name: LAYOUT_FIELD_ROW, type: .integer), Field(name: LAYOUT_FIELD_COLUMN, type: .integer),
  ]

  package static let supplementaries = [
    LAYOUT_KIND_HEADER, LAYOUT_KIND_FOOTER, LAYOUT_KIND_COLUMN_HEADER,
  ]

  /// The queries that every source of data answers, as far as it has values.
  package static let answered: Set<String> = [
    LAYOUT_QUERY_SIZE_FOR_ITEM, LAYOUT_QUERY_ASPECT_RATIO_FOR_ITEM, LAYOUT_QUERY_INSET_FOR_SECTION,
    LAYOUT_QUERY_MINIMUM_LINE_SPACING,
    LAYOUT_QUERY_MINIMUM_INTERITEM_SPACING, LAYOUT_QUERY_HEADER_SIZE, LAYOUT_QUERY_WIDTH_FOR_COLUMN,
  ]
}

extension PropertyDescriptor {
  /// The standing of its name.
  public var standing: NameStanding {
    guard let known = StandardNames.properties.first(where: { $0.name == name }) else {
      return .own
    }
    guard type == known.type else { return .different(known.type.name) }
    let hasCases = known.cases.allSatisfy(cases.contains)
    return hasCases ? .standard : .different("enum with \(known.cases.joined(separator: ", "))")
  }
}

extension QueryDescriptor {
  /// The standing of its name.
  public var standing: NameStanding {
    guard let known = StandardNames.queries.first(where: { $0.name == name }) else { return .own }
    if scope == known.scope, result == known.result, arguments.isEmpty { return .standard }
    return .different("\(known.scope) → \(known.result.name)")
  }

  /// True if a source of data answers it, and not only an app.
  public var isAnsweredBySources: Bool {
    standing.isStandard && StandardNames.answered.contains(name)
  }
}

extension FieldDescriptor {
  /// The standing of its name.
  public var standing: NameStanding {
    guard let known = StandardNames.fields.first(where: { $0.name == name }) else { return .own }
    return type == known.type ? .standard : .different(known.type.name)
  }
}

extension KindDescriptor {
  /// The standing of its name.
  public var standing: NameStanding {
    guard StandardNames.supplementaries.contains(name) else { return .own }
    return category == .supplementary ? .standard : .different("a supplementary")
  }
}

extension LayoutDescriptor {
  /// The names of the list with other declarations, which are the layout's own, in words: "the
  /// property columnCount is f64; the standard one is i64".
  public var differentNames: [String] {
    func words(_ what: String, _ name: String, _ own: String, _ standing: NameStanding) -> String? {
      guard case .different(let wanted) = standing else { return nil }
      return "the \(what) \(name) is \(own); the standard one is \(wanted)"
    }
    let fields = kinds.filter { $0.category == .decoration }.flatMap(\.fields)
    return properties.compactMap {
      words("property", $0.name, Self.words($0), $0.standing)
    }
      + queries.compactMap {
        words("query", $0.name, Self.words($0), $0.standing)
      } + fields.compactMap { words("field", $0.name, $0.type.name, $0.standing) }
      + kinds.compactMap { words("kind", $0.name, "a \($0.category)", $0.standing) }
  }

  private static func words(_ property: PropertyDescriptor) -> String {
    property.type == .enumeration
      ? "enum with \(property.cases.joined(separator: ", "))" : property.type.name
  }

  private static func words(_ query: QueryDescriptor) -> String {
    let arguments = query.arguments.map(\.name)
    return (["\(query.scope)"] + arguments).joined(separator: ", ") + " → \(query.result.name)"
  }
}
