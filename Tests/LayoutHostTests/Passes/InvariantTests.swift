// SPDX-License-Identifier: Apache-2.0
//
// The rules that passes assert in debug builds: a test breaks each one and expects its message.

import LayoutModel
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Invariants between two passes")
struct InvariantTests {
  private func app() throws -> HeadlessApp {
    try HeadlessApp.shown([30, 12], try TestLayout.grid())
  }

  @Test("a state breaks no rule, before and after its first frame")
  func whole() throws {
    let app = HeadlessApp([30], try TestLayout.grid())
    #expect(app.state.brokenRule == nil)
    #expect(try self.app().state.brokenRule == nil)
  }

  @Test("numbers that are NaN are found")
  func numbers() throws {
    let state = try app().state
    state.clock = .nan
    #expect(state.brokenRule == "the clock is nan, the scale 1.0")
    state.clock = 1
    state.scroll.viewportSize.width = -4
    #expect(state.brokenRule?.hasPrefix("the viewport is ") == true)
  }

  @Test("a view that shows two elements is found, and so are elements without a view")
  func views() throws {
    let state = try app().state
    let serials = state.frames.front.serials
    let last = serials.count - 1
    try #require(last > 2)
    let own = serials[last]
    serials[last] = serials[1]
    #expect(state.brokenRule == "view \(serials[1]) shows two elements")
    serials[last] = own
    #expect(state.brokenRule == nil)
    serials.remove(at: last)
    #expect(state.brokenRule == "\(last + 1) elements have \(last) views")
  }

  @Test("an item on screen that is not in the data is found")
  func items() throws {
    let state = try app().state
    state.data.shape.itemCounts = [30, 3]
    #expect(state.brokenRule == "the cell 1.3 on screen is not in the data")
  }
}
