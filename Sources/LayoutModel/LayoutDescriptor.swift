// SPDX-License-Identifier: Apache-2.0
//
// What a layout says about itself, copied out of the plugin's tables: values without pointers, so
// that they outlive the image and cross a process.

/// The category of an element.
public enum ElementCategory: UInt16, Sendable, Comparable, CaseIterable {
  case cell = 0
  case supplementary, decoration

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A named setting of a layout.
public struct PropertyDescriptor: Sendable, Equatable {
  public var name: String
  public var help: String
  public var unit: String
  public var type: ValueType
  /// `.none` when the property is optional and unset by default.
  public var defaultValue: LayoutValue
  /// Bounds of every number in the value, inclusive.
  public var minimum: Double
  public var maximum: Double
  /// An enumeration's cases, or the member names of an object that stands for an array.
  public var cases: [String]
  /// Whether the property may be unset.
  public var isOptional: Bool

  public init(
    name: String, help: String, unit: String, type: ValueType, defaultValue: LayoutValue,
    minimum: Double, maximum: Double, cases: [String], isOptional: Bool
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    self.type = type
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.cases = cases
    self.isOptional = isOptional
  }
}

/// A question that a layout asks the app.
public struct QueryDescriptor: Sendable, Equatable {
  /// Whether it is asked for each item or for each section.
  public enum Scope: UInt32, Sendable {
    case item = 0
    case section
  }

  public var name: String
  public var help: String
  public var scope: Scope
  public var result: ValueType
  /// After the path; a query with arguments has no bulk form.
  public var arguments: [ValueType]

  public init(
    name: String, help: String, scope: Scope, result: ValueType, arguments: [ValueType]
  ) {
    self.name = name
    self.help = help
    self.scope = scope
    self.result = result
    self.arguments = arguments
  }
}

/// A named argument of an action or an event.
public struct ArgumentDescriptor: Sendable, Equatable {
  public var name: String
  public var type: ValueType

  public init(name: String, type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// A call that a layout offers to its user.
public struct ActionDescriptor: Sendable, Equatable {
  public var name: String
  public var help: String
  public var arguments: [ArgumentDescriptor]
  public var result: ValueType

  public init(name: String, help: String, arguments: [ArgumentDescriptor], result: ValueType) {
    self.name = name
    self.help = help
    self.arguments = arguments
    self.result = result
  }
}

/// A notice that a layout gives to the app.
public struct EventDescriptor: Sendable, Equatable {
  public var name: String
  public var help: String
  public var arguments: [ArgumentDescriptor]

  public init(name: String, help: String, arguments: [ArgumentDescriptor]) {
    self.name = name
    self.help = help
    self.arguments = arguments
  }
}

/// An extra, typed value that a layout gives to each view of a kind.
public struct FieldDescriptor: Sendable, Equatable {
  public var name: String
  public var help: String
  public var unit: String
  public var type: ValueType
  public var cases: [String]

  public init(name: String, help: String, unit: String, type: ValueType, cases: [String]) {
    self.name = name
    self.help = help
    self.unit = unit
    self.type = type
    self.cases = cases
  }

  /// The 8-byte words that the field takes in a payload block.
  public var wordCount: Int {
    switch type {
    case .point, .size: 2
    case .insets: 4
    default: 1
    }
  }
}

/// A kind of element that a layout places.
public struct KindDescriptor: Sendable, Equatable {
  public var name: String
  public var category: ElementCategory
  public var fields: [FieldDescriptor]

  public init(name: String, category: ElementCategory, fields: [FieldDescriptor]) {
    self.name = name
    self.category = category
    self.fields = fields
  }

  /// The words of one payload block of this kind.
  public var wordCount: Int { fields.reduce(0) { $0 + $1.wordCount } }
}

/// One layout of a plugin.
public struct LayoutDescriptor: Sendable, Equatable {
  public var id: String
  public var name: String
  public var help: String
  public var properties: [PropertyDescriptor]
  public var queries: [QueryDescriptor]
  public var actions: [ActionDescriptor]
  public var events: [EventDescriptor]
  /// Kind 0 is the cell.
  public var kinds: [KindDescriptor]
  public var stateSchema: String
  public var stateVersion: UInt32
  /// Whether the host mirrors x for right-to-left.
  public var hostMirrors: Bool

  public init(
    id: String, name: String, help: String, properties: [PropertyDescriptor],
    queries: [QueryDescriptor], actions: [ActionDescriptor], events: [EventDescriptor],
    kinds: [KindDescriptor], stateSchema: String, stateVersion: UInt32, hostMirrors: Bool
  ) {
    self.id = id
    self.name = name
    self.help = help
    self.properties = properties
    self.queries = queries
    self.actions = actions
    self.events = events
    self.kinds = kinds
    self.stateSchema = stateSchema
    self.stateVersion = stateVersion
    self.hostMirrors = hostMirrors
  }
}

/// A plugin: who it is and the layouts it offers, in the order of its table.
public struct PluginDescriptor: Sendable, Equatable {
  public var id: String
  public var name: String
  public var version: String
  public var layouts: [LayoutDescriptor]

  public init(id: String, name: String, version: String, layouts: [LayoutDescriptor]) {
    self.id = id
    self.name = name
    self.version = version
    self.layouts = layouts
  }
}
