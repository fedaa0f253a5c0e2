// SPDX-License-Identifier: Apache-2.0
//
// What a layout can do beyond placing elements: each ability stands for an extension of the contract.

/// The abilities of a layout beyond placing elements. Name the same extensions in the plugin's
/// note.
public struct Abilities: OptionSet, Sendable {
  /// The bits, as they cross the border.
  public var rawValue: UInt32
  /// The set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layout overrides ``Layout/scrollTarget(for:)``; `layout.scroll-target/1` in the note.
  public static var scrollTarget: Abilities { Abilities(rawValue: 1) }
  /// The layout overrides ``Layout/advance(to:)``; `layout.dynamics/1` in the note.
  public static var dynamics: Abilities { Abilities(rawValue: 2) }
  /// The layout overrides ``Layout/prepareForUpdates(_:)``,
  /// ``Layout/initialAttributes(for:_:)``, ``Layout/finalAttributes(for:_:)`` or
  /// ``Layout/finalizeUpdates()``; `layout.updates/1` in the note.
  public static var updates: Abilities { Abilities(rawValue: 4) }
  /// The layout overrides ``Layout/prepareTransition(from:)``,
  /// ``Layout/prepareForBoundsChange(from:)`` or their siblings; `layout.transition/1` in the note.
  public static var transition: Abilities { Abilities(rawValue: 8) }
  /// The layout overrides ``Layout/setPreferredSize(_:for:original:)``; `layout.self-sizing/1` in
  /// the note.
  public static var selfSizing: Abilities { Abilities(rawValue: 16) }
  /// The layout overrides ``Layout/targetPath(moving:to:)`` or
  /// ``Layout/attributes(moving:to:into:)``; `layout.reordering/1` in the note.
  public static var reordering: Abilities { Abilities(rawValue: 32) }
  /// The layout overrides ``Layout/saveState(to:)`` and ``Layout/loadState(from:version:)`` and names
  /// its ``Layout/stateSchema``; `layout.state/1` in the note.
  public static var state: Abilities { Abilities(rawValue: 64) }
  /// The layout overrides ``Layout/crossTrack(at:)`` and
  /// ``Layout/setCrossOffset(_:ofSection:)``; `layout.cross-scroll/1` in the note.
  public static var crossScroll: Abilities { Abilities(rawValue: 128) }
}
