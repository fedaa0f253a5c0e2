// SPDX-License-Identifier: Apache-2.0
//
// The one intersection rule that every layout, the host and the scenarios share.

import LayoutModel
import Testing

@Suite("Geometry")
struct GeometryTests {
  /// Two rectangles and whether they intersect.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let a: [Double]
    let b: [Double]
    let meets: Bool
  }

  static let pairs = [
    Pair(testDescription: "overlap", a: [0, 0, 10, 10], b: [9, 9, 5, 5], meets: true),
    Pair(
      testDescription: "a shared edge only", a: [0, 0, 10, 10], b: [10, 0, 5, 5], meets: false),
    Pair(testDescription: "a shared corner only", a: [0, 0, 4, 4], b: [4, 4, 4, 4], meets: false),
    Pair(testDescription: "apart", a: [0, 0, 10, 10], b: [20, 0, 5, 5], meets: false),
    Pair(
      testDescription: "empty at the lower edge", a: [0, 0, 9, 9], b: [0, 0, 0, 5], meets: true),
    Pair(
      testDescription: "empty at the upper edge", a: [0, 0, 9, 9], b: [9, 0, 0, 5], meets: false),
    Pair(testDescription: "empty inside", a: [0, 0, 10, 10], b: [5, 5, 0, 0], meets: true),
    Pair(
      testDescription: "empty with its origin outside", a: [0, 0, 10, 10], b: [5, -1, 0, 5],
      meets: false),
    Pair(
      testDescription: "two empty ones in one place", a: [1, 1, 0, 0], b: [1, 1, 0, 3], meets: true),
  ]

  @Test("C9: frames intersect when they overlap by more than an edge", arguments: pairs)
  func intersection(_ pair: Pair) {
    let a = rect(pair.a)
    let b = rect(pair.b)
    #expect(a.intersects(b) == pair.meets)
    #expect(b.intersects(a) == pair.meets)
  }

  @Test("C37: center and origin are views of one geometry")
  func centerMovesTheFrame() {
    var frame = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(frame.center == Point(x: 25, y: 40))
    frame.center = Point(x: 0, y: 0)
    #expect(frame == Rect(x: -15, y: -20, width: 30, height: 40))
    frame.size = Size(width: 2, height: 4)
    #expect(frame.center == Point(x: -14, y: -18))
  }

  @Test("geometry prints its numbers in the order of scenarios")
  func descriptions() {
    #expect("\(Rect(x: 1, y: 2, width: 3, height: 4))" == "[1.0, 2.0, 3.0, 4.0]")
    #expect("\(Insets(top: 1, left: 2, bottom: 3, right: 4))" == "[1.0, 2.0, 3.0, 4.0]")
    #expect("\(Point(x: 1, y: 2)) \(Size(width: 3, height: 4))" == "[1.0, 2.0] [3.0, 4.0]")
    #expect("\(Vector(dx: 5, dy: 6))" == "[5.0, 6.0]")
  }

  @Test("growing and insetting undo each other")
  func growAndInset() {
    let frame = Rect(x: 1, y: 2, width: 30, height: 40)
    let inset = frame.grown(by: 5).inset(by: Insets(top: 5, left: 5, bottom: 5, right: 5))
    #expect(inset == frame)
  }

  @Test("the union is the least rectangle around both, and standardizing removes negative sizes")
  func unionAndStandardized() {
    let (one, two) = (
      Rect(x: 1, y: 2, width: 30, height: 4), Rect(x: -5, y: 3, width: 7, height: 9)
    )
    #expect(one.union(two) == Rect(x: -5, y: 2, width: 36, height: 10))
    #expect(two.union(one) == one.union(two) && one.union(one) == one)
    #expect(
      Rect(x: 10, y: 20, width: -4, height: 5).standardized
        == Rect(x: 6, y: 20, width: 4, height: 5))
    #expect(one.standardized == one)
  }

  private func rect(_ values: [Double]) -> Rect {
    Rect(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}

@Suite("LayoutError")
struct LayoutErrorTests {
  @Test("a message names plugin, call and code, and leaves out unknown parts")
  func description() {
    let bare = LayoutError("no-note", "grid.so has no note")
    #expect(bare.description == "grid.so has no note [no-note]")
    let named = LayoutError("breach", "width is NaN", plugin: "org.example", call: "prepare")
    #expect(named.description == "org.example, prepare: width is NaN [breach]")
  }
}
