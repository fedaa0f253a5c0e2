// SPDX-License-Identifier: Apache-2.0
//
// Checking a batch against the counts before and after it, and making its plan.

import LayoutModel

extension BatchUpdate {
  /// Checks the batch against the data and works out where everything goes.
  ///
  /// Section operations come first; item operations inside deleted, inserted or reloaded sections are
  /// dropped, and a move across the edge of such a section keeps the half that is outside it.
  ///
  /// - Parameters:
  ///   - old: Items of each section before the batch.
  ///   - new: Items of each section after it, as the data source now counts them.
  /// - Throws: `invalid-update`, naming the operation, when an index is out of range or two operations
  ///   claim one place; with UIKit's sentence when the counts do not add up.
  /// - Complexity: O(sections + k log k) for *k* operations.
  public func plan(from old: [Int], to new: [Int]) throws(LayoutError) -> UpdatePlan {
    let sections = try SectionChanges(self, old: old.count, new: new.count)
    let items = try ItemChanges(self, sections, old: old, new: new)
    try sections.checkCount(old: old.count, new: new.count)
    let plan = UpdatePlan(sections.changes + items.changes(sections))
    try items.checkCounts(plan, old: old, new: new)
    return plan
  }
}

/// Claims on places; a place that is claimed twice is a named error.
struct Claims<Place: Hashable> {
  private var holders: [Place: BatchUpdate.Operation] = [:]

  mutating func claim(_ place: Place, by operation: BatchUpdate.Operation) throws(LayoutError) {
    if let other = holders[place] {
      throw LayoutError(
        .invalidUpdate,
        "Invalid update: \(operation) and \(other) claim the same place. "
          + "State each change once, or call normalized() first.")
    }
    holders[place] = operation
  }

  func contains(_ place: Place) -> Bool { holders[place] != nil }
}
