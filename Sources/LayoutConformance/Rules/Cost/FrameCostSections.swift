// SPDX-License-Identifier: Apache-2.0
//
// A list by day or by letter has as many sections as others have items.

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
      throw .skipped("the layout refuses so many sections, which is for data-huge to say")
    }
    // Walking them all costs a hundred times as much; caches that no longer hold the index, twice.
    let ratio = try Scroller.ratio(small, large, until: 4)
    try require(
      ratio <= 4,
      "a frame costs \(Int(small.cost)) ns with 1000 sections and \(Int(large.cost)) ns with 100000"
    )
  }
}
