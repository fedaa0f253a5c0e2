// SPDX-License-Identifier: Apache-2.0
//
// Compares the difference of two frames with a slow, simple computation.

import LayoutABI
import LayoutModel
import LayoutRuntime
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Frame plan")
struct FramePlanTests {
  /// Numbers that are the same in every run.
  struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  static func frame(_ dice: inout Dice) -> [layout_attributes] {
    var records: [layout_attributes] = []
    for category in UInt16(0)...2 {
      for section in UInt32(0)..<3 {
        for item in UInt32(0)..<8 where Bool.random(using: &dice) {
          var record = layout_attributes()
          record.category = category
          record.section = section
          record.item = item
          record.frame.x = Double(Int.random(in: 0..<2, using: &dice))
          records.append(record)
        }
      }
    }
    return records
  }

  /// Runs a diff over plain arrays.
  static func plan(
    _ old: [layout_attributes], _ new: [layout_attributes], payload: [UInt64] = [],
    transforms: [layout_transform] = [], wordCount: Int = 0
  ) -> FramePlan {
    let plan = FramePlan()
    payload.withUnsafeBufferPointer { payload in
      transforms.withUnsafeBufferPointer { transforms in
        old.withUnsafeBufferPointer { old in
          new.withUnsafeBufferPointer { new in
            plan.merge(
              old: Answer(records: old, transforms: transforms, payload: payload),
              new: Answer(records: new, transforms: transforms, payload: payload),
              wordCounts: [wordCount])
          }
        }
      }
    }
    return plan
  }

  @Test("a linear merge gives the same result as a search for each key", arguments: UInt64(0)..<50)
  func matches(seed: UInt64) {
    var dice = Dice(state: seed)
    let (old, new) = (Self.frame(&dice), Self.frame(&dice))
    let plan = Self.plan(old, new)
    #expect(plan.origins.count == new.count)
    for (origin, record) in zip(plan.origins, new) {
      let index = old.firstIndex { $0.key == record.key }
      #expect(origin.isNew == (index == nil))
      guard let index else { continue }
      #expect(origin.old == index)
      #expect(origin.isChanged == (old[index].frame != record.frame))
    }
    let leavers = old.indices.filter { place in !new.contains { $0.key == old[place].key } }
    #expect(plan.leavers.map(Int.init) == leavers)
  }

  @Test(
    "C41: every member that a view can see is compared",
    arguments: [
      { $0.frame.height = 3 }, { $0.alpha = 0.5 }, { $0.z_index = 2 }, { $0.flags = 1 },
    ] as [@Sendable (inout layout_attributes) -> Void])
  func members(_ change: @Sendable (inout layout_attributes) -> Void) {
    let old = layout_attributes()
    var new = old
    #expect(!Self.plan([old], [new]).origins[0].isChanged)
    change(&new)
    #expect(Self.plan([old], [new]).origins[0].isChanged)
  }

  @Test("C41: custom fields and transforms are compared by value, not by their place in memory")
  func extras() {
    var (a, b, c) = (layout_attributes(), layout_attributes(), layout_attributes())
    (a.payload, b.payload, c.payload) = (1, 3, 5)
    let words: [UInt64] = [7, 8, 7, 8, 7, 9]
    func isChanged(_ x: layout_attributes, _ y: layout_attributes) -> Bool {
      Self.plan([x], [y], payload: words, wordCount: 2).origins[0].isChanged
    }
    #expect(!isChanged(a, b))
    #expect(isChanged(a, c))
    #expect(isChanged(a, layout_attributes()))
  }

  @Test("on a reload every element leaves and every element appears")
  func replaces() {
    let plan = FramePlan()
    plan.replaceAll(old: 3, new: 2)
    #expect(Array(plan.leavers) == [0, 1, 2])
    #expect(Array(plan.origins) == [.none, .none])
  }
}
