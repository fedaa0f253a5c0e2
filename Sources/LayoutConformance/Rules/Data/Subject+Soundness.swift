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
      guard case .broken(let text) = error else { throw error }
      throw .broken("\(what): \(text)")
    }
  }

  private func checkSoundness(_ world: World) throws(Finding) {
    let trial = try Trial(self, world)
    let size = try trial.makeReady()
    try require(
      size.width.isFinite && size.height.isFinite || world.counts.count == 1,
      "the content is \(size)")
    let bulk = try trial.soundElements().filter { $0.record.category != LAYOUT_DECORATION }
    let keys = Set(bulk.map(\.key))
    for name in Self.sample(trial.names()) {
      let single = trial.inspection(try trial.single(name)).soundElements
      guard let element = single.first, !keys.contains(element.key) else { continue }
      throw .broken("\(element.name.text(descriptor)) comes alone and not with all others")
    }
    for element in Self.sample(bulk) where try trial.single(element.name).records.isEmpty {
      throw .broken("\(element.name.text(descriptor)) comes with all others and not alone")
    }
  }

  /// All of a short list; of a long one some thousands, its ends among them.
  private static func sample<Member>(_ list: [Member]) -> [Member] {
    let step = max(1, list.count / 3000)
    return stride(from: 0, to: list.count, by: step).map { list[$0] } + list.suffix(1)
  }
}
