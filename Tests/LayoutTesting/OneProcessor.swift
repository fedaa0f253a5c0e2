// SPDX-License-Identifier: Apache-2.0

import CTestSystem

/// Keeps the calling thread, and those that it starts, on one processor while `body` runs: threads that take turns
/// have no use for a second one, and where other tests run too, waking it takes most of the processor time.
///
/// It is the first processor that the thread may use, so that threads of an earlier call share it.
public func onOneProcessor<Result>(_ body: () throws -> Result) rethrows -> Result {
  var before = test_processors()
  guard test_use_first_processor(&before) else { return try body() }
  defer { test_use_processors(&before) }
  return try body()
}
