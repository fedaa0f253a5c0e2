// SPDX-License-Identifier: Apache-2.0
//
// A layout as the engine sees it: the connection to its instance, its kinds, and its pending marks.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The part of a layout that frames need. ``CollectionLayout`` is the app's handle on it.
package final class EngineLayout {
  /// The connection to the instance, in this process or in a worker.
  package let connection: any LayoutConnection
  /// The kinds of its elements, by number.
  package let kinds: KindTable
  /// True when the layout leaves right-to-left to the host.
  package let hostMirrors: Bool
  /// True when its cells say their rows and columns.
  package let isTable: Bool
  /// True when the layout takes the sizes that views prefer.
  package private(set) var hearsSizes = false
  /// True when sections may scroll across the view.
  package private(set) var scrollsAcross = false
  /// The classes registered for decorations, in the order registered.
  package var decorationTypes: [(kind: String, type: ReusableView.Type)] = []
  /// The marks that the next frame has to prepare.
  package var pending = PendingInvalidation()
  /// The revision of the bindings that the last frame saw.
  private var seenQueryRevision = 0
  /// The app's handle on the layout.
  package weak var handle: AnyObject?

  /// Takes over a connection; no one else may use it from now on.
  package init(_ connection: any LayoutConnection) {
    self.connection = connection
    kinds = KindTable(connection.descriptor.kinds)
    hostMirrors = connection.descriptor.hostMirrors
    isTable = connection.descriptor.kinds.contains(where: \.isTableCell)
    noteExtensions()
  }

  /// Looks which extensions the layout offers: after a `prepare` it may offer more.
  package func noteExtensions() {
    if !hearsSizes { hearsSizes = connection.offers(LAYOUT_EXT_SELF_SIZING) }
    if !scrollsAcross { scrollsAcross = connection.offers(LAYOUT_EXT_CROSS_SCROLL) }
  }

  /// The layout's id, such as "flow".
  package var id: String { connection.descriptor.id }

  /// The names of the kinds of a category, in the order declared.
  package func kindNames(of category: ElementCategory) -> [String] {
    kinds.kinds.filter { $0.category == category }.map(\.name)
  }

  /// Takes every mark that waits for a frame: the app's, the layout's own, and those of queries that
  /// were bound anew.
  package func takePending() -> PendingInvalidation {
    var taken = pending
    pending = PendingInvalidation()
    let own = connection.takeMarks()
    taken.marks |= own.marks
    if !own.elements.isEmpty { taken.elements += own.elements }
    if connection.queries.revision != seenQueryRevision {
      seenQueryRevision = connection.queries.revision
      taken.marks |= LAYOUT_MARK_PROPERTIES
    }
    return taken
  }

  /// Returns the record that names an element.
  ///
  /// - Throws: `unknown-kind` when the layout does not declare the kind, `unknown-path` for a negative
  ///   index.
  package func element(
    _ category: ElementCategory, kind: String, _ path: ItemPath
  ) throws(LayoutError) -> layout_element {
    let number = category == .cell ? 0 : kinds.index(of: kind, in: category)
    guard let number else {
      throw LayoutError(
        .unknownKind,
        "\(id) has no \(category) of kind \(kind): "
          + NearNames.hint(for: kind, among: kindNames(of: category)))
    }
    guard let section = UInt32(exactly: path.section), let item = UInt32(exactly: path.item) else {
      throw LayoutError(.unknownPath, "\(path) is no path: indices are 0 and more")
    }
    return layout_element(category: category.rawValue, kind: number, section: section, item: item)
  }
}
