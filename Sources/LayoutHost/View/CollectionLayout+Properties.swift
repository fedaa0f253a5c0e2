// SPDX-License-Identifier: Apache-2.0
//
// The properties of a layout, by name and by typed keys: checked here, so that a layout only
// receives valid values.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

// MARK: - By name

extension CollectionLayout {
  /// Sets a property; the next frame shows it. `.none` unsets an optional one.
  ///
  /// - Parameter name: A property of the layout, or of a child by its path: `base.columnCount`,
  ///   `0.itemSize` for the layout of section 0, `waterfall.columnCount` by the id of the child. A
  ///   name that the layout does not have goes to its first child, and stays in force for any other
  ///   layout in that place.
  /// - Throws: `unknown-property` (with similar names), `property-type`, `unknown-case`,
  ///   `out-of-range`, or the layout's own refusal. The old value then stays. `worker-late` when a
  ///   layout in a worker exceeds the first limit of its deadlines: it still receives the value.
  public func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    var late: LayoutError?
    do throws(LayoutError) {
      if let path = ChildPath(name, in: connection) {
        try connection.setProperty(try path.setting(value))
      } else {
        try connection.setProperty(at: try checkedIndex(name, for: value), to: value)
      }
    } catch {
      guard error.code == .workerLate else { throw error }
      late = error
    }
    noteSetting()
    journal?.note(.setProperty(self, name, value))
    if let late { throw late }
  }

  /// Sets a property of the layout itself without waiting; the code that polls it calls
  /// ``noteSetting()`` once it is set.
  func startSetting(
    _ name: String, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    try connection.startSetting(at: try checkedIndex(name, for: value), to: value)
  }

  func noteSetting() {
    engine.pending.marks |= LAYOUT_MARK_PROPERTIES
    engine.pending.hasNewSettings = true
    settingRevision += 1
  }

  private func checkedIndex(_ name: String, for value: LayoutValue) throws(LayoutError) -> Int {
    let index = try propertyIndex(name)
    try descriptor.properties[index].check(value, layout: id)
    return index
  }

  /// Sets an enumeration by the name of its case.
  public func set(_ name: String, toCase caseName: String) throws(LayoutError) {
    try set(name, to: try value(ofCase: caseName, of: name))
  }

  /// The value of an enumeration by the name of its case.
  func value(ofCase caseName: String, of name: String) throws(LayoutError) -> LayoutValue {
    let property = try property(named: name)
    guard let index = property.cases.firstIndex(of: caseName) else {
      throw LayoutError(
        .unknownCase,
        "\(id).\(name) has no case \(caseName): "
          + NearNames.hint(for: caseName, among: property.cases))
    }
    return .enumeration(index)
  }

  /// The value of a property as last set, or its default.
  ///
  /// - Throws: `unknown-property`, or the layout's own error.
  public func value(of name: String) throws(LayoutError) -> LayoutValue {
    if let path = ChildPath(name, in: connection) { return try path.find().value }
    return try connection.property(at: try propertyIndex(name))
  }

  /// The value of a property of the layout itself; nil for a default that was never set. A layout of other layouts
  /// may pass on the properties that were set, with whatever value, and no others.
  package func changedValue(of property: PropertyDescriptor) throws(LayoutError) -> LayoutValue? {
    let value = try value(of: property.name)
    let wasSet = connection.settings[try propertyIndex(property.name)] != nil
    return wasSet || value != property.defaultValue ? value : nil
  }

  /// The description of a property of the layout, or of a child.
  ///
  /// - Throws: `unknown-property`.
  package func property(named name: String) throws(LayoutError) -> PropertyDescriptor {
    if let path = ChildPath(name, in: connection) { return try path.find().property }
    return descriptor.properties[try propertyIndex(name)]
  }

  /// Returns true when the layout declares a property with this name.
  public func hasProperty(_ name: String) -> Bool {
    descriptor.properties.contains { $0.name == name }
  }

  private func propertyIndex(_ name: String) throws(LayoutError) -> Int {
    let properties = descriptor.properties
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      throw LayoutError(
        .unknownProperty,
        "\(id) has no property \(name): "
          + NearNames.hint(for: name, among: properties.map(\.name)))
    }
    return index
  }
}

// MARK: - By typed keys
//
// Properties by typed keys: the compiler finds a wrong type, instead of the layout.

/// The name of a property together with the type of its value.
///
/// ```swift
/// try layout.set(.itemSize, to: Size(width: 80, height: 60))
/// let columns = try layout.value(of: .columnCount)
/// ```
///
/// The keys below are the standard names of `layout/names.h`; an app declares keys for other
/// properties of a layout:
///
/// ```swift
/// extension PropertyKey where Value == Double {
///   static var twist: Self { "twist" }
/// }
/// ```
public struct PropertyKey<Value: PropertyValue>: Sendable, ExpressibleByStringLiteral {
  /// The name that the layout declares.
  public let name: String

  /// A key for the property of this name.
  public init(_ name: String) { self.name = name }

  /// A key for the property of this name.
  public init(stringLiteral name: String) { self.name = name }
}

/// A type of property values.
public protocol PropertyValue: Sendable {
  /// Reads a value; nil when it has another type.
  init?(_ value: LayoutValue)
  /// The value in the form for a layout.
  var layoutValue: LayoutValue { get }
}

extension Bool: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }
  public var layoutValue: LayoutValue { .bool(self) }
}

extension Int: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }
  public var layoutValue: LayoutValue { .integer(Int64(self)) }
}

extension Double: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
  public var layoutValue: LayoutValue { .number(self) }
}

extension String: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  public var layoutValue: LayoutValue { .text(self) }
}

extension Point: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .point(let point) = value else { return nil }
    self = point
  }
  public var layoutValue: LayoutValue { .point(self) }
}

extension Size: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .size(let size) = value else { return nil }
    self = size
  }
  public var layoutValue: LayoutValue { .size(self) }
}

extension Insets: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .insets(let insets) = value else { return nil }
    self = insets
  }
  public var layoutValue: LayoutValue { .insets(self) }
}

extension PropertyKey where Value == Int {
  /// The number of columns, or of rows if the content scrolls horizontally.
  public static var columnCount: Self { Self(LAYOUT_NAME_COLUMN_COUNT) }
}

extension PropertyKey where Value == Double {
  /// The width of columns, points, of which as many are used as fit, instead of ``columnCount``.
  public static var columnWidth: Self { Self(LAYOUT_NAME_COLUMN_WIDTH) }
  /// Space between two columns, points.
  public static var columnSpacing: Self { Self(LAYOUT_NAME_COLUMN_SPACING) }
  /// Space between two rows, or between two items of a column, points.
  public static var rowSpacing: Self { Self(LAYOUT_NAME_ROW_SPACING) }
  /// The approximate height of rows, points; their width if the content scrolls horizontally.
  public static var targetHeight: Self { Self(LAYOUT_NAME_TARGET_HEIGHT) }
  /// Space between two lines, points.
  public static var minimumLineSpacing: Self { Self(LAYOUT_NAME_MINIMUM_LINE_SPACING) }
  /// The least space between two items of a line, points.
  public static var minimumInteritemSpacing: Self { Self(LAYOUT_NAME_MINIMUM_INTERITEM_SPACING) }
}

extension PropertyKey where Value == Size {
  /// The size of items without a size from the app, points.
  public static var itemSize: Self { Self(LAYOUT_NAME_ITEM_SIZE) }
  /// The size of section headers, points; only the length along the scroll axis is used.
  public static var headerReferenceSize: Self { Self(LAYOUT_NAME_HEADER_REFERENCE_SIZE) }
  /// The size of section footers, points; only the length along the scroll axis is used.
  public static var footerReferenceSize: Self { Self(LAYOUT_NAME_FOOTER_REFERENCE_SIZE) }
}

extension PropertyKey where Value == Insets {
  /// Space between a section's items and its header, footer and sides, points.
  public static var sectionInset: Self { Self(LAYOUT_NAME_SECTION_INSET) }
  /// Space between the cells and the edges of a page, points, in a layout of pages.
  public static var pageInset: Self { Self(LAYOUT_NAME_PAGE_INSET) }
}

extension CollectionLayout {
  /// Sets a property; the next frame shows it.
  ///
  /// - Throws: `unknown-property` (with similar names), `property-type` when the layout declares
  ///   the name with another type, `out-of-range`, or the layout's own refusal. The old value then
  ///   stays.
  public func set<Value>(_ key: PropertyKey<Value>, to value: Value) throws(LayoutError) {
    try set(key.name, to: value.layoutValue)
  }

  /// The value of a property as last set, or its default; nil for an optional one that is unset.
  ///
  /// - Throws: `unknown-property`, `property-type` when the layout declares the name with another type, or
  ///   the layout's own error.
  public func value<Value>(of key: PropertyKey<Value>) throws(LayoutError) -> Value? {
    let value = try value(of: key.name)
    guard value != .none else { return nil }
    guard let typed = Value(value) else {
      throw LayoutError(
        .propertyType,
        "\(id).\(key.name) is of type \(value.type.name), not \(Value.self): "
          + "declare the key with the type that 'layouthost info \(id)' prints")
    }
    return typed
  }
}
