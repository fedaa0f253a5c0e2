// SPDX-License-Identifier: Apache-2.0
//
// The minimum that a layout has to implement.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// One element, computed only on demand.
private final class Bare: Layout {
  override var contentSize: Size { Size(width: 10, height: 20) }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    answer.cell(0, 0, Rect(x: 0, y: 0, width: 10, height: 20))
  }
}

@Suite("A bare layout")
struct BareLayoutTests {
  @Test("C4: a layout without prepare is a layout")
  func noPrepare() throws {
    let live = LiveLayout(Bare())
    let scene = Scene(itemCounts: [1])
    #expect(try live.prepare(scene) == Size(width: 10, height: 20))
    let found = try live.elements(in: scene.bounds)
    #expect(found.map(\.frame) == [Rect(x: 0, y: 0, width: 10, height: 20)])
    #expect(live.host.error.isEmpty)
  }
}
