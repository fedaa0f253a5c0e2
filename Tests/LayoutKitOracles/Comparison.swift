// SPDX-License-Identifier: Apache-2.0
//
// Compares a layout's answer with that of an oracle, up to the rounding of a sum.

import Testing

@testable import LayoutKitHosted

/// Returns true when two numbers differ by no more than the rounding of long sums.
func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) }

func isClose(_ a: Rect, _ b: Rect) -> Bool {
  isClose(a.x, b.x) && isClose(a.y, b.y) && isClose(a.width, b.width) && isClose(a.height, b.height)
}

/// Expects the same elements in the same order. Reports the first that differs, and the members
/// that differ.
///
/// Compares only those fields of an element that the oracle has: a layout may add others.
func expectEqual(
  _ answered: [Element], _ expected: [Element], _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (mine, theirs) in zip(answered, expected) {
    guard let difference = difference(of: mine, from: theirs) else { continue }
    Issue.record("\(what()): \(mine): \(difference)", sourceLocation: sourceLocation)
    return
  }
  #expect(answered.count == expected.count, "\(what())", sourceLocation: sourceLocation)
}

/// Returns the members in which an element differs from the expected one, with both values; nil if it does not
/// differ.
func difference(of answered: Element, from expected: Element) -> String? {
  var rounded = answered
  if isClose(answered.frame, expected.frame) { rounded.frame = expected.frame }
  rounded.fields = rounded.fields.filter { expected.fields[$0.key] != nil }
  if rounded == expected { return nil }
  // By reflection, so that a new member of Element is compared too.
  let pairs = zip(Mirror(reflecting: rounded).children, Mirror(reflecting: expected).children)
  return pairs.compactMap { mine, theirs in
    let (value, wanted) = (text(mine.value), text(theirs.value))
    return value == wanted ? nil : "\(mine.label ?? "") is \(value), expected \(wanted)"
  }.joined(separator: "; ")
}

/// A value as text; the members of dictionaries in the order of their keys.
private func text(_ value: Any) -> String {
  guard let fields = value as? [String: UInt64] else { return "\(value)" }
  return "["
    + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    .joined(separator: ", ") + "]"
}
