// SPDX-License-Identifier: Apache-2.0
//
// A layout for the engine: the connection to its instance, its kinds, and its pending marks.

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
  /// True when its cells have rows and columns.
  package let isTable: Bool
  /// True when the layout receives the preferred sizes of views.
  package private(set) var hearsSizes = false
  /// True when sections may scroll across the view.
  package private(set) var scrollsAcross = false
  /// The classes registered for decorations, in the order registered.
  package var decorationTypes: [(kind: String, type: ReusableView.Type)] = []
  /// The marks for the next frame.
  package var pending = PendingInvalidation()
  /// The revision of the bindings in the last frame.
  private var seenQueryRevision = 0
  /// The app's handle on the layout.
  package weak var handle: AnyObject?

  /// Takes over a connection; no other object may use it from now on.
  package init(_ connection: any LayoutConnection) {
    self.connection = connection
    kinds = KindTable(connection.descriptor.kinds)
    hostMirrors = connection.descriptor.hostMirrors
    isTable = connection.descriptor.kinds.contains(where: \.isTableCell)
    noteExtensions()
  }

  /// Checks which extensions the layout offers: after a `prepare` it may offer more.
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

  /// Takes every pending mark: the app's, the layout's own, and those of changed query bindings.
  package func takePending() -> PendingInvalidation {
    var taken = pending
    pending = PendingInvalidation()
    let own = connection.takeMarks()
    taken.marks |= own.marks
    if !own.elements.isEmpty { taken.elements += own.elements }
    if connection.queries.revision != seenQueryRevision {
      seenQueryRevision = connection.queries.revision
      taken.marks |= LAYOUT_MARK_PROPERTIES
      taken.hasNewSettings = true
    }
    return taken
  }

  /// Returns the record that identifies an element.
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

// MARK: - Invalidation
//
// Stale parts of a layout, in the app's form and in the form for a frame.

/// The parts of a layout that an app declares stale. Only the named parts are queried again.
public struct InvalidationContext: Equatable, Sendable {
  /// An element that is no cell.
  public struct Element: Equatable, Sendable {
    /// The kind's name.
    public var kind: String
    /// The path; for a section's header or footer, the section and 0.
    public var path: ItemPath

    /// The element of this kind at this path.
    public init(kind: String, path: ItemPath) {
      self.kind = kind
      self.path = path
    }
  }

  /// Everything is stale; named elements then add nothing.
  public var everything = false
  /// Counts of sections or items are stale; the data source is asked again.
  public var counts = false
  /// Items whose queries may have new answers.
  public var items: [ItemPath] = []
  /// Supplementary elements to place again.
  public var supplementaries: [Element] = []
  /// Decorations to place again.
  public var decorations: [Element] = []
  /// Moves the content offset in the next frame, points.
  public var contentOffsetAdjustment = Vector.zero

  /// Nothing is stale yet.
  public init() {}

  /// The context of `invalidate()`: everything is stale.
  public static var all: Self {
    var context = Self()
    context.everything = true
    return context
  }
}

/// Marks and elements that are pending for the next frame.
package struct PendingInvalidation {
  /// `LAYOUT_MARK_…` combined.
  package var marks = LAYOUT_MARK_NOTHING
  /// The elements of marks that name elements.
  package var elements: [layout_element] = []
  /// Moves the content offset, points.
  package var offset = Vector.zero
  /// True when the counts must be read from the data source.
  package var counts = false
  /// True when the app set a property or bound a query.
  package var hasNewSettings = false

  /// No marks.
  package init() {}

  /// True when there is a mark.
  package var isSet: Bool { marks != LAYOUT_MARK_NOTHING || counts || offset != .zero }

  /// Adds another invalidation.
  package mutating func merge(_ other: Self) {
    marks |= other.marks
    if !other.elements.isEmpty { elements += other.elements }
    offset.dx += other.offset.dx
    offset.dy += other.offset.dy
    counts = counts || other.counts
    hasNewSettings = hasNewSettings || other.hasNewSettings
  }

  /// Returns the same marks with renamed elements. Drops a mark when all of its elements were
  /// deleted, because a mark without elements would mean all elements.
  func renamed(_ names: (layout_element) -> [layout_element]) -> Self {
    var renamed = self
    renamed.elements = elements.flatMap(names)
    let left = renamed.elements.reduce(LAYOUT_MARK_NOTHING) { $0 | $1.mark }
    for element in elements where left & element.mark == 0 { renamed.marks &= ~element.mark }
    return renamed
  }
}

extension layout_element {
  /// The mark for elements of its category.
  var mark: UInt32 {
    switch category {
    case UInt16(LAYOUT_CELL): LAYOUT_MARK_ITEMS
    case UInt16(LAYOUT_SUPPLEMENTARY): LAYOUT_MARK_SUPPLEMENTARIES
    default: LAYOUT_MARK_DECORATIONS
    }
  }
}
