// SPDX-License-Identifier: Apache-2.0
//
// What the layout shows when nobody describes anything.

extension CompositionalLayout {
  /// Large cards, a list in columns of three, a grid under a header that stays.
  static var standardSections: StaticString {
    """
    # large cards
    section(gap: 12, insets: 8 16 20 16, header: 40) { row(100%, 180, gap: 12) { fit * item(260+, 100%) } }

    # a list, as many columns as fit
    section(gap: 8, insets: 8 16 20 16, header: 40, background: 0 8) {
      row(100%, 64, gap: 16) { fit * item(240+, 100%) }
    }

    # a grid under a header that stays
    section(gap: 10, insets: 8 16 20 16, header: 40, pin: header) {
      row(100%, 96, gap: 10) { fit * item(88+, 100%) }
    }
    """
  }
}
