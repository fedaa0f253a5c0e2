// SPDX-License-Identifier: Apache-2.0
//
// Reports the app's answers to a layout, so that a session can be recorded.

import LayoutABI
import LayoutModel

/// Receives every answer that a layout gets. Paths are those of the data, even if items are shown
/// in another order.
package protocol QueryObserver: AnyObject {
  /// - Parameters:
  ///   - arguments: The further arguments; empty for a query without them.
  ///   - value: The answer; nil if the layout's property applies.
  func didAnswer(
    _ query: QueryDescriptor, at path: ItemPath, _ arguments: [LayoutValue], _ value: LayoutValue?)
  /// - Parameters:
  ///   - section: 0 for a query about sections, whose range is one of sections.
  ///   - answers: One answer for each place of the range, or one for the whole range.
  func didAnswer(
    _ query: QueryDescriptor, section: Int, _ range: Range<Int>, _ answers: QueryAnswers)
}

extension QueryTable {
  /// Reports an answer to one path. `out` holds the value if `isAnswered`.
  func tell(
    _ index: Int, _ path: ItemPath, _ pointers: UnsafePointer<UnsafeMutableRawPointer?>?,
    _ out: UnsafeMutableRawPointer, isAnswered: Bool
  ) {
    guard let observer else { return }
    let query = descriptors[index]
    let arguments = query.arguments.enumerated().compactMap { place, type in
      unsafe pointers?[place].flatMap { unsafe try? LayoutValue(loading: type, from: $0) }
    }
    let value = unsafe isAnswered ? try? LayoutValue(loading: query.result, from: out) : nil
    observer.didAnswer(query, at: path, arguments, value)
  }

  /// Reports an answer to a range.
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
      answers = unsafe (try? Self.read(type, out)).flatMap { $0.map(QueryAnswers.uniform) } ?? .none
    case .all:
      answers = .each(
        range.indices.map {
          unsafe (try? Self.read(type, out + ($0 - range.lowerBound) * type.byteCount)) ?? nil
        })
    }
    observer.didAnswer(query, section: section, range, answers)
  }
}

// MARK: - Reading
//
// The app's answers as values, for recording a session.

/// The answers to one query over a range.
package enum QueryAnswers {
  /// The layout's property applies.
  case none
  /// One answer for the whole range.
  case uniform(LayoutValue)
  /// One answer for each place; nil if the property applies.
  case each([LayoutValue?])
}

extension QueryTable {
  /// Asks the app as a layout would, a few thousand answers at a time.
  ///
  /// - Parameters:
  ///   - section: 0 for a query about sections, whose range is one of sections.
  ///   - range: The range, which lies inside the data.
  /// - Throws: `query-failed` with the app's error.
  /// - Complexity: O(range) time; O(1) memory in addition to the answers.
  package func answers(
    to index: Int, section: Int, range: Range<Int>
  ) throws(LayoutError) -> QueryAnswers {
    guard isBound(index), !range.isEmpty else { return .none }
    let page = 4_096
    let type = descriptors[index].result
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: min(page, range.count) * type.byteCount, alignment: 16)
    defer { unsafe memory.deallocate() }
    var values: [LayoutValue?] = []
    for first in stride(from: range.lowerBound, to: range.upperBound, by: page) {
      let count = min(page, range.upperBound - first)
      let (status, how) = unsafe answerMany(
        index, section: UInt32(section), first: UInt32(first), count: UInt32(count), into: memory)
      if status == LAYOUT_ERROR_QUERY, let error = takeError(call: "query") { throw error }
      switch how {
      case LAYOUT_ANSWERED_UNIFORM:
        let value = unsafe try Self.read(type, memory)
        // The range is one page, so this one value is the answer for the whole range.
        if count == range.count, let value { return .uniform(value) }
        values += Array(repeating: value, count: count)
      case LAYOUT_ANSWERED_ALL:
        for place in 0..<count {
          unsafe values.append(try Self.read(type, memory + place * type.byteCount))
        }
      default: values += Array(repeating: nil, count: count)
      }
    }
    guard let first = values[0] else {
      return values.allSatisfy { $0 == nil } ? .none : .each(values)
    }
    return values.allSatisfy { $0 == first } ? .uniform(first) : .each(values)
  }

  static func read(
    _ type: ValueType, _ place: UnsafeRawPointer
  ) throws(LayoutError) -> LayoutValue? {
    do throws(ValueMismatch) {
      let value = unsafe try LayoutValue(loading: type, from: place)
      return value.numbers.contains(where: \.isNaN) ? nil : value
    } catch { throw LayoutError(.queryFailed, "\(error)") }
  }
}
