// SPDX-License-Identifier: Apache-2.0
//
// What a layout is laid out for: data, room and the app's answers, as one value.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The data, the viewport and how the app answers queries.
struct World {
  /// The app's answers to the queries whose names layouts share; all others stay unbound.
  enum Answers: Equatable {
    /// No query is bound.
    case unbound
    /// Each path gets its own answer, the same each time.
    case varied
    /// All paths get the same answer, told one by one.
    case same
    /// All paths get the same answer, told once.
    case uniform
    /// Bound, and no path gets an answer.
    case unanswered
    /// Bound, and the query of this name fails.
    case failing(String)
  }

  /// Items of each section.
  var counts: [UInt32]
  /// The viewport's extent, points.
  var container = Size(width: 320, height: 480)
  /// The content offset.
  var offset = Point.zero
  var contentInset = Insets.zero
  var scale = 1.0
  var isRightToLeft = false
  var answers = Answers.varied
  /// A number that is added to varied answers: another model of the same shape.
  var edition = 0
  /// The identities of the data, for answers that follow them; nil when paths are enough.
  var identities: [(id: Int, items: [Int])]?

  init(_ counts: [UInt32]) { self.counts = counts }

  /// Sections of several lengths, an empty one among them, a little over one screen.
  static let ordinary = World([5, 0, 13, 40, 1])

  /// The viewport.
  var bounds: Rect { Rect(origin: offset, size: container) }
  /// All items.
  var itemCount: Int { counts.reduce(0) { $0 + Int($1) } }
}
