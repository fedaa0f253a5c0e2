// SPDX-License-Identifier: Apache-2.0
//
// The errors that end a worker, and their messages.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

extension WorkerLink {
  /// Turns a broken message into a breach that ends the worker, and records an error that is final.
  func blame(_ error: LayoutError, _ request: Request) -> LayoutError {
    switch error.code {
    case "wire":
      process.kill()
      return fail(
        LayoutError(
          .breach, "the worker sent \(error.message) (rule: wire)", plugin: plugin,
          call: request.call))
    case .breach, .answerTooLarge:
      // Later messages of a plugin that broke a rule cannot be trusted either.
      process.kill()
      var error = error
      (error.plugin, error.call) = (error.plugin ?? plugin, error.call ?? request.call)
      return fail(error)
    case "worker-died", "worker-hung": return fail(error)
    case "worker-late": return error
    default:
      if isSettled { return error }
      // It still waits for an answer that was not sent; it would take the next message for that
      // answer.
      process.kill()
      return fail(error)
    }
  }

  /// Records the error that every later request throws.
  func fail(_ error: LayoutError) -> LayoutError {
    failure = error
    return error
  }

  /// Notes that the failure was recorded, and keeps its new message.
  func record(_ error: LayoutError) { (failure, isRecorded) = (error, true) }

  /// Returns the error for a worker that ended in the middle of a request, or for one that only
  /// claims so.
  func ended(_ request: Request) -> LayoutError {
    guard let end = process.end else {
      // The worker wrote the mark itself: the host writes it only after it knows that the process
      // has ended.
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

  /// The words for the child that the call is in, as the worker reports it; empty for the layout
  /// itself.
  var childName: String {
    let number = unsafe CallMarker.child(layout_sys_load_relaxed_u32(replies.slot))
    return (1...max(1, childLayouts.count)).contains(number) && !childLayouts.isEmpty
      ? " in its child \(childLayouts[number - 1])" : ""
  }

  /// Returns the call that a request is in, as the worker reports it: an action by its own name.
  func callName(in request: Request) -> String {
    let name = unsafe CallMarker.name(layout_sys_load_relaxed_u32(replies.slot))
    guard let name, name != Slot.action.rawValue else { return request.call }
    return name
  }

  /// Returns the error for a worker that the supervisor ended; nil if it did not.
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
// The errors that a worker reports. A plugin that took its worker over can write any bytes there,
// so such an error counts only as a plugin's own failure: it ends no worker, removes no blame,
// gives no advice about the sandbox, and always names the plugin that runs in this worker.

extension WorkerLink {
  /// The failures of plugins and of loading them. Only the host may use all other codes.
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

  /// Returns the error that an answer holds.
  ///
  /// - Throws: `wire` if a worker cannot have met the error in such a request.
  func readFailure(
    _ head: inout WireReader, of request: Request
  ) throws(LayoutError) -> LayoutError {
    var error = try head.readError(cutTo: options.answerLimits.textBytes)
    if error.code == .sandboxUnavailable, confines(request) {
      // The host runs on the same kernel, and names the missing part itself.
      return SandboxSupport.ofThisKernel.missingPart ?? .sandboxFailed(saying: error.message)
    }
    guard Self.reportedCodes.contains(error.code) else {
      throw .wire("an error that only the host can meet")
    }
    // An invalid argument of the host is the only error without a plugin, in process too.
    if error.plugin != nil || error.code != .invalidArgument { error.plugin = plugin }
    if let call = error.call, call != request.call, !CallMarker.isName(call) {
      error.call = request.call
    }
    return error
  }

  /// Returns true if a worker confines itself before it handles the request.
  private func confines(_ request: Request) -> Bool {
    options.isSandboxed && (request.kind == .start || request.kind == .inspect)
  }
}

extension LayoutError {
  /// Returns the error for a started request whose worker is no longer the one of its layout.
  static func letGo(before call: String) -> LayoutError {
    LayoutError(
      .workerEnded, "the layout was let go of, or restarted, before \(call) was done", call: call)
  }
}

// MARK: - No sandbox
//
// A worker that reports that it could not confine itself, on a kernel that has all parts of the
// sandbox.

extension LayoutError {
  /// Returns `sandbox-failed`: a worker reported that a step of the sandbox failed. A plugin may
  /// have written that report, so its own words are left out, and the message gives no advice to
  /// run without a sandbox.
  static func sandboxFailed(saying message: String) -> LayoutError {
    let reason = sandboxReason(in: message).map { " (\($0))" } ?? ""
    return LayoutError(
      .sandboxFailed,
      "its worker could not confine itself\(reason); free memory, or start the host inside fewer "
        + "sandboxes, and try again")
  }

  /// Returns the step that failed and the reason, if the report has the form that a worker of this
  /// version writes.
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
