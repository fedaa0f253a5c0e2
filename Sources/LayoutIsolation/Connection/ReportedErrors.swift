// SPDX-License-Identifier: Apache-2.0
//
// The errors that a worker reports. A plugin that took its worker over can write any bytes there, so an
// error is believed as far as a plugin's own failure goes: it ends no worker, lifts no blame, gives no
// advice about the sandbox, and always names the plugin that runs in this worker.

import LayoutModel
import LayoutRuntime

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
    if let call = error.call, call != request.call, !CallCrumb.isName(call) {
      error.call = request.call
    }
    return error
  }

  /// Returns true when a worker confines itself before it does what is asked.
  private func confines(_ request: Request) -> Bool {
    options.isSandboxed && (request.kind == .start || request.kind == .inspect)
  }
}
