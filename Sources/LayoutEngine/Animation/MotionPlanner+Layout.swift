// SPDX-License-Identifier: Apache-2.0
//
// A batch's starts and ends from the layout: every element on screen before and after.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension MotionPlanner {
  /// Asks the layout for the end of each old and the start of each new element on screen,
  /// neighbours too, and uses its answers. Elements whose start the layout does not change keep a
  /// nil start, and so continue with their speed. For a layout without `layout.updates/1` nothing
  /// is computed, unless a caller reads the report.
  ///
  /// - Throws: The layout's error.
  func requestLayoutAttributes(_ result: inout MotionPlan, forReport: Bool) throws(LayoutError) {
    let connection = new.layout.connection
    let asks = connection.offers(LAYOUT_EXT_UPDATES)
    guard asks || forReport else { return }
    var ends = defaultEnds(result)
    if asks {
      let answers = try ask(.final, ends)
      for (place, index) in plan.leavers.enumerated() where answers[Int(index)] != ends[Int(index)]
      {
        // The answer has the old path. An item that stays in the data comes back by its new one.
        result.targets[place].attributes.place(as: answers[Int(index)])
      }
      ends = answers
    }
    var starts = defaultStarts(result)
    if asks {
      let answers = try ask(.initial, starts)
      for index in answers.indices where answers[index] != starts[index] {
        result.sources[index] = answers[index]
      }
      starts = answers
      try connection.finalizeUpdates()
    }
    (result.report.final, result.report.initial) = (ends, starts)
    result.report.calls = UpdateReport.stages
  }

  /// Returns the default end of each element of the old frame, under its old path.
  private func defaultEnds(_ result: MotionPlan) -> [LayoutAttributes] {
    var ends = old.answer.records.indices.map { old.attributes(at: $0) }
    for (place, index) in plan.leavers.enumerated() {
      ends[Int(index)].place(as: result.targets[place].attributes)
    }
    for index in plan.origins.indices {
      let origin = plan.origins[index]
      guard !origin.isNew, !origin.isAdopted else { continue }
      ends[origin.old].place(as: new.attributes(at: index))
    }
    return ends
  }

  /// Returns the default start of each element of the new frame, under its new path.
  private func defaultStarts(_ result: MotionPlan) -> [LayoutAttributes] {
    plan.origins.indices.map { index in
      if let source = result.sources[index] { return source }
      var start = new.attributes(at: index)
      start.place(as: shown(plan.origins[index]))
      return start
    }
  }

  /// Returns the attributes on screen of an element that stays, in the new frame's coordinates.
  private func shown(_ origin: FramePlan.Origin) -> LayoutAttributes {
    let serial: Int32
    var attributes: LayoutAttributes
    if origin.isAdopted {
      let element = leaving.elements[origin.old]
      (serial, attributes) = (element.serial, element.attributes)
    } else {
      (serial, attributes) = (old.serials[origin.old], old.attributes(at: origin.old))
    }
    motion.displace(&attributes, serial)
    return ground.carry(attributes)
  }

  /// - Returns: The layout's answers, one for each of `defaults`; `defaults` if it has no answer.
  private func ask(
    _ end: UpdateEnd, _ defaults: [LayoutAttributes]
  ) throws(LayoutError) -> [LayoutAttributes] {
    let (asked, answered) = (try buffer(of: defaults), AnswerBuffer())
    guard
      try new.layout.connection.updateAttributes(end, defaults: asked, into: answered)
    else { return defaults }
    let answer = Answer(answered)
    return answer.records.indices.map {
      answer.attributes(at: $0, kinds: new.kinds, mirror: new.mirror)
    }
  }

  /// The elements in the form for the layout. Elements that share a copy of a long block share it
  /// here too: all of their words are the same.
  private func buffer(of elements: [LayoutAttributes]) throws(LayoutError) -> AnswerBuffer {
    let buffer = AnswerBuffer()
    var places: [UnsafeRawPointer: UInt32] = [:]
    for attributes in elements {
      var record = attributes.record
      record.frame = new.mirror.turn(record.frame)
      let transform = new.mirror.isActive ? attributes.transform?.mirrored : attributes.transform
      let words = attributes.words
      let identity = words.tail.withUnsafeBytes { $0.isEmpty ? nil : $0.baseAddress }
      if let identity, let place = places[identity] {
        try buffer.append(record, transform: transform?.matrix, sharing: place)
        continue
      }
      let place = UInt32(clamping: buffer.payload.count + 1)
      try buffer.append(
        record, transform: transform?.matrix,
        payload: (0..<words.count).lazy.map { words[$0] })
      if let identity { places[identity] = place }
    }
    return buffer
  }
}

extension LayoutAttributes {
  /// Copies the place and the look of another element, but keeps the identity.
  fileprivate mutating func place(as other: LayoutAttributes) {
    frame = other.frame
    record.alpha = other.record.alpha
    record.z_index = other.record.z_index
    record.flags = other.record.flags
    words = other.words
  }
}
