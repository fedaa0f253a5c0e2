// SPDX-License-Identifier: Apache-2.0
//
// The host's keys of a scenario, applied to the view.

import LayoutHost
import LayoutLoading
import LayoutModel

extension ScenarioSession {
  /// Applies the host's keys that are given.
  func apply(_ settings: HostSettings) throws(LayoutError) {
    if let insets = settings.contentInset { view.contentInset = insets }
    if let scale = settings.scale { view.scale = scale }
    if let isRightToLeft = settings.isRightToLeft { view.isRightToLeft = isRightToLeft }
    if let mode = settings.selection { view.selectionMode = mode }
    if let answers = settings.delegate { source.answers = answers }
    if let scroll = settings.scroll { apply(scroll) }
    if let enabled = settings.animation?.isEnabled { view.animation.isEnabled = enabled }
    if let timing = settings.animation?.timing { view.animation.timing = timing }
    if let names = settings.menuActions { view.customMenuActions = names.map { MenuAction($0) } }
    if let count = settings.cellsPreparedPerFrame { view.cellsPreparedPerFrame = count }
    if let limit = settings.idleViewLimit { view.idleViewLimit = limit }
    // Last, because it runs a frame.
    if let size = settings.container, size != view.container { try resize(to: size) }
  }

  private func apply(_ scroll: ScrollSettings) {
    var options = view.scrollOptions
    options.decelerationRate = scroll.decelerationRate ?? options.decelerationRate
    options.bounces = scroll.bounces ?? options.bounces
    options.isPaging = scroll.isPaging ?? options.isPaging
    options.isDirectionalLockEnabled =
      scroll.isDirectionalLockEnabled ?? options.isDirectionalLockEnabled
    options.alwaysBouncesHorizontally =
      scroll.alwaysBounces.horizontally ?? options.alwaysBouncesHorizontally
    options.alwaysBouncesVertically =
      scroll.alwaysBounces.vertically ?? options.alwaysBouncesVertically
    options.arrowStep = scroll.arrowStep ?? options.arrowStep
    options.anchoring = scroll.anchoring ?? options.anchoring
    options.fling = scroll.fling ?? options.fling
    view.scrollOptions = options
  }
}
