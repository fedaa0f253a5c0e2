// SPDX-License-Identifier: Apache-2.0
//
// Where everything comes from and goes to in one animated change, before any view is touched.

import LayoutModel

/// The outcome of ``MotionPlanner``. All attributes are in the content coordinates of the new frame
/// as people see them.
struct MotionPlan {
  /// The movement of the content under the viewport.
  let ground: GroundMove
  /// By index of the new frame: where the element starts. Nil where it goes on from what is on
  /// screen, with its speed.
  var sources: [LayoutAttributes?] = []
  /// By place among the leavers: where it goes, and whether the layout still has it there.
  var targets: [(attributes: LayoutAttributes, isLive: Bool)] = []
  /// The same for what was leaving already.
  var retargets: [(attributes: LayoutAttributes, isLive: Bool)] = []
  /// The calls of layouts and their answers.
  var report = UpdateReport()
}
