// SPDX-License-Identifier: Apache-2.0
//
// Plugins built with later headers, in this host: it does not read unknown members.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Plugins with later headers")
struct LaterPluginTests {
  @Test(
    "longer tables are read up to the known members, for any bytes after them", arguments: 1...3,
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
