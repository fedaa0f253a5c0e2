// SPDX-License-Identifier: Apache-2.0
//
// The order of items as runs: a hundred million items are one run, and the cost of a batch depends
// on its changes.

/// An item, independent of its place: its origin, and its number there.
struct ItemReference: Equatable {
  /// Index into the data's list of origins.
  var origin: Int
  var index: Int
}

/// The items of one section in order, as runs of items with a common origin.
struct ItemRuns {
  /// Neighbours with a common origin that are still neighbours.
  private struct Run {
    var origin: Int
    var range: Range<Int>
  }

  private var runs: [Run] = []
  /// The number of items before the end of each run.
  private var ends: [Int] = []

  init() {}

  /// All items of an origin.
  init(origin: Int, count: Int) { append(origin: origin, 0..<count) }

  var count: Int { ends.last ?? 0 }

  /// The item at a place. O(log runs).
  subscript(place: Int) -> ItemReference {
    let run = indexOfRun(at: place)
    let start = ends[run] - runs[run].range.count
    return ItemReference(
      origin: runs[run].origin, index: runs[run].range.lowerBound + place - start)
  }

  /// Adds items at the end. O(1).
  mutating func append(origin: Int, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let end = count + range.count
    if let last = runs.last, last.origin == origin, last.range.upperBound == range.lowerBound {
      runs[runs.count - 1].range = last.range.lowerBound..<range.upperBound
      ends[ends.count - 1] = end
    } else {
      runs.append(Run(origin: origin, range: range))
      ends.append(end)
    }
  }

  mutating func append(_ item: ItemReference) {
    append(origin: item.origin, item.index..<item.index + 1)
  }

  /// Calls `body` with each run of the places, in order. O(log runs + runs visited).
  func forEachStretch(of places: Range<Int>, _ body: (_ origin: Int, _ range: Range<Int>) -> Void) {
    guard !places.isEmpty else { return }
    var place = places.lowerBound
    var run = indexOfRun(at: place)
    while place < places.upperBound {
      let (range, end) = (runs[run].range, min(ends[run], places.upperBound))
      let first = range.lowerBound + place - (ends[run] - range.count)
      body(runs[run].origin, first..<first + end - place)
      place = end
      run += 1
    }
  }

  /// Returns the items after a change: `gone` removed, then `placed` put at their places and the
  /// others filling the rest in order. Items placed beyond the end come last.
  ///
  /// - Parameters:
  ///   - gone: Old places, ascending, unique, and valid.
  ///   - placed: New places, ascending.
  /// - Complexity: O(runs + changes).
  func changed(gone: [Int], placed: [(place: Int, item: ItemReference)]) -> ItemRuns {
    var filler = Filler(placed: placed)
    var start = 0
    for place in gone + [count] {
      forEachStretch(of: start..<place) { filler.add(origin: $0, $1) }
      start = place + 1
    }
    return filler.finish()
  }

  private func indexOfRun(at place: Int) -> Int {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Puts survivors around placed items.
  private struct Filler {
    private var result = ItemRuns()
    private let placed: [(place: Int, item: ItemReference)]
    private var next = 0

    init(placed: [(place: Int, item: ItemReference)]) { self.placed = placed }

    mutating func add(origin: Int, _ range: Range<Int>) {
      var range = range
      while !range.isEmpty {
        takeDue()
        let room = next < placed.count ? placed[next].place - result.count : range.count
        let cut = range.lowerBound + min(room, range.count)
        result.append(origin: origin, range.lowerBound..<cut)
        range = cut..<range.upperBound
      }
    }

    mutating func finish() -> ItemRuns {
      for (_, item) in placed[next...] { result.append(item) }
      return result
    }

    private mutating func takeDue() {
      while next < placed.count, placed[next].place <= result.count {
        result.append(placed[next].item)
        next += 1
      }
    }
  }
}
