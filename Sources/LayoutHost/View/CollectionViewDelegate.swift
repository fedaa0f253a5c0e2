// SPDX-License-Identifier: Apache-2.0
//
// Notices and questions of a collection view to its app.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Notices of a collection view and questions to its app; each has a default. A method must not
/// change the collection view during a notice about a view that appears or leaves, because that
/// frame is not over yet.
///
/// Questions about the effect of a touch return true by default, those about menus return false.
public protocol CollectionViewDelegate: AnyObject {
  /// The view of an element is about to be shown.
  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView)
  /// The view of an element was taken off the screen.
  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView)
  /// The content offset changed; the frame at the new offset is done.
  func collectionViewDidScroll(_ collectionView: CollectionView)
  /// A section that scrolls across has another offset; the frame that shows it is done.
  ///
  /// - Parameter offset: Points along its track, from the start of its content.
  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double)
  /// ``CollectionView/scrollPhase`` has changed: scrolling began, goes on by itself, or ended. Called
  /// at the end of a call to the view, once, with the phase at this time; the view may be changed
  /// here. A delegate that is set later is told of the next change.
  func collectionView(_ collectionView: CollectionView, didChange phase: ScrollPhase)
  /// A notice of the layout, delivered after the frame in which it was posted.
  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent)

  /// Returns true when a touch may highlight the item; a touch that may not has no effect.
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool
  /// A touch rests on the item.
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath)
  /// The touch left the item, or lifted; not called for a deleted item.
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath)
  /// Returns true when a person may select the item.
  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool
  /// Returns true when a person may deselect the item; called in multiple mode only.
  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool
  /// A person selected the item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath)
  /// A person deselected the item, in single mode by selecting another one.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath)

  /// Returns true when a long touch opens a menu for the item.
  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool
  /// Returns true when the item's menu offers an action.
  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool
  /// A person chose an action of the item's menu.
  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath)

  /// Returns the target of an item that is being moved.
  ///
  /// - Parameters:
  ///   - source: Its path in the data.
  ///   - proposed: The path that it would have after a drop.
  /// - Returns: The path after a drop.
  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath
}

extension CollectionViewDelegate {
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didEndDisplaying view: ReusableView
  ) {}
  /// Does nothing.
  public func collectionViewDidScroll(_ collectionView: CollectionView) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didChange phase: ScrollPhase) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {}
}

// MARK: - Defaults
//
// The defaults for touches.

extension CollectionViewDelegate {
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath
  ) {}
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { true }
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {}

  /// Returns the proposed target.
  public func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath { proposed }

  /// Returns false.
  public func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { false }
  /// Returns false.
  public func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { false }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {}
}

// MARK: - From the engine
//
// Between the engine and the app's delegate: notices, questions, and the recording of answers.

/// The delegate of a view, for the engine. Three words, so that it needs no allocation.
struct DelegateListener: AppListener {
  private let view: CollectionView
  /// Nil while only an observer of the session receives the notices.
  private let delegate: (any CollectionViewDelegate)?

  /// Nil when there is neither a delegate nor an observer.
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
