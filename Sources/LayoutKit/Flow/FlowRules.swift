// SPDX-License-Identifier: Apache-2.0
//
// The spread of the items of one line: arithmetic without state.

/// The places of a line's items across the scroll axis.
public enum LineAlignment: Int, PropertyCases, Sendable {
  /// Full lines are spread from edge to edge, and a single item is centred. The last line uses the
  /// columns of the other lines if all items of its section are equal, and is otherwise packed at the
  /// leading edge.
  case uikit = 0
  /// Packed at the leading edge.
  case leading
  /// Packed, with equal room at both ends.
  case center
  /// Packed at the trailing edge.
  case trailing
  /// Every line is spread from edge to edge.
  case justified

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] {
    ["uikit", "leading", "center", "trailing", "justified"]
  }
}

/// The place of an item in a line that is thicker than the item.
public enum ItemAlignment: Int, PropertyCases, Sendable {
  /// In the middle.
  case center = 0
  /// At the line's start along the scroll axis.
  case start
  /// At the line's end.
  case end
  /// Every item is as thick as its line.
  case stretch

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["center", "start", "end", "stretch"] }
}

/// One line, with the data that its items' places depend on.
struct Line {
  /// The number of items of the line.
  var count: Int
  /// The sum of their extents.
  var extent: Double
  var isLast: Bool
  /// The number of items of a full line, if all items of the section are equal; otherwise 0.
  var fullCount: Int
}

/// The rules of a flow layout for one line.
struct FlowRules {
  var line = LineAlignment.uikit
  var item = ItemAlignment.center

  /// Returns the start of the first item in the room, and the distance between items.
  func spread(_ line: Line, room: Double, minimum: Double) -> (start: Double, gap: Double) {
    let free = room - line.extent
    switch self.line {
    case .justified: return spreadOut(free, line.count)
    case .leading: return (0, minimum)
    case .center: return (max(0, free - minimum * Double(line.count - 1)) / 2, minimum)
    case .trailing: return (max(0, free - minimum * Double(line.count - 1)), minimum)
    case .uikit: return spreadLikeUIKit(line, room, minimum)
    }
  }

  /// Returns a justified spread for full lines. The last line uses the columns of the other lines
  /// if all items of its section are equal, and is otherwise packed at the leading edge.
  private func spreadLikeUIKit(
    _ line: Line, _ room: Double, _ minimum: Double
  ) -> (start: Double, gap: Double) {
    if !line.isLast { return spreadOut(room - line.extent, line.count) }
    if line.fullCount == 0 { return (0, minimum) }
    let extent = line.extent / Double(line.count)
    return spreadOut(room - extent * Double(line.fullCount), line.fullCount)
  }

  /// Returns a spread from edge to edge; a single item is centred, or leading if it does not fit.
  private func spreadOut(_ free: Double, _ count: Int) -> (start: Double, gap: Double) {
    count > 1 ? (0, free / Double(count - 1)) : (max(0, free / 2), 0)
  }

  /// Returns the place of an item of `length` in a line of `thickness`, and its new length.
  @inline(__always)
  func place(_ length: Double, in thickness: Double) -> (offset: Double, length: Double) {
    switch item {
    case .center: ((thickness - length) / 2, length)
    case .start: (0, length)
    case .end: (thickness - length, length)
    case .stretch: (0, thickness)
    }
  }
}
