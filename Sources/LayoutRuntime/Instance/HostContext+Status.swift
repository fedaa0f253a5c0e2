// SPDX-License-Identifier: Apache-2.0
//
// From a status code to an error that a person can act on.

import LayoutABI
import LayoutModel

extension HostContext {
  /// Throws what the call that just ended failed with, if it did.
  ///
  /// An error that a callback found comes before the status, and the error of a child, or the app's own,
  /// before the plugin's message about it.
  func check(_ status: layout_status) throws(LayoutError) {
    let appError = didQueryFail ? queries.takeError(call: call.rawValue) : nil
    if let failure { throw failure.during(call) }
    if status == LAYOUT_OK {
      if let appError { complain("\(call.rawValue) went on without an answer: \(appError)") }
      return
    }
    if status < 0, let childFailure { throw childFailure }
    if let appError, status == LAYOUT_ERROR_QUERY || errorText == nil { throw appError }
    guard status < 0 else {
      let isKnown = status == LAYOUT_UNANSWERED || status == LAYOUT_CAPACITY
      throw border.breach(
        .value,
        "the status \(status) "
          + (isKnown
            ? "is none of its own" : "is none of this host's; the plugin may need a newer one"),
        call: call.rawValue)
    }
    let (code, meaning) = Self.meaning(of: status)
    throw LayoutError(
      code, errorText.flatMap { $0.isEmpty ? nil : $0 } ?? meaning, plugin: plugin,
      call: call.rawValue)
  }

  /// Code and default text of an error status.
  private static func meaning(of status: layout_status) -> (LayoutError.Code, String) {
    switch status {
    case LAYOUT_ERROR_ARGUMENT: ("layout-argument", "it refuses an argument and does not say why")
    case LAYOUT_ERROR_MEMORY: ("layout-out-of-memory", "it is out of memory")
    case LAYOUT_ERROR_UNSUPPORTED: ("layout-unsupported", "it does not offer this")
    case LAYOUT_ERROR_QUERY: ("query-failed", "it says that a query failed; none did")
    case LAYOUT_ERROR_STALE: ("layout-stale", "it says that the data changed under the call")
    case LAYOUT_ERROR_CONTEXT: ("layout-context", "it says that the call is not legal now")
    default: ("layout-failed", "it failed with status \(status) and does not say why")
    }
  }

  private func complain(_ message: String) {
    let message = message.cut(toBytes: limits.textBytes)
    log.write(LogEntry(level: .warning, message: message, plugin: plugin))
  }
}

extension LayoutError {
  /// The same error, made known as one of `call` when it names none.
  fileprivate func during(_ slot: Slot) -> LayoutError {
    var error = self
    error.call = call ?? slot.rawValue
    return error
  }
}
