// SPDX-License-Identifier: Apache-2.0
//
// The calls through extension tables of a layout in this process.

import LayoutModel

extension InProcessConnection {
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try live.updateAttributes(end, defaults: defaults, into: buffer)
  }

  public func finalizeUpdates() throws(LayoutError) { try live.finalizeUpdates() }

  public func notify(_ notice: TransitionNotice) throws(LayoutError) { try live.notify(notice) }

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try live.reorderingTarget(of: path, at: position)
  }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try live.reorderingAttributes(of: path, at: position, into: buffer)
  }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    try live.setPreferredSizes(preferences)
  }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try live.crossTrack(at: point)
  }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try live.crossTarget(proposed, velocity: velocity, ofSection: section)
  }

  public func saveState() throws(LayoutError) -> [UInt8]? { try live.saveState() }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try live.loadState(bytes, version: version)
  }
}
