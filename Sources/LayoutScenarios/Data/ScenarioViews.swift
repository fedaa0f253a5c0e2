// SPDX-License-Identifier: Apache-2.0
//
// The views of a scenario, with the sizes that they prefer.

import LayoutHost
import LayoutModel

/// A cell with an optional preferred size.
final class ScenarioCell: Cell {
  /// The name of its item.
  var name = ""
  /// The preferred size; nil without a preference.
  var preferredSize: Size?
  /// The source of its preferences in the current step.
  weak var source: ScenarioSource?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var wanted = attributes
    wanted.size = source?.wish(of: attributes) ?? preferredSize ?? attributes.size
    return wanted
  }
}

/// A supplementary view with an optional preferred size.
final class ScenarioHeading: ReusableView {
  /// The source of its preferences in the current step.
  weak var source: ScenarioSource?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var wanted = attributes
    wanted.size = source?.wish(of: attributes) ?? attributes.size
    return wanted
  }
}
