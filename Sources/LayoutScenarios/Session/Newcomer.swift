// SPDX-License-Identifier: Apache-2.0
//
// Layouts of a session: one about to be put on its view, and one that is there.

import LayoutHost
import LayoutLoading

/// A layout with its answers bound, and what the session has to know once it is on screen.
struct Newcomer {
  /// As the step names it.
  let name: String
  let layout: CollectionLayout
  let file: PluginFile
  let room: LayoutRoom
  /// The queries of it that are answered, where the data does not decide that.
  let bound: [String]?
}

/// The session's knowledge of a layout that is on its view, or was.
struct Occupant {
  /// The view keeps it, and lets go of it when it does not come back.
  private(set) weak var layout: CollectionLayout?
  let file: PluginFile
  let room: LayoutRoom
  /// True when the data answers only what the layout asks: not after a swap.
  let isStrict: Bool
}

extension Occupant {
  init(_ newcomer: Newcomer) {
    self.init(
      layout: newcomer.layout, file: newcomer.file, room: newcomer.room, isStrict: false)
  }
}
