// SPDX-License-Identifier: Apache-2.0
//
// Plugins built against later headers, in this host: what it does not know it does not read.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Plugins of later headers")
struct LaterPluginTests {
  @Test(
    "longer tables are read as far as they are known, whatever stands behind", arguments: 1...3,
    [false, true])
  func frames(seed: Int, isGarbage: Bool) throws {
    let flags = try LaterHeaders.flags(seed: seed) + [FakeLayout.allExtensions]
    let image = try FakeLayout.image(
      mutation: isGarbage ? LaterHeaders.garbage : nil,
      instanceMutation: isGarbage ? LaterHeaders.instanceGarbage : nil, flags: flags)
    let plain = try FakeLayout.image(flags: [FakeLayout.allExtensions])
    #expect(image.descriptor.layouts == plain.descriptor.layouts)
    #expect(try records(image) == records(plain))
  }

  private func records(_ image: PluginImage) throws -> [Rect] {
    let layout = try InProcessConnection(image: image, layout: "fake")
    let shape = DataShape(epoch: 1, itemCounts: [30, 0, 5])
    let bounds = Rect(x: 0, y: 0, width: 500, height: 200)
    let buffer = AnswerBuffer()
    let outcome = try layout.frame(
      FrameRequest(time: 0, oldBounds: bounds, bounds: bounds), shape: shape, into: buffer)
    #expect(outcome.didPrepare && buffer.count > 20)
    return buffer.records.map(\.frame)
  }
}
