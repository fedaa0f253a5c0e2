// SPDX-License-Identifier: Apache-2.0
//
// What may happen to a worker, and to the clock.

extension SimulatedWorld {
  /// Something that goes wrong in an exchange.
  enum Fault: String, CaseIterable {
    /// The worker ends before it reads the message.
    case diesBefore
    /// It ends with its answer, or its question, already sent.
    case diesAfter
    /// It crashes by its own fault.
    case crashes
    /// It never answers.
    case hangs
    /// It answers once nobody waits any more.
    case slows
    /// It gets no processor for a while.
    case starves
    /// Bits of what it sent are others.
    case forges
    /// The word says that it sent once more.
    case doubles
    /// The clock leaps by an hour.
    case leaps
  }
}
