// SPDX-License-Identifier: Apache-2.0
//
// The calls that a supervised layout passes on, each watched.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension SupervisedConnection {
  public var pluginID: String { base.pluginID }
  public var descriptor: LayoutDescriptor { base.descriptor }
  public var queries: QueryTable { base.queries }
  public var log: LayoutLog { base.log }
  public var reuseIdentifiers: [String?] { base.reuseIdentifiers }

  public var hasPrepared: Bool { !mayRevive && base.hasPrepared }

  public func offers(_ extensionID: String) -> Bool { base.offers(extensionID) }

  public func takeEvents() -> [LayoutEvent] { base.takeEvents() }

  /// Marks everything too when the layout has ended and may be started again, which a frame does: what
  /// ended it may have been a question between two frames.
  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    var taken = base.takeMarks()
    if mayRevive { taken.marks |= LAYOUT_MARK_EVERYTHING }
    return taken
  }

  public func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.setProperty(at: index, to: value) }
  }

  public func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try watch { () throws(LayoutError) in try base.property(at: index) }
  }

  public func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.attributes(in: rect, into: buffer) }
  }

  public func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.attributes(for: element, into: buffer) }
  }

  public func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    try watch { () throws(LayoutError) in
      try base.scrollTarget(
        proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    }
  }

  public func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    try watch { () throws(LayoutError) in try base.call(action: index, arguments: arguments) }
  }

  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in
      try base.updateAttributes(end, defaults: defaults, into: buffer)
    }
  }

  public func finalizeUpdates() throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.finalizeUpdates() }
  }

  public func notify(_ notice: TransitionNotice) throws(LayoutError) {
    try watch { () throws(LayoutError) in try base.notify(notice) }
  }

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try watch { () throws(LayoutError) in try base.reorderingTarget(of: path, at: position) }
  }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in
      try base.reorderingAttributes(of: path, at: position, into: buffer)
    }
  }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    try watch { () throws(LayoutError) in try base.setPreferredSizes(preferences) }
  }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try watch { () throws(LayoutError) in try base.crossTrack(at: point) }
  }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try watch { () throws(LayoutError) in
      try base.crossTarget(proposed, velocity: velocity, ofSection: section)
    }
  }

  public func saveState() throws(LayoutError) -> [UInt8]? {
    try watch { () throws(LayoutError) in try base.saveState() }
  }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try watch { () throws(LayoutError) in try base.loadState(bytes, version: version) }
  }
}
