// SPDX-License-Identifier: Apache-2.0
//
// One sort of views: what it is for, and how they are made.

import LayoutModel

/// Identity of a typed registration. Kept by the pool of its views, so that it is never mistaken for
/// another one's.
package final class RegistrationKey {
  /// An identity that no other registration has.
  package init() {}
}

/// The class and kind by which a pool of decorations is found.
struct DecorationKey: Hashable {
  /// The kind's name.
  let kind: String
  /// The class of the views.
  let type: ObjectIdentifier
}

/// A registration. Its views wait in the store's free lists.
struct ReusePool {
  let identifier: String
  let category: ElementCategory
  /// The kind's name; "cell" for cells.
  let kind: String
  /// The typed registration that the views belong to; such a pool is not found by its identifier.
  var key: RegistrationKey?
  let make: () -> ReusableView

  func matches(_ identifier: String, _ category: ElementCategory, _ kind: String) -> Bool {
    key == nil && self.category == category && self.identifier == identifier && self.kind == kind
  }
}
