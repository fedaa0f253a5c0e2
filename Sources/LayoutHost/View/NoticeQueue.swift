// SPDX-License-Identifier: Apache-2.0
//
// Notices for assistive technology, gathered until somebody takes them.

/// What an assistive technology is told.
public enum AccessibilityNotice: Equatable, Sendable {
  /// The layout placed its elements anew.
  case layoutChanged
}

/// Notices since they were last taken; equal neighbours are told once.
struct NoticeQueue {
  private var isLayoutChanged = false

  mutating func layoutDidChange() { isLayoutChanged = true }

  mutating func take() -> [AccessibilityNotice] {
    defer { isLayoutChanged = false }
    return isLayoutChanged ? [.layoutChanged] : []
  }
}

extension CollectionView {
  /// Takes the notices for assistive technology since the last time.
  public func takeAccessibilityNotices() -> [AccessibilityNotice] { notices.take() }
}
