// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as the arrays of an answer to the trust border.

import LayoutABI
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The border for elements. The first three bytes of an input give the lengths of the arrays. The highest bit of the
/// first says whether the arrays answer a query for ``rect``.
final class BorderFuzz: FuzzTarget {
  static let name = "border"

  private let border = TrustBorder(plugin: Samples.note.id, descriptor: Samples.layout)
  private let buffer = AnswerBuffer()
  /// Contains the cell of the samples, but not every cell that a mutation makes of it.
  private let rect = Rect(x: 0, y: 0, width: 40, height: 50)

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    let counts = Samples.elementCounts
    let one = Array(Samples.elementBytes.prefix(64))
    return [
      [UInt8(counts.records), UInt8(counts.transforms), UInt8(counts.payload)]
        + Samples.elementBytes,
      [2, 0, 0] + one + one, [0, 0, 0],
      [UInt8(counts.records) | 128, UInt8(counts.transforms), UInt8(counts.payload)]
        + Samples.elementBytes,
    ]
  }

  func run(_ input: [UInt8]) throws {
    guard input.count >= 3 else { return }
    let counts = AnswerCounts(
      records: Int(input[0] % 64), transforms: Int(input[1] % 8), payload: Int(input[2] % 64))
    var bytes = Array(input.dropFirst(3).prefix(counts.byteCount))
    bytes += [UInt8](repeating: 0, count: counts.byteCount - bytes.count)
    do {
      try bytes.withUnsafeBytes { try buffer.take(counts, from: $0) }
      try admit(hasRect: input[0] & 128 != 0)
    } catch let error as LayoutError {
      try Finding.expect(error.endsInstance, "refused for \(error)")
      return try Finding.expect(buffer.count == 0, "elements that broke a rule are still there")
    }
    try Finding.expect(
      buffer.count + buffer.outsideCount == counts.records, "elements went missing")
    for index in 0..<buffer.count { try check(index) }
  }

  private func admit(hasRect: Bool) throws {
    let (counts, call) = (Samples.shape.itemCounts, "attributes_in_rect")
    guard hasRect else { return try border.admit(buffer, itemCounts: counts, call: call) }
    try border.admit(buffer, in: rect, itemCounts: counts, call: call)
    try Finding.expect(
      buffer.records.allSatisfy { $0.frame.intersects(rect) }, "an element outside was let in")
  }

  private func check(_ index: Int) throws {
    let record = buffer.records[index]
    let edges = [record.frame.x, record.frame.y, record.frame.maxX, record.frame.maxY]
    try Finding.expect(edges.allSatisfy(\.isFinite), "an edge that is not finite")
    try Finding.expect(record.frame.width >= 0 && record.frame.height >= 0, "a size below zero")
    try Finding.expect((0...1).contains(record.alpha), "an opacity of \(record.alpha)")
    if record.transform > 0 { _ = buffer.transforms[Int(record.transform) - 1] }
    let fields = buffer.fields(of: index, in: Samples.layout)
    try Finding.expect(fields.allSatisfy(\.isSound), "a field that is NaN")
    guard index > 0 else { return }
    try Finding.expect(buffer.records[index - 1].key < record.key, "elements out of order")
  }
}
