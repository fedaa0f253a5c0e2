// SPDX-License-Identifier: Apache-2.0
//
// How long a layout in a worker may take, by kind of call.

/// Two limits for each kind of call: beyond the soft one the view goes on with its last frame, and
/// the layout has a strike; beyond the hard one its worker is ended.
///
/// A worker that is ready to run and has no processor is not to blame: both limits wait for it, the
/// hard one ten times as long at most.
public struct Deadlines: Equatable, Sendable {
  /// Seconds for one kind of call.
  public struct Limits: Equatable, Sendable {
    /// The time after which the host goes on without the answer.
    public var soft: Double
    /// The time after which the worker is ended.
    public var hard: Double

    /// Limits in seconds.
    public init(soft: Double, hard: Double) { (self.soft, self.hard) = (soft, hard) }
  }

  /// A frame that asks for elements, and every other question about elements.
  public var rectangle = Limits(soft: 0.008, hard: 0.1)
  /// A frame that prepares; the time of its question about elements is added.
  public var prepare = Limits(soft: 0.25, hard: 2)
  /// Properties, actions, states: what happens rarely. Who waits for one of them does so up to the first
  /// limit; the layout may take the second.
  public var other = Limits(soft: 0.25, hard: 10)
  /// Loading and making a layout that somebody waits for. One that nobody waits for, as in a swap or a
  /// restart, has the second limit of ``other``.
  public var opening = 1.0

  /// The limits that sessions start with.
  public init() {}

  /// The limits of a request.
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

  /// Returns true for a request that its host can go on without.
  static func canBeLate(_ kind: WireKind) -> Bool {
    switch kind {
    case .frame, .setProperty, .property, .action, .saveState, .loadState: true
    default: false
    }
  }
}

// MARK: - Why a request took too long
//
// Why a request took too long. Takes the figures as an input: who reads them is not decided here.

/// A request beyond a limit, and how its worker got its processor since it began. Times in nanoseconds.
struct Overrun {
  enum Cause: Equatable {
    /// The layout computed, or slept.
    case layout
    /// There was no processor for it.
    case machine
    /// It waits for a processor or a page now, or its question did for who was to answer: for how long
    /// will show.
    case unknown
  }

  /// Of the request, as far as it counts against the layout.
  var time: Int64
  var limit: Int64
  let before: Scheduling
  let now: Scheduling
  /// True when the worker was answered a question a moment ago, and has asked for no more than it can
  /// use. Its question may have waited while the host's thread had no processor.
  var asks = false

  /// Blames the layout if it used its processor-time limit, or half of the elapsed time unless it asks.
  /// Otherwise blames the machine if the worker waited for a processor for at least half of the rest: a
  /// state at the moment of one look says nothing of the time before.
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
