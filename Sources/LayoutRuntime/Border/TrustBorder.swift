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

  init(_ kind: KindDescriptor) {
    category = kind.category.rawValue
    words = kind.fields.flatMap { field in
      Array(repeating: Word(field), count: field.wordCount)
    }
  }
}
