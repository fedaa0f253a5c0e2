// SPDX-License-Identifier: Apache-2.0
//
// The questions of a layout on its own thread to the app's thread, and the answers.

import Glibc
import LayoutABI
import LayoutModel

/// A question of a layout that waits for its answer. The pointers are valid until the answer is
/// there.
///
/// Unsafe: as ``BesidePath``.
@unsafe
enum BesideQuestion {
  /// A question about a range, answered piece by piece in the layout's memory.
  case range(BulkQuestion)
  case one(BesidePath)
}

/// A question about one path.
///
/// Unsafe: the pointers belong to the layout and are valid until its question is answered.
@unsafe
struct BesidePath {
  /// The index of the query.
  let index: Int
  let section: UInt32
  let item: UInt32
  /// The pointers to the further arguments.
  let arguments: UnsafePointer<UnsafeMutableRawPointer?>?
  let out: UnsafeMutableRawPointer
}

/// The app's answer. Its values are in the memory that the question named.
struct BesideAnswer {
  let status: layout_status
  /// A LAYOUT_ANSWERED_… constant, for a range.
  var how: UInt32 = LAYOUT_ANSWERED_NONE
  /// The error that the app threw.
  var error: LayoutError?

  /// The answer to a question about old data, or of a layout whose job was given up.
  static let stale = BesideAnswer(status: LAYOUT_ERROR_STALE)
}

/// The conversation between the layout's thread and the app's thread. One of them runs while the
/// other waits for it or goes on with frames.
///
/// Sendable because `turn`, `answer` and `isAbandoned` are touched under the lock only.
///
/// Memory safety: it owns the lock and the condition. They are freed when both sides have released
/// it.
@safe
final class BesideTalk: @unchecked Sendable {
  /// The side whose turn it is. Unsafe: as ``BesidePath``.
  @unsafe
  enum Turn {
    /// The layout computes.
    case layout
    /// The layout waits for an answer.
    case app(BesideQuestion)
    case done
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var turn = unsafe Turn.layout
  private var answer = BesideAnswer.stale
  private var isAbandoned = false

  init() {
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe changed.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  private func pass(to next: Turn) {
    unsafe turn = unsafe next
    unsafe pthread_cond_broadcast(changed)
  }
}

// MARK: - The layout's thread

extension BesideTalk {
  /// Asks a question and waits for the answer.
  func ask(_ question: BesideQuestion) -> BesideAnswer {
    locked {
      guard !isAbandoned else { return .stale }
      unsafe pass(to: .app(question))
      while case .app = unsafe turn { unsafe pthread_cond_wait(changed, lock) }
      return answer
    }
  }

  /// Says that the layout is done.
  ///
  /// - Returns: True if the app gave the job up and will not collect the result.
  func finish() -> Bool {
    locked {
      unsafe pass(to: .done)
      return isAbandoned
    }
  }
}

// MARK: - The app's thread

extension BesideTalk {
  /// Waits until it is no longer the layout's turn.
  ///
  /// - Parameter nanoseconds: The longest wait; nil for no limit.
  func hear(within nanoseconds: Int64?) -> Turn {
    let end = nanoseconds.map { OperationClock.now(CLOCK_MONOTONIC) + $0 }
    return unsafe locked {
      while case .layout = unsafe turn {
        guard let end else {
          unsafe pthread_cond_wait(changed, lock)
          continue
        }
        var time = timespec(
          tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
        if unsafe pthread_cond_timedwait(changed, lock, &time) != 0 { break }
      }
      return unsafe turn
    }
  }

  /// Gives an answer, so that the layout goes on.
  func reply(_ answer: BesideAnswer) {
    locked {
      self.answer = answer
      unsafe pass(to: .layout)
    }
  }

  /// Says that the app will not collect the layout's result. Later questions of the layout are
  /// answered as stale.
  ///
  /// - Returns: True if the layout is already done.
  func abandon() -> Bool {
    locked {
      isAbandoned = true
      if case .done = unsafe turn { return true }
      if case .app = unsafe turn {
        answer = .stale
        unsafe pass(to: .layout)
      }
      return false
    }
  }
}
