// SPDX-License-Identifier: Apache-2.0
//
// The description of a layout, copied out of the plugin's tables: values without pointers, so that
// they outlive the image and can cross a process.

/// The category of an element.
public enum ElementCategory: UInt16, Sendable, Comparable, CaseIterable {
  /// An element that shows an item.
  case cell = 0
  /// An element that belongs to data and is no cell, such as a section's header.
  case supplementary
  /// An element that belongs to the layout, such as a backdrop.
  case decoration

  /// The order of categories in frames.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A named setting of a layout.
public struct PropertyDescriptor: Sendable, Equatable {
  /// The name by which it is set, such as `spacing`.
  public var name: String
  /// The effect, one sentence for people.
  public var help: String
  /// The unit of the number or numbers in the value, such as `pt`; empty for none.
  public var unit: String
  /// The type of its values.
  public var type: ValueType
  /// The default value; `.none` if the property is optional and unset by default.
  public var defaultValue: LayoutValue
  /// The minimum of a number in the value, in its unit.
  public var minimum: Double
  /// The maximum, in the same unit.
  public var maximum: Double
  /// An enumeration's cases, or the member names of an object that an array represents.
  public var cases: [String]
  /// True when the property may be unset.
  public var isOptional: Bool

  /// A setting from its members.
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
  /// The scope of a query: each item or each section.
  public enum Scope: UInt32, Sendable {
    /// For an item, by its path.
    case item = 0
    /// For a section, by its index.
    case section
  }

  /// The name by which it is answered, such as `sizeForItem`.
  public var name: String
  /// The question, one sentence for people.
  public var help: String
  /// The scope.
  public var scope: Scope
  /// The type of the app's answer.
  public var result: ValueType
  /// The types of the arguments after the path; a query with arguments has no bulk form.
  public var arguments: [ValueType]
  /// The names of the arguments, as many as ``arguments``, for people.
  public var argumentNames: [String]

  /// A question from its members.
  public init(
    name: String, help: String, scope: Scope, result: ValueType, arguments: [ValueType],
    argumentNames: [String] = []
  ) {
    self.argumentNames = argumentNames
    self.name = name
    self.help = help
    self.scope = scope
    self.result = result
    self.arguments = arguments
  }
}

/// A named argument of an action or an event.
public struct ArgumentDescriptor: Sendable, Equatable {
  /// The name, for people and for messages.
  public var name: String
  /// The type of its values.
  public var type: ValueType

  /// An argument from its members.
  public init(name: String, type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// A call that a layout offers to the app.
public struct ActionDescriptor: Sendable, Equatable {
  /// The name by which it is called.
  public var name: String
  /// The effect, one sentence for people.
  public var help: String
  /// The arguments, in order.
  public var arguments: [ArgumentDescriptor]
  /// The type of its answer; `.none` for nothing.
  public var result: ValueType

  /// A call from its members.
  public init(name: String, help: String, arguments: [ArgumentDescriptor], result: ValueType) {
    self.name = name
    self.help = help
    self.arguments = arguments
    self.result = result
  }
}

/// A notice from a layout to the app.
public struct EventDescriptor: Sendable, Equatable {
  /// The name by which the app recognises it.
  public var name: String
  /// The event, one sentence for people.
  public var help: String
  /// The arguments, in order.
  public var arguments: [ArgumentDescriptor]

  /// A notice from its members.
  public init(name: String, help: String, arguments: [ArgumentDescriptor]) {
    self.name = name
    self.help = help
    self.arguments = arguments
  }
}

/// An extra, typed value that a layout gives to each view of a kind.
public struct FieldDescriptor: Sendable, Equatable {
  /// The name by which views read it.
  public var name: String
  /// The meaning, one sentence for people.
  public var help: String
  /// The unit of the number or numbers in the value, such as `pt`; empty for none.
  public var unit: String
  /// The type of its values.
  public var type: ValueType
  /// The cases of an enumeration; empty otherwise.
  public var cases: [String]

  /// A value from its members.
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
  /// The name by which views are registered for it, such as `header`; `cell` for cells.
  public var name: String
  /// The category of its elements.
  public var category: ElementCategory
  /// The further fields of each of its views, in the order in which their words lie in a payload.
  public var fields: [FieldDescriptor]

  /// A kind from its members.
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
  /// The id by which it is made, such as `flow`; unique in its plugin.
  public var id: String
  /// The name for people.
  public var name: String
  /// The effect, one sentence for people.
  public var help: String
  /// Its settings, in the order declared.
  public var properties: [PropertyDescriptor]
  /// The queries of the app, in the order declared.
  public var queries: [QueryDescriptor]
  /// The actions for the app, in the order declared.
  public var actions: [ActionDescriptor]
  /// The events for the app, in the order declared.
  public var events: [EventDescriptor]
  /// The kinds; kind 0 is the cell.
  public var kinds: [KindDescriptor]
  /// The schema of its saved state; empty if it saves none.
  public var stateSchema: String
  /// The version of the saved state; it grows when the format changes.
  public var stateVersion: UInt32
  /// True when the host mirrors x for right-to-left.
  public var hostMirrors: Bool

  /// A layout from its members.
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

/// A plugin: its identity and its layouts, in the order of its table.
public struct PluginDescriptor: Sendable, Equatable {
  /// The id of the plugin, such as `org.example.flow`; the same in every version.
  public var id: String
  /// The name for people.
  public var name: String
  /// The version, as in semantic versioning.
  public var version: String
  /// The layouts, in the order of the table.
  public var layouts: [LayoutDescriptor]

  /// A plugin from its members.
  public init(id: String, name: String, version: String, layouts: [LayoutDescriptor]) {
    self.id = id
    self.name = name
    self.version = version
    self.layouts = layouts
  }
}
