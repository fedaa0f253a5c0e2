// SPDX-License-Identifier: Apache-2.0
//
// Geometry as text for people: the numbers in the order in which scenarios write them.

import LayoutABI

extension layout_point: @retroactive CustomStringConvertible {
  /// "[x, y]".
  public var description: String { "[\(x), \(y)]" }
}

extension layout_vector: @retroactive CustomStringConvertible {
  /// "[dx, dy]".
  public var description: String { "[\(dx), \(dy)]" }
}

extension layout_size: @retroactive CustomStringConvertible {
  /// "[width, height]".
  public var description: String { "[\(width), \(height)]" }
}

extension layout_insets: @retroactive CustomStringConvertible {
  /// "[top, left, bottom, right]".
  public var description: String { "[\(top), \(left), \(bottom), \(right)]" }
}

extension layout_rect: @retroactive CustomStringConvertible {
  /// "[x, y, width, height]".
  public var description: String { "[\(x), \(y), \(width), \(height)]" }
}
