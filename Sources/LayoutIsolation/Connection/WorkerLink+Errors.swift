// SPDX-License-Identifier: Apache-2.0
//
// What ends a worker, and what is said of it.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

extension WorkerLink {
  /// Turns a broken message into a breach that ends the worker, and remembers what is final.
  func blame(_ error: LayoutError, _ request: Request) -> LayoutError {
    switch error.code {
    case "wire":
      process.kill()
      return fail(
        LayoutError(
          .breach, "the worker sent \(error.message) (rule: wire)", plugin: plugin,
          call: request.call))
    case .breach, .answerTooLarge:
      // What a plugin that broke a rule says next cannot be trusted either.
      process.kill()
      var error = error
      (error.plugin, error.call) = (error.plugin ?? plugin, error.call ?? request.call)
      return fail(error)
    case "worker-died", "worker-hung": return fail(error)
    case "worker-late": return error
    default:
      if isSettled { return error }
      // It still waits for an answer that did not come about; it would take the next message for it.
      process.kill()
      return fail(error)
    }
  }

  /// Remembers the error that every later request throws.
  func fail(_ error: LayoutError) -> LayoutError {
    failure = error
    return error
  }

  /// Notes that the failure is on record, and what it says since.
  func record(_ error: LayoutError) { (failure, isRecorded) = (error, true) }

  /// Returns the error for a worker that is gone in the middle of a request, or says so.
  func ended(_ request: Request) -> LayoutError {
    guard let end = process.end else {
      // It wrote the mark itself: a process that has ended is known to have before that is told.
      process.kill()
      return .wire("that it has ended, and it had not")
    }
    return died(end, request)
  }

  func abandoned(_ request: Request) -> LayoutError {
    LayoutError(
      .workerEnded,
      "its worker, process \(process.id), was ended in the middle of a call that nobody waited for; "
        + "restart the layout to go on", plugin: plugin, call: request.call)
  }

  func died(_ end: ProcessEnd, _ request: Request) -> LayoutError {
    if let error = endedForExcess() { return error }
    isToBlame = end != .signalled(SIGKILL)
    return LayoutError(
      .workerDied,
      "its worker, process \(process.id), \(end.description)\(childName); restart the "
        + "layout to go on",
      plugin: plugin, call: callName(in: request))
  }

  /// The words for the child that the call is in, by the word of its worker; empty for the layout itself.
  var childName: String {
    let number = CallCrumb.child(layout_sys_load_relaxed_u32(replies.slot))
    return (1...max(1, childLayouts.count)).contains(number) && !childLayouts.isEmpty
      ? " in its child \(childLayouts[number - 1])" : ""
  }

  /// The call that a request is in, by the word of its worker: an action by its own name.
  func callName(in request: Request) -> String {
    let name = CallCrumb.name(layout_sys_load_relaxed_u32(replies.slot))
    guard let name, name != Slot.action.rawValue else { return request.call }
    return name
  }

  /// Returns the error for a worker that the supervisor ended; nil when it did not.
  func endedForExcess() -> LayoutError? {
    guard let excess = process.excess else { return nil }
    isToBlame = true
    return LayoutError(
      .workerDied,
      "its worker, process \(process.id), was ended: \(excess.description); restart the layout to "
        + "go on", plugin: plugin)
  }

  func hung(_ request: Request, _ time: CallTime) -> LayoutError {
    let (call, child) = (callName(in: request), childName)
    process.kill()
    return LayoutError(
      .workerHung,
      "its worker, process \(process.id), was not done after \(time.spent)\(child) and was ended; restart "
        + "the layout to go on", plugin: plugin, call: call)
  }
}
