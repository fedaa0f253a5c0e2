// SPDX-License-Identifier: Apache-2.0
//
// Between the engine and the app's delegate: what is told and asked, and who writes the answers down.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// The delegate of a view, as the engine tells and asks it. Three words, so that it needs no memory of its
/// own.
struct DelegateListener: AppListener {
  private let view: CollectionView
  /// Nil while only somebody who observes the session hears of what happens.
  private let delegate: (any CollectionViewDelegate)?

  /// Nil when nobody is to hear of anything.
  init?(_ view: CollectionView) {
    guard view.delegate != nil || view.journal?.observer != nil else { return nil }
    (self.view, delegate) = (view, view.delegate)
  }

  private func tell(_ body: (any CollectionViewDelegate) -> Void) {
    guard let delegate else { return }
    view.inApp { body(delegate) }
  }

  private func answer<Answer>(
    otherwise answer: Answer, _ body: (any CollectionViewDelegate) -> Answer
  ) -> Answer {
    guard let delegate else { return answer }
    return view.inApp { body(delegate) }
  }

  private func ask(
    _ question: AppQuestion, _ path: ItemPath, otherwise answer: Bool,
    _ body: (any CollectionViewDelegate) -> Bool
  ) -> Bool {
    let answer = self.answer(otherwise: answer, body)
    view.journal?.observer?.didAnswer(question, path, answer)
    return answer
  }

  // MARK: Frames

  func willDisplay(_ element: ReusableView) {
    tell { $0.collectionView(view, willDisplay: element) }
  }
  func didEndDisplaying(_ element: ReusableView) {
    tell { $0.collectionView(view, didEndDisplaying: element) }
  }
  func didScroll() { tell { $0.collectionViewDidScroll(view) } }
  func didScroll(section: Int, to offset: Double) {
    tell { $0.collectionView(view, didScrollSection: section, to: offset) }
  }
  func didReceive(_ event: LayoutEvent) { tell { $0.collectionView(view, didReceive: event) } }

  // MARK: Touches

  func shouldHighlightItem(at path: ItemPath) -> Bool {
    ask(.shouldHighlight, path, otherwise: true) {
      $0.collectionView(view, shouldHighlightItemAt: path)
    }
  }
  func didHighlightItem(at path: ItemPath) {
    tell { $0.collectionView(view, didHighlightItemAt: path) }
  }
  func didUnhighlightItem(at path: ItemPath) {
    tell { $0.collectionView(view, didUnhighlightItemAt: path) }
  }
  func shouldSelectItem(at path: ItemPath) -> Bool {
    ask(.shouldSelect, path, otherwise: true) {
      $0.collectionView(view, shouldSelectItemAt: path)
    }
  }
  func shouldDeselectItem(at path: ItemPath) -> Bool {
    ask(.shouldDeselect, path, otherwise: true) {
      $0.collectionView(view, shouldDeselectItemAt: path)
    }
  }
  func didSelectItem(at path: ItemPath) { tell { $0.collectionView(view, didSelectItemAt: path) } }
  func didDeselectItem(at path: ItemPath) {
    tell { $0.collectionView(view, didDeselectItemAt: path) }
  }

  // MARK: Menus and movements

  func shouldShowMenu(forItemAt path: ItemPath) -> Bool {
    ask(.shouldShowMenu, path, otherwise: false) {
      $0.collectionView(view, shouldShowMenuForItemAt: path)
    }
  }
  func canPerform(_ action: MenuAction, forItemAt path: ItemPath) -> Bool {
    let answer = answer(otherwise: false) {
      $0.collectionView(view, canPerform: action, forItemAt: path)
    }
    view.journal?.observer?.didAnswer(action, path, answer)
    return answer
  }
  func perform(_ action: MenuAction, forItemAt path: ItemPath) {
    tell { $0.collectionView(view, perform: action, forItemAt: path) }
  }
  func target(forMoveFrom source: ItemPath, to proposed: ItemPath) -> ItemPath {
    let target = answer(otherwise: proposed) {
      $0.collectionView(view, targetForMoveFrom: source, to: proposed)
    }
    view.journal?.observer?.didTarget(source, proposed: proposed, target)
    return target
  }
}
