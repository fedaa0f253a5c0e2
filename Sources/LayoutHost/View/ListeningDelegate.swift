// SPDX-License-Identifier: Apache-2.0
//
// Between a collection view and its app's delegate: passes everything on, and tells what was answered.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Asks and tells the app's delegate, whichever it is at the time.
final class ListeningDelegate: CollectionViewDelegate {
  private unowned let view: CollectionView
  weak var journal: SessionJournal?

  init(_ view: CollectionView) { self.view = view }

  /// The app's code runs in `body`.
  private func app<Answer>(_ body: ((any CollectionViewDelegate)?) -> Answer) -> Answer {
    let delegate = view.delegate
    guard let journal else { return body(delegate) }
    return journal.handOver { body(delegate) }
  }

  private func ask(
    _ question: AppQuestion, _ path: ItemPath, otherwise answer: Bool,
    _ body: (any CollectionViewDelegate) -> Bool
  ) -> Bool {
    let answer = app { $0.map(body) ?? answer }
    journal?.observer?.didAnswer(question, path, answer)
    return answer
  }

  // MARK: Frames

  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {
    app { $0?.collectionView(collectionView, willDisplay: view) }
  }

  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView) {
    app { $0?.collectionView(collectionView, didEndDisplaying: view) }
  }

  func collectionViewDidScroll(_ collectionView: CollectionView) {
    app { $0?.collectionViewDidScroll(collectionView) }
  }

  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) {
    app { $0?.collectionView(collectionView, didScrollSection: section, to: offset) }
  }

  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {
    app { $0?.collectionView(collectionView, didReceive: event) }
  }

  // MARK: Touches

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool {
    ask(.shouldHighlight, path, otherwise: true) {
      $0.collectionView(collectionView, shouldHighlightItemAt: path)
    }
  }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    app { $0?.collectionView(collectionView, didHighlightItemAt: path) }
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    app { $0?.collectionView(collectionView, didUnhighlightItemAt: path) }
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool {
    ask(.shouldSelect, path, otherwise: true) {
      $0.collectionView(collectionView, shouldSelectItemAt: path)
    }
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool {
    ask(.shouldDeselect, path, otherwise: true) {
      $0.collectionView(collectionView, shouldDeselectItemAt: path)
    }
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    app { $0?.collectionView(collectionView, didSelectItemAt: path) }
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    app { $0?.collectionView(collectionView, didDeselectItemAt: path) }
  }

  // MARK: Menus and movements

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool {
    ask(.shouldShowMenu, path, otherwise: false) {
      $0.collectionView(collectionView, shouldShowMenuForItemAt: path)
    }
  }

  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool {
    let answer = app {
      $0?.collectionView(collectionView, canPerform: action, forItemAt: path) ?? false
    }
    journal?.observer?.didAnswer(action, path, answer)
    return answer
  }

  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) { app { $0?.collectionView(collectionView, perform: action, forItemAt: path) } }

  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath {
    let target = app {
      $0?.collectionView(collectionView, targetForMoveFrom: source, to: proposed) ?? proposed
    }
    journal?.observer?.didTarget(source, proposed: proposed, target)
    return target
  }
}
