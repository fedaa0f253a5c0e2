// SPDX-License-Identifier: Apache-2.0
//
// What a layout on a thread of its own asks of the app's thread, and the answers back.

import Glibc
import LayoutABI
import LayoutModel

/// A question of a layout that waits for its answer. The pointers are good until that is there.
///
/// Unsafe: as ``BesidePath``.
@unsafe
enum BesideQuestion {
  /// For a range, answered piece by piece in the layout's memory.
  case range(BulkQuestion)
  case one(BesidePath)
}

/// A question about one path.
///
/// Unsafe: the pointers are the layout's, good until its question is answered.
@unsafe
struct BesidePath {
  /// Of the query.
  let index: Int
  let section: UInt32
  let item: UInt32
  /// Those of the further arguments.
  let arguments: UnsafePointer<UnsafeMutableRawPointer?>?
  let out: UnsafeMutableRawPointer
}

/// The app's answer; its values are where the question wanted them.
struct BesideAnswer {
  let status: layout_status
  /// LAYOUT_ANSWERED_…, for a range.
  var how: UInt32 = LAYOUT_ANSWERED_NONE
  /// The error that the app threw.
  var error: LayoutError?

  /// Of a question about data that are gone, or whose answer nobody waits for.
  static let stale = BesideAnswer(status: LAYOUT_ERROR_STALE)
}

/// The word that the layout's thread and the app's pass to each other: one runs while the other waits for
/// it, or goes on with frames.
///
/// Sendable because `turn`, `answer` and `isAbandoned` are touched under the lock only.
///
/// Memory safety: it owns lock and condition, freed when both sides let go of it.
@safe
final class BesideTalk: @unchecked Sendable {
  /// The side that is next. Unsafe: as ``BesidePath``.
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
  /// Asks, and waits for the answer.
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
  /// - Returns: Whether nobody will collect what it made.
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

  /// Gives an answer, and the layout goes on.
  func reply(_ answer: BesideAnswer) {
    locked {
      self.answer = answer
      unsafe pass(to: .layout)
    }
  }

  /// Says that nobody will collect what the layout makes. What it asks is answered as stale.
  ///
  /// - Returns: Whether it is done already.
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
