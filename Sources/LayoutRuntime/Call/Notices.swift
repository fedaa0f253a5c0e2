// SPDX-License-Identifier: Apache-2.0
//
// The notices and values of calls through extension tables.

import LayoutABI
import LayoutModel

/// Which end of an element's way through an update is meant.
public enum UpdateEnd: Sendable {
  /// The start of an element that is on screen after the update; paths are the new ones.
  case initial
  /// The goal of an element that was on screen before the update; paths are the old ones.
  case final
}

/// A notice to a layout with `layout.transition/1`.
public enum TransitionNotice: Equatable, Sendable {
  /// It is about to replace the layout of this id.
  case prepareFrom(String)
  /// The layout of this id is about to replace it.
  case prepareTo(String)
  /// The transition ended, or was cancelled.
  case finalize
  /// An animated change of the viewport, which was this, is about to begin.
  case prepareForBoundsChange(Rect)
  /// That change ended.
  case finalizeBoundsChange

  /// The slot that hears of it, by the name of the header.
  public var slotName: String {
    switch self {
    case .prepareFrom: Slot.prepareFrom.rawValue
    case .prepareTo: Slot.prepareTo.rawValue
    case .finalize: Slot.finalize.rawValue
    case .prepareForBoundsChange: Slot.prepareForBoundsChange.rawValue
    case .finalizeBoundsChange: Slot.finalizeBoundsChange.rawValue
    }
  }
}

/// The size that one visible element prefers.
public struct SizePreference: Equatable, Sendable {
  /// Which one it is.
  public var element: layout_element
  /// The size that the layout answered, points.
  public var original: Size
  /// The size that the view prefers, points.
  public var preferred: Size

  /// A preference.
  public init(element: layout_element, original: Size, preferred: Size) {
    self.element = element
    self.original = original
    self.preferred = preferred
  }

  /// Returns true when both are of one element, with equal sizes.
  public static func == (a: SizePreference, b: SizePreference) -> Bool {
    let (x, y) = (a.element, b.element)
    return x.category == y.category && x.kind == y.kind && x.section == y.section
      && x.item == y.item && a.original == b.original && a.preferred == b.preferred
  }
}
