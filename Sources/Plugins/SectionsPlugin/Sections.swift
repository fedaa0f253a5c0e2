// SPDX-License-Identifier: Apache-2.0
//
// Sections of one view, each with a layout of its own, from any plugin.

import LayoutABI
import LayoutKit

/// Layouts one behind the other: the first layout for the first section, and so on, the last layout for
/// all sections that follow. Consecutive sections with the same name have one layout.
///
/// A layout without dynamics is asked only where its content reaches, so a frame costs no more with many
/// layouts. Its elements beyond its content, such as a badge above the first item, are shown as long as
/// some of the content is.
final class Sections: Layout {
  private let layouts = Property(
    "layouts", Text("flow"),
    help: "Ids of layouts with commas between: one a section, the last for all that follow.")
  private let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical, help: "The axis that the content scrolls along.")
  private let settings = CommonSettings()
  private let questions = StandardQuestions()

  /// The runs of the last `prepare`.
  private var runs: [Run] = []
  /// The runs for the next `prepare`, if the list changed.
  private var planned: [Run]?
  /// The settings that were set, for layouts that are opened later.
  private var told: [AnyProperty] = []
  /// True when one layout refused a setting that others had accepted.
  private var isTornApart = false
  private var size = Size.zero
  /// The elements under a dragged item.
  private var below = ElementStore()

  override var properties: [AnyProperty] { [layouts, scrollDirection] + settings.list }
  override var queries: [AnyQuery] { questions.list }
  override var kinds: [Kind] { [.cell, .header, .footer, .sectionBackground, .separator] }
  override var abilities: Abilities {
    var all = Abilities()
    for run in runs { all.formUnion(run.child.abilities) }
    return all.intersection([.dynamics, .selfSizing, .crossScroll, .updates, .reordering])
      .union(.state)
  }
  override var stateSchema: StateSchema? { StateSchema("org.layouthost.sections", version: 1) }
  override var contentSize: Size { size }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if property === layouts {
      planned = try plan(layouts.wanted)
      return
    }
    do throws(LayoutError) {
      for run in planned ?? runs { try run.child.pass(property) }
    } catch {
      isTornApart = true
      throw error
    }
    if !told.contains(where: { $0 === property }) { told.append(property) }
  }

  /// Returns the runs of a list, with the present layouts and new ones.
  private func plan(_ text: Text) throws(LayoutError) -> [Run] {
    let names = try LayoutNames(text).runs
    var free = planned ?? runs
    var made: [Run] = []
    var first = 0
    for index in 0..<names.count {
      let (id, count) = names[index]
      let child: ChildLayout
      if let place = free.firstIndex(where: { $0.id == id }) {
        child = free.remove(at: place).child
      } else {
        child = ChildLayout()
        try child.open(id, in: self)
        // From now on the app may refer to the child by the number of a section.
        child.setSections(from: first, count: index == names.count - 1 ? nil : count)
        for property in told { try child.pass(property) }
      }
      let isLast = index == names.count - 1
      made.append(Run(id: id, first: first, count: isLast ? nil : count, child: child))
      first += count
    }
    return made
  }

  /// Opens the layouts of the list, if it was never set.
  private func open() throws(LayoutError) {
    if runs.isEmpty, planned == nil { planned = try plan(layouts.value) }
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    try open()
    let next = planned ?? runs
    if isTornApart {
      for run in next {
        for property in told { try run.child.pass(property) }
      }
      isTornApart = false
    }
    var whole = Size.zero
    for run in next {
      run.child.setSections(from: run.first, count: run.count)
      try run.child.prepare(snapshot, invalidation: invalidation, at: end(of: whole))
      add(run.child.contentSize, to: &whole)
    }
    (runs, planned, size) = (next, nil, whole)
  }

  // MARK: State and reordering

  override func saveState(to writer: inout StateWriter) throws(LayoutError) {
    try ChildLayout.saveStates(of: (planned ?? runs).map { $0.child }, to: &writer)
  }

  override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    guard version == 1 else { throw .argument("the state is none of this layout's") }
    try open()
    try ChildLayout.loadStates(of: (planned ?? runs).map { $0.child }, from: &reader)
  }

  override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    // Beyond the ends of the content, too, an item's own layout chooses its place.
    let isOverAnother = runs.contains {
      !$0.contains(Int(path.section)) && reaches($0.child, Self.spot(position))
    }
    if !isOverAnother, let own = child(of: path.section), own.abilities.contains(.reordering) {
      return try own.targetPath(moving: path, to: position)
    }
    // A layout does not know the sections of another layout: take the item at the position.
    try below.fill { (answer: inout Answer) throws(LayoutError) in
      try attributes(in: Self.spot(position), into: &answer)
    }
    return below.firstCell ?? path
  }

  override func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    if let own = child(of: path.section), own.abilities.contains(.reordering) {
      return try own.attributes(moving: path, to: position, into: &answer)
    }
    try super.attributes(moving: path, to: position, into: &answer)
  }

  private static func spot(_ point: Point) -> Rect {
    Rect(x: point.x, y: point.y, width: 0, height: 0)
  }

  // MARK: Passing on

  override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    for run in runs where mayMeet(run.child, rect) {
      try run.child.attributes(in: rect, into: &answer)
    }
  }

  override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    try child(of: element.section)?.attributes(for: element, into: &answer)
  }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    var marks: Marks = []
    for run in runs { marks.formUnion(run.child.shouldInvalidate(change)) }
    return marks
  }

  override func advance(to time: Double) -> Bool {
    var isMoving = false
    for run in runs where run.child.advance(to: time) { isMoving = true }
    return isMoving
  }

  override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    try child(of: element.section)?.setPreferredSize(preferred, for: element, original: original)
      ?? []
  }

  override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    for run in runs { try run.child.prepareForUpdates(updates) }
  }

  override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try child(of: element.section)?.initialAttributes(for: element, &attributes)
  }

  override func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try child(of: element.section)?.finalAttributes(for: element, &attributes)
  }

  override func finalizeUpdates() throws(LayoutError) {
    for run in runs { try run.child.finalizeUpdates() }
  }

  override func crossTrack(at point: Point) -> CrossTrack? {
    for run in runs {
      if let track = run.child.crossTrack(at: point) { return track }
    }
    return nil
  }

  override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    for run in runs { run.child.setCrossOffset(offset, ofSection: section) }
  }

  override func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double {
    child(of: UInt32(section))?.crossTarget(proposed, velocity: velocity, section: section)
      ?? proposed
  }
}

extension Sections {
  fileprivate var isVertical: Bool { scrollDirection.value == .vertical }

  /// Returns the place behind content of that size.
  fileprivate func end(of size: Size) -> Point {
    isVertical ? Point(x: 0, y: size.height) : Point(x: size.width, y: 0)
  }

  fileprivate func add(_ part: Size, to whole: inout Size) {
    whole =
      isVertical
      ? Size(width: max(whole.width, part.width), height: whole.height + part.height)
      : Size(width: whole.width + part.width, height: max(whole.height, part.height))
  }

  /// Returns true when some of a layout's elements may intersect the rectangle: its content does, or its
  /// elements move by themselves to unknown places.
  fileprivate func mayMeet(_ child: ChildLayout, _ rect: Rect) -> Bool {
    child.abilities.contains(.dynamics) || reaches(child, rect)
  }

  /// Returns true when a layout's content reaches the rectangle along the axis of the stack.
  fileprivate func reaches(_ child: ChildLayout, _ rect: Rect) -> Bool {
    let (origin, size) = (child.origin, child.contentSize)
    return isVertical
      ? rect.y <= origin.y + size.height && origin.y <= rect.y + rect.height
      : rect.x <= origin.x + size.width && origin.x <= rect.x + rect.width
  }

  /// Returns the layout of a section.
  fileprivate func child(of section: UInt32) -> ChildLayout? {
    runs.first { $0.contains(Int(section)) }?.child
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.sections", name: "Sections", version: "1.0.0",
    layouts: [
      .make(
        Sections.self, id: "sections", name: "Sections",
        help: "Sections one behind the other, each laid out by another layout, of any plugin.")
    ]
  ).table(for: abi)
}
