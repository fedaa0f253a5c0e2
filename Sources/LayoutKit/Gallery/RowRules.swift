// SPDX-License-Identifier: Apache-2.0
//
// The badness and the height of a row of a gallery.

/// A rule for the last row of a section.
public enum LastRow: Int, PropertyCases, Sendable {
  /// As high as the target where it does not fill the width, at the leading side.
  case natural = 0
  /// The same, in the middle.
  case centered
  /// Scaled to the width, as all other rows.
  case justified

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["natural", "centered", "justified"] }
}

/// The measures of a section's rows.
struct RowRules: Equatable {
  /// The height that rows come near, points.
  var target: Double
  /// Room between the items of a row, points.
  var spacing: Double
  /// The width that a row fills, points.
  var width: Double
  var lastRow: LastRow

  /// A row holds no more items, so that breaking takes linear time whatever the settings.
  static var itemLimit: Int { 100 }
  /// No row gets wider, points, so that no badness is infinite.
  static var widthLimit: Double { 1e9 }
  /// No row gets higher, points, so that a million rows still have a finite length.
  private static var heightLimit: Double { 1e7 }

  /// The width that `count` items have to fill, less what lies between them.
  @inline(__always)
  func room(_ count: Int) -> Double { width - spacing * Double(count &- 1) }

  /// Returns the badness of a row: the square of the factor by which it is higher or lower, less
  /// one. A row that is twice as high is as bad as one that is half as high; the target itself costs 0.
  /// - Parameters:
  ///   - natural: The breadth of its items at the target height, points.
  ///   - room: What they fill, above 0.
  @inline(__always)
  static func badness(_ natural: Double, _ room: Double) -> Double {
    let isWide = natural > room
    let factor = (isWide ? natural : room) / (isWide ? room : natural) - 1
    return factor * factor
  }

  /// The badness of a last row: nothing where it keeps the target height.
  @inline(__always)
  func lastBadness(_ natural: Double, _ room: Double) -> Double {
    lastRow != .justified && natural <= room ? 0 : Self.badness(natural, room)
  }

  /// The height of a row whose items have `share` in all, points.
  func height(_ share: Double, count: Int, isLast: Bool) -> Double {
    let room = max(0, room(count))
    let filling = min(share > 0 ? room / share : 0, Self.heightLimit)
    return isLast && lastRow != .justified ? min(filling, target) : filling
  }
}

/// The shares of a section's items, which stand some numbers apart in memory, or are all the same one.
struct ItemShares {
  let start: UnsafePointer<Double>
  /// 0 where all items have one share.
  let step: Int

  subscript(item: Int) -> Double {
    @inline(__always) get { start[step &* item] }
  }

  /// The sum of the shares of neighbours, always in the same order.
  func sum(_ items: Range<Int>) -> Double {
    var sum = 0.0
    var item = items.upperBound
    while item > items.lowerBound {
      item &-= 1
      sum += self[item]
    }
    return sum
  }
}
