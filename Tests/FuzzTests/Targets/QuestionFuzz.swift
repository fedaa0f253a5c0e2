// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a plugin's query to the app, which the host serves.

import LayoutABI
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The service of queries, with an app that answers them all.
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
    try queries.bind("lengthOfItem", dynamic: { _, values in .integer(Int64("\(values)".count)) })
    service = QueryService(queries: queries, shape: Samples.shape)
  }

  /// The query for item 0.1, or for section 0, with valid arguments.
  private static func single(_ index: Int, _ query: QueryDescriptor) -> [UInt8] {
    Message.seed(.askOne, epoch: Samples.shape.epoch) {
      $0.write(count: index)
      for number in [0, query.scope == .item ? 1 : 0] as [UInt32] { $0.write(number) }
      $0.write(each: query.arguments.map(Samples.value)) { $0.write($1) }
    }
  }

  /// The query for two items, or for two sections.
  private static func pair(_ index: Int) -> [UInt8] {
    Message.seed(.askMany, epoch: Samples.shape.epoch) {
      $0.write(count: index)
      for number in [0, 0, 2] as [UInt32] { $0.write(number) }
      $0.write(false)
    }
  }

  /// Makes every query that a layout with this descriptor can make.
  ///
  /// - Throws: ``LayoutError`` if a query is refused.
  static func askAll(_ layout: LayoutDescriptor, in areas: AreaPair) throws(LayoutError) {
    let queries = QueryTable(layout.queries, plugin: Samples.note.id)
    for query in layout.queries {
      try queries.bind(query.name, dynamic: { _, _ in Samples.value(of: query.result) })
    }
    let service = QueryService(queries: queries, shape: Samples.shape)
    for (index, query) in layout.queries.enumerated().prefix(8) {
      let many = query.arguments.isEmpty ? [pair(index)] : []
      for question in many + [single(index, query)] {
        Message.publish(question.dropFirst(), in: areas.replies, flags: 0)
        let channel = Channel(outgoing: areas.requests, incoming: areas.replies)
        var counters = ExchangeCounters()
        _ = try service.serve(
          try channel.receive(), on: channel, epoch: Samples.shape.epoch, counting: &counters)
      }
    }
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
    let singles = Samples.layout.queries.indices.map { index in
      Self.single(index, Samples.layout.queries[index])
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
