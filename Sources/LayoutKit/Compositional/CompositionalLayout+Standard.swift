// SPDX-License-Identifier: Apache-2.0
//
// What the layout shows when nobody describes anything.

extension CompositionalLayout {
  /// A grid under a header that stays, large cards to page through, and a list in columns of three that
  /// scrolls across too. The grid comes first, since it fills the view where there is one section only.
  static var standardSections: StaticString {
    """
    # a grid
    section(gap: 10, insets: 8 24 24 24, header: 40 wide, pin: header) {
      row(100%, 96, gap: 10) { fit * item(88+, 100%) }
    }

    # cards to page through
    section(gap: 12, insets: 8 24 24 24, header: 40 wide, scroll: groupPaging) { item(300, 190) }

    # a list in columns of three
    section(gap: 12, insets: 4 24 24 24, header: 40 wide, scroll: groupPaging) {
      column(300, 256, gap: 8) { 3 * item }
    }
    """
  }
}
