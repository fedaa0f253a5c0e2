// SPDX-License-Identifier: Apache-2.0
//
// Questions about items here and there, gathered so that neighbours are asked about together.

import LayoutABI

/// Asks for the sizes of items and the columns they take, neighbours in one question.
struct SizeAsker {
  private let answers: SizeAnswers
  private var wanted: [(key: ItemKey, place: Int)] = []

  init(_ answers: SizeAnswers) { self.answers = answers }

  /// Notes a question; they come in order of the data.
  mutating func want(_ key: ItemKey, _ place: Int) { wanted.append((key, place)) }

  /// Asks, hands out what came, and forgets the questions.
  mutating func finish(
    _ body: (_ section: Int, _ place: Int, _ size: Size, _ span: Int32) -> Void
  ) throws(LayoutError) {
    let room = UnsafeMutablePointer<layout_size>.allocate(capacity: SizeAnswers.pageSize)
    defer { room.deallocate() }
    var first = 0
    while first < wanted.count {
      let key = wanted[first].key
      var count = 1
      while first + count < wanted.count, count < SizeAnswers.pageSize,
        wanted[first + count].key.section == key.section,
        wanted[first + count].key.item == key.item + count
      { count += 1 }
      let (_, common) = try answers.ask(
        section: key.section, first: key.item, count: count, into: room)
      let spans = try spans(from: key, count)
      for index in 0..<count {
        body(
          key.section, wanted[first + index].place, common ?? room[index],
          spans.isEmpty ? 1 : spans[index])
      }
      first += count
    }
    wanted.removeAll()
  }

  /// The columns that neighbours take; empty where nobody is asked.
  private func spans(from key: ItemKey, _ count: Int) throws(LayoutError) -> [Int32] {
    guard let query = answers.spans else { return [] }
    let found = try query.answers(section: key.section, first: key.item, count: count)
    var spans = [Int32](repeating: 1, count: count)
    for index in 0..<count { spans[index] = Int32(ItemSpans.limited(found[index] ?? 1)) }
    return spans
  }
}
