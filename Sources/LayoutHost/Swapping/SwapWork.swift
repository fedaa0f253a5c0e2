// SPDX-License-Identifier: Apache-2.0
//
// What a stage of a hot swap leaves to another thread or a worker.

import LayoutEngine
import LayoutLoading

/// The work that is under way while frames of the old layout are shown.
enum SwapWork {
  case none
  /// The bytes that were judged are put where nobody changes them.
  case copy(ImagePlacing)
  /// The new version runs for the first time, in a child that may die of it.
  case trial(TrialStage)
  /// Its worker starts.
  case load(LayoutLoad)
  /// It is given what was set on the old one.
  case carry(CarryWork)
  /// It prepares.
  case prepare(BackgroundFrame)
}
