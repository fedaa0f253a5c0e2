// SPDX-License-Identifier: Apache-2.0
//
// Notices for assistive technology, gathered until somebody takes them.

/// A notice to assistive technology.
public enum AccessibilityNotice: String, Sendable {
  /// The layout placed its elements anew.
  case layoutChanged
  /// The screen was replaced as a whole: data were reloaded, or another layout took over.
  case screenChanged
}

/// Notices since they were last taken, each told once.
struct NoticeQueue {
  private var isLayoutChanged = false
  private var isScreenChanged = false

  mutating func layoutDidChange() { isLayoutChanged = true }

  mutating func screenDidChange() { isScreenChanged = true }

  mutating func take() -> [AccessibilityNotice] {
    defer { self = NoticeQueue() }
    return (isLayoutChanged ? [.layoutChanged] : []) + (isScreenChanged ? [.screenChanged] : [])
  }
}
