// SPDX-License-Identifier: Apache-2.0
//
// The state of a spring layout: movement continues in the next instance.

import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@Suite("spring's state")
struct SpringStateTests {
  /// A layout in the middle of a swing, a tenth of a second after a drag by 60 points.
  private func swinging() throws -> LoadedLayout {
    let layout = try SpringTests.layout()
    layout.touch = Point(x: 160, y: 240)
    layout.scroll(y: 60)
    try layout.frame(after: 1.0 / 60)
    layout.touch = nil
    try layout.frame(after: 0.1)
    return layout
  }

  private func follow(_ first: LoadedLayout, _ second: LoadedLayout) throws {
    for _ in 0..<30 {
      try first.frame(after: 1.0 / 60)
      try second.frame(after: 1.0 / 60)
      #expect(first.listed() == second.listed())
    }
  }

  @Test("with a state another instance swings without a difference, bit for bit")
  func goesOn() throws {
    let first = try swinging()
    let bytes = try #require(try first.connection.saveState())
    #expect(try first.connection.saveState() == bytes && bytes.count > 40 * 40)
    let second = try SpringTests.layout()
    second.scroll(y: 60)
    second.time = first.time
    try second.frame()
    let moved = first.bounds
    #expect(try second.elements(in: moved) != first.elements(in: moved))
    #expect(try second.connection.loadState(bytes, version: 2))
    #expect(try second.connection.saveState() == bytes)
    #expect(try second.elements(in: moved) == first.elements(in: moved))
    try follow(first, second)
    #expect(try first.frame(after: 60).isMoving == false)
  }

  @Test("a state that is loaded before the first frame waits for it, and keeps its velocities")
  func beforeFirstFrame() throws {
    let first = try swinging()
    let bytes = try #require(try first.connection.saveState())
    let second = try LoadedLayout(
      try bundledPlugin("SpringPlugin"), "spring", items: [1200],
      viewportSize: Size(width: 320, height: 480), set: SpringTests.sample
    ) {
      $0.bounds = first.bounds
      $0.time = first.time
      let isLoaded = try $0.connection.loadState(bytes, version: 2)
      let saved = try $0.connection.saveState()
      #expect(isLoaded && saved == bytes)
    }
    #expect(try second.elements(in: first.bounds) == first.elements(in: first.bounds))
    try follow(first, second)
  }

  @Test("deleted items lose their springs, and at rest there is no state to keep")
  func others() throws {
    let first = try swinging()
    let bytes = try #require(try first.connection.saveState())
    let second = try SpringTests.layout(items: [3])
    #expect(try second.connection.loadState(bytes, version: 2))
    let kept = try #require(try second.connection.saveState())
    #expect(try second.elements().count == 3 && kept.count < bytes.count / 4)
    let rest = try SpringTests.layout()
    #expect(try rest.connection.saveState()?.count == 24)
  }

  @Test("a state that is cut, too long, wild or of another version is refused without a change")
  func badStates() throws {
    let layout = try swinging()
    let (before, bytes) = (
      try layout.elements(in: layout.bounds), try #require(try layout.connection.saveState())
    )
    func changed(at offset: Int, to number: UInt64) -> [UInt8] {
      var bytes = bytes
      for index in 0..<8 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
      return bytes
    }
    var opposed = changed(at: 80, to: (1e300).bitPattern)
    opposed.replaceSubrange(96..<104, with: changed(at: 96, to: (-1e300).bitPattern)[96..<104])
    // Time, count, both axes, rectangle, then name, path, displacement, velocity and rest of each.
    let bad = [
      [], Array(bytes.dropLast()), bytes + [0], changed(at: 0, to: .max),
      changed(at: 8, to: 1 << 40), changed(at: 56, to: (1e9).bitPattern),
      changed(at: 64, to: 7 << 16), changed(at: 72, to: .max), changed(at: 80, to: .max),
      changed(at: 80, to: (1e9).bitPattern), changed(at: 88, to: (1e300).bitPattern), opposed,
    ]
    for (number, bad) in bad.enumerated() {
      #expect(throws: LayoutError.self, "\(number)") {
        try layout.connection.loadState(bad, version: 2)
      }
      #expect(try layout.elements(in: layout.bounds) == before)
      #expect(try layout.connection.saveState() == bytes)
    }
    #expect(throws: LayoutError.self) { try layout.connection.loadState(bytes, version: 1) }
  }
}
