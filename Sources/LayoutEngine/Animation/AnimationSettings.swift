// SPDX-License-Identifier: Apache-2.0
//
// How a collection view animates what changes, unless a call says otherwise.

/// Settings that hold for every change of one collection view.
public struct AnimationSettings: Equatable, Sendable {
  /// True when changes may be animated at all; false shows every outcome at once.
  public var isEnabled = true
  /// The time course of changes that name none.
  public var timing = AnimationTiming.standard

  /// Changes are animated, in ``AnimationTiming/standard``.
  public init() {}

  /// The course of a change; nil when it is to be shown at once.
  package func timing(isAnimated: Bool, _ timing: AnimationTiming?) -> AnimationTiming? {
    let chosen = timing ?? self.timing
    return isEnabled && isAnimated && chosen.duration > 0 ? chosen : nil
  }
}
