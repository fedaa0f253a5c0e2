// SPDX-License-Identifier: Apache-2.0
//
// The ends of a simulated worker in the middle of its work: in a call of its plugin, and in its message.

import CLayoutSystem
import Glibc
import LayoutRuntime

@testable import LayoutIsolation

// MARK: In a call

extension SimulatedProcess {
  /// Cancels a fault that has not happened.
  func cancelFault() { (fault, tear) = (nil, nil) }

  /// Watches the calls of its plugin from now on. Runs on its thread.
  func watchCalls() {
    guard !isWatched, let context = session?.served?.layout.context else { return }
    isWatched = true
    let told = context.onCall
    context.onCall = { [unowned self] slot in
      told?(slot)
      if let slot { enter(slot) }
    }
  }

  /// Stops in a call in which it ends. The thread goes on when it is buried.
  private func enter(_ slot: Slot) {
    guard let (kind, count) = fault, !isDead else { return }
    guard count == 0 else {
      fault = (kind, count - 1)
      return
    }
    (fault, ending, endedSlot) = (nil, kind, slot)
    seen = layout_sys_load_acquire_u32(areas.requests.turn)
    toHost.signal()
    toWorker.wait()
  }

  /// Ends it in a call of its plugin. Runs on the host's thread.
  func endInCall(by kind: SimulatedWorld.Fault) {
    let signal = kind == .crashesInside ? SIGSEGV : SIGKILL
    world.note(kind, of: self)
    die(.signalled(signal))
  }
}

// MARK: In a message

extension SimulatedProcess {
  /// Takes back a part of its message, and ends it, or lets the host read the rest.
  func end(by message: TornMessage, _ kind: SimulatedWorld.Fault, before: [UInt8]) {
    tear = nil
    world.tornRanges = TornMessage.ranges(in: areas.replies.message)
    let isOther = message.tear(areas.replies.message, before: before)
    world.note(kind, of: self)
    guard message.isSignalled else { return die(.signalled(SIGKILL)) }
    // Without its header, the message is that of an earlier request.
    if isOther, !message.isHeaderFirst {
      torn = (layout_sys_load_acquire_u32(areas.requests.turn), !world.isTurning)
    }
    isDoomed = true
    said.spoil()
  }

  /// Ends it because its message was changed. Only a question may have an answer until then.
  func endDoomed() {
    if torn != nil, hasMessage, !isLetGo {
      let kind = areas.requests.message.load(as: WireHeader.self).kind
      isBelievedTorn = kind != WireKind.answer.rawValue
    }
    world.noteEnd(of: self, isAwaited: !world.isTurning)
    die(.signalled(SIGKILL))
  }

  /// True if the host took a part of a message for the whole. A host that waited for the message has read it.
  var believesTorn: Bool {
    isBelievedTorn || (torn.map { $0.isAwaited && !isDead } ?? false)
  }
}
