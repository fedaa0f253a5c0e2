// SPDX-License-Identifier: Apache-2.0
//
// Threads for tests that wait, so that they keep no processor from tests that work, and for tests that run one after the
// other.

import Foundation
import Testing

/// Runs tests that mostly wait (for a timer, for a browser, for a deadline to pass) on threads of their own. Tests run
/// on as many threads as there are processors, and one that sleeps would leave a processor idle.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  fileprivate let room: WaitingRoom

  public var isRecursive: Bool { true }

  /// A suite is in its room as a whole, and so is what happens between its tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? self : nil
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(room) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// Marks a test, or all tests of a suite, as waiting most of its time.
  public static var waits: Self { Self(room: .shared) }

  /// Marks a suite whose tests run one after the other. Each would otherwise begin behind all tests that are due when
  /// the one before it ends, so that most of the suite ran at the end, when processors are idle.
  public static var alongside: Self { Self(room: .shared) }

  /// Marks a test that waits for the exit of a process that the library for tests starts. Until the test goes on, that
  /// process is a zombie for which a thread of the library polls; among thousands of tests this would take minutes.
  public static var awaitsExit: Self { Self(room: .ofExits) }
}

/// Threads that take jobs in the order in which they come.
fileprivate final class WaitingRoom: TaskExecutor, @unchecked Sendable {
  // Sendable because `jobs` is only used with the lock of `condition`.

  static let shared = WaitingRoom(threadCount: 3)
  static let ofExits = WaitingRoom(threadCount: 1)

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(threadCount: Int) {
    for _ in 0..<threadCount { Thread.detachNewThread { [self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func work() -> Never {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
