// SPDX-License-Identifier: Apache-2.0
//
// The one place where what a plugin said becomes something the host believes.

import LayoutABI
import LayoutModel

/// The rules that a plugin's answers keep, whichever process they come from.
///
/// Nothing that came from a plugin is used before it passed here. A breach is an error with the
/// code `breach` that names plugin, call, thing and rule.
public struct TrustBorder: Sendable {
  /// A rule that an answer can break. The names are those that messages give after "rule:".
  public enum Rule: String, Sendable, CaseIterable {
    /// Numbers are neither NaN nor infinite, nor are the edges made of them.
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
    /// A transform's or payload's index lies inside the answer, the block with it.
    case index
    /// A field is of its type: a bool 0 or 1, an enumeration one of its cases.
    case field
    /// Each element comes once.
    case duplicate
    /// The answer is for what was asked.
    case identity
    /// Counts stay inside the room that was given, and a demand for room is one that can be.
    case room
    /// Only declared marks are set.
    case marks
    /// A status, a state or a value is one that the header allows there.
    case value
    /// Nothing was written behind the room that was given.
    case memory
  }

  /// Id of the plugin, for messages.
  public let plugin: String
  /// The most that an answer may hold.
  public let limits: AnswerLimits
  let kinds: [KindRules]
  let kindNames: [String]

  /// The border for one layout of a plugin.
  public init(
    plugin: String, descriptor: LayoutDescriptor, limits: AnswerLimits = AnswerLimits()
  ) {
    self.plugin = plugin
    self.limits = limits
    kinds = descriptor.kinds.map(KindRules.init)
    kindNames = descriptor.kinds.map(\.name)
  }

  /// A breach of `rule` in `call`; `what` says which thing is what.
  package func breach(_ rule: Rule, _ what: String, call: String) -> LayoutError {
    LayoutError(.breach, "\(what) (rule: \(rule.rawValue))", plugin: plugin, call: call)
  }
}

/// The border's knowledge of a kind, without text.
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
  /// True when any bits are right in any of the words.
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
// The rules for everything that is not an answer with elements: sizes, targets, marks, values.

extension TrustBorder {
  /// Every mark that the header declares.
  static let knownMarks: UInt32 =
    LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
    | LAYOUT_MARK_DECORATIONS | LAYOUT_MARK_BOUNDS | LAYOUT_MARK_PROPERTIES

  /// The size of the whole content: finite, zero or more.
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

  /// A content offset to rest at: finite.
  public func scrollTarget(_ point: Point) throws(LayoutError) {
    guard point.x.isFinite, point.y.isFinite else {
      throw breach(
        .finite, "the target is (\(Self.text(point.x)), \(Self.text(point.y)))",
        call: Slot.target.rawValue)
    }
  }

  /// Checks the marks of an invalidation: declared marks only.
  public func marks(_ marks: UInt32, call: String) throws(LayoutError) {
    let unknown = marks & ~Self.knownMarks
    guard unknown == 0 else {
      throw breach(.marks, "the marks 0x\(String(unknown, radix: 16)) are unknown", call: call)
    }
  }

  /// The name of an element: its kind and path must exist.
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

  /// Returns true when a layout with dynamics moves.
  public func isMoving(_ state: UInt32) throws(LayoutError) -> Bool {
    guard state == LAYOUT_MOVING || state == LAYOUT_AT_REST else {
      throw breach(
        .value, "the state \(state) is neither at rest nor moving", call: Slot.advance.rawValue)
    }
    return state == LAYOUT_MOVING
  }

  /// The value of a property: of its type, or nothing when it is optional; inside its range.
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

  /// The result of an action: of its type, without NaN.
  public func result(_ value: LayoutValue, of action: ActionDescriptor) throws(LayoutError) {
    guard value.type == action.result, value.isSound else {
      throw breach(
        .value, "the result is \(value), which is no \(action.result.name)", call: action.name)
    }
  }

  /// A number as people read it: NaN by its name, whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-infinity" : "infinity" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension LayoutValue {
  /// True when no number in the value is NaN, and an index is none below zero.
  package var isSound: Bool {
    if case .enumeration(let index) = self { return index >= 0 }
    return numbers.allSatisfy { !$0.isNaN }
  }
}
