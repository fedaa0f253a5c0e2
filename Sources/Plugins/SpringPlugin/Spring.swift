// SPDX-License-Identifier: Apache-2.0
//
// Any layout with springs: its elements lag behind a scrolling finger, and swing back.

import LayoutABI
import LayoutKit

/// Any other layout with springs, which the host finds by its id.
///
/// A carousel is not a good base: the look of its items depends on their places, and springs change the
/// places only.
final class Spring: SpringLayout {
  private let baseID = Property(
    "base", Text("flow"),
    help:
      "The id of the layout whose elements hang on springs; settings not listed here are its own.")
  private let child = ChildLayout()
  private let questions = StandardQuestions()

  override var ownProperties: [AnyProperty] { [baseID] + super.ownProperties }
  override var base: Layout { child }
  override var queries: [AnyQuery] { questions.list }
  override var kinds: [Kind] {
    [
      Kind(
        "cell", .cell, fields: [Field("style", MosaicStyle.self, help: "How large the cell is.")]),
      .header, .footer, .sectionBackground, .separator, Kind("badge", .supplementary),
      Kind("leading", .supplementary), Kind("trailing", .supplementary),
    ]
  }

  override func start() throws(LayoutError) {
    // If no layout has that id, another base may still be set; `prepare` reports a missing one.
    do throws(LayoutError) { try child.open(baseID.value, in: self) } catch {}
  }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    try super.didSet(property)
    if property === baseID { try child.open(baseID.wanted, in: self) }
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    if !child.isOpen { try child.open(baseID.value, in: self) }
    try super.prepare(snapshot, invalidation: invalidation)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.spring", name: "Spring", version: "1.0.0",
    layouts: [
      .make(
        Spring.self, id: "spring", name: "Spring",
        help: "Any layout, whose elements lag behind a scrolling finger on springs.")
    ]
  ).table(for: abi)
}
