// SPDX-License-Identifier: Apache-2.0
//
// Functions of cell.h.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_register(
  _ view: OpaquePointer?, _ category: UInt32, _ kind: UnsafePointer<CChar>?,
  _ identifier: UnsafePointer<CChar>?, _ cell_class: UnsafePointer<lh_cell_class>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let registration = try Registration(cell_class)
    let name = try optionalText(identifier, "identifier") ?? ""
    switch category {
    case LH_CELL: box.registerCell(name, registration)
    case LH_SUPPLEMENTARY: box.register(try text(kind, "kind"), name, registration)
    case LH_DECORATION: box.decorationClasses[try text(kind, "kind")] = registration
    default:
      throw LayoutError(
        .invalidArgument,
        "there is no category \(category); use LH_CELL, LH_SUPPLEMENTARY or LH_DECORATION")
    }
    registration.app.isTaken = true
  }
}

extension ViewBox {
  /// Registers views without an object for each kind of supplementary view of a layout for which the
  /// program has none. A layout is refused in its first frame if one of its kinds has no views.
  func registerPlainViews(for layout: CollectionLayout) {
    for kind in layout.kinds.kinds where kind.category == .supplementary {
      registerPlainView(kind.name)
    }
  }

  /// Registers views without an object for a kind, once, unless the program has registered a class.
  func registerPlainView(_ kind: String) {
    guard plainKinds.insert(kind).inserted else { return }
    view.register(forSupplementaryViewOfKind: kind, withReuseIdentifier: "") { AppView() }
  }

  fileprivate func registerCell(_ identifier: String, _ registration: Registration) {
    view.register(forCellWithReuseIdentifier: identifier) {
      let cell = AppCell()
      cell.registration = registration
      return cell
    }
  }

  fileprivate func register(
    _ kind: String, _ identifier: String, _ registration: Registration
  ) {
    if identifier.isEmpty { plainKinds.insert(kind) }
    view.register(forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier) {
      let element = AppView()
      element.registration = registration
      return element
    }
  }
}

@c @implementation
public func lh_cell_view(_ cell: OpaquePointer?) -> OpaquePointer? {
  ask(cell, else: nil) { (box: CellBox) in box.owner?.name }
}

@c @implementation
public func lh_cell_object(_ cell: OpaquePointer?) -> UnsafeMutableRawPointer? {
  ask(cell, else: nil) { (box: CellBox) in box.object }
}

@c @implementation
public func lh_cell_id(_ cell: OpaquePointer?) -> UInt64 {
  ask(cell, else: 0) { (box: CellBox) in UInt64(clamping: box.view.serialNumber) }
}

@c @implementation
public func lh_cell_category(_ cell: OpaquePointer?) -> UInt32 {
  ask(cell, else: 0) { (box: CellBox) in UInt32(box.category.rawValue) }
}

@c @implementation
public func lh_cell_kind(_ cell: OpaquePointer?) -> UnsafePointer<CChar>? {
  ask(cell, else: nil) { (box: CellBox) in
    let name =
      box.category == .cell
      ? "cell" : box.view.attributes?.kind ?? box.view.reuseIdentifier
    return box.owner?.lend(name)
  }
}

@c @implementation
public func lh_cell_identifier(_ cell: OpaquePointer?) -> UnsafePointer<CChar>? {
  ask(cell, else: nil) { (box: CellBox) in box.owner?.lend(box.view.reuseIdentifier) }
}

@c @implementation
public func lh_cell_get_path(
  _ cell: OpaquePointer?, _ path: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(cell, else: false) { (box: CellBox) in
    guard let found = box.view.attributes?.path else { return false }
    path?.pointee = lh_path(found)
    return true
  }
}

@c @implementation
public func lh_cell_is_selected(_ cell: OpaquePointer?) -> Bool {
  ask(cell, else: false) { (box: CellBox) in (box.view as? Cell)?.isSelected ?? false }
}

@c @implementation
public func lh_cell_is_highlighted(_ cell: OpaquePointer?) -> Bool {
  ask(cell, else: false) { (box: CellBox) in (box.view as? Cell)?.isHighlighted ?? false }
}

@c @implementation
public func lh_cell_binding(_ cell: OpaquePointer?) -> UInt64 {
  ask(cell, else: 0) { (box: CellBox) in box.binding }
}

@c @implementation
public func lh_cell_get_field(
  _ cell: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<lh_value>?,
  _ error: ErrorPlace
) -> Bool {
  find(cell, error) { (box: CellBox) throws(LayoutError) in
    guard let out else { throw isNull("out") }
    let name = try text(name, "name")
    guard let value = box.view.attributes?.field(name) else { return false }
    box.fieldStore.clear()
    out.pointee = box.fieldStore.lend(value)
    return true
  }
}

// MARK: Content

/// Changes the content of a cell.
private func fill(
  _ cell: OpaquePointer?, _ error: ErrorPlace, _ content: () throws(LayoutError) -> ViewContent
) -> Bool {
  call(cell, error) { (box: CellBox) throws(LayoutError) in
    box.view.content = try content()
    // A change after `bind` needs a new frame.
    if let owner = box.owner, !isInFrame { owner.view.setNeedsFrame() }
  }
}

@c @implementation
public func lh_cell_clear(_ cell: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  fill(cell, error) { () throws(LayoutError) in .none }
}

@c @implementation
public func lh_cell_set_text(
  _ cell: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> Bool {
  fill(cell, error) { () throws(LayoutError) in .text(try LayoutHostC.text(text, "text")) }
}

@c @implementation
public func lh_cell_set_glyph(
  _ cell: OpaquePointer?, _ code_point: UInt32, _ caption: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  fill(cell, error) { () throws(LayoutError) in
    guard Unicode.Scalar(code_point) != nil else {
      throw LayoutError(.invalidArgument, "\(code_point) is no character of Unicode")
    }
    return .glyph(codePoint: code_point, caption: try optionalText(caption, "caption") ?? "")
  }
}

@c @implementation
public func lh_cell_set_card(
  _ cell: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ body: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  fill(cell, error) { () throws(LayoutError) in
    .card(
      title: try text(title, "title"), body: try optionalText(body, "body") ?? "", codePoint: nil)
  }
}

@c @implementation
public func lh_cell_set_picture(
  _ cell: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ caption: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  fill(cell, error) { () throws(LayoutError) in
    .picture(path: try text(path, "path"), caption: try optionalText(caption, "caption") ?? "")
  }
}

@c @implementation
public func lh_cell_set_heading(
  _ cell: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ detail: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  fill(cell, error) { () throws(LayoutError) in
    .heading(title: try text(title, "title"), detail: try optionalText(detail, "detail") ?? "")
  }
}

@c @implementation
public func lh_cell_set_shape(
  _ cell: OpaquePointer?, _ fill: UInt32, _ stroke: UInt32, _ stroke_width: Double,
  _ corner_radius: Double, _ error: ErrorPlace
) -> Bool {
  LayoutHostC.fill(cell, error) { () throws(LayoutError) in
    let size = try check(size: stroke_width, corner_radius)
    return .shape(
      ShapeStyle(
        fill: fill == 0 ? nil : fill, stroke: stroke == 0 ? nil : stroke,
        strokeWidth: size.width, cornerRadius: size.height))
  }
}

@c @implementation
public func lh_cell_set_hue(_ cell: OpaquePointer?, _ hue: UInt32, _ error: ErrorPlace) -> Bool {
  call(cell, error) { (box: CellBox) in box.view.appearance.hueIndex = Int(hue) }
}

@c @implementation
public func lh_cell_set_label(
  _ cell: OpaquePointer?, _ label: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> Bool {
  call(cell, error) { (box: CellBox) throws(LayoutError) in
    box.view.accessibility.label = try optionalText(label, "label")
  }
}
