// SPDX-License-Identifier: Apache-2.0
//
// How many items may be selected at a time.

/// The number of items that a person may select.
public enum SelectionMode: String, Sendable, CaseIterable {
  /// Nothing; touches do not highlight either.
  case none
  /// One item; selecting another deselects it.
  case single
  /// Any number of items; a tap selects, another one deselects.
  case multiple
}
