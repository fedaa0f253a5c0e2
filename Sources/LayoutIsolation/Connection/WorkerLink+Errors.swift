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
    isPluginFault = end != .signalled(SIGKILL)
    return LayoutError(
      .workerDied,
      "its worker, process \(process.id), \(end.description)\(childName); restart the "
        + "layout to go on",
      plugin: plugin, call: callName(in: request))
  }

  /// The words for the child that the call is in, by the word of its worker; empty for the layout itself.
  var childName: String {
    let number = unsafe CallMarker.child(layout_sys_load_relaxed_u32(replies.slot))
    return (1...max(1, childLayouts.count)).contains(number) && !childLayouts.isEmpty
      ? " in its child \(childLayouts[number - 1])" : ""
  }

  /// The call that a request is in, by the word of its worker: an action by its own name.
  func callName(in request: Request) -> String {
    let name = unsafe CallMarker.name(layout_sys_load_relaxed_u32(replies.slot))
    guard let name, name != Slot.action.rawValue else { return request.call }
    return name
  }

  /// Returns the error for a worker that the supervisor ended; nil when it did not.
  func endedForExcess() -> LayoutError? {
    guard let excess = process.excess else { return nil }
    isPluginFault = true
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

// MARK: - Errors reported
//
// The errors that a worker reports. A plugin that took its worker over can write any bytes there, so an
// error is believed as far as a plugin's own failure goes: it ends no worker, lifts no blame, gives no
// advice about the sandbox, and always names the plugin that runs in this worker.

extension WorkerLink {
  /// The failures of plugins and of loading them. All other codes are the host's to use.
  static let reportedCodes: Set<LayoutError.Code> = [
    .breach, .answerTooLarge, .childRefused, .outOfRange, .propertyType, .unknownCase,
    "abi-refused", "action-signature", "bad-table", "entry-missing",
    "invalid-argument",
    "layout-argument", "layout-context", "layout-failed", "layout-out-of-memory", "layout-stale",
    "layout-unsupported", "load-failed", "no-note", "not-prepared", "note-mismatch",
    "out-of-memory", "query-failed", "query-signature", "reentrant", "reserved-used",
    "slot-missing",
    "state-too-large", "table-too-short", "too-large", "unknown-layout", "unknown-query",
  ]

  /// The error that an answer holds.
  ///
  /// - Throws: `wire` when a worker cannot have met it in such a request.
  func readFailure(
    _ head: inout WireReader, of request: Request
  ) throws(LayoutError) -> LayoutError {
    var error = try head.readError(cutTo: options.answerLimits.textBytes)
    if error.code == .sandboxUnavailable, confines(request) {
      // The host runs on the same kernel, and says in its own words what that lacks.
      return SandboxSupport.ofThisKernel.missingPart ?? .sandboxFailed(saying: error.message)
    }
    guard Self.reportedCodes.contains(error.code) else {
      throw .wire("an error that only the host can meet")
    }
    // An argument of the host's is the one thing for which no plugin is named, in process too.
    if error.plugin != nil || error.code != .invalidArgument { error.plugin = plugin }
    if let call = error.call, call != request.call, !CallMarker.isName(call) {
      error.call = request.call
    }
    return error
  }

  /// Returns true when a worker confines itself before it does what is asked.
  private func confines(_ request: Request) -> Bool {
    options.isSandboxed && (request.kind == .start || request.kind == .inspect)
  }
}

// MARK: - No sandbox
//
// A worker that says that it could not confine itself, on a kernel that has all that takes.

extension LayoutError {
  /// `sandbox-failed`: a step of the sandbox failed by the word of a worker, which is believed as far as
  /// it goes without one. A plugin may have written it, so it gets no word of its own in, and no advice
  /// to run without a sandbox.
  static func sandboxFailed(saying message: String) -> LayoutError {
    let reason = sandboxReason(in: message).map { " (\($0))" } ?? ""
    return LayoutError(
      .sandboxFailed,
      "its worker could not confine itself\(reason); free memory, or start the host inside fewer "
        + "sandboxes, and try again")
  }

  /// Which step failed and why, where a worker of this version says it.
  private static func sandboxReason(in message: String) -> String? {
    for part in SandboxPart.allCases {
      for code in 1...lastErrno where message == sandbox(part, -code).message {
        return unsafe "\(part.rawValue): \(String(cString: strerror(code)))"
      }
    }
    return nil
  }

  /// The largest number of an error that Linux has.
  private static let lastErrno: Int32 = EHWPOISON
}
