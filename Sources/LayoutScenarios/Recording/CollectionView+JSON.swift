// SPDX-License-Identifier: Apache-2.0
//
// A view's counts and settings, as scenarios state them.

import LayoutHost
import LayoutLoading
import LayoutModel

extension CollectionView {
  /// Items of each section, as of the last frame.
  var itemCounts: [Int] { (0..<numberOfSections).map(numberOfItems) }

  /// The keys that `configure` takes, but for the container.
  var settingsJSON: JSONObject {
    let options = scrollOptions
    return [
      "contentInset": LayoutValue.insets(contentInset).json(), "scale": .number(scale),
      "direction": isRightToLeft ? "rtl" : "ltr", "selection": .string(selectionMode.rawValue),
      "scroll": [
        "decelerationRate": .number(options.decelerationRate), "bounces": .bool(options.bounces),
        "paging": .bool(options.isPaging),
        "directionalLock": .bool(options.isDirectionalLockEnabled),
      ],
    ]
  }
}

extension ScenarioData {
  /// Items of each section.
  var counts: [Int] { sections.map(\.runs.count) }
}

extension Vector {
  /// `[dx, dy]`.
  var json: JSONValue { [.number(dx), .number(dy)] }
}
