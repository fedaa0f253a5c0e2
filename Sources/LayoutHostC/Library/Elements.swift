// SPDX-License-Identifier: Apache-2.0
//
// What is on screen, in memory that a program reads.

import CLayoutHost
import LayoutHost
import LayoutModel

/// The elements that were last asked for.
final class ElementBuffer {
  private var elements = UnsafeMutableBufferPointer<lh_element>(start: nil, count: 0)
  private var transforms = UnsafeMutableBufferPointer<Double>(start: nil, count: 0)
  private let single = UnsafeMutablePointer<Double>.allocate(capacity: 16)

  deinit {
    elements.deallocate()
    transforms.deallocate()
    single.deallocate()
  }

  /// Gives one element to a callback.
  func one(
    _ attributes: LayoutAttributes, _ pixels: Rect, _ cell: CellBox, _ owner: ViewBox,
    _ body: (UnsafePointer<lh_element>) -> Void
  ) {
    var element = lh_element(attributes, pixels, cell, owner)
    element.resting_size = lh_size(attributes.size)
    if let transform = attributes.transform { element.transform = copy(transform, to: single) }
    body(&element)
  }

  /// Everything on screen.
  func fill(_ owner: ViewBox) -> lh_element_list {
    let visible = owner.view.visibleElements
    makeRoom(for: visible.count, visible.count(where: { $0.attributes.transform != nil }))
    var transformCount = 0
    for (index, item) in visible.enumerated() {
      let cell = owner.cell(of: item.view)
      var element = lh_element(item.attributes, item.pixels, cell, owner)
      element.resting_size = lh_size(item.restingSize)
      if item.isLeaving { element.flags |= LH_ELEMENT_LEAVING }
      if let transform = item.attributes.transform, let start = transforms.baseAddress {
        element.transform = copy(transform, to: start + transformCount * 16)
        transformCount += 1
      }
      elements[index] = element
    }
    var list = lh_element_list()
    list.stride = UInt32(MemoryLayout<lh_element>.stride)
    list.first = UnsafePointer(elements.baseAddress)
    list.count = visible.count
    return list
  }

  private func makeRoom(for count: Int, _ transformCount: Int) {
    if elements.count < count {
      elements.deallocate()
      elements = .allocate(capacity: max(64, count * 2))
    }
    if transforms.count < transformCount * 16 {
      transforms.deallocate()
      transforms = .allocate(capacity: max(256, transformCount * 32))
    }
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
  init(_ attributes: LayoutAttributes, _ pixels: Rect, _ cell: CellBox, _ owner: ViewBox) {
    self.init()
    struct_size = UInt32(MemoryLayout<lh_element>.size)
    category = UInt32(attributes.category.rawValue)
    kind = owner.kindIndex(of: attributes)
    path = lh_path(attributes.path)
    id = UInt64(clamping: cell.view.serialNumber)
    frame = lh_rect(attributes.frame)
    self.pixels = lh_rect(pixels)
    alpha = attributes.alpha
    z_index = Int64(attributes.zIndex)
    self.cell = cell.name
    object = cell.object
    if attributes.isHidden { flags |= LH_ELEMENT_HIDDEN }
    guard attributes.category == .cell else { return }
    if type(of: cell.view) == AppCell.self {
      let view = unsafeDowncast(cell.view, to: AppCell.self)
      if view.isSelected { flags |= LH_ELEMENT_SELECTED }
      if view.isHighlighted { flags |= LH_ELEMENT_HIGHLIGHTED }
    }
    if owner.view.focusedItem == attributes.path { flags |= LH_ELEMENT_FOCUSED }
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
