// SPDX-License-Identifier: Apache-2.0
//
// The faults of a session, and the errors that they may cause.

import LayoutHost
import LayoutModel
import LayoutTesting

@testable import LayoutEngine

extension SimulatedSession {
  /// Injects a fault into one of the exchanges of the step, or between two steps.
  func prepareFault() {
    prepareFaultOfDisk()
    prepareFaultOfMemory()
    prepareFaultOfRoom()
    if world.quarantine != nil, chance(0.03) {
      // Strikes are forgotten after ten minutes.
      story[story.count - 1] += " (later)"
      world.pass(seconds: 601)
    }
    if world.quarantine != nil, chance(0.03) {
      story[story.count - 1] += " (used too much)"
      world.endOneForExcess()
    }
    // A plugin is in quarantine only after three of its faults.
    let share = world.quarantine == nil ? 0.2 : 0.6
    guard written == nil, isRemote || swap != nil, chance(share) else { return }
    world.dice = SeededGenerator(seed: dice.next())
    if chance(0.1) { world.isRunning = false }
    if chance(0.15) {
      story[story.count - 1] += " (killed before)"
      return world.killOne()
    }
    let kinds =
      world.quarantine == nil ? SimulatedWorld.Fault.ofExchange : SimulatedWorld.Fault.counted
    let kind = kinds.randomElement(using: &dice) ?? .diesBefore
    story[story.count - 1] += " (\(kind.rawValue))"
    world.plan(kind, after: Int.random(in: 0...4, using: &dice))
  }

  private func prepareFaultOfDisk() {
    guard written == nil, isRemote || swap != nil || folder != nil, chance(0.05) else { return }
    let kind = SimulatedDisk.Fault.allCases.randomElement(using: &dice) ?? .full
    story[story.count - 1] += " (disk: \(kind.rawValue))"
    world.disk.plan(kind, after: Int.random(in: 0...3, using: &dice))
  }

  /// Makes memory for a worker impossible to get, once, when the next workers start.
  private func prepareFaultOfMemory() {
    guard written == nil, isRemote || swap != nil, chance(0.04) else { return }
    let kind = SimulatedMemory.Fault.allCases.randomElement(using: &dice) ?? .noFile
    story[story.count - 1] += " (memory: \(kind.rawValue))"
    world.memory.plan(kind, after: Int.random(in: 0...3, using: &dice))
    if chance() { world.killOne() }
  }

  /// Makes the room for an answer impossible to get, once.
  private func prepareFaultOfRoom() {
    guard written == nil, chance(0.05) else { return }
    story[story.count - 1] += " (memory: no room)"
    world.memory.planFailure(after: Int.random(in: 0...3, using: &dice))
  }

  /// Returns true for an error whose cause may be the room for an answer. A layout whose inner layout had none may give
  /// an error of its own.
  func isFaultOfRoom(_ error: LayoutError) -> Bool {
    [.outOfMemory, .layoutOutOfMemory].contains(error.code) && world.memory.failedCount > 0
  }

  /// Returns true for an error whose cause may be the disk.
  private func isFaultOfDisk(_ error: any Error) -> Bool {
    let codes: Set<LayoutError.Code> = [
      .unreadable, .unwritable, .changed, .noImageDirectory, .imageDirectory,
    ]
    return !world.disk.struck.isEmpty
      && (error as? LayoutError).map { codes.contains($0.code) } == true
  }

  /// Returns true for an error that only a layout, or its worker, can cause.
  func isLayoutFault(_ error: any Error) -> Bool {
    let codes: Set<LayoutError.Code> = [
      .workerDied, .workerHung, .workerEnded, .workerStart, .workerLate, .breach, .answerTooLarge,
    ]
    if isFaultOfDisk(error) { return true }
    guard let error = error as? LayoutError else { return false }
    if error.code == .sharedMemory {
      return world.memory.struck.contains { error.message.contains("cannot \($0.words)") }
    }
    if isFaultOfRoom(error) { return true }
    if error.code == .quarantined {
      // A start that fails may be the third strike, too.
      return world.supervised.contains(where: \.isBlocked)
        || world.quarantine?.hashes.isEmpty == false
    }
    // A worker's message with changed bits may name any reason.
    return codes.contains(error.code) || (!world.struck.isEmpty && error.isLayoutFault)
  }

  /// Checks that errors follow from the seed's faults, or are known for the call.
  func judge(_ error: any Error, of act: Act) throws(Violation) {
    let code = (error as? LayoutError)?.code
    if app.hasFailed, code == .dataSource || code == .queryFailed {
      story[story.count - 1] += ", which failed"
      return
    }
    try lookAtBlame(error)
    let struck = world.struck.suffix(from: struckBefore)
    let isForged = struck.contains(where: \.changesMessages)
    if isForged || (isLayoutFault(error) && world.hasStruck) {
      story[story.count - 1] += ": \(code?.rawValue ?? "")"
      return
    }
    guard let code, isGone(code) || act.codes.contains(code) else {
      throw Violation(rule: "error of \(act.name)", detail: "\(error)")
    }
  }

  /// Checks that an error names no worker but one that had a fault.
  private func lookAtBlame(_ error: any Error) throws(Violation) {
    guard let named = (error as? LayoutError)?.namedProcess else { return }
    try require(
      world.faulty.contains(named), "errors blame the guilty",
      "\(error), and the faults were those of \(world.faulty.sorted())")
  }

  /// Returns true for an error about a path that may be gone: a due frame runs first, its notices may change the
  /// data, and a pendulum shows only some of its items.
  private func isGone(_ code: LayoutError.Code) -> Bool {
    let layouts = [view.shownLayout.id, view.collectionViewLayout.id]
    if hasCalledBack, code == .notAcross { return true }
    return (wasDue || hasCalledBack || layouts.contains("pendulum"))
      && [.unknownPath, .unknownItem, .unknownSection].contains(code)
  }

  /// Checks that a failed scroll leaves the offset, and a failed change of the data the selection; except if views
  /// prefer sizes, which may fail after the frame is on screen.
  func lookAtFailed(_ act: Act, _ before: CallLook) throws(Violation) {
    guard wasQuiet, !wasDue, !hasCalledBack, !app.hasWishes else { return }
    if ["scroll", "scroll beyond", "drag", "wheel"].contains(act.name) {
      try require(
        view.contentOffset == before.offset, "a failed scroll changes nothing",
        "\(view.contentOffset), not \(before.offset), after \(act.name)")
    }
    // A change that the view applied, because only its layout failed, has another epoch.
    if ["batch", "batch beyond", "told", "reload"].contains(act.name),
      view.state.dataShape.epoch == before.epoch
    {
      try require(
        view.indexPathsForSelectedItems == before.selected, "a failed change leaves the selection",
        "\(view.indexPathsForSelectedItems), not \(before.selected), after \(act.name)")
    }
  }

  /// Checks that another layout, shown or refused, leaves the selected items where they are on screen, also when it was
  /// asked with data that the view does not show yet. Other data on screen have another epoch.
  func lookAtExchange(_ act: Act, _ before: CallLook) throws(Violation) {
    let names = ["set layout", "assign layout", "forget to register views", "swap on"]
    guard names.contains(act.name), !hasCalledBack, view.state.dataShape.epoch == before.epoch
    else { return }
    try require(
      view.indexPathsForSelectedItems == before.selected, "another layout leaves the selection",
      "\(view.indexPathsForSelectedItems), not \(before.selected), after \(act.name)")
  }
}

/// The parts of a view that a failed call leaves.
struct CallLook {
  let offset: Point
  let selected: [ItemPath]
  let epoch: UInt64

  init(_ view: CollectionView) {
    (offset, selected) = (view.contentOffset, view.indexPathsForSelectedItems)
    epoch = view.state.dataShape.epoch
  }
}
