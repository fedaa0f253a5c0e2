// SPDX-License-Identifier: Apache-2.0
//
// A child's elements on their way to its parent: checked, then copied under the parent's names.

import LayoutABI
import LayoutModel

extension ChildLayout {
  /// `attributes_in_rect`
  func attributes(
    in rect: Rect, into answer: UnsafeMutablePointer<layout_answer>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    guard rect.isExtent else {
      throw LayoutError(.invalidArgument, "a rectangle has to be finite, and no size below 0")
    }
    try instance.attributes(in: rect, into: buffer)
    try context.border.admit(
      buffer, in: rect, itemCounts: shape.itemCounts, call: Slot.attributesInRect.rawValue)
    return unsafe hand(buffer, to: answer, part)
  }

  /// `attributes_for`
  func attributes(
    for element: layout_element, into answer: UnsafeMutablePointer<layout_answer>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    buffer.clear()
    if let own = inner(element, in: part) {
      try instance.attributes(for: own, into: buffer)
      try context.border.admit(buffer, as: own, itemCounts: shape.itemCounts)
    }
    return unsafe hand(buffer, to: answer, part)
  }

  /// `initial` and `final` of `layout.updates/1`: the parent's default goes in, the child's answer
  /// comes out.
  func updateAttributes(
    _ end: UpdateEnd, _ element: layout_element, _ answer: UnsafeMutablePointer<layout_answer>
  ) throws(LayoutError) -> layout_status {
    let (new, shape) = try preparedShape()
    let part = end == .initial ? new : partBefore ?? new
    guard unsafe answer.pointee.record_count == 1, let own = inner(element, in: part),
      let record = unsafe answer.pointee.records?.pointee
    else { return LAYOUT_OK }
    unsafe try take(record, as: own, of: answer)
    try instance.updateAttributes(end, 0, of: given, into: buffer)
    try context.border.admit(
      buffer, onlyAs: own, itemCounts: counts(of: end, now: shape), call: end.slot.rawValue)
    return unsafe hand(buffer, to: answer, part)
  }

  /// Returns the item counts that the paths of this end refer to.
  private func counts(of end: UpdateEnd, now shape: DataShape) -> SectionCounts {
    end == .final ? countsBefore ?? shape.itemCounts : shape.itemCounts
  }

  /// Copies the attributes that the parent handed over, in the child's names.
  private func take(
    _ record: layout_attributes, as own: layout_element,
    of answer: UnsafeMutablePointer<layout_answer>
  ) throws(LayoutError) {
    var record = record
    (record.section, record.item, record.kind) = (own.section, own.item, own.kind)
    let transform =
      unsafe record.transform > 0 && record.transform <= answer.pointee.transform_count
      ? answer.pointee.transforms?[Int(record.transform) - 1] : nil
    let wordCount = context.descriptor.kinds[Int(own.kind)].wordCount
    let first = Int(record.payload) - 1
    var words: [UInt64] = []
    if first >= 0, kinds.outer[Int(own.kind)]?.keepsFields == true,
      unsafe first + wordCount <= answer.pointee.payload_count,
      let payload = unsafe answer.pointee.payload
    {
      words = (0..<wordCount).map { unsafe payload[first + $0] }
    }
    given.clear()
    try given.append(record, transform: transform, payload: words[...])
  }

  /// Copies the child's answer into its parent's room, or reports the room that it needs.
  func hand(
    _ buffer: AnswerBuffer, to answer: UnsafeMutablePointer<layout_answer>, _ part: ChildPart
  ) -> layout_status {
    let counts = buffer.counts
    let room = unsafe AnswerCounts(
      records: answer.pointee.records == nil ? 0 : Int(answer.pointee.record_capacity),
      transforms: answer.pointee.transforms == nil ? 0 : Int(answer.pointee.transform_capacity),
      payload: answer.pointee.payload == nil ? 0 : Int(answer.pointee.payload_capacity))
    unsafe answer.pointee.record_count = UInt32(clamping: counts.records)
    unsafe answer.pointee.transform_count = UInt32(clamping: counts.transforms)
    unsafe answer.pointee.payload_count = UInt32(clamping: counts.payload)
    guard counts.fits(in: room) else { return LAYOUT_CAPACITY }
    if let base = unsafe buffer.transforms.baseAddress, counts.transforms > 0 {
      unsafe answer.pointee.transforms?.update(from: base, count: counts.transforms)
    }
    if let base = unsafe buffer.payload.baseAddress, counts.payload > 0 {
      unsafe answer.pointee.payload?.update(from: base, count: counts.payload)
    }
    unsafe answer.pointee.record_count = unsafe copy(buffer, to: answer.pointee.records, part)
    return LAYOUT_OK
  }

  /// Copies the records for which the parent has names, and returns their number.
  private func copy(
    _ buffer: AnswerBuffer, to records: UnsafeMutablePointer<layout_attributes>?, _ part: ChildPart
  ) -> UInt32 {
    guard let records = unsafe records else { return 0 }
    var count = 0
    let answered = unsafe buffer.records
    for index in 0..<answered.count {
      var record = unsafe answered[index]
      guard let kind = kinds.outer[Int(record.kind)],
        let path = part.outer(section: record.section, item: record.item)
      else { continue }
      record.kind = kind.kind
      (record.section, record.item) = (path.section, path.item)
      if !kind.keepsFields { record.payload = 0 }
      unsafe records[count] = record
      count += 1
    }
    return UInt32(clamping: count)
  }
}

// MARK: - Notices
//
// The marks, events and registrations of a child, passed on to its parent's host.

extension ChildLayout {
  /// Passes on the marks, events and registrations that the child left in its last call.
  func passOn() {
    if context.marks != LAYOUT_MARK_NOTHING { passOnMarks() }
    if !context.events.isEmpty { passOnEvents() }
    if context.call == .create || context.call == .prepare { passOnIdentifiers() }
  }

  private func passOnEvents() {
    for event in context.events.take() {
      guard let own = context.descriptor.events.first(where: { $0.name == event.name }),
        unsafe parent.descriptor.events.contains(where: {
          $0.name == own.name && $0.arguments.map(\.type) == own.arguments.map(\.type)
        })
      else { continue }
      _ = unsafe parent.post(event)
    }
  }

  private func passOnIdentifiers() {
    for (kind, name) in context.reuseIdentifiers.enumerated() where name != nil {
      guard let place = kinds.outer[kind].map({ Int($0.kind) }),
        unsafe parent.reuseIdentifiers[place] == nil
      else { continue }
      unsafe parent.reuseIdentifiers[place] = name
    }
  }

  private func passOnMarks() {
    unsafe parent.marks |= context.marks
    defer { (context.marks, context.markedElements) = (LAYOUT_MARK_NOTHING, []) }
    guard !context.markedElements.isEmpty else { return }
    let named = context.markedElements.compactMap(outer)
    // Mark all elements if one of them cannot be named, or if they are too many.
    let room = unsafe parent.limits.markedElements - parent.markedElements.count
    if named.count < context.markedElements.count || named.count > room {
      unsafe parent.marks |= LAYOUT_MARK_EVERYTHING
    } else {
      unsafe parent.markedElements += named
    }
  }

  /// Returns the parent's name of a child's element; nil if it has none.
  private func outer(_ element: layout_element) -> layout_element? {
    guard let kind = kinds.outer[Int(element.kind)],
      let path = part?.outer(section: element.section, item: element.item)
    else { return nil }
    return layout_element(
      category: element.category, kind: kind.kind, section: path.section, item: path.item)
  }
}
