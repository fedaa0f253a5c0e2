// SPDX-License-Identifier: Apache-2.0
//
// Every kind of change that a session makes to its data.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

/// A change of the data, made in one of the ways that an app has.
enum MortalChange: String, CaseIterable, Sendable {
  case insert, delete, move, reload, reloadSection, sections, mixed, animated
  /// A change that the app announces after the data had changed.
  case told
  /// A change while another one is due.
  case overInvalidation
  /// A snapshot with items that are filled again.
  case snapshot
  /// A drop after an item was held.
  case drop
  /// A change while a new version of the layout is on its way.
  case swapPending
  /// A change before the very first cell is visible: the anchor lies ahead.
  case behindHeader

  /// Makes the change. Calls that the worker's end interrupts throw, as they do for an app.
  func perform(in session: MortalSession) throws {
    let view = session.view
    switch self {
    case .insert, .delete, .move, .reload, .reloadSection, .sections, .mixed, .behindHeader:
      try batch(in: session)
    case .animated:
      try Self.mixed.batch(in: session)
    case .told:
      session.model.sections[0].items.insert(contentsOf: [951, 952], at: 0)
      try view.insertItems(at: [ItemPath(0, 0), ItemPath(0, 1)])
    case .overInvalidation:
      view.collectionViewLayout.invalidate()
      try Self.mixed.batch(in: session)
    case .swapPending: try swap(in: session)
    case .drop: try drop(in: session)
    case .snapshot: try apply(in: session)
    }
  }

  private func batch(in session: MortalSession) throws {
    try session.view.performBatchUpdates { batch in
      change(&session.model, &batch, in: session)
    }
  }

  private func change(
    _ model: inout ArrayModel, _ batch: inout BatchUpdate, in session: MortalSession
  ) {
    switch self {
    case .delete:
      model.sections[0].items.removeSubrange(3...7)
      for item in 3...7 { batch.deleteItem(at: ItemPath(0, item)) }
    case .move:
      model.sections[2].items.insert(model.sections[0].items.remove(at: 9), at: 1)
      batch.moveItem(from: ItemPath(0, 9), to: ItemPath(2, 1))
    case .reload:
      for item in 4...9 {
        session.editions[model.sections[0].items[item], default: 0] += 1
        batch.reloadItem(at: ItemPath(0, item))
      }
    case .reloadSection:
      model.sections[0].items = [961, 962, 963, 964, 965, 966, 967]
      batch.reloadSection(at: 0)
    case .sections:
      let moved = model.sections.remove(at: 0)
      model.sections[1] = (id: 900, items: [901, 902, 903])
      model.sections.append(moved)
      batch.moveSection(from: 0, to: 3)
      batch.deleteSection(at: 2)
      batch.insertSection(at: 1)
    case .mixed:
      var dice = SeededGenerator(seed: 11)
      let change = RandomChange(model, calm: 4, using: &dice)
      (model, batch) = (change.result, change.batch)
    default:
      for item in 0..<6 { batch.insertItem(at: ItemPath(0, item)) }
      model.sections[0].items.insert(contentsOf: 941...946, at: 0)
    }
  }

  private func apply(in session: MortalSession) throws {
    var dice = SeededGenerator(seed: 12)
    var next = try session.snapshot(of: RandomChange(session.model, calm: 4, using: &dice).result)
    let shown = session.view.indexPathsForVisibleItems.compactMap(session.id(at:))
    let kept = Set(next.sectionIDs.indices.flatMap(next.itemIDs(inSectionAt:)))
    let changed = shown.filter { $0 % 2 == 0 && kept.contains($0) }
    for id in changed { session.editions[id, default: 0] += 1 }
    try next.reconfigureItems(changed)
    try session.diffable?.apply(next)
  }

  private func drop(in session: MortalSession) throws {
    let view = session.view
    let path = try #require(view.indexPathsForVisibleItems.dropFirst(2).first)
    // The user tries again if the item did not move.
    do { #expect(try view.beginInteractiveMovement(at: path)) } catch {
      #expect(try view.beginInteractiveMovement(at: path))
    }
    // The user moves on after an error of an update, and releases in the end.
    for place in [Point(x: 200, y: 40), Point(x: 40, y: 150), Point(x: 150, y: 120)] {
      do { try view.updateInteractiveMovement(to: place) } catch {}
    }
    try view.endInteractiveMovement()
  }

  private func swap(in session: MortalSession) throws {
    let id = session.view.collectionViewLayout.id
    let kind = try #require(MortalSession.Kind(rawValue: id))
    var request = SwapRequest(file: try kind.file(), layoutID: id)
    request.policy = LayoutPolicy(.worker, options: session.executioner.options())
    let swapper = LayoutSwapper(request, on: session.view)
    defer { swapper.cancel() }
    while swapper.stage != .prepare, swapper.answer == nil { swapper.step() }
    try Self.mixed.batch(in: session)
    // It may be refused if the end of a worker caused the refusal.
    _ = swapper.run()
  }
}
