// SPDX-License-Identifier: Apache-2.0
//
// What has to hold for any data and any room.

import LayoutABI
import LayoutModel

extension Subject {
  /// Throws unless the layout handles a world: every call succeeds, numbers are finite, and a query
  /// for everything answers just the cells and supplementaries that single queries answer.
  func requireSound(_ world: World, _ what: String) throws(Finding) {
    do throws(Finding) { try checkSoundness(world) } catch {
      throw error.about(what)
    }
  }

  private func checkSoundness(_ world: World) throws(Finding) {
    let trial = try Trial(self, world)
    // Not waited for its rest: where elements are on the way there has to be sound too.
    let size = try trial.prepareFrame()
    try require(
      size.width.isFinite && size.height.isFinite || world.counts.count == 1,
      "the content is \(size)")
    let bulk = try trial.soundElements().filter { $0.record.category != LAYOUT_DECORATION }
    let keys = Set(bulk.map(\.key))
    for name in Self.sample(trial.names()) {
      let single = trial.inspection(try trial.single(name)).soundElements
      guard let element = single.first, !keys.contains(element.key) else { continue }
      throw .broken(
        "attributes_for gives \(element.name.text(descriptor)) at \(element.frame), and attributes_in_rect "
          + "for everything leaves it out")
    }
    for element in Self.sample(bulk) where try trial.single(element.name).records.isEmpty {
      throw .broken(
        "attributes_in_rect gives \(element.name.text(descriptor)) at \(element.frame), and attributes_for "
          + "answers none")
    }
  }

  /// All of a short list; of a long one some thousands, its ends among them.
  private static func sample<Member>(_ list: [Member]) -> [Member] {
    let step = max(1, list.count / 3000)
    return stride(from: 0, to: list.count, by: step).map { list[$0] } + list.suffix(1)
  }
}
