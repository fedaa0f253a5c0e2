// SPDX-License-Identifier: Apache-2.0
//
// The bound queries of the layouts of a session.

import LayoutHost
import LayoutModel

extension ScenarioSession {
  /// Binds queries that `data` answers and the old data did not. Its counts are not read yet.
  ///
  /// Only for the layout on the view: a batch ends a transition and a probation.
  ///
  /// - Throws: The error of an answer; the old data is then unchanged.
  func admit(_ data: ScenarioData) throws(LayoutError) {
    // Bound queries look their answers up themselves.
    if bound != nil { return }
    let isNew =
      data.contents.count != source.data.contents.count
      || data.answeringItemCount != source.data.answeringItemCount
      || (!source.data.hasSizes && data.hasSizes)
    guard isNew else { return }
    try shown.bind(data, isStrict: active.isStrict)
  }

  /// Binds queries with later answers, if the data determines the bindings: for the layout on the
  /// view, and for existing layouts that may be shown next.
  ///
  /// - Throws: `unknown-query` when the layout on the view does not have one; nothing is bound
  ///   then.
  func bind(_ later: Set<String>) throws(LayoutError) {
    if bound != nil || later.isSubset(of: source.data.laterQueries) { return }
    var data = source.data
    data.laterQueries.formUnion(later)
    try shown.bind(data, isStrict: active.isStrict)
    for binder in waiting { try binder.bind(data, isStrict: false) }
    source.data = data
  }

  /// Binds exactly these queries of the current or pending layout of the view.
  func rebind(_ names: [String]) throws(LayoutError) {
    bound = names
    try shown.rebind(names)
  }

  /// Binds queries of the layout on the view.
  private var shown: QueryBinder {
    QueryBinder(source: source, layout: layout, room: active.room)
  }

  /// Bind queries of the target of a transition, and of the predecessor on probation. A new version
  /// that waits for its commit needs none: it is made again when further queries of the layout on
  /// the view are bound.
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
