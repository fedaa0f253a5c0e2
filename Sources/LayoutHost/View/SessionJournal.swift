// SPDX-License-Identifier: Apache-2.0
//
// Tells an observer of an app's calls, and keeps what the view calls itself apart from them.

import LayoutEngine
import LayoutModel

/// The link between a collection view and whoever observes its session.
package final class SessionJournal {
  /// Nil ends it all.
  package private(set) weak var observer: (any SessionObserver)?
  /// A call of the app is being worked off; what is called now, the view calls.
  private var isInside = false
  /// The last call showed what was due. What is due nevertheless, the next one shows.
  private var hasJustShown = false

  package init(observer: any SessionObserver) { self.observer = observer }

  /// True when the next call is the app's, somebody hears of it, and nobody has just looked
  /// what is due.
  var mayShowFirst: Bool { !isInside && !hasJustShown && observer != nil }

  /// Works off a call, and tells of it when it is the app's.
  func perform<Answer>(
    _ call: @autoclosure () -> ViewCall, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard !isInside, let observer else { return try body() }
    let call = call()
    observer.willPerform(call)
    isInside = true
    if case .layoutIfNeeded = call { hasJustShown = true } else { hasJustShown = false }
    do throws(LayoutError) {
      let answer = try body()
      isInside = false
      observer.didPerform(call, nil)
      return answer
    } catch {
      isInside = false
      observer.didPerform(call, error)
      throw error
    }
  }

  /// Tells of a change that has no course of its own.
  func note(_ call: @autoclosure () -> ViewCall) {
    guard !isInside, let observer else { return }
    let call = call()
    hasJustShown = false
    observer.willPerform(call)
    observer.didPerform(call, nil)
  }

  /// Runs code of the app, whose calls are the app's again.
  func inApp<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let wasInside = isInside
    isInside = false
    defer { isInside = wasInside }
    return try body()
  }
}

extension CollectionView {
  /// Works off a call of the app. Costs one comparison while nobody observes the session.
  func noted<Answer>(
    _ call: @autoclosure () -> ViewCall, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let journal else { return try body() }
    // A frame that is due is a step of its own, or what the app does when it hears of it would come
    // out of order.
    if journal.mayShowFirst, call().showsWhatIsDue { try showWhatIsDue(journal) }
    return try journal.perform(call(), body)
  }

  /// Shows what is due. That may make the app change the view, and so more be due.
  private func showWhatIsDue(_ journal: SessionJournal) throws(LayoutError) {
    var rounds = 0
    while journal.mayShowFirst, rounds < 32 {
      try layoutIfNeeded()
      rounds += 1
    }
  }

  /// Runs code of the app, whose calls are the app's again.
  func inApp<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    guard let journal else { return try body() }
    return try journal.inApp(body)
  }
}
