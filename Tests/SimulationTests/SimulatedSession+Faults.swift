// SPDX-License-Identifier: Apache-2.0
//
// What goes wrong in a session, and which errors it may give.

import LayoutModel
import LayoutTesting

@testable import LayoutEngine

extension SimulatedSession {
  /// Makes something go wrong in one of the exchanges of the step, or between two steps.
  func prepareFault() {
    prepareFaultOfDisk()
    guard written == nil, isRemote || swap != nil, chance(0.2) else { return }
    world.dice = SeededGenerator(seed: dice.next())
    if chance(0.1) { world.isRunning = false }
    if chance(0.15) {
      story[story.count - 1] += " (killed before)"
      return world.killOne()
    }
    let kind = SimulatedWorld.Fault.allCases.randomElement(using: &dice) ?? .diesBefore
    story[story.count - 1] += " (\(kind.rawValue))"
    world.plan(kind, after: Int.random(in: 0...4, using: &dice))
  }

  private func prepareFaultOfDisk() {
    guard written == nil, isRemote || swap != nil || folder != nil, chance(0.05) else { return }
    let kind = SimulatedDisk.Fault.allCases.randomElement(using: &dice) ?? .full
    story[story.count - 1] += " (disk: \(kind.rawValue))"
    world.disk.plan(kind, after: Int.random(in: 0...3, using: &dice))
  }

  /// Returns true for an error whose cause may be the disk.
  private func isFaultOfDisk(_ error: any Error) -> Bool {
    let codes: Set<LayoutError.Code> = [
      .unreadable, .unwritable, .changed, .noImageDirectory, .imageDirectory,
    ]
    return !world.disk.struck.isEmpty
      && (error as? LayoutError).map { codes.contains($0.code) } == true
  }

  /// Returns true for what only a layout, or its worker, can be the cause of.
  func isLayoutFault(_ error: any Error) -> Bool {
    let codes: Set<LayoutError.Code> = [
      .workerDied, .workerHung, .workerEnded, .workerStart, .workerLate, .breach, .answerTooLarge,
    ]
    if isFaultOfDisk(error) { return true }
    guard let error = error as? LayoutError else { return false }
    // What a worker sent with other bits may name any reason.
    return codes.contains(error.code) || (!world.struck.isEmpty && error.isLayoutFault)
  }

  /// Errors are those that the seed asked for, or those that the call is known for.
  func judge(_ error: any Error, of act: Act) throws(Violation) {
    if app.hasFailed {
      story[story.count - 1] += ", which failed"
      return
    }
    let struck = world.struck.suffix(from: struckBefore)
    let isForged = struck.contains(.forges) || struck.contains(.doubles)
    if isForged || (isLayoutFault(error) && world.hasStruck) {
      story[story.count - 1] += ": \((error as? LayoutError)?.code.rawValue ?? "")"
      return
    }
    let code = (error as? LayoutError)?.code
    guard let code, isGone(code) || act.codes.contains(code) else {
      throw Violation(rule: "error of \(act.name)", detail: "\(error)")
    }
  }

  /// Returns true for an error about a path that may be gone: what is due is shown first, what is heard of
  /// may change the data, and a pendulum shows some of its items only.
  private func isGone(_ code: LayoutError.Code) -> Bool {
    let layouts = [view.shownLayout.id, view.collectionViewLayout.id]
    return (wasDue || hasCalledBack || layouts.contains("pendulum"))
      && [.unknownPath, .unknownItem, .unknownSection].contains(code)
  }

  /// Looks that no plugin has a strike where there was just no processor for it, or where somebody killed it.
  func lookAtStrikes() throws(Violation) {
    let excuses: Set<SimulatedWorld.Fault> = [.starves, .diesBefore, .diesAfter]
    for strike in world.strikes {
      try require(
        !Set(strike.struck).isSubset(of: excuses), "strikes are deserved",
        "\(strike.error) after \(strike.struck)")
    }
  }

  /// Looks that what could not be scrolled stands where it stood; but where views say sizes, which may fail
  /// once the frame is on screen.
  func lookAtFailed(_ act: Act, _ offset: Point) throws(Violation) {
    guard wasQuiet, !wasDue, !hasCalledBack, !app.hasWishes,
      ["scroll", "scroll beyond", "drag", "wheel"].contains(act.name)
    else { return }
    try require(
      view.contentOffset == offset, "a failed scroll changes nothing",
      "\(view.contentOffset), not \(offset), after \(act.name)")
  }
}
