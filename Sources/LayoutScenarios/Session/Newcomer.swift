// SPDX-License-Identifier: Apache-2.0
//
// A layout that is about to be put on a session's view.

import LayoutHost
import LayoutLoading

/// A layout with its answers bound, and what the session has to know once it is on screen.
struct Newcomer {
  /// As the step names it.
  let name: String
  let layout: CollectionLayout
  let file: PluginFile
  let room: LayoutRoom
}
