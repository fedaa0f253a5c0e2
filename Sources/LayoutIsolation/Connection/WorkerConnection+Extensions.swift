// SPDX-License-Identifier: Apache-2.0
//
// The calls through extension tables, answered by a worker and checked here. A layout that does not
// offer the extension is not called.

import LayoutABI
import LayoutABIDrafts
import LayoutModel
import LayoutRuntime

extension WorkerConnection {
  func askEnds(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard offers(LAYOUT_EXT_UPDATES) else { return false }
    let call = end == .initial ? "initial" : "final"
    let now = preparedShape?.itemCounts ?? []
    let itemCounts = end == .final ? countsBeforeBatch ?? now : now
    do throws(LayoutError) {
      return unsafe try request(
        .updateAttributes, call: call, with: .count(defaults.count), bulk: .elements(defaults)
      ) {
        $0.write(end)
        $0.write(defaults.counts)
      } read: { head, bulk throws(LayoutError) in
        let isAnswered = try head.readBool()
        unsafe try copy(
          &head, bulk, in: border.scope(answering: defaults), into: buffer, call: call)
        guard isAnswered else { throw .wire("no answer to \(call), which the layout offers") }
        try border.admit(buffer, inOrderOf: defaults, itemCounts: itemCounts, call: call)
        return true
      }
    } catch {
      buffer.clear()
      throw error
    }
  }

  func sendFinalizeUpdates() throws(LayoutError) {
    guard offers(LAYOUT_EXT_UPDATES) else { return }
    countsBeforeBatch = nil
    unsafe try request(.finalizeUpdates, call: "finalize_updates", read: { _, _ in })
  }

  func sendNotice(_ notice: TransitionNotice) throws(LayoutError) {
    guard offers(LAYOUT_EXT_TRANSITION) else { return }
    unsafe try request(.notify, call: notice.slotName) {
      $0.write(notice)
    } read: { _, _ in
    }
  }

  func askReorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    guard offers(LAYOUT_EXT_REORDERING) else { return nil }
    return unsafe try request(
      .reorderingTarget, call: "target_path", with: .place(path, position)
    ) {
      $0.write(path, at: position)
    } read: { head, _ throws(LayoutError) in
      guard try head.readBool() else { return nil }
      return try admitted(&head) { (head, shape) throws(LayoutError) in
        let target = layout_path(section: try head.read(), item: try head.read())
        try border.reorderingTarget(
          target, of: layout_path(wire: path), itemCounts: shape.itemCounts)
        return ItemPath(Int(target.section), Int(target.item))
      }
    }
  }

  func askReorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard offers(LAYOUT_EXT_REORDERING) else { return false }
    let call = "attributes_for_moving"
    return unsafe try request(.reorderingAttributes, call: call, with: .place(path, position)) {
      $0.write(path, at: position)
    } read: { head, bulk throws(LayoutError) in
      let isAnswered = try head.readBool()
      let scope = border.limits.scope(ofElements: 1)
      unsafe try copy(&head, bulk, in: scope, into: single, call: call)
      guard isAnswered else { return false }
      let current = layout_path(wire: path)
      try border.movingItem(single, at: current, itemCounts: preparedShape?.itemCounts ?? [])
      guard single.count == 1 else { throw .wire("an answer without an element") }
      buffer.clear()
      try buffer.append(0, of: single, in: descriptor)
      return true
    }
  }

  func askMarks(
    forPreferences preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    guard offers(LAYOUT_EXT_SELF_SIZING) else { return nil }
    return unsafe try request(
      .preferredSizes, call: "preferred_size", with: .count(preferences.count)
    ) {
      $0.write(each: preferences) { $0.write($1) }
    } read: { head, _ throws(LayoutError) in
      guard try head.readBool() else { return nil }
      let marks: UInt32 = try head.read()
      try border.marks(marks, call: "preferred_size")
      return marks
    }
  }

  func askTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    guard offers(LAYOUT_EXT_CROSS_SCROLL) else { return nil }
    return unsafe try request(.crossTrack, call: "track_at", with: .point(point)) {
      $0.write(point)
    } read: { head, _ throws(LayoutError) in
      guard try head.readBool() else { return nil }
      return try admitted(&head) { (head, shape) throws(LayoutError) in
        try border.crossTrack(
          try head.readTrack(), at: point, sectionCount: shape.itemCounts.count)
      }
    }
  }

  func askCrossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    guard offers(LAYOUT_EXT_CROSS_SCROLL) else { return nil }
    return unsafe try request(
      .crossTarget, call: "cross_target",
      with: .crossTarget(proposed, velocity: velocity, section: section)
    ) {
      $0.write(UInt32(exactly: section) ?? .max)
      $0.write(proposed)
      $0.write(velocity)
    } read: { head, _ throws(LayoutError) in
      guard try head.readBool() else { return nil }
      let target: Double = try head.read()
      try border.crossTarget(target)
      return target
    }
  }

  func askState() throws(LayoutError) -> [UInt8]? {
    guard offers(LAYOUT_EXT_STATE) else { return nil }
    return unsafe try request(.saveState, call: "save") { _ in
    } read: { head, bulk throws(LayoutError) in
      guard try head.readBool() else {
        guard bulk.count == 0 else { throw .wire("a state where it says that there is none") }
        return nil
      }
      try StateRules.check(bulk.count, plugin: pluginID, call: .save)
      return unsafe [UInt8](bulk)
    }
  }

  func sendState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    guard offers(LAYOUT_EXT_STATE) else { return false }
    return unsafe try request(
      .loadState, call: "load", with: .count(bytes.count), bulk: .bytes(bytes)
    ) {
      $0.write(version)
    } read: { head, _ throws(LayoutError) in
      try head.readBool()
    }
  }
}

// MARK: - Layouts inside

extension WorkerConnection {
  public var members: [String] { link.notices.members ?? [] }

  func askChildren() throws(LayoutError) -> [ChildNote] {
    unsafe try request(.property, call: "get_property", isAboutChildren: true) {
      $0.write(Whose.child.rawValue)
    } read: { head, _ throws(LayoutError) in
      let children = try head.readChildren()
      for child in children {
        try child.checkReceived(among: link.childLayouts, by: border)
      }
      return children
    }
  }

  func send(_ setting: ChildSetting) throws(LayoutError) {
    let whenDone = WorkerLink.WhenDone { [weak self] in
      self?.childSettings.keep(setting)
      self?.link.notices.marks |= LAYOUT_MARK_PROPERTIES
    }
    unsafe try request(.setProperty, call: Self.settingCall, whenDone: whenDone) {
      $0.write(Whose.child.rawValue)
      $0.write(setting)
    } read: { _, _ in
    }
    childSettings.keep(setting)
  }

  func send(_ settings: ChildSettings) throws(LayoutError) {
    guard !settings.list.isEmpty else { return }
    unsafe try request(.setProperty, call: Self.settingCall) {
      $0.write(Whose.kept.rawValue)
      $0.write(each: settings.list) { $0.write($1) }
    } read: { _, _ in
    }
    for setting in settings.list { childSettings.keep(setting) }
  }
}
