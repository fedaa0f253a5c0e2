// SPDX-License-Identifier: Apache-2.0
//
// The menu that a long touch opens.

import LayoutModel
import LayoutUpdates

/// Something that a person can do to an item from its menu.
public struct MenuAction: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, such as "copy".
  public let name: String
  /// An action of this name.
  public init(_ name: String) { self.name = name }
  /// An action of this name.
  public init(stringLiteral value: String) { name = value }

  /// Copies the item and takes it away.
  public static let cut = Self("cut")
  /// Copies the item.
  public static let copy = Self("copy")
  /// Puts what was copied at the item.
  public static let paste = Self("paste")

  /// The name.
  public var description: String { name }
}

/// The actions that an item offers.
public struct EditMenu: Equatable, Sendable {
  /// The item.
  public let path: ItemPath
  /// The actions that the delegate allows, in the order in which it was asked.
  public let actions: [MenuAction]

  /// The same menu after the data changed; nil when its item is gone.
  func followed(_ plan: UpdatePlan?) -> EditMenu? {
    plan?.keptPlace(of: path).map { EditMenu(path: $0, actions: actions) }
  }
}
