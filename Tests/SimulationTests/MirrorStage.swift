// SPDX-License-Identifier: Apache-2.0
//
// The calls to a stage, compared with the promised order of events.

import LayoutHost
import LayoutModel

/// A stage that records the state of each view from its calls.
final class MirrorStage: Stage {
  enum State: Equatable { case made, bound, recycled }

  private struct Shown {
    var state = State.made
    var attributes: LayoutAttributes?
    /// The view, kept alive so that its identifier is not reused.
    let view: ReusableView
  }

  private var views: [ObjectIdentifier: Shown] = [:]
  /// The first event that was out of order.
  private(set) var fault: String?

  private func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition, fault == nil { fault = text() }
  }

  private func change(_ view: ReusableView, _ event: String, _ body: (inout Shown) -> Void) {
    guard let place = views.index(forKey: ObjectIdentifier(view)) else {
      return expect(false, "\(event) of a view that was never made, or was dropped")
    }
    body(&views.values[place])
  }

  func make(_ view: ReusableView) {
    expect(views[ObjectIdentifier(view)] == nil, "a view was made twice")
    views[ObjectIdentifier(view)] = Shown(view: view)
    if view is Cell { cellCount += 1 }
  }

  func bind(_ view: ReusableView) {
    change(view, "bind") {
      if $0.state != .bound { boundCount += 1 }
      $0.state = .bound
    }
  }

  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
    change(view, "apply") {
      expect($0.state == .bound, "apply to a view that is \($0.state)")
      $0.attributes = attributes
    }
  }

  func recycle(_ view: ReusableView) {
    change(view, "recycle") {
      expect($0.state == .bound, "recycle of a view that is \($0.state)")
      $0.state = .recycled
      boundCount -= 1
    }
  }

  func drop(_ view: ReusableView) {
    if view is Cell { cellCount -= 1 }
    let state = views.removeValue(forKey: ObjectIdentifier(view))?.state
    expect(state == .recycled || state == .made, "drop of a view that is \(state as Any)")
  }

  /// Describes the first element on screen that differs from the calls; nil if all are equal.
  func difference(to elements: [VisibleElement]) -> String? {
    if let fault { return fault }
    for element in elements {
      guard let shown = views[ObjectIdentifier(element.view)] else { return "an unknown view" }
      guard shown.state == .bound else {
        return "the view of \(element.attributes) is \(shown.state)"
      }
      guard shown.attributes == element.view.attributes else {
        return "\(element.attributes) was told as \(shown.attributes as Any)"
      }
    }
    return nil
  }

  /// The number of views that the stage holds.
  var count: Int { views.count }

  /// The number of views that show an element.
  private(set) var boundCount = 0 { didSet { mostBound = max(mostBound, boundCount) } }
  /// The largest number of views that showed an element at once.
  private var mostBound = 0
  /// The largest number of cells that a view needs: in a batch those of the old frame and of the
  /// new one.
  var cellRoom: Int { 2 * mostBound + 8 }
  /// The number of cells that the stage holds.
  private(set) var cellCount = 0
}
