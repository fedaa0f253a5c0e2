// SPDX-License-Identifier: Apache-2.0
//
// How a collection view scrolls, as its app wants it.

/// The settings of scrolling.
public struct ScrollOptions: Equatable, Sendable {
  /// The course by which free scrolling slows down.
  public var fling = FlingProfile.friction
  /// The share of the velocity that is left after each millisecond, between 0 and 1; for `friction`.
  public var decelerationRate = Deceleration.normalRate
  /// True when content goes beyond its edges and comes back. Only an axis with content longer
  /// than the viewport bounces, unless `alwaysBounces` is set for it.
  public var bounces = true
  /// Lets an axis bounce whose content fits.
  public var alwaysBouncesHorizontally = false
  /// Lets an axis bounce whose content fits.
  public var alwaysBouncesVertically = false
  /// Comes to rest on multiples of the container's size. The layout is then not asked for a target.
  public var isPaging = false
  /// A drag moves only the axis in which it began.
  public var isDirectionalLockEnabled = false

  /// The distance that an arrow key scrolls, points.
  public var arrowStep = 40.0

  /// Which end of the visible content keeps its place when content changes.
  public var anchoring = ContentAnchoring.start

  /// Normal deceleration, bounces, no paging.
  public init() {}
}
