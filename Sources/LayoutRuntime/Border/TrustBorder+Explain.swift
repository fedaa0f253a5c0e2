// SPDX-License-Identifier: Apache-2.0
//
// The words for a record that did not pass: off the hot path, one rule after the other.

import LayoutABI
import LayoutModel

extension TrustBorder {
  /// The breach of a record that is known to break a rule.
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

  /// "cell 0.3", or by its numbers when its kind is not declared.
  func name(of record: layout_attributes) -> String {
    let path = "\(record.section).\(record.item)"
    guard hasKnownKind(record) else {
      return "the element \(path) of category \(record.category) and kind \(record.kind)"
    }
    return "\(kindNames[Int(record.kind)]) \(path)"
  }
}
