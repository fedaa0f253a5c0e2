// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a plugin's question to the app, served by the host.

import LayoutABI
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The service of questions, with an app that answers them all.
final class QuestionFuzz: FuzzTarget {
  static let name = "questions"

  private let areas: AreaPair
  private let service: QueryService

  init() throws {
    areas = try AreaPair(areaBytes: Message.areaBytes)
    let queries = QueryTable(Samples.layout.queries, plugin: Samples.note.id)
    try queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
      path.item % 3 == 0 ? nil : Size(width: Double(path.item), height: 1)
    }
    try queries.bind("insetForSection") { (_: ItemPath) -> Insets? in .zero }
    try queries.bind("heightForItem") { (_: ItemPath, width: Double) -> Double? in width * 2 }
    service = QueryService(queries: queries, shape: Samples.shape)
  }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    let ranges: [(index: Int, section: UInt32, first: UInt32, count: UInt32)] = [
      (0, 0, 0, 4), (0, 2, 100, 800), (1, 0, 0, 3),
    ]
    let pages = ranges.flatMap { range in
      [true, false].map { isPage in
        Message.seed(.askMany, epoch: 3) {
          $0.write(count: range.index)
          for number in [range.section, range.first, range.count] { $0.write(number) }
          $0.write(isPage)
        }
      }
    }
    let singles = [(0, []), (1, []), (2, [LayoutValue.number(7)])].map { index, arguments in
      Message.seed(.askOne, epoch: 3) {
        $0.write(count: index)
        for number in [0, 1] as [UInt32] { $0.write(number) }
        $0.write(each: arguments) { $0.write($1) }
      }
    }
    return pages + singles + [Message.seed(.askOne, epoch: 2)]
  }

  func run(_ input: [UInt8]) throws {
    guard let flags = input.first else { return }
    let channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit)
    Message.publish(
      input.dropFirst(), in: areas.replies, flags: flags, epoch: Samples.shape.epoch)
    var counters = ExchangeCounters()
    do {
      let kind = try channel.receive()
      guard kind == .askMany || kind == .askOne else { return }
      let count = try service.serve(
        kind, on: channel, epoch: Samples.shape.epoch, counting: &counters)
      try Finding.expect(count <= 900, "\(count) answers, where there are 904 items")
    } catch let error as LayoutError {
      try Finding.expect(error.code == "wire", "refused for \(error)")
    }
  }
}
