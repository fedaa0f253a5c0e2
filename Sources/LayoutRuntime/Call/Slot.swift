// SPDX-License-Identifier: Apache-2.0
//
// The slots of the contract, by the names of the header.

/// The calls into an instance, by the names that people know from the header.
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
