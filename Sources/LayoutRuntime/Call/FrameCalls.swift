// SPDX-License-Identifier: Apache-2.0
//
// The slots of the contract, and the calls that a frame made into its plugin, in order, packed into
// one word.

// MARK: - Slots

/// The calls into an instance, with the names of the header.
package enum Slot: String, Sendable, CaseIterable {
  case create, destroy, prepare, extension_ = "extension", advance, target
  case setProperty = "set_property"
  case getProperty = "get_property"
  case shouldInvalidate = "should_invalidate"
  case contentSize = "content_size"
  case attributesInRect = "attributes_in_rect"
  case attributesFor = "attributes_for"
  case action
  case prepareForUpdates = "prepare_for_updates"
  case initial
  case final
  case finalizeUpdates = "finalize_updates"
  case preferredSize = "preferred_size"
  case prepareFrom = "prepare_from"
  case prepareTo = "prepare_to"
  case finalize
  case prepareForBoundsChange = "prepare_for_bounds_change"
  case finalizeBoundsChange = "finalize_bounds_change"
  case targetPath = "target_path"
  case attributesForMoving = "attributes_for_moving"
  case save, load
  case trackAt = "track_at"
  case setOffset = "set_offset"
  case crossTarget = "cross_target"
}

// MARK: - Calls

/// The calls of one frame. A value that allocates nothing and can cross a process border.
public struct FrameCalls: Equatable, Sendable {
  /// Four bits for each call, the first call lowest; 0 ends the list.
  package private(set) var packed: UInt64
  /// The number of calls; those beyond the sixteenth have no name.
  public private(set) var count: Int

  /// Creates an empty list.
  public init() { (packed, count) = (0, 0) }

  /// Creates a list from its packed form, as it crosses a process border.
  package init(packed: UInt64, count: Int) { (self.packed, self.count) = (packed, count) }

  /// The slots called, by the names of the header; an unknown code is left out.
  public var names: [String] {
    (0..<min(count, 16)).compactMap { index in
      let code = Int(packed >> (4 * UInt64(index)) & 15)
      return (1...Slot.ofFrames.count).contains(code) ? Slot.ofFrames[code - 1].rawValue : nil
    }
  }

  mutating func append(_ slot: Slot) {
    if count < 16 { packed |= UInt64(slot.code) << (4 * UInt64(count)) }
    count += 1
  }
}

extension Slot {
  /// The slots that a frame calls, and the other slots that existed when a call had four bits.
  fileprivate static let ofFrames: [Slot] = [
    .setOffset, .destroy, .prepare, .extension_, .advance, .target, .setProperty, .getProperty,
    .shouldInvalidate, .contentSize, .attributesInRect, .attributesFor, .action,
    .prepareForUpdates,
  ]

  /// The position in ``ofFrames``, from 1; one more than the last for slots that no frame calls. A
  /// switch, because this runs with each call.
  fileprivate var code: UInt8 {
    switch self {
    case .setOffset: 1
    case .destroy: 2
    case .prepare: 3
    case .extension_: 4
    case .advance: 5
    case .target: 6
    case .setProperty: 7
    case .getProperty: 8
    case .shouldInvalidate: 9
    case .contentSize: 10
    case .attributesInRect: 11
    case .attributesFor: 12
    case .action: 13
    case .prepareForUpdates: 14
    case .initial, .final, .finalizeUpdates, .preferredSize, .prepareFrom, .prepareTo, .finalize,
      .prepareForBoundsChange, .finalizeBoundsChange, .targetPath, .attributesForMoving, .save,
      .load, .create, .trackAt, .crossTarget:
      15
    }
  }
}
