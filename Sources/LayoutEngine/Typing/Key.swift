// SPDX-License-Identifier: Apache-2.0
//
// The keys that a collection view understands.

/// A key, by what it means and not by what is printed on it.
public enum Key: String, Sendable, CaseIterable {
  /// An arrow.
  case up, down, left, right
  /// One viewport back or on.
  case pageUp, pageDown
  /// The start or the end of the content.
  case home, end
  /// Taps the item that the keyboard is at.
  case space
  /// With control or command: selects everything.
  case a
  /// Gives up a touch and a menu.
  case escape
}

/// Keys held down beside another one.
public struct KeyModifiers: OptionSet, Sendable {
  /// The keys as bits.
  public let rawValue: Int
  /// Keys from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Extends the selection.
  public static let shift = Self(rawValue: 1)
  /// Arrows go to the ends of the content.
  public static let control = Self(rawValue: 2)
  /// Upward and downward arrows go by pages.
  public static let alt = Self(rawValue: 4)
  /// As `control`.
  public static let command = Self(rawValue: 8)
}

/// The command of a key, its modifiers taken into account.
enum KeyCommand: Equatable {
  /// A step in one of four directions.
  case step(Direction)
  /// A viewport back (−1) or on (1).
  case page(Double)
  /// The start (−1) or the end (1).
  case limit(Double)
  case tap, selectAll, giveUp

  init?(_ key: Key, _ modifiers: KeyModifiers) {
    let goesFar = !modifiers.isDisjoint(with: [.control, .command])
    let pages = modifiers.contains(.alt)
    switch key {
    case .up: self = goesFar ? .limit(-1) : pages ? .page(-1) : .step(.up)
    case .down: self = goesFar ? .limit(1) : pages ? .page(1) : .step(.down)
    case .left: self = goesFar ? .limit(-1) : .step(.left)
    case .right: self = goesFar ? .limit(1) : .step(.right)
    case .pageUp: self = .page(-1)
    case .pageDown: self = .page(1)
    case .home: self = .limit(-1)
    case .end: self = .limit(1)
    case .space: self = .tap
    case .escape: self = .giveUp
    case .a:
      guard goesFar else { return nil }
      self = .selectAll
    }
  }
}

/// A direction on screen, as people see it.
enum Direction: CaseIterable {
  case up, down, left, right

  var isHorizontal: Bool { self == .left || self == .right }
  /// 1 towards larger coordinates.
  var sign: Double { self == .right || self == .down ? 1 : -1 }
}
