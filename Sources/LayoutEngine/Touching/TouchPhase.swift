// SPDX-License-Identifier: Apache-2.0
//
// The phases of a touch.

/// A phase of a touch.
public enum TouchPhase: String, Sendable, CaseIterable {
  /// It touches.
  case began
  /// It lifts.
  case ended
  /// Something else took the touch over.
  case cancelled
  /// It rested long enough for a menu.
  case held
}
