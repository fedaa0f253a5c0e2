// SPDX-License-Identifier: Apache-2.0
//
// What an app answers to a layout, told to whoever writes the session down.

import LayoutModel

/// Hears of every answer that a layout gets. Paths are those of the data, whatever order is shown.
package protocol QueryObserver: AnyObject {
  /// - Parameters:
  ///   - arguments: The further ones; empty for a query without.
  ///   - value: Nil where the layout's property holds.
  func didAnswer(
    _ query: QueryDescriptor, at path: ItemPath, _ arguments: [LayoutValue], _ value: LayoutValue?)
  /// - Parameters:
  ///   - section: 0 for a query about sections, whose range is one of sections.
  ///   - answers: One for each of the range, or one for all of it.
  func didAnswer(
    _ query: QueryDescriptor, section: Int, _ range: Range<Int>, _ answers: QueryAnswers)
}

extension QueryTable {
  /// Tells of an answer to one path. `out` holds the value where `isAnswered`.
  func tell(
    _ index: Int, _ path: ItemPath, _ pointers: UnsafePointer<UnsafeMutableRawPointer?>?,
    _ out: UnsafeMutableRawPointer, isAnswered: Bool
  ) {
    guard let observer else { return }
    let query = descriptors[index]
    let arguments = query.arguments.enumerated().compactMap { place, type in
      pointers?[place].flatMap { try? LayoutValue(loading: type, from: $0) }
    }
    let value = isAnswered ? try? LayoutValue(loading: query.result, from: out) : nil
    observer.didAnswer(query, at: path, arguments, value)
  }

  /// Tells of an answer to a range.
  func tell(
    _ index: Int, _ section: Int, _ range: Range<Int>, _ out: UnsafeMutableRawPointer,
    _ coverage: QueryCoverage
  ) {
    guard let observer, !range.isEmpty else { return }
    let query = descriptors[index]
    let type = query.result
    let answers: QueryAnswers
    switch coverage {
    case .none: answers = .none
    case .uniform:
      answers = (try? Self.read(type, out)).flatMap { $0.map(QueryAnswers.uniform) } ?? .none
    case .all:
      answers = .each(
        range.indices.map {
          (try? Self.read(type, out + ($0 - range.lowerBound) * type.byteCount)) ?? nil
        })
    }
    observer.didAnswer(query, section: section, range, answers)
  }
}
