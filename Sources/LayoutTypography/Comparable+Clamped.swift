// SPDX-License-Identifier: Apache-2.0
//
// Keeping a value inside a range, for the measures of cells and of pictures.

extension Comparable {
  /// The nearest value in a range.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
