// SPDX-License-Identifier: Apache-2.0
//
// People have long lists, and see a screen of them.

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
