// SPDX-License-Identifier: Apache-2.0
//
// A batch's starts and ends as the layout wants them: every element on screen before and after.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension MotionPlanner {
  /// Asks the layout for the end of each element that was on screen and the start of each that is,
  /// neighbours too, and takes over what it answers. Starts of elements that it leaves alone stay nil
  /// and so go on with their speed. Without a layout that has a say nothing is worked out, unless somebody
  /// reads the report.
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
        result.targets[place].attributes = answers[Int(index)]
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

  /// - Returns: The layout's answers, one for each of `defaults`; the same where it has no say.
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

  /// The elements as the layout is asked about them. Those that share the copy of a long block share it
  /// here too: their words are the same, the first four included.
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
  /// Takes over where and how another element is shown, and stays what it is.
  fileprivate mutating func place(as other: LayoutAttributes) {
    frame = other.frame
    record.alpha = other.record.alpha
    record.z_index = other.record.z_index
    record.flags = other.record.flags
    words = other.words
  }
}
