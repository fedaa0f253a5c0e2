// SPDX-License-Identifier: Apache-2.0
//
// The time that a layout in a worker may take, by kind of call.

/// Two limits for each kind of call. After the soft limit the view goes on with its last frame, and
/// the layout gets a strike. After the hard limit its worker is ended.
///
/// A worker that is ready to run but has no processor is not at fault. Both limits are extended for
/// it, the hard one to at most ten times its value.
public struct Deadlines: Equatable, Sendable {
  /// The limits of one kind of call, in seconds.
  public struct Limits: Equatable, Sendable {
    /// The time after which the host goes on without the answer.
    public var soft: Double
    /// The time after which the worker is ended.
    public var hard: Double

    /// Creates limits in seconds.
    public init(soft: Double, hard: Double) { (self.soft, self.hard) = (soft, hard) }
  }

  /// A frame that asks for elements, and every other question about elements.
  public var rectangle = Limits(soft: 0.008, hard: 0.1)
  /// A frame that prepares; the time of its question about elements is added.
  public var prepare = Limits(soft: 0.25, hard: 2)
  /// Properties, actions, states: rare calls. A caller waits for one of them up to the first limit;
  /// the layout may use the second.
  public var other = Limits(soft: 0.25, hard: 10)
  /// The seconds for loading and making a layout while a caller waits for it. If no caller waits,
  /// as in a swap or a restart, the second limit of ``other`` applies.
  public var opening = 1.0

  /// Creates the default limits of a session.
  public init() {}

  /// Returns the limits of a request.
  func limits(of kind: WireKind, willPrepare: Bool) -> Limits {
    switch kind {
    case .frame:
      willPrepare
        ? Limits(soft: prepare.soft + rectangle.soft, hard: prepare.hard + rectangle.hard)
        : rectangle
    case .attributesInRect, .attributesForElement, .scrollTarget, .reorderingTarget,
      .reorderingAttributes, .updateAttributes, .finalizeUpdates, .preferredSizes, .notify,
      .crossTrack, .crossTarget:
      rectangle
    default: other
    }
  }

  /// Returns true if the host can go on without the answer to such a request.
  static func canBeLate(_ kind: WireKind) -> Bool {
    switch kind {
    case .frame, .setProperty, .property, .action, .saveState, .loadState: true
    default: false
    }
  }
}

// MARK: - Why a request took too long
//
// The reason why a request took too long. The figures are an input; another part of the code reads
// them.

/// A request beyond a limit, and how its worker got its processor since it began. Times in nanoseconds.
struct Overrun {
  enum Cause: Equatable {
    /// The layout computed, or slept.
    case layout
    /// There was no free processor for the worker.
    case machine
    /// The worker waits for a processor or a page now, or its question waited for the host. A later
    /// look decides.
    case unknown
  }

  /// The time of the request that counts against the layout.
  var time: Int64
  var limit: Int64
  let before: Scheduling
  let now: Scheduling
  /// True if the worker got the answer to a question a moment ago, and did not ask for more than it
  /// can use. Its question may have waited while the host's thread had no processor.
  var asks = false

  /// The cause. It is the layout if the layout used its limit of processor time, or half of the
  /// elapsed time if no question of it was just answered. Otherwise it is the machine if the worker
  /// waited for a processor for at least half of the rest. The state at the moment of one look does
  /// not show the time before.
  var cause: Cause {
    let used = now.used - before.used
    guard used < (asks ? limit : min(time / 2, limit)) else { return .layout }
    let idle: Cause = asks ? .unknown : .layout
    guard let waitedNow = now.waited, let waitedBefore = before.waited else {
      return now.isReady ? .machine : idle
    }
    if waitedNow - waitedBefore >= (time - used) / 2 { return .machine }
    return now.isReady && !now.isRunning ? .unknown : idle
  }
}
