// SPDX-License-Identifier: Apache-2.0
//
// The calls that a tree forwards to its current process.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension TreeConnection {
  var pluginID: String { base.pluginID }
  var descriptor: LayoutDescriptor { base.descriptor }
  var queries: QueryTable { base.queries }
  var log: LayoutLog { base.log }
  var reuseIdentifiers: [String?] { base.reuseIdentifiers }
  var hasPrepared: Bool { !isFresh && base.hasPrepared }

  func offers(_ extensionID: String) -> Bool { base.offers(extensionID) }

  func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try base.property(at: index)
  }

  func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    try base.attributes(in: rect, into: buffer)
  }

  func attributes(for element: layout_element, into buffer: AnswerBuffer) throws(LayoutError) {
    try base.attributes(for: element, into: buffer)
  }

  func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    try base.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
  }

  func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    try base.call(action: index, arguments: arguments)
  }

  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    try base.startCall(action: index, arguments: arguments)
  }

  func takeMarks() -> (marks: UInt32, elements: [layout_element]) { base.takeMarks() }

  func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try base.updateAttributes(end, defaults: defaults, into: buffer)
  }

  var members: [String] { base.members }

  func children() throws(LayoutError) -> [ChildNote] { try base.children() }

  var childSettings: ChildSettings { base.childSettings }

  func keep(_ settings: ChildSettings) throws(LayoutError) { try base.keep(settings) }

  func finalizeUpdates() throws(LayoutError) { try base.finalizeUpdates() }

  func notify(_ notice: TransitionNotice) throws(LayoutError) { try base.notify(notice) }

  func reorderingTarget(of path: ItemPath, at position: Point) throws(LayoutError) -> ItemPath? {
    try base.reorderingTarget(of: path, at: position)
  }

  func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try base.reorderingAttributes(of: path, at: position, into: buffer)
  }

  func setPreferredSizes(_ preferences: [SizePreference]) throws(LayoutError) -> UInt32? {
    try base.setPreferredSizes(preferences)
  }

  func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try base.crossTrack(at: point)
  }

  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try base.crossTarget(proposed, velocity: velocity, ofSection: section)
  }

  func saveState() throws(LayoutError) -> [UInt8]? { try base.saveState() }

  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try base.loadState(bytes, version: version)
  }
}
