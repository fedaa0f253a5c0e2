// SPDX-License-Identifier: Apache-2.0
//
// The answers to a child's queries: those to its parent's queries of the same names.

import LayoutABI
import LayoutModel

/// Passes the questions of a child on to whoever answers its parent.
final class ChildQueries: QueryAnswering {
  /// The parent's number of the child's first section.
  var firstSection: UInt32 = 0
  private let answers: any QueryAnswering
  /// By query of the child; nil for one that the parent does not ask.
  private let places: [Int?]
  private let isOfSections: [Bool]

  init(of child: LayoutDescriptor, in parent: HostContext) {
    answers = parent.queries
    let own = parent.descriptor.queries
    places = child.queries.map { query in own.firstIndex { $0.isAnswered(as: query) } }
    isOfSections = child.queries.map { $0.scope == .section }
  }

  func isBound(_ index: Int) -> Bool {
    places.indices.contains(index) && places[index].map(answers.isBound) ?? false
  }

  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard let place = places[index] else { return LAYOUT_UNANSWERED }
    return answers.answerOne(
      place, section: section + firstSection, item: item, arguments: arguments, into: out)
  }

  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard let place = places[index] else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    if isOfSections[index] {
      return answers.answerMany(
        place, section: 0, first: first + firstSection, count: count, into: out)
    }
    return answers.answerMany(
      place, section: section + firstSection, first: first, count: count, into: out)
  }

  func takeError(call: String) -> LayoutError? { answers.takeError(call: call) }
}

extension QueryDescriptor {
  /// Returns true when an answer to this query is one to the other.
  fileprivate func isAnswered(as other: QueryDescriptor) -> Bool {
    name == other.name && scope == other.scope && result == other.result
      && arguments == other.arguments
  }
}
