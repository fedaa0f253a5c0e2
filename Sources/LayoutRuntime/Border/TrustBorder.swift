// SPDX-License-Identifier: Apache-2.0
//
// The one place where a plugin's answers are checked before the host uses them.

import LayoutABI
import LayoutModel

/// The rules for a plugin's answers, the same for every process that they come from.
///
/// Nothing from a plugin is used before it passed here. A breach is an error with the code `breach`
/// that names the plugin, the call, the thing and the rule.
public struct TrustBorder: Sendable {
  /// A rule that an answer can break. Messages give its name after "rule:".
  public enum Rule: String, Sendable, CaseIterable {
    /// Numbers are neither NaN nor infinite, and the edges computed from them are finite too.
    case finite
    /// Sizes are zero or more.
    case size
    /// Opacity is 0 to 1.
    case alpha
    /// The category and the kind are declared and belong together.
    case kind
    /// The index path exists in the data.
    case path
    /// Only declared flags are set.
    case flags
    /// The index of a transform or a payload lies inside the answer, and so does the whole block.
    case index
    /// A field has a valid value of its type: 0 or 1 for a bool, one of its cases for an
    /// enumeration.
    case field
    /// No element occurs twice.
    case duplicate
    /// The answer is about the thing that was asked about.
    case identity
    /// Counts do not exceed the room that was given, and a demand for more room is a possible one.
    case room
    /// Only declared marks are set.
    case marks
    /// A status, a state or a value is one that the header allows in its place.
    case value
    /// Nothing was written past the end of the room that was given.
    case memory
  }

  /// The id of the plugin, for messages.
  public let plugin: String
  /// The largest answer that is allowed.
  public let limits: AnswerLimits
  let kinds: [KindRules]
  let kindNames: [String]

  /// Creates the border for one layout of a plugin.
  public init(
    plugin: String, descriptor: LayoutDescriptor, limits: AnswerLimits = AnswerLimits()
  ) {
    self.plugin = plugin
    self.limits = limits
    kinds = descriptor.kinds.map(KindRules.init)
    kindNames = descriptor.kinds.map(\.name)
  }

  /// Returns a breach of `rule` in `call`; `what` names the thing and its wrong value.
  package func breach(_ rule: Rule, _ what: String, call: String) -> LayoutError {
    LayoutError(.breach, "\(what) (rule: \(rule.rawValue))", plugin: plugin, call: call)
  }
}

/// The facts about a kind that the border checks, without text.
struct KindRules: Sendable {
  /// The content of one word of a payload block.
  enum Word: Sendable, Equatable {
    case number, integer, bool
    case enumeration(caseCount: Int)

    init(_ field: FieldDescriptor) {
      switch field.type {
      case .bool: self = .bool
      case .enumeration: self = .enumeration(caseCount: field.cases.count)
      case .number, .point, .size, .insets: self = .number
      case .none, .integer, .text, .array, .index: self = .integer
      }
    }
  }

  let category: UInt16
  let words: [Word]
  /// The number of words of a block.
  let wordCount: Int
  /// True if every word may hold any bits.
  let isFree: Bool

  init(_ kind: KindDescriptor) {
    category = kind.category.rawValue
    words = kind.fields.flatMap { field in
      Array(repeating: Word(field), count: field.wordCount)
    }
    wordCount = words.count
    isFree = words.allSatisfy { $0 == .integer }
  }
}

// MARK: - Values
//
// The rules for answers without elements: sizes, targets, marks, values.

extension TrustBorder {
  /// Every mark that the header declares.
  static let knownMarks: UInt32 =
    LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
    | LAYOUT_MARK_DECORATIONS | LAYOUT_MARK_BOUNDS | LAYOUT_MARK_PROPERTIES

  /// Checks the size of the whole content: finite, zero or more.
  public func contentSize(_ size: Size) throws(LayoutError) {
    try contentLength(size.width, "width")
    try contentLength(size.height, "height")
  }

  private func contentLength(_ length: Double, _ name: String) throws(LayoutError) {
    guard length.isFinite, length >= 0 else {
      throw breach(
        length.isFinite ? .size : .finite, "the content's \(name) is \(Self.text(length))",
        call: Slot.contentSize.rawValue)
    }
  }

  /// Checks that a content offset to rest at is finite.
  public func scrollTarget(_ point: Point) throws(LayoutError) {
    guard point.x.isFinite, point.y.isFinite else {
      throw breach(
        .finite, "the target is (\(Self.text(point.x)), \(Self.text(point.y)))",
        call: Slot.target.rawValue)
    }
  }

  /// Checks that the marks of an invalidation are declared.
  public func marks(_ marks: UInt32, call: String) throws(LayoutError) {
    let unknown = marks & ~Self.knownMarks
    guard unknown == 0 else {
      throw breach(.marks, "the marks 0x\(String(unknown, radix: 16)) are unknown", call: call)
    }
  }

  /// Checks the name of an element: its kind and path must exist.
  public func element(
    _ element: layout_element, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    var record = layout_attributes()
    (record.category, record.kind) = (element.category, element.kind)
    (record.section, record.item) = (element.section, element.item)
    guard hasKnownKind(record) else {
      throw breach(.kind, "\(name(of: record)) is of no declared kind", call: call)
    }
    guard hasKnownPath(record, itemCounts) else {
      throw breach(.path, "\(name(of: record)) is not in the data", call: call)
    }
  }

  /// Returns true if a layout with dynamics moves.
  public func isMoving(_ state: UInt32) throws(LayoutError) -> Bool {
    guard state == LAYOUT_MOVING || state == LAYOUT_AT_REST else {
      throw breach(
        .value, "the state \(state) is neither at rest nor moving", call: Slot.advance.rawValue)
    }
    return state == LAYOUT_MOVING
  }

  /// Checks the value of a property: it has the right type, or is empty if the property is
  /// optional, and is inside the range.
  public func value(
    _ value: LayoutValue, of property: PropertyDescriptor
  ) throws(LayoutError) {
    let call = Slot.getProperty.rawValue
    if value == .none, property.isOptional { return }
    guard value.type == property.type, value.isSound else {
      throw breach(
        .value, "\(property.name) is \(value), which is no \(property.type.name)", call: call)
    }
    let isInside: Bool =
      if case .enumeration(let index) = value {
        property.cases.indices.contains(index)
      } else {
        value.numbers.allSatisfy { $0 >= property.minimum && $0 <= property.maximum }
      }
    guard isInside else {
      throw breach(.value, "\(property.name) is \(value), outside its range", call: call)
    }
  }

  /// Checks the result of an action: it has the right type and contains no NaN.
  public func result(_ value: LayoutValue, of action: ActionDescriptor) throws(LayoutError) {
    guard value.type == action.result, value.isSound else {
      throw breach(
        .value, "the result is \(value), which is no \(action.result.name)", call: action.name)
    }
  }

  /// Returns a number in readable form: "NaN" by name, whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-infinity" : "infinity" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension LayoutValue {
  /// True if no number in the value is NaN and no index is below zero.
  package var isSound: Bool {
    if case .enumeration(let index) = self { return index >= 0 }
    return numbers.allSatisfy { !$0.isNaN }
  }
}
