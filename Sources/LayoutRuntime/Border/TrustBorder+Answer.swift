// SPDX-License-Identifier: Apache-2.0
//
// The rules for elements: every record of an answer, every transform and payload block.

import LayoutABI
import LayoutModel

extension TrustBorder {
  /// Admits an answer to a rectangle: checks each record, drops and counts the records outside of
  /// the rectangle, sorts the rest if they do not ascend, and looks for duplicate elements. On an
  /// error the buffer is empty.
  ///
  /// The counts were checked against the room before.
  ///
  /// - Parameters:
  ///   - rect: The rectangle that the layout was asked about.
  ///   - itemCounts: The items of each section, in the data that the answer is for.
  ///   - call: The call that answered, for messages.
  /// - Throws: `breach` with the rule, `answer-too-large` if the elements name too many payload
  ///   words.
  /// - Complexity: O(elements) when they ascend. Allocates nothing once the buffer is warm.
  public func admit(
    _ buffer: AnswerBuffer, in rect: Rect, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    try admit(buffer, limits.scope(of: rect), itemCounts, call: call)
  }

  /// Admits an answer about named elements, by the same rules except that of the rectangle.
  public func admit(
    _ buffer: AnswerBuffer, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    try admit(buffer, limits.scope(ofElements: buffer.count), itemCounts, call: call)
  }

  private func admit(
    _ buffer: AnswerBuffer, _ scope: AnswerScope, _ itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    do throws(LayoutError) {
      unsafe try checkTransforms(buffer.transforms, call: call)
      try checkRecords(buffer, scope, itemCounts, call: call)
      if !buffer.isAscending { try buffer.sort() }
      unsafe try checkDuplicates(buffer.records, call: call)
    } catch {
      buffer.clear()
      throw error
    }
  }

  /// Admits the answer to a question about one element: that element, or none.
  public func admit(
    _ buffer: AnswerBuffer, as element: layout_element, itemCounts: SectionCounts
  ) throws(LayoutError) {
    let call = Slot.attributesFor.rawValue
    try admit(buffer, itemCounts: itemCounts, call: call)
    let isRight =
      unsafe buffer.count == 0 || (buffer.count == 1 && buffer.records[0].key == element.key)
    guard isRight else {
      let names = unsafe buffer.records.prefix(2).map(name(of:)).joined(separator: " and ")
      buffer.clear()
      throw breach(.identity, "asked for one element, it answered \(names)", call: call)
    }
  }

  /// Admits the answer to a call about one element: that element and no other, in data of
  /// `itemCounts`. On an error the buffer is empty.
  public func admit(
    _ buffer: AnswerBuffer, onlyAs element: layout_element, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    try admit(buffer, itemCounts: itemCounts, call: call)
    guard buffer.count == 1, unsafe buffer.records[0].key == element.key else {
      let names = unsafe buffer.records.prefix(2).map(name(of:)).joined(separator: " and ")
      buffer.clear()
      throw breach(
        .identity, "asked for one element, it answered \(names.isEmpty ? "none" : names)",
        call: call)
    }
  }

  /// Admits the answers to calls about one element each: one for each of `asked`, in their order.
  /// On an error the buffer is empty.
  public func admit(
    _ buffer: AnswerBuffer, inOrderOf asked: AnswerBuffer, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    do throws(LayoutError) {
      unsafe try checkTransforms(buffer.transforms, call: call)
      try checkRecords(buffer, scope(answering: asked), itemCounts, call: call)
      guard buffer.count == asked.count else {
        throw breach(
          .identity, "asked for \(asked.count) elements, it answered \(buffer.count)", call: call)
      }
      for index in 0..<asked.count
      where unsafe buffer.records[index].key != asked.records[index].key {
        throw breach(
          .identity,
          unsafe "asked for \(name(of: asked.records[index])), it answered "
            + name(of: buffer.records[index]), call: call)
      }
    } catch {
      buffer.clear()
      throw error
    }
  }

  /// Checks each record and moves the records to keep to the front, in one pass.
  private func checkRecords(
    _ buffer: AnswerBuffer, _ scope: AnswerScope, _ itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    guard let records = unsafe buffer.recordArray.base else { return }
    let transformCount = unsafe UInt32(clamping: buffer.transforms.count)
    let area = scope.area
    var (keptCount, wordCount) = (0, 0)
    if buffer.payloadCount > 0 {
      try buffer.checkedBlocks.reset(wordCount: buffer.payloadCount)
    }
    for index in 0..<buffer.count {
      let record = unsafe records[index]
      guard isPlain(record), hasKnownKind(record), hasKnownPath(record, itemCounts),
        record.transform <= transformCount
      else { throw explain(record, itemCounts, call: call) }
      if record.payload > 0 {
        let (own, isFree) = (kinds[Int(record.kind)].wordCount, kinds[Int(record.kind)].isFree)
        wordCount += own
        if wordCount > scope.most.payload {
          try check(AnswerCounts(payload: wordCount), in: scope, call: call)
        }
        // A block whose words may hold any bits only has to lie inside the answer.
        if !isFree || Int(record.payload) - 1 + own > buffer.payloadCount {
          try checkPayload(of: record, buffer, call: call)
        }
      }
      if let area, !area.intersects(record.frame) { continue }
      if keptCount < index { unsafe records[keptCount] = record }
      keptCount += 1
    }
    buffer.outsideCount += buffer.count - keptCount
    buffer.count = keptCount
  }

  /// Returns true if the numbers of the record are valid by themselves. NaN or infinity times zero
  /// is NaN, so one comparison tells if all numbers are finite. The far edges are included, because
  /// two finite numbers can have an infinite sum.
  @inline(__always)
  private func isPlain(_ record: layout_attributes) -> Bool {
    let frame = record.frame
    return ((frame.x + frame.width) * 0 + (frame.y + frame.height) * 0) == 0
      && frame.width >= 0 && frame.height >= 0 && record.alpha >= 0 && record.alpha <= 1
      && record.flags & ~Self.knownFlags == 0
  }

  @inline(__always)
  func hasKnownKind(_ record: layout_attributes) -> Bool {
    Int(record.kind) < kinds.count && kinds[Int(record.kind)].category == record.category
  }

  /// Every flag that the header declares.
  static var knownFlags: UInt32 { LAYOUT_HIDDEN | LAYOUT_PINNED }

  /// Returns true if the path of the record exists. Cells and supplementary views have a path in
  /// the data; the first path of an empty section counts, for its header. Decorations are the
  /// layout's own: they belong to a section of the data or to none, and number their items freely.
  @inline(__always)
  func hasKnownPath(_ record: layout_attributes, _ itemCounts: SectionCounts) -> Bool {
    guard record.section < itemCounts.count else {
      return record.section == LAYOUT_PATH_NONE && record.category == LAYOUT_DECORATION
    }
    if record.category == LAYOUT_DECORATION { return true }
    return record.item < itemCounts[Int(record.section)]
      || (record.category == LAYOUT_SUPPLEMENTARY && record.item == 0)
  }

  private func checkTransforms(
    _ transforms: UnsafeBufferPointer<layout_transform>, call: String
  ) throws(LayoutError) {
    let numbers = unsafe UnsafeRawBufferPointer(transforms).assumingMemoryBound(to: Double.self)
    var sum = 0.0
    for index in numbers.indices { unsafe sum += numbers[index] * 0 }
    guard sum == 0 else { throw breach(.finite, "a transform is not finite", call: call) }
  }

  private func checkDuplicates(
    _ records: UnsafeBufferPointer<layout_attributes>, call: String
  ) throws(LayoutError) {
    guard records.count > 1 else { return }
    for index in 1..<records.count where unsafe records[index].key == records[index - 1].key {
      throw breach(.duplicate, unsafe "\(name(of: records[index])) comes twice", call: call)
    }
  }

  /// Checks the payload block of a record, unless an earlier record named the same block.
  private func checkPayload(
    of record: layout_attributes, _ buffer: AnswerBuffer, call: String
  ) throws(LayoutError) {
    let (words, payload) = unsafe (kinds[Int(record.kind)].words, buffer.payload)
    let first = Int(record.payload) - 1
    guard first + words.count <= payload.count else {
      throw breach(
        .index, "the payload of \(name(of: record)) begins at word \(first) of \(payload.count)",
        call: call)
    }
    guard !words.isEmpty, buffer.checkedBlocks.insert(record.kind, at: first) else { return }
    for offset in 0..<words.count {
      let bits = unsafe payload[first + offset]
      let isRight =
        switch words[offset] {
        case .integer: true
        case .number: Double(bitPattern: bits).isFinite
        case .bool: bits <= 1
        case .enumeration(let caseCount): bits < caseCount
        }
      guard isRight else {
        throw breach(
          .field, "word \(offset) of the fields of \(name(of: record)) is not of its type",
          call: call)
      }
    }
  }
}

// MARK: - Words
//
// The error messages for a record that did not pass. Not on the hot path: one rule after the other.

extension TrustBorder {
  /// Returns the breach of a record that is known to break a rule.
  func explain(
    _ record: layout_attributes, _ itemCounts: SectionCounts, call: String
  ) -> LayoutError {
    let name = name(of: record)
    guard hasKnownKind(record) else {
      return breach(.kind, "\(name) is of no declared kind", call: call)
    }
    guard hasKnownPath(record, itemCounts) else {
      let place =
        record.category == LAYOUT_DECORATION
        ? "in a section of the data, nor in none" : "in the data"
      return breach(.path, "\(name) is not \(place)", call: call)
    }
    if let error = explainFrame(record.frame, name, call: call) { return error }
    guard record.alpha >= 0, record.alpha <= 1 else {
      return breach(.alpha, "alpha of \(name) is \(Self.text(Double(record.alpha)))", call: call)
    }
    guard record.flags & ~Self.knownFlags == 0 else {
      return breach(
        .flags, "flags of \(name) are 0x\(String(record.flags, radix: 16))", call: call)
    }
    return breach(
      .index, "\(name) names transform \(record.transform), which is not in the answer", call: call)
  }

  private func explainFrame(_ frame: Rect, _ name: String, call: String) -> LayoutError? {
    let members = [
      ("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height),
      ("maxX", frame.maxX), ("maxY", frame.maxY),
    ]
    for (member, value) in members where !value.isFinite {
      return breach(.finite, "frame.\(member) of \(name) is \(Self.text(value))", call: call)
    }
    for (member, value) in members[2...3] where value < 0 {
      return breach(.size, "frame.\(member) of \(name) is \(Self.text(value))", call: call)
    }
    return nil
  }

  /// Returns a name such as "cell 0.3", or the numbers if the kind is not declared.
  func name(of record: layout_attributes) -> String {
    let path = "\(record.section).\(record.item)"
    guard hasKnownKind(record) else {
      return "the element \(path) of category \(record.category) and kind \(record.kind)"
    }
    return "\(kindNames[Int(record.kind)]) \(path)"
  }
}
