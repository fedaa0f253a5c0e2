// SPDX-License-Identifier: Apache-2.0
//
// Functions of view.h: the elements on screen, and the layout that shows them.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_get_elements(
  _ view: OpaquePointer?, _ out: UnsafeMutablePointer<lh_element_list>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard out != nil else { throw isNull("out") }
    try box.elements.fill(box).write(to: out)
  }
}

@c @implementation
public func lh_view_cell(_ view: OpaquePointer?, _ path: lh_path) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    box.view.cellForItem(at: ItemPath(path)).map { box.cell(of: $0).name } ?? nil
  }
}

@c @implementation
public func lh_view_supplementary_cell(
  _ view: OpaquePointer?, _ kind: UnsafePointer<CChar>?, _ path: lh_path
) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    guard let kind = try? text(kind, "kind"),
      let element = box.view.supplementaryView(forElementKind: kind, at: ItemPath(path))
    else { return nil }
    return box.cell(of: element).name
  }
}

@c @implementation
public func lh_view_get_item_frame(
  _ view: OpaquePointer?, _ path: lh_path, _ frame: UnsafeMutablePointer<lh_rect>?,
  _ error: ErrorPlace
) -> Bool {
  find(view, error) { (box: ViewBox) throws(LayoutError) in
    guard let frame else { throw isNull("frame") }
    guard let found = try box.view.layoutAttributesForItem(at: ItemPath(path)) else {
      return false
    }
    frame.pointee = lh_rect(found.frame)
    return true
  }
}

@c @implementation
public func lh_view_get_item_at(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ path: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard !isInFrame, x.isFinite, y.isFinite,
      let found = box.view.item(atViewport: Point(x: x, y: y))
    else {
      return false
    }
    path?.pointee = lh_path(found)
    return true
  }
}

// MARK: Layouts

/// Runs a call that gives a view another layout; both lanes are entered meanwhile.
private func give(
  _ layout: OpaquePointer?, to view: OpaquePointer?, _ error: ErrorPlace,
  _ body: (ViewBox, LayoutBox) throws(LayoutError) -> Void
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try with(layout) { (next: LayoutBox) throws(LayoutError) in
      if let user = next.layout.user, user !== box.view {
        throw LayoutError(
          .layoutInUse,
          "this \(next.layout.id) is shown by another view; make a layout of its own for each view")
      }
      box.registerPlainViews(for: next.layout)
      try box.receive(next) { () throws(LayoutError) in try body(box, next) }
    }
  }
}

extension ViewBox {
  /// Follows a layout that took over without a call, from a file or after a transition.
  func noteLayout() {
    let layout = view.collectionViewLayout
    guard layout !== shown.layout else { return }
    let next = waiting.first { $0.layout === layout }
    adopt(
      next
        ?? LayoutBox(
          layout, file: swappedFile ?? "", options: shown.options, lane: Handles.lane(of: self)))
    waiting = []
  }
}

@c @implementation
public func lh_view_set_layout(
  _ view: OpaquePointer?, _ layout: OpaquePointer?, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  give(layout, to: view, error) { (box, next) throws(LayoutError) in
    let how = try AppAnimation(animation)
    // A layout that takes over in spite of an error is recorded too.
    box.waiting = [next]
    defer { box.noteLayout() }
    _ = try box.view.setLayout(
      next.layout, animated: how.isAnimated, timing: how.timing, completion: how.completion)
  }
}

@c @implementation
public func lh_view_layout(_ view: OpaquePointer?) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    box.noteLayout()
    return Handles.name(box.shown)
  }
}

/// The program's function for the end of one transition. The program names it when it ends the
/// transition, and another one may begin before the rest of this one is over.
final class TransitionEnd {
  var completed: ((Bool) -> Void)?
}

@c @implementation
public func lh_view_begin_transition(
  _ view: OpaquePointer?, _ layout: OpaquePointer?, _ error: ErrorPlace
) -> Bool {
  give(layout, to: view, error) { (box, next) throws(LayoutError) in
    let end = TransitionEnd()
    _ = try box.view.startInteractiveTransition(to: next.layout) { end.completed?($0) }
    box.transitionEnd = end
    box.waiting = [next]
  }
}

@c @implementation
public func lh_view_set_transition(
  _ view: OpaquePointer?, _ progress: Double, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    try check(finite: progress, as: "a progress")
    guard box.view.transitionLayout != nil else {
      throw LayoutError(.noTransition, "no transition is under way; begin one first")
    }
    box.view.transitionProgress = progress
  }
}

@c @implementation
public func lh_view_end_transition(
  _ view: OpaquePointer?, _ finish: Bool, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let how = try AppAnimation(animation)
    guard box.view.transitionLayout != nil else {
      throw LayoutError(.noTransition, "no transition is under way; begin one first")
    }
    defer { box.noteLayout() }
    let end = box.transitionEnd
    end.completed = how.completion
    do throws(LayoutError) {
      if finish {
        _ = try box.view.finishInteractiveTransition(animated: how.isAnimated, timing: how.timing)
      } else {
        try box.view.cancelInteractiveTransition(animated: how.isAnimated, timing: how.timing)
      }
    } catch {
      end.completed = nil
      throw error
    }
  }
}

// MARK: - Elements lent
//
// The elements on screen, in memory for a program.

/// The elements of the last query.
final class ElementBuffer {
  private var elements = UnsafeMutableBufferPointer<lh_element>(start: nil, count: 0)
  private var transforms = UnsafeMutableBufferPointer<Double>(start: nil, count: 0)
  private let single = UnsafeMutablePointer<Double>.allocate(capacity: 16)

  deinit {
    elements.deallocate()
    transforms.deallocate()
    single.deallocate()
  }

  /// Passes one element to a callback.
  func one(
    _ attributes: LayoutAttributes, _ pixels: Rect, _ cell: CellBox, _ owner: ViewBox,
    _ body: (UnsafePointer<lh_element>) -> Void
  ) {
    var element = lh_element(attributes, pixels, cell, owner, focus: owner.view.focusedItem)
    element.resting_size = lh_size(attributes.size)
    if let transform = attributes.transform { element.transform = copy(transform, to: single) }
    body(&element)
  }

  /// Returns all elements on screen.
  func fill(_ owner: ViewBox) -> lh_element_list {
    let (room, focus) = (owner.view.visibleCount, owner.view.focusedItem)
    var (count, transformCount) = (0, 0)
    if elements.count < room {
      elements.deallocate()
      elements = .allocate(capacity: max(64, room * 2))
    }
    owner.view.forEachVisibleElement { item in
      let cell = owner.cell(of: item.view)
      var element = lh_element(item.attributes, item.pixels, cell, owner, focus: focus)
      element.resting_size = lh_size(item.restingSize)
      if item.isLeaving { element.flags |= LH_ELEMENT_LEAVING }
      if let transform = item.attributes.transform,
        let place = place(ofTransform: transformCount, of: room)
      {
        element.transform = copy(transform, to: place)
        transformCount += 1
      }
      elements[count] = element
      count += 1
    }
    var list = lh_element_list()
    list.stride = UInt32(MemoryLayout<lh_element>.stride)
    list.first = UnsafePointer(elements.baseAddress)
    list.count = count
    return list
  }

  /// The place of a transform among at most `room`. The first one makes room for all, so that none
  /// moves.
  private func place(ofTransform index: Int, of room: Int) -> UnsafeMutablePointer<Double>? {
    if index == 0, transforms.count < room * 16 {
      transforms.deallocate()
      transforms = .allocate(capacity: max(256, room * 32))
    }
    return transforms.baseAddress.map { $0 + index * 16 }
  }

  private func copy(
    _ transform: Transform3D, to place: UnsafeMutablePointer<Double>
  ) -> UnsafePointer<Double> {
    for (index, number) in transform.elements.prefix(16).enumerated() {
      (place + index).initialize(to: number)
    }
    return UnsafePointer(place)
  }
}

extension lh_element {
  init(
    _ attributes: LayoutAttributes, _ pixels: Rect, _ cell: CellBox, _ owner: ViewBox,
    focus: ItemPath?
  ) {
    self.init()
    // The members of the record are read here, each of its properties costs a call.
    let record = attributes.record
    let isCell = cell.category == .cell
    struct_size = UInt32(MemoryLayout<lh_element>.size)
    category = UInt32(record.category)
    kind = isCell ? 0 : owner.kindIndex(of: attributes)
    path = lh_path(section: record.section, item: record.item)
    id = UInt64(clamping: cell.view.serialNumber)
    frame = lh_rect(record.frame)
    self.pixels = lh_rect(pixels)
    alpha = Double(record.alpha)
    z_index = Int64(record.z_index)
    self.cell = cell.name
    object = cell.object
    if attributes.isHidden { flags |= LH_ELEMENT_HIDDEN }
    guard isCell else { return }
    if type(of: cell.view) == AppCell.self {
      let view = unsafeDowncast(cell.view, to: AppCell.self)
      if view.isSelected { flags |= LH_ELEMENT_SELECTED }
      if view.isHighlighted { flags |= LH_ELEMENT_HIGHLIGHTED }
    }
    if let focus, focus == attributes.path { flags |= LH_ELEMENT_FOCUSED }
  }
}

extension ViewBox {
  /// The number of an element's kind among those of the layout.
  func kindIndex(of attributes: LayoutAttributes) -> UInt32 {
    if attributes.category == .cell { return 0 }
    let kind = attributes.kind
    let kinds = view.collectionViewLayout.descriptor.kinds
    let index = kinds.firstIndex { $0.category == attributes.category && $0.name == kind }
    return UInt32(clamping: index ?? 0)
  }
}
