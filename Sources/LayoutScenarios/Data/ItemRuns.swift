// SPDX-License-Identifier: Apache-2.0
//
// Which item stands where, as runs: a hundred million items are one run, and a batch costs by its
// changes.

/// An item, whatever its place: where it came into the data, and its number there.
struct ItemReference: Equatable {
  /// Index into the data's list of origins.
  var origin: Int
  var index: Int
}

/// The items of one section in order, as stretches of items that came into the data together.
struct ItemRuns {
  /// Neighbours that came together and still stand together.
  private struct Run {
    var origin: Int
    var range: Range<Int>
  }

  private var runs: [Run] = []
  /// The number of items up to the end of each run.
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

  /// Calls `body` with each stretch of the places, in order. O(log runs + stretches).
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

  /// The items after a change: `gone` taken out, then `placed` put at their places and the others
  /// filling the rest in their order. What is placed beyond the end comes last.
  ///
  /// - Parameters:
  ///   - gone: Old places, ascending, each once, inside.
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

  /// Lays survivors around what was placed.
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
