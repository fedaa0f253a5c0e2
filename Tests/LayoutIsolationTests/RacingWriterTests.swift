// SPDX-License-Identifier: Apache-2.0
//
// A plugin that changes its answer while the host reads it.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("An answer that changes while it is read")
struct RacingWriterTests {
  @Test("is refused, or passes as it was copied, and nothing unchecked passes")
  func race() throws {
    let file = PluginFile(judging: try Deed("races", "", .done).path())
    var options = WorkerOptions(deadlines: nil)
    // It is not watched, since its thread uses more processor time than allowed.
    options.deadline = nil
    let worker = try WorkerConnection(file: file, layout: "hostile", options: options)
    let (shape, buffer) = (DataShape(epoch: 1, itemCounts: [200]), AnswerBuffer())
    var (frame, refused) = (0, 0)
    // Only a thread can do this, and only an unconfined worker has one. It starts with a worker's second frame, and
    // then has to find the place to write.
    while refused < 2, frame < 2_000_000 {
      let marks = frame == 0 ? LAYOUT_MARK_EVERYTHING : LAYOUT_MARK_NOTHING
      frame += 1
      do {
        _ = try worker.frame(
          .at(Double(frame % 7) * 50, marks: marks), shape: shape, into: buffer)
        try #require(buffer.records.allSatisfy { $0.frame.x == 0 })
      } catch let error as LayoutError {
        try #require(error.code == .breach, "\(error)")
        try #require(buffer.records.isEmpty)
        refused += 1
        try worker.restart()
        frame = 0
      }
    }
    #expect(refused == 2)
  }
}
