// SPDX-License-Identifier: Apache-2.0
//
// A delegate that calls a C program's table.

import CLayoutHost
import LayoutHost
import LayoutModel

/// Forwards notices and questions to the program's table.
final class AppDelegate: CollectionViewDelegate {
  let table: lh_delegate
  let app: AppData
  private unowned let owner: ViewBox

  init(_ table: lh_delegate, owner: ViewBox) {
    (self.table, self.owner) = (table, owner)
    app = AppData(table.data, table.release)
  }

  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {
    guard let tell = table.will_display else { return }
    let cell = owner.cell(of: view)
    inFrame { tell(app.data, cell.name) }
  }

  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView) {
    guard let tell = table.did_end_display else { return }
    let cell = owner.cell(of: view)
    inFrame { tell(app.data, cell.name) }
  }

  func collectionViewDidScroll(_ collectionView: CollectionView) { table.did_scroll?(app.data) }

  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) { table.did_scroll_section?(app.data, UInt32(clamping: section), offset) }

  func collectionView(_ collectionView: CollectionView, didChange phase: ScrollPhase) {
    table.did_change_phase?(app.data, phase.code)
  }

  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {
    guard let tell = table.event else { return }
    let (store, name) = (ValueStore(), CText(event.name))
    let arguments = store.lend(event.arguments)
    tell(app.data, name.bytes, arguments, UInt32(clamping: arguments.count))
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { table.should_highlight?(app.data, lh_path(path)) ?? true }

  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { table.should_select?(app.data, lh_path(path)) ?? true }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { table.should_deselect?(app.data, lh_path(path)) ?? true }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    table.did_highlight?(app.data, lh_path(path))
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    table.did_unhighlight?(app.data, lh_path(path))
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    table.did_select?(app.data, lh_path(path))
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    table.did_deselect?(app.data, lh_path(path))
  }

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { table.should_show_menu?(app.data, lh_path(path)) ?? false }

  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { table.can_perform?(app.data, owner.lend(action.name), lh_path(path)) ?? false }

  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) { table.perform?(app.data, owner.lend(action.name), lh_path(path)) }

  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath {
    table.move_target.map { ItemPath($0(app.data, lh_path(source), lh_path(proposed))) }
      ?? proposed
  }

  /// Lends a new version before its first frame.
  func willSwap(to layout: LayoutBox) {
    guard let tell = table.will_swap else { return }
    let name = Handles.name(layout)
    tell(app.data, name)
    Handles.free(name, LayoutBox.self)
  }

  /// Reports a new version on screen.
  func swapped(_ path: String) {
    let path = CText(path)
    table.swapped?(app.data, path.bytes)
  }

  /// Reports a layout that failed outside of a call.
  func layoutFailed(_ path: String, _ stage: String, _ why: LayoutError) {
    guard let tell = table.layout_failed else { return }
    let (path, stage) = (CText(path), CText(stage))
    let error = Handles.name(ErrorBox(why))
    tell(app.data, path.bytes, stage.bytes, error)
    Handles.free(error, ErrorBox.self)
  }
}

@c @implementation
public func lh_view_set_delegate(
  _ view: OpaquePointer?, _ delegate: UnsafePointer<lh_delegate>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let next = try optionalTable(delegate).map { AppDelegate($0, owner: box) }
    next?.app.isTaken = true
    box.view.delegate = next
    box.delegate = next
  }
}
