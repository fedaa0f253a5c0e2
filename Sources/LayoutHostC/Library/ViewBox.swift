// SPDX-License-Identifier: Apache-2.0
//
// A view for a C program: the engine's view, and the objects around it.

import CLayoutHost
import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios
import Synchronization

/// A collection view with its program's tables.
final class ViewBox: LibraryObject {
  override class var typeName: String { "lh_view" }
  let view: CollectionView
  /// The layout on screen, if the program has a handle of it.
  var shown: LayoutBox
  var user: UnsafeMutableRawPointer?
  var name: OpaquePointer?
  var source: AppSource?
  var snapshots: DiffableDataSource<UInt64, UInt64>?
  var delegate: AppDelegate?
  var recorder: ScenarioRecorder?
  var follower: AppFollower?
  let mailbox = Mailbox()
  lazy var stage = AppStage(self)
  let elements = ElementBuffer()
  /// Layouts that may take over next, and the file of the last swapped-in layout.
  var waiting: [LayoutBox] = []
  var swappedFile: String?
  /// The end of the last interactive transition that began.
  var transitionEnd = TransitionEnd()
  /// Readable when there is work; made on first use.
  var joint: JointDescriptor?
  /// Classes of decorations by kind, and the cells of decorations by serial number.
  var decorationClasses: [String: Registration] = [:]
  var decorations: [Int: CellBox] = [:]
  /// Kinds of supplementary views with a class without an identifier.
  var plainKinds: Set<String> = []
  /// Cells that were recycled in this call. The program is told when one is filled again, or at the
  /// end of the call: a frame that fails takes the others back as they are.
  fileprivate var recycled: [CellBox] = []
  /// True while the program has a new version of a layout.
  var lendsVersion = false
  /// All cells, which are released with the view.
  private var cells: [ObjectIdentifier: CellBox] = [:]
  private var texts: [String: CText] = [:]

  init(_ size: Size, _ layout: LayoutBox) {
    view = CollectionView(viewportSize: size, layout: layout.layout)
    shown = layout
    // The view that had the layout before may still end an animation with it.
    super.init(lane: Handles.lane(of: layout))
    view.register(forCellWithReuseIdentifier: "") { AppCell() }
    view.stage = stage
  }

  deinit {
    for cell in cells.values { cell.leaveOwner() }
    recorder?.stop()
    view.unfollow()
    let lane = Handles.lane(of: self)
    // The end of an animation calls its layouts, with which another thread may be in a call.
    if lane.enter() {
      view.endAnimations()
      lane.leave()
    }
    view.delegate = nil
    view.dataSource = nil
    view.stage = nil
    for cell in cells.values { cell.drop() }
    mailbox.end()
  }

  override func callEnds() {
    guard !recycled.isEmpty else { return }
    for cell in recycled { cell.tellIfRecycled() }
    recycled.removeAll(keepingCapacity: true)
  }

  /// Text that lives as long as the view.
  func lend(_ text: String) -> UnsafePointer<CChar> {
    if let kept = texts[text] { return kept.bytes }
    let kept = CText(text)
    texts[text] = kept
    return kept.bytes
  }

  /// Returns the cell of a view of the engine; makes it if needed.
  func cell(of view: ReusableView, _ category: ElementCategory) -> CellBox {
    if type(of: view) == AppCell.self {
      let cell = unsafeDowncast(view, to: AppCell.self)
      if let box = cell.box { return box }
      let box = keep(view, category, cell.registration)
      cell.box = box
      return box
    }
    if type(of: view) == AppView.self {
      let other = unsafeDowncast(view, to: AppView.self)
      if let box = other.box { return box }
      let box = keep(view, category, other.registration)
      other.box = box
      return box
    }
    if let box = decorations[view.serialNumber] { return box }
    let box = keep(view, .decoration, decorationClasses[view.reuseIdentifier])
    decorations[view.serialNumber] = box
    return box
  }

  /// Returns the cell of a view of the engine, for any element.
  func cell(of view: ReusableView) -> CellBox {
    cell(
      of: view,
      type(of: view) == AppCell.self
        ? .cell : type(of: view) == AppView.self ? .supplementary : .decoration)
  }

  private func keep(
    _ view: ReusableView, _ category: ElementCategory, _ registration: Registration?
  ) -> CellBox {
    let box = CellBox(view, category, registration, owner: self)
    cells[ObjectIdentifier(box)] = box
    return box
  }

  /// A dropped cell never comes back.
  func drop(_ view: ReusableView) {
    let box = cell(of: view)
    decorations[view.serialNumber] = nil
    cells[ObjectIdentifier(box)] = nil
    box.drop()
  }

  /// Runs a call that gives the view a layout. The layout is in the lane of the view before its
  /// frame, because callbacks from inside that must not change it.
  func receive(
    _ next: LayoutBox, _ body: () throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let (own, lane) = (Handles.lane(of: next), Handles.lane(of: self))
    Handles.move(next, to: lane)
    do throws(LayoutError) { try lane.whileInnermost(body) } catch {
      if shown !== next { Handles.move(next, to: own) }
      throw error
    }
  }

  /// Shows another layout from now on.
  func adopt(_ layout: LayoutBox) {
    shown = layout
    Handles.move(layout, to: Handles.lane(of: self))
  }
}

/// Receives the events of cells.
final class AppStage: Stage {
  private unowned let owner: ViewBox

  init(_ owner: ViewBox) { self.owner = owner }

  func make(_ view: ReusableView) { _ = owner.cell(of: view) }

  func bind(_ view: ReusableView) {
    // The data source has counted the cells that it filled.
    let cell = owner.cell(of: view)
    if cell.category == .decoration {
      cell.beginBinding()
    } else {
      // A frame that failed takes it back as it was.
      cell.owesRecycling = false
    }
  }

  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
    let cell = owner.cell(of: view)
    guard let place = cell.registration?.table.place else { return }
    owner.elements.one(attributes, pixels, cell, owner) { element in
      inFrame { place(cell.registration?.app.data, cell.name, cell.object, element) }
    }
  }

  func recycle(_ view: ReusableView) {
    let cell = owner.cell(of: view)
    cell.owesRecycling = true
    // Nothing fills a decoration, so nothing in it has to be kept.
    if cell.category == .decoration { cell.tellIfRecycled() } else { owner.recycled.append(cell) }
  }

  func drop(_ view: ReusableView) { owner.drop(view) }

  func restyle(_ view: Cell) {
    let cell = owner.cell(of: view)
    inFrame {
      cell.registration?.table.restyle?(cell.registration?.app.data, cell.name, cell.object)
    }
  }
}

// MARK: - One thread at a time

/// A lock that allows one thread at a time to call a view, its layouts and its cells. Calls may
/// nest.
final class Lane: Sendable {
  /// The thread inside; 0 for none.
  private let owner = Atomic<UInt>(0)
  /// The depth of calls of that thread; only that thread accesses it.
  nonisolated(unsafe) private var depth = 0
  /// The depth of callbacks from inside frames; only that thread accesses it.
  nonisolated(unsafe) var frameDepth = 0

  /// The lane of the innermost call on this thread; nil outside of calls.
  static var innermost: Lane? {
    layout_host_lane().map { Unmanaged<Lane>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a call with what this lane is of. The caller has entered it.
  func whileInnermost<Result>(
    _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    let outer = layout_host_lane()
    layout_host_set_lane(Unmanaged.passUnretained(self).toOpaque())
    defer { layout_host_set_lane(outer) }
    return try body()
  }

  /// True inside a call from inside another one. The caller has entered the lane.
  var isNested: Bool { depth > 1 }

  /// Enters, unless another thread is inside.
  func enter() -> Bool {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) != thread {
      let (isFree, _) = owner.compareExchange(
        expected: 0, desired: thread, ordering: .acquiringAndReleasing)
      guard isFree else { return false }
    }
    depth += 1
    return true
  }

  /// Leaves the lane.
  func leave() {
    depth -= 1
    if depth == 0 { owner.store(0, ordering: .releasing) }
  }
}
