// SPDX-License-Identifier: Apache-2.0
//
// A view's counts and settings, as scenarios state them.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

extension CollectionView {
  /// Items of each section, as of the last frame.
  var itemCounts: [Int] { (0..<numberOfSections).map(numberOfItems) }

  /// The keys that `configure` takes, but for the container and the selection mode.
  var settingsJSON: JSONObject {
    [
      "contentInset": LayoutValue.insets(contentInset).json(), "scale": .number(scale),
      "direction": isRightToLeft ? "rtl" : "ltr", "scroll": .object(scrollOptions.json),
      "animation": ["enabled": .bool(animation.isEnabled), "timing": animation.timing.json],
      "menuActions": .array(customMenuActions.map { .string($0.name) }),
      "cellsPreparedPerFrame": .integer(Int64(max(cellsPreparedPerFrame, 0))),
      "idleViewLimit": .integer(Int64(idleViewLimit)),
    ]
  }
}

extension ScrollOptions {
  fileprivate var json: JSONObject {
    let fling: JSONValue =
      switch fling {
      case .friction: "friction"
      case .spline(let pointsPerInch): .number(pointsPerInch)
      }
    return [
      "decelerationRate": .number(decelerationRate), "bounces": .bool(bounces),
      "paging": .bool(isPaging), "directionalLock": .bool(isDirectionalLockEnabled),
      "alwaysBouncesHorizontally": .bool(alwaysBouncesHorizontally),
      "alwaysBouncesVertically": .bool(alwaysBouncesVertically),
      "arrowStep": .number(arrowStep), "anchoring": anchoring == .end ? "end" : "start",
      "fling": fling,
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
