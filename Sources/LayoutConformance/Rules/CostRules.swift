// SPDX-License-Identifier: Apache-2.0
//
// Rules about the cost of a frame.

import CConformance
import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// An allocation may wait for a lock, and a frame may not.
struct FrameAllocations: LayoutRule {
  let id = "frame-allocations"
  let sentence = "Frames of steady scrolling allocate no memory."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject, World([400]))
    let size = try trial.makeReady()
    layout_conformance_hook_allocations()
    let room = Room(AnswerCounts(records: 4096, transforms: 4096, payload: 65_536))
    let isVertical = size.height - trial.world.viewportSize.height > 0
    var place = trial.world.bounds
    var count: UInt64 = 0
    for frame in 0..<300 {
      let old = place
      // Back and forth, so that it stays inside.
      let step = frame % 100 < 50 ? 3.0 : -3.0
      if isVertical { place.y += step } else { place.x += step }
      layout_conformance_start_counting()
      let (status, marks) = trial.shouldInvalidate(from: old, to: place)
      let asked = layout_conformance_stop_counting()
      try trial.ok(status, "should_invalidate")
      if marks != LAYOUT_MARK_NOTHING {
        trial.world.offset = place.origin
        try trial.ok(trial.prepare(marks), "prepare")
        try trial.ok(trial.contentSize().status, "content_size")
      }
      layout_conformance_start_counting()
      _ = trial.advance(by: 1.0 / 60)
      let answer = trial.attributes(in: place, into: room)
      let answered = layout_conformance_stop_counting()
      try require(
        answer == LAYOUT_OK || answer == LAYOUT_CAPACITY, "attributes_in_rect gives \(answer)")
      // The first frames may allocate memory that the layout keeps.
      if frame >= 100 { count += asked + answered }
    }
    try require(count == 0, "200 frames of steady scrolling make \(count) allocations")
  }
}

/// Lists are long, and a screen shows a small part of them.
struct FrameCost: LayoutRule {
  let id = "frame-cost"
  let isTimed = true
  let sentence =
    "A frame over a million items costs at most one and a half times one over a thousand."

  func check(_ subject: Subject) throws(Finding) {
    let (small, large) = (try Scroller(subject, [1000]), try Scroller(subject, [1_000_000]))
    let ratio = try Scroller.ratio(small, large, until: 1.5)
    try require(
      ratio <= 1.5,
      "a frame costs \(Int(small.cost)) ns with 1000 items and \(Int(large.cost)) ns with 1000000")
  }
}

/// A list by day or by letter may have as many sections as another list has items.
struct FrameCostSections: LayoutRule {
  let id = "frame-cost-sections"
  let isTimed = true
  let sentence =
    "A frame over a hundred thousand sections costs at most four times one over a thousand."

  func check(_ subject: Subject) throws(Finding) {
    let small, large: Scroller
    do throws(Finding) {
      small = try Scroller(subject, [UInt32](repeating: 3, count: 1000))
      large = try Scroller(subject, [UInt32](repeating: 3, count: 100_000))
    } catch {
      throw .skipped("the layout refuses so many sections, which data-huge judges")
    }
    // A loop over all of them costs 100 times as much; an index that no longer fits the caches
    // costs twice as much.
    let ratio = try Scroller.ratio(small, large, until: 4)
    try require(
      ratio <= 4,
      "a frame costs \(Int(small.cost)) ns with 1000 sections and \(Int(large.cost)) ns with 100000"
    )
  }
}

/// Animations, keys and scrolling to an item ask for single elements, many in a frame.
struct SingleCost: LayoutRule {
  let id = "single-cost"
  let isTimed = true
  let sentence =
    "A query for one of a million items costs at most four times one for one of a thousand."

  func check(_ subject: Subject) throws(Finding) {
    let kinds = subject.descriptor.kinds
    guard let kind = kinds.firstIndex(where: { $0.category == .cell }) else {
      throw .skipped("the layout has no cells")
    }
    let (small, large) = (
      try Trial.ready(subject, World([1000])), try Trial.ready(subject, World([1_000_000]))
    )
    var (few, many) = (Double.infinity, Double.infinity)
    // The tree of a layout is twice as deep and no longer fits the cache.
    let ratio = try Scroller.leastRatio(until: 4) { () throws(Finding) in
      few = min(few, try Self.cost(small, kind))
      many = min(many, try Self.cost(large, kind))
      return (few, many)
    }
    try require(
      ratio <= 4,
      "a query costs \(Int(few)) ns with 1000 items and \(Int(many)) ns with 1000000")
  }

  /// Nanoseconds of a query for an item in the middle.
  private static func cost(_ trial: Trial, _ kind: Int) throws(Finding) -> Double {
    let room = Room(AnswerCounts(records: 4, transforms: 4, payload: 64))
    let (middle, count) = (trial.world.counts[0] / 2, UInt32(16))
    let start = Scroller.now
    for item in middle..<middle + count {
      let name = layout_element(
        category: UInt16(LAYOUT_CELL), kind: UInt16(kind), section: 0, item: item)
      try trial.ok(trial.attributes(for: name, into: room), "attributes_for")
    }
    return (Scroller.now - start) / Double(count)
  }
}

// MARK: - Scrolling
//
// The cost of frames, in processor time of this thread.

/// A layout that is scrolled back and forth in the middle of its content.
final class Scroller {
  private let trial: Trial
  private let room = Room(AnswerCounts(records: 8192, transforms: 8192, payload: 65_536))
  private let middle: Point
  private let isVertical: Bool
  /// Nanoseconds a frame, of the fastest round.
  private(set) var cost = Double.infinity

  init(_ subject: Subject, _ counts: [UInt32]) throws(Finding) {
    trial = try Trial(subject, World(counts))
    let size = try trial.makeReady()
    let viewportSize = trial.world.viewportSize
    isVertical = size.height - viewportSize.height >= size.width - viewportSize.width
    middle = Point(
      x: max(0, size.width - viewportSize.width) / 2,
      y: max(0, size.height - viewportSize.height) / 2)
    try trial.move(to: middle)
  }

  /// Returns the lowest cost of a frame over many items relative to that over few. Stops measuring
  /// once the ratio is `bound` or less.
  static func ratio(_ small: Scroller, _ large: Scroller, until bound: Double) throws(Finding)
    -> Double
  {
    try leastRatio(until: bound) { () throws(Finding) in
      try small.measure()
      try large.measure()
      return (small.cost, large.cost)
    }
  }

  /// Repeats a round that returns the lowest costs so far, until their ratio is `bound` or less or
  /// the rounds have taken two seconds of processor time.
  ///
  /// The two are measured in turn, and the minimum of many rounds excludes the other load of the
  /// machine; a cost that really grows is in every round. Below 200 ns the clock itself counts.
  static func leastRatio(
    until bound: Double, _ round: () throws(Finding) -> (few: Double, many: Double)
  ) throws(Finding) -> Double {
    var ratio = Double.infinity
    let end = now + 2e9
    for number in 0..<1000 where number < 12 || (ratio > bound && now < end) {
      let costs = try round()
      ratio = costs.many / max(costs.few, 200)
    }
    return ratio
  }

  /// Measures a round of frames.
  func measure() throws(Finding) {
    let frameCount = 60
    var place = trial.world.bounds
    let start = Self.now
    for frame in 0..<frameCount {
      let old = place
      let step = frame < frameCount / 2 ? 4.0 : -4.0
      if isVertical { place.y += step } else { place.x += step }
      let (_, marks) = trial.shouldInvalidate(from: old, to: place)
      trial.world.offset = place.origin
      if marks != LAYOUT_MARK_NOTHING {
        try trial.ok(trial.prepare(marks), "prepare")
        try trial.ok(trial.contentSize().status, "content_size")
      }
      let status = trial.attributes(in: place, into: room)
      if status != LAYOUT_OK { throw .skipped("a screen holds more than 8192 elements") }
    }
    cost = min(cost, (Self.now - start) / Double(frameCount))
  }

  /// Nanoseconds that this thread has run.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
