// SPDX-License-Identifier: Apache-2.0
//
// A second implementation of the springy sample's rules: a grid, a resistance, a spring. It does
// not use the plugin.

import LayoutModel

import func Foundation.cos
import func Foundation.exp
import func Foundation.sin

/// Items of the sample on their springs, by the rules of its source.
struct SpringyModel {
  /// A displacement along y and its velocity; points, points a second.
  struct Spring {
    var displacement = 0.0
    var velocity = 0.0
  }

  let itemCount: Int
  let viewportSize: Size
  private(set) var offset = 0.0
  private(set) var springs: [Int: Spring] = [:]

  init(itemCount: Int, viewportSize: Size) {
    (self.itemCount, self.viewportSize) = (itemCount, viewportSize)
  }

  private static let side = 44.0
  private static let spacing = 10.0
  private static let inset = 10.0

  /// The number of items on a line: the first needs its width, the others their width and the spacing.
  private var lineLength: Int {
    let room = viewportSize.width - 2 * Self.inset
    return 1 + Int((room - Self.side) / (Self.side + Self.spacing))
  }

  /// Returns flow's frame of an item: lines are spread to both insets, and the last line follows them, since all
  /// items are equal.
  func rest(_ item: Int) -> Rect {
    let room = viewportSize.width - 2 * Self.inset
    let gap = (room - Double(lineLength) * Self.side) / Double(lineLength - 1)
    let (line, column) = item.quotientAndRemainder(dividingBy: lineLength)
    return Rect(
      x: Self.inset + Double(column) * (Self.side + gap),
      y: Self.inset + Double(line) * (Self.side + Self.spacing), width: Self.side,
      height: Self.side)
  }

  var contentSize: Size {
    let lines = Double((itemCount + lineLength - 1) / lineLength)
    return Size(
      width: viewportSize.width,
      height: 2 * Self.inset + lines * (Self.side + Self.spacing)
        - Self.spacing)
  }

  /// The item's present position.
  func frame(_ item: Int) -> Rect {
    var frame = rest(item)
    frame.y += springs[item]?.displacement ?? 0
    return frame
  }

  /// The items on screen.
  var visible: [Int] {
    (0..<itemCount).filter {
      let frame = frame($0)
      return frame.y < offset + viewportSize.height && frame.y + frame.height > offset
    }
  }

  /// Applies the sample's rule for one change of the bounds, at the finger's place in the content.
  private func pull(_ item: Int, by delta: Double, touch: Point) -> Double {
    let rest = rest(item)
    let anchor = Point(x: rest.x + rest.width / 2, y: rest.y + rest.height / 2)
    let resistance = (abs(touch.y - anchor.y) + abs(touch.x - anchor.x)) / 1500
    return delta < 0 ? max(delta, delta * resistance) : min(delta, delta * resistance)
  }

  /// Lets the springs act: frequency 1, damping 0.8, in closed form.
  mutating func advance(by time: Double) {
    let (zeta, omega) = (0.8, 2 * Double.pi)
    let damped = omega * (1 - zeta * zeta).squareRoot()
    let (fade, c, s) = (
      exp(-zeta * omega * time), cos(damped * time), sin(damped * time)
    )
    for (item, spring) in springs {
      let (x, v) = (spring.displacement, spring.velocity)
      springs[item] = Spring(
        displacement: fade * (x * c + (v + zeta * omega * x) / damped * s),
        velocity: fade * (v * c - (zeta * omega * v + omega * omega * x) / damped * s))
    }
    // A displacement that is too small to be visible ends, for all items at once.
    let energy = springs.values.map {
      omega * omega * $0.displacement * $0.displacement
        + $0.velocity * $0.velocity
    }.reduce(0, +)
    if energy < 1e-6 * omega * omega { springs = [:] }
  }

  /// Moves the content: items on springs are pulled, those that leave the tile lose their spring, new ones have been
  /// pulled too. Without a touch none is pulled. The tile is 100 points larger than the viewport, and more if a fast
  /// movement pulls further than that.
  mutating func scroll(to newOffset: Double, touch: Point?) {
    let delta = newOffset - offset
    offset = newOffset
    guard delta != 0, touch != nil || !springs.isEmpty else { return }
    var reach = max(100, touch == nil ? 0 : abs(delta))
    for (item, spring) in springs {
      var spring = spring
      if let touch { spring.displacement += pull(item, by: delta, touch: touch) }
      springs[item] = spring
      reach = max(reach, abs(spring.displacement))
    }
    let (top, bottom) = (newOffset - reach, newOffset + viewportSize.height + reach)
    var next: [Int: Spring] = [:]
    for item in 0..<itemCount {
      let rest = rest(item)
      guard rest.y < bottom, rest.y + rest.height > top else { continue }
      let arrival = touch.map { Spring(displacement: pull(item, by: delta, touch: $0)) }
      next[item] = springs[item] ?? arrival ?? Spring()
    }
    springs = next
  }
}
