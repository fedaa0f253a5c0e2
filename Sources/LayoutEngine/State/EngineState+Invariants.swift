// SPDX-License-Identifier: Apache-2.0
//
// Invariants between two passes, asserted at the start of a pass and at the end of a frame.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension EngineState {
  /// Asserts, in a debug build, the preconditions of a pass.
  ///
  /// - Complexity: O(1). Removed in a release build.
  @inline(__always)
  func assertReady(for pass: StaticString) {
    assert(brokenNumber == nil, "\(pass) begins, and \(brokenNumber ?? "")")
  }

  /// Asserts, in a debug build, the state after a frame, shown or refused.
  ///
  /// - Complexity: O(elements on screen). Removed in a release build.
  @inline(__always)
  func assertWhole() {
    assert(brokenRule == nil, "a frame ends, and \(brokenRule ?? "")")
  }

  /// The first broken invariant of the state between frames; nil when there is none.
  ///
  /// - Complexity: O(elements on screen).
  var brokenRule: String? { brokenNumber ?? brokenElement ?? brokenView }

  /// Invalid numbers, and lists of different lengths.
  private var brokenNumber: String? {
    let (offset, viewportSize) = (scroll.offset, scroll.viewportSize)
    guard offset.x.isFinite, offset.y.isFinite else { return "the offset is \(offset)" }
    guard viewportSize.width >= 0, viewportSize.height >= 0, viewportSize.width.isFinite,
      viewportSize.height.isFinite
    else { return "the viewport is \(viewportSize)" }
    guard clock.isFinite, scale > 0 else { return "the clock is \(clock), the scale \(scale)" }
    // The frame in preparation is not checked, so this holds inside of a frame too.
    let (elements, views) = (frames.front.buffer.count, frames.front.serials.count)
    return elements == views ? nil : "\(elements) elements have \(views) views"
  }

  /// Elements on screen out of order, or of items that are not in the data.
  private var brokenElement: String? {
    let records = frames.front.answer.records
    for index in records.indices.dropFirst()
    where !(records[index - 1].key < records[index].key) {
      return "element \(index) on screen, \(records[index].path), is not behind the one before it"
    }
    // An order that is only shown differs from that of the data; so does the screen with an owed
    // batch.
    guard frames.isShown, frames.owed == nil, interaction.movement == nil, !data.isStale else {
      return nil
    }
    let counts = data.shape.itemCounts
    for record in records where record.category == LAYOUT_CELL {
      let path = record.path
      guard path.section < counts.count, path.item < Int(counts[path.section]) else {
        return "the cell \(path) on screen is not in the data"
      }
    }
    return nil
  }

  /// Views that show two elements.
  private var brokenView: String? {
    let seen = frames.seen
    while seen.count < store.madeCount { seen.append(false) }
    defer { for view in seen.indices { seen[view] = false } }
    for index in frames.front.serials.indices {
      let serial = frames.front.serials[index]
      if seen[Int(serial)] { return "view \(serial) shows two elements" }
      seen[Int(serial)] = true
    }
    for element in frames.animation.leaving.elements {
      if seen[Int(element.serial)] {
        return "view \(element.serial) shows an element and one that leaves"
      }
      seen[Int(element.serial)] = true
    }
    return nil
  }
}
