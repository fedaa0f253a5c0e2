// SPDX-License-Identifier: Apache-2.0
//
// Counts are 32 bits wide, and their sum is not: somebody's table has more rows than anybody thought of.

import CConformance
import LayoutABI
import LayoutModel

struct DataHuge: LayoutRule {
  let id = "data-huge"
  let sentence =
    "A million items and a hundred thousand sections are laid out; of billions a layout refuses what it cannot hold, and goes on."

  func check(_ subject: Subject) throws(Finding) {
    for (counts, what) in Self.large {
      do throws(Finding) { try Self.layOut(try Trial(subject, Self.world(counts))) } catch {
        throw error.about(what)
      }
    }
    // Who asks for memory without end gets none, before the machine runs out of it.
    layout_conformance_limit_memory(512 << 20)
    for (counts, what) in Self.huge {
      do throws(Finding) { try Self.layOutOrRefuse(subject, counts) } catch {
        throw error.about(what)
      }
    }
  }

  private static let large: [([UInt32], String)] = [
    ([1_000_000], "1,000,000 items in one section"),
    ([UInt32](repeating: 3, count: 100_000), "100,000 sections of 3 items"),
  ]

  private static let huge: [([UInt32], String)] = [
    ([100_000_000], "100,000,000 items in one section"),
    ([UInt32.max], "4,294,967,295 items in one section"),
    ([3, UInt32.max, UInt32.max, 7], "8,589,934,600 items in four sections"),
  ]

  /// Without answers from the app: their number is not what is looked at.
  private static func world(_ counts: [UInt32]) -> World {
    var world = World(counts)
    world.answers = .unbound
    return world
  }

  /// Prepares, and looks at the start, the middle and the end of the content and at the last item.
  private static func layOut(_ trial: Trial) throws(Finding) {
    let size = try trial.prepareFrame()
    try require(
      size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0,
      "the content is \(size)")
    let container = trial.world.container
    for part in [0.5, 1, 0] {
      try trial.step(
        to: Point(
          x: max(0, size.width - container.width) * part,
          y: max(0, size.height - container.height) * part))
      _ = try trial.answer(in: trial.world.bounds)
    }
    try findLast(trial)
  }

  /// Throws when the last item is not where it says that it is: a sum that ran over says so.
  private static func findLast(_ trial: Trial) throws(Finding) {
    guard let section = trial.world.counts.lastIndex(where: { $0 > 0 }),
      let kind = trial.subject.descriptor.kinds.firstIndex(where: { $0.category == .cell })
    else { return }
    let name = layout_element(
      category: UInt16(LAYOUT_CELL), kind: UInt16(kind), section: UInt32(section),
      item: trial.world.counts[section] - 1)
    guard let last = trial.inspection(try trial.single(name)).soundElements.first else { return }
    let found = try trial.soundElements(in: last.frame)
    try require(
      found.contains { $0.key == last.key } || last.frame.isEmpty,
      "\(name.text(trial.subject.descriptor)) at \(last.frame) is missing in that very rectangle")
  }

  /// Lays out; or is refused, and has to go on with other data then.
  private static func layOutOrRefuse(_ subject: Subject, _ counts: [UInt32]) throws(Finding) {
    let trial = try Trial(subject, world(counts))
    let status = trial.prepare()
    try require(
      status <= 0, "prepare gives the status \(status); a refusal is LAYOUT_ERROR_MEMORY")
    if status == LAYOUT_OK { return try layOut(trial) }
    trial.world = world([5, 0, 13])
    try layOut(trial)
  }
}

extension Finding {
  /// The finding, with what it is about in front.
  func about(_ what: String) -> Finding {
    if case .broken(let text) = self { .broken("\(what): \(text)") } else { self }
  }
}
