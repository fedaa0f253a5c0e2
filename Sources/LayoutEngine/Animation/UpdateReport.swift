// SPDX-License-Identifier: Apache-2.0
//
// What the last batch did, stage by stage: for tests and for sessions that are written down.

/// An account of one batch update.
package struct UpdateReport: Equatable, Sendable {
  /// The stages in their order, each once: `invalidate`, `prepare`, `prepareForUpdates`,
  /// `contentSize`, `attributesInRect`, `final`, `initial`, `finalizeUpdates`. Empty when the batch
  /// changed nothing.
  package internal(set) var calls: [String] = []
  /// The start of each element that is on screen after the batch, by its new path, in the order
  /// of frames; content coordinates as people see them.
  package internal(set) var initial: [LayoutAttributes] = []
  /// The goal of each element that was on screen before the batch, by its old path.
  package internal(set) var final: [LayoutAttributes] = []

  /// The stages of every batch that changes something. A layout that does not take part in
  /// updates leaves the answers to `final` and `initial` to the host.
  static let stages = [
    "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect", "final",
    "initial", "finalizeUpdates",
  ]

  /// Nothing happened.
  package init() {}
}
