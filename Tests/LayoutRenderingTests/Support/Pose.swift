// SPDX-License-Identifier: Apache-2.0
//
// Poses in space, and a chessboard in them, computed by the 4 × 4 matrix alone.

import Glibc
import LayoutABI
import LayoutHost
import LayoutModel
import Testing

@testable import LayoutRendering

/// A 4 × 4 matrix for row vectors, row by row.
struct Pose: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let m: [Double]

  static let identity: [Double] = (0..<16).map { $0 % 5 == 0 ? 1 : 0 }

  static let all = [
    Pose(testDescription: "turned to the right", m: turn(60, 0)),
    Pose(testDescription: "turned to the left", m: turn(-60, 0)),
    Pose(testDescription: "tilted", m: turn(0, 50)),
    Pose(testDescription: "turned, tilted and moved", m: turn(35, -25, by: [12, -9, 60])),
    Pose(testDescription: "seen from behind", m: turn(150, 10)),
  ]

  var transform: Transform3D { Transform3D(layout_transform(m)) }

  /// Returns the visible position of a point of the screen's plane.
  func seen(_ point: Point, about center: Point) -> Point {
    let row = [point.x - center.x, point.y - center.y, 0, 1]
    let out = (0..<4).map { column in (0..<4).reduce(0) { $0 + row[$1] * m[4 * $1 + column] } }
    return Point(x: center.x + out[0] / out[3], y: center.y + out[1] / out[3])
  }

  /// Rotates about the vertical axis, then about the horizontal one, moves, and looks from 400
  /// points away.
  private static func turn(_ turn: Double, _ tilt: Double, by offset: [Double] = [0, 0, 0])
    -> [Double]
  {
    let (t, s) = (turn * .pi / 180, tilt * .pi / 180)
    var (y, x, moved, eye) = (identity, identity, identity, identity)
    (y[0], y[2], y[8], y[10]) = (cos(t), -sin(t), sin(t), cos(t))
    (x[5], x[6], x[9], x[10]) = (cos(s), sin(s), -sin(s), cos(s))
    (moved[12], moved[13], moved[14]) = (offset[0], offset[1], offset[2])
    eye[11] = -1.0 / 400
    return [x, moved, eye].reduce(y, product)
  }

  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: 16)
    for row in 0..<4 {
      for column in 0..<4 {
        for inner in 0..<4 {
          result[4 * row + column] += a[4 * row + inner] * b[4 * inner + column]
        }
      }
    }
    return result
  }
}

extension layout_transform {
  init(_ m: [Double]) {
    self.init(
      m: (
        m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], m[12], m[13],
        m[14], m[15]
      ))
  }
}

/// Red and blue squares.
struct Chessboard {
  let frame: Rect
  let squares: Int

  func draw(_ canvas: Canvas) {
    for row in 0..<squares {
      for column in 0..<squares {
        let color =
          isRed(row, column) ? Color(red: 1, green: 0, blue: 0) : Color(red: 0, green: 0, blue: 1)
        canvas.fill(Shape(square(row, column)), color)
      }
    }
  }

  /// The squares with the corners of `seen`.
  func quads(_ seen: (Point) -> Point) -> [Quad] {
    (0..<squares * squares).map { place in
      let (row, column) = (place / squares, place % squares)
      return Quad(corners: square(row, column).corners.map(seen), isRed: isRed(row, column))
    }
  }

  private func isRed(_ row: Int, _ column: Int) -> Bool { (row + column) % 2 == 0 }

  private func square(_ row: Int, _ column: Int) -> Rect {
    let (width, height) = (frame.width / Double(squares), frame.height / Double(squares))
    return Rect(
      x: frame.x + Double(column) * width, y: frame.y + Double(row) * height, width: width,
      height: height)
  }
}

/// Four corners, in circular order.
struct Quad {
  let corners: [Point]
  let isRed: Bool

  /// Returns the distance of a point to the nearest side, points; below 0 outside.
  func depth(of point: Point) -> Double {
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in 0..<4 {
      let (a, b) = (corners[index], corners[(index + 1) & 3])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let side = (dx * (point.y - a.y) - dy * (point.x - a.x)) / (dx * dx + dy * dy).squareRoot()
      (low, high) = (min(low, side), max(high, side))
    }
    // Seen from behind, they have the opposite order.
    return max(low, -high)
  }
}

extension Rect {
  /// The corners in circular order.
  var corners: [Point] { [point(0, 0), point(1, 0), point(1, 1), point(0, 1)] }

  /// Returns a point by its shares of width and height.
  func point(_ u: Double, _ v: Double) -> Point { Point(x: x + u * width, y: y + v * height) }
}
