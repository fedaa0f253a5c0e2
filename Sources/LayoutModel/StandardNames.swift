// SPDX-License-Identifier: Apache-2.0
//
// The names of layout/names.h: what hosts, apps and sources of data know without asking the layout.

/// The standing of a name that a layout declares.
public enum NameStanding: Sendable, Equatable {
  /// No name of the list: the layout's own.
  case own
  /// A name of the list, declared as the list has it.
  case standard
  /// A name of the list, declared otherwise, so the layout's own all the same. The text says what the list
  /// has, such as "i64".
  case different(String)

  /// True for a name of the list that is declared as the list has it.
  public var isStandard: Bool { self == .standard }
}

/// The list.
public enum StandardNames {
  /// A property of the list.
  package struct Property {
    package let name: String
    package let type: ValueType
    /// Those that an enumeration has at least.
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
    Property("scrollDirection", .enumeration, cases: ["vertical", "horizontal"]),
    Property("columnCount", .integer), Property("columnWidth", .number),
    Property("columnSpacing", .number), Property("rowSpacing", .number),
    Property("itemSize", .size), Property("targetHeight", .number),
    Property("sectionInset", .insets), Property("pageInset", .insets),
    Property("headerReferenceSize", .size), Property("footerReferenceSize", .size),
    Property("minimumLineSpacing", .number), Property("minimumInteritemSpacing", .number),
    Property("lineAlignment", .enumeration, cases: ["leading"]),
    Property("base", .enumeration, cases: ["waterfall"]),
  ]

  package static let queries = [
    Query(name: "sizeForItem", scope: .item, result: .size),
    Query(name: "aspectRatioForItem", scope: .item, result: .number),
    Query(name: "columnSpan", scope: .item, result: .integer),
    Query(name: "insetForSection", scope: .section, result: .insets),
    Query(name: "minimumLineSpacing", scope: .section, result: .number),
    Query(name: "minimumInteritemSpacing", scope: .section, result: .number),
    Query(name: "headerSize", scope: .section, result: .size),
    Query(name: "footerSize", scope: .section, result: .size),
    Query(name: "widthForColumn", scope: .item, result: .number),
    Query(name: "heightForRow", scope: .section, result: .number),
  ]

  package static let fields = [
    Field(name: "fill", type: .integer), Field(name: "stroke", type: .integer),
    Field(name: "strokeWidth", type: .number), Field(name: "cornerRadius", type: .number),
    Field(name: "row", type: .integer), Field(name: "column", type: .integer),
  ]

  package static let supplementaries = ["header", "footer", "columnHeader"]

  /// The queries that every source of data answers, as far as it has anything to say.
  package static let answered: Set<String> = [
    "sizeForItem", "aspectRatioForItem", "insetForSection", "minimumLineSpacing",
    "minimumInteritemSpacing", "headerSize", "widthForColumn",
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

  /// True when a source of data answers it, and not an app alone.
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
  /// The names of the list that are declared otherwise, and nothing but the layout's own, in words:
  /// "the property columnCount is f64; the standard one is i64".
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
