// SPDX-License-Identifier: Apache-2.0
//
// The version of this program.

import LayoutABI

enum Version {
  /// The version that the changelog leads to; `-dev` until it is released.
  static let number = "0.1.0-dev"

  /// The line that `layouthost --version` prints.
  static var line: String { "layouthost \(number) (plugin ABI \(LAYOUT_ABI))" }
}
