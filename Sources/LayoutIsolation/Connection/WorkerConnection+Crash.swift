// SPDX-License-Identifier: Apache-2.0
//
// The record of a worker's last calls.

import LayoutModel

extension WorkerOptions {
  /// Hands a record to who keeps records.
  ///
  /// - Returns: The error, which says where the record is when it is kept.
  func keeping(_ record: @autoclosure () -> CrashRecord, of error: LayoutError) -> LayoutError {
    guard CrashRecord.isDue(error), let place = onCrash?(record()) else { return error }
    var error = error
    // Without deadlines the run would hang where the session did.
    let option = error.code == .workerHung ? " --deadlines" : ""
    error.message += "; its crash record is \(place), which 'layouthost probe\(option)' runs again"
    return error
  }
}

extension WorkerConnection {
  /// The error of a request; the first one that ends the layout goes on record.
  func keepingRecord(_ error: LayoutError) -> LayoutError {
    guard CrashRecord.isDue(error), !link.isRecorded else { return error }
    let told = options.keeping(
      CrashRecord(
        file: file, layout: descriptor.id, isSandboxed: options.isSandboxed, error: error,
        instance: CrashRecord.Instance(
          descriptor: descriptor, queries: queries, shape: shape, values: ring.earlierValues,
          calls: ring.calls, callCount: ring.count)),
      of: error)
    link.record(told)
    return told
  }
}
