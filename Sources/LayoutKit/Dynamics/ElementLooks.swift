// SPDX-License-Identifier: Apache-2.0
//
// The transforms and custom fields of stored elements.

import LayoutABI

/// The part of elements beside their records, in memory of its own.
struct ElementLooks: ~Copyable {
  private var transforms: UnsafeMutablePointer<Transform>?
  private var transformCapacity = 0
  private var words: UnsafeMutablePointer<UInt64>?
  /// At the first word of an element's fields, where they end.
  private var ends: UnsafeMutablePointer<UInt32>?
  private var wordCapacity = 0

  deinit {
    transforms?.deallocate()
    words?.deallocate()
    ends?.deallocate()
  }

  /// Makes room for what an answer needs.
  mutating func reserve(for answer: layout_answer) {
    if Int(answer.transform_count) > transformCapacity {
      transforms?.deallocate()
      transformCapacity = max(Int(answer.transform_count), 2 * transformCapacity)
      transforms = .allocate(capacity: transformCapacity)
    }
    if Int(answer.payload_count) > wordCapacity {
      words?.deallocate()
      ends?.deallocate()
      wordCapacity = max(Int(answer.payload_count), 2 * wordCapacity)
      words = .allocate(capacity: wordCapacity)
      ends = .allocate(capacity: wordCapacity)
    }
  }

  /// Lets an answer be written here.
  func lend(to answer: inout layout_answer) {
    answer.transforms = transforms
    answer.transform_capacity = UInt32(truncatingIfNeeded: transformCapacity)
    answer.payload = words
    answer.payload_capacity = UInt32(truncatingIfNeeded: wordCapacity)
  }

  /// Notes where the fields of each element end: where those of the next one begin that has any, in the
  /// order in which they were answered.
  func findEnds(
    of records: UnsafeMutablePointer<layout_attributes>, count: Int, wordCount: Int
  ) {
    guard wordCount > 0, let ends else { return }
    var end = UInt32(truncatingIfNeeded: wordCount)
    var index = count - 1
    while index >= 0 {
      let payload = records[index].payload
      if payload > 0 {
        ends[Int(payload) - 1] = end
        end = payload - 1
      }
      index -= 1
    }
  }

  /// Gives the element answered last what belongs to `record`.
  func give(_ record: layout_attributes, to answer: inout Answer) {
    if record.transform > 0, let transforms {
      answer.transform(transforms[Int(record.transform) - 1])
    }
    if record.payload > 0, let words, let ends {
      let start = Int(record.payload) - 1
      for index in start..<Int(ends[start]) { answer.word(words[index]) }
    }
  }
}
