// SPDX-License-Identifier: Apache-2.0
//
// Which queries the layouts of a session find answered.

import LayoutHost
import LayoutModel

extension ScenarioSession {
  /// Binds what `data` answers and the data so far did not. Its counts are not read yet.
  ///
  /// The layout on the view alone: a batch ends a transition, and what stands by does so no longer.
  ///
  /// - Throws: What is wrong with an answer; the data so far is then as it was.
  func admit(_ data: ScenarioData) throws(LayoutError) {
    // What is bound looks its answers up by itself.
    if bound != nil { return }
    let isNew =
      data.contents.count != source.data.contents.count
      || data.answeringItemCount != source.data.answeringItemCount
      || (!source.data.hasSizes && data.hasSizes)
    guard isNew else { return }
    try shown.bind(data, isStrict: active.isStrict)
  }

  /// Binds queries that steps answer from now on, where the data decides what is bound: of the layout
  /// on the view, and of those that may show next and were made before.
  ///
  /// - Throws: `unknown-query` when the layout on the view does not ask one; nothing is bound then.
  func bind(_ later: Set<String>) throws(LayoutError) {
    if bound != nil || later.isSubset(of: source.data.laterQueries) { return }
    var data = source.data
    data.laterQueries.formUnion(later)
    try shown.bind(data, isStrict: active.isStrict)
    for binder in waiting { try binder.bind(data, isStrict: false) }
    source.data = data
  }

  /// Binds these queries of the layout on the view, or about to be, and no other.
  func rebind(_ names: [String]) throws(LayoutError) {
    bound = names
    try shown.rebind(names)
  }

  /// Binds those of the layout on the view.
  private var shown: QueryBinder {
    QueryBinder(source: source, layout: layout, room: active.room)
  }

  /// Bind those of the layout under a hand, and of the one that stands by. A new version that waits
  /// for its commit needs none: it is made anew when more is bound of the layout on the view.
  private var waiting: [QueryBinder] {
    var binders: [QueryBinder] = []
    if let pending = transition?.pending, pending.bound == nil,
      view.transitionLayout === pending.layout
    {
      binders.append(QueryBinder(source: source, layout: pending.layout, room: pending.room))
    }
    if view.isOnProbation, let standby, let layout = standby.layout {
      binders.append(QueryBinder(source: source, layout: layout, room: standby.room))
    }
    return binders
  }
}
