// SPDX-License-Identifier: Apache-2.0
//
// The faults of a worker, and of the clock.

extension SimulatedWorld {
  /// A fault of an exchange.
  enum Fault: String, CaseIterable {
    /// The worker ends before it reads the message.
    case diesBefore
    /// It ends after it has sent its answer, or its query.
    case diesAfter
    /// It crashes by its own fault.
    case crashes
    /// It never answers.
    case hangs
    /// It answers after the host has stopped waiting.
    case slows
    /// It gets no processor for a while.
    case starves
    /// Bits of its message are changed.
    case forges
    /// The word says that it sent another message.
    case doubles
    /// The clock jumps by an hour.
    case leaps
  }
}
