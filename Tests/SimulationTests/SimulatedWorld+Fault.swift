// SPDX-License-Identifier: Apache-2.0
//
// The faults of a worker, and of the clock.

extension SimulatedWorld {
  /// A fault of an exchange, or between two.
  enum Fault: String, CaseIterable {
    /// The worker ends before it reads the message.
    case diesBefore
    /// The worker ends after it has sent its answer, or its query.
    case diesAfter
    /// The worker ends in a call of its plugin.
    case diesInside
    /// The worker ends when a part of its message is stored.
    case diesWriting
    /// The worker crashes by its own fault.
    case crashes
    /// The worker crashes in a call of its plugin.
    case crashesInside
    /// The worker never answers.
    case hangs
    /// The worker answers after the host has stopped waiting.
    case slows
    /// The worker gets no processor for a while.
    case starves
    /// Bits of the worker's message are changed.
    case forges
    /// The worker signals its message when a part of it is stored.
    case tears
    /// The word says that it sent another message.
    case doubles
    /// The clock jumps by an hour.
    case leaps
    /// The supervisor ends the worker between two calls because it used too much.
    case exceeds

    /// True if it changes messages that the host may read.
    var changesMessages: Bool { [.forges, .doubles, .tears].contains(self) }

    /// True if it ends the worker at once.
    var endsWorker: Bool {
      [.diesBefore, .diesAfter, .diesInside, .diesWriting, .crashes, .crashesInside].contains(self)
    }

    /// True if it happens in the middle of the worker's next work, if at all.
    var isMidway: Bool { [.diesInside, .crashesInside, .diesWriting, .tears].contains(self) }

    /// True if the plugin is not to blame for it.
    var isExcused: Bool {
      [.starves, .diesBefore, .diesAfter, .diesInside, .diesWriting].contains(self)
    }

    /// The faults that may happen in an exchange.
    static let ofExchange = allCases.filter { $0 != .exceeds }

    /// The faults of a session in which each strike is counted. The number of strikes of all others depends on the
    /// time.
    static let counted: [Self] = [
      .diesBefore, .diesAfter, .diesInside, .diesWriting, .hangs, .tears, .tears, .crashes,
      .crashes, .crashesInside, .crashesInside, .crashesInside,
    ]
  }
}
