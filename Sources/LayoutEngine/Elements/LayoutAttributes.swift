// SPDX-License-Identifier: Apache-2.0
//
// The place and look of one element: a layout's answer as a value for apps.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The attributes of one element.
///
/// A copy is independent of the layout and of the frame it came from. Making one allocates nothing
/// unless it has a transform or more than four words of custom fields.
public struct LayoutAttributes: Equatable, Sendable {
  package var record: layout_attributes
  package var kinds: KindTable
  package var words = PayloadWords()

  /// Attributes of a cell, with an empty frame and full opacity.
  public init(forCellAt path: ItemPath) {
    self.init(category: .cell, kind: 0, path: path, kinds: .cell)
  }

  /// Attributes of a supplementary element of this kind.
  public init(forSupplementaryElementOfKind kind: String, at path: ItemPath) {
    self.init(category: .supplementary, named: kind, path: path)
  }

  /// Attributes of a decoration of this kind.
  public init(forDecorationOfKind kind: String, at path: ItemPath) {
    self.init(category: .decoration, named: kind, path: path)
  }

  private init(category: ElementCategory, named kind: String, path: ItemPath) {
    let table = KindTable([KindDescriptor(name: kind, category: category, fields: [])])
    self.init(category: category, kind: 0, path: path, kinds: table)
  }

  private init(category: ElementCategory, kind: UInt16, path: ItemPath, kinds: KindTable) {
    record = layout_attributes()
    record.category = category.rawValue
    record.kind = kind
    record.section = UInt32(clamping: path.section)
    record.item = UInt32(clamping: path.item)
    record.alpha = 1
    self.kinds = kinds
  }

  /// A checked record with the parts of its answer that it refers to.
  package init(_ record: layout_attributes, kinds: KindTable, words: PayloadWords) {
    self.record = record
    // Indices into an answer are invalid outside it.
    self.record.transform = 0
    self.record.payload = 0
    self.kinds = kinds
    self.words = words
  }

  /// Cell, supplementary element or decoration.
  public var category: ElementCategory { ElementCategory(rawValue: record.category) ?? .cell }
  /// The kind's name, such as "header".
  public var kind: String { kinds.kinds[Int(record.kind)].name }
  /// The place in the data; for a section's header or footer, the section and 0.
  public var path: ItemPath { ItemPath(Int(record.section), Int(record.item)) }

  /// The place in content coordinates, before the transform, in points.
  public var frame: Rect {
    get { record.frame }
    set { record.frame = newValue }
  }

  /// The middle of the frame; setting it moves the frame.
  public var center: Point {
    get { record.frame.center }
    set { record.frame.center = newValue }
  }

  /// The extent of the frame; setting it keeps the centre.
  public var size: Size {
    get { record.frame.size }
    set {
      let center = record.frame.center
      record.frame.size = newValue
      record.frame.center = center
    }
  }

  /// The frame at the origin: `frame` without its place.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// Opacity, 0 to 1.
  public var alpha: Double {
    get { Double(record.alpha) }
    set { record.alpha = Float(newValue) }
  }

  /// The z order: larger is nearer to the viewer; equal ones keep the order of their paths.
  public var zIndex: Int {
    get { Int(record.z_index) }
    set { record.z_index = Int32(clamping: newValue) }
  }

  /// True when the element is laid out, but not shown.
  public var isHidden: Bool {
    get { record.flags & LAYOUT_HIDDEN != 0 }
    set { record.flags = newValue ? record.flags | LAYOUT_HIDDEN : record.flags & ~LAYOUT_HIDDEN }
  }

  /// The transform about the centre of the frame, when there is one.
  public var transform: Transform3D? {
    get { words.transform }
    set { words.transform = newValue }
  }

  /// Equality of everything that a view can see, custom fields included.
  public static func == (a: Self, b: Self) -> Bool {
    a.record.frame == b.record.frame && a.record.section == b.record.section
      && a.record.item == b.record.item && a.record.category == b.record.category
      && a.record.z_index == b.record.z_index && a.record.alpha == b.record.alpha
      && a.record.flags == b.record.flags && a.words == b.words
      // Names only where numbers cannot tell: those of another layout.
      && (a.kinds === b.kinds && a.record.kind == b.record.kind || a.kind == b.kind)
  }
}

// MARK: - Custom fields
//
// The custom fields of an element, by name and with their types.

extension LayoutAttributes: CustomStringConvertible {
  /// "cell 0.3 at 10, 20, 50 × 40".
  public var description: String {
    "\(kind) \(path) at \(frame.x), \(frame.y), \(frame.width) × \(frame.height)"
  }

  /// Every custom field of the kind, in the order in which the layout declares them; empty when the
  /// element has none.
  public var fields: [(name: String, value: LayoutValue)] {
    guard words.count > 0 else { return [] }
    var offset = 0
    return kinds.kinds[Int(record.kind)].fields.map { field in
      defer { offset += field.wordCount }
      return (field.name, value(of: field, at: offset))
    }
  }

  /// The custom field with this name, or nil when the element has no such field.
  public func field(_ name: String) -> LayoutValue? {
    guard words.count > 0 else { return nil }
    var offset = 0
    for field in kinds.kinds[Int(record.kind)].fields {
      if field.name == name { return value(of: field, at: offset) }
      offset += field.wordCount
    }
    return nil
  }

  private func value(of field: FieldDescriptor, at offset: Int) -> LayoutValue {
    field.value { words[offset + $0] }
  }
}

// MARK: - Rows and columns
//
// Rows and columns of a table, from the fields `row` and `column`.

extension KindDescriptor {
  /// True for cells with rows and columns.
  var isTableCell: Bool {
    let numbers = fields.filter { $0.type == .integer }.map(\.name)
    return category == .cell && numbers.contains(LAYOUT_FIELD_ROW)
      && numbers.contains(LAYOUT_FIELD_COLUMN)
  }
}

extension LayoutAttributes {
  /// The row and the column of a table's cell, as shown, counted from 0; nil for other elements.
  package var tablePlace: (row: Int, column: Int)? {
    guard category == .cell, let row = index(of: LAYOUT_FIELD_ROW),
      let column = index(of: LAYOUT_FIELD_COLUMN)
    else {
      return nil
    }
    return (row, column)
  }

  /// The column of a table's cell or header, as shown, counted from 0.
  package var tableColumn: Int? { index(of: LAYOUT_FIELD_COLUMN) }

  private func index(of field: String) -> Int? {
    guard case .integer(let value) = self.field(field) else { return nil }
    return Int(exactly: value)
  }
}

// MARK: - Transforms
//
// A 3-D transform about the centre of an element's frame, and the affine part that a stage draws.

/// A 4 × 4 matrix for row vectors: a point (x, y, z, 1) is multiplied from the left, and the
/// translation is in the last row.
public struct Transform3D: Equatable, Sendable {
  /// The matrix, row by row.
  package var matrix: layout_transform

  /// The transform that an answer carries.
  package init(_ matrix: layout_transform) { self.matrix = matrix }

  /// A transform from its affine part: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    matrix = layout_transform(m: (a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1))
  }

  /// The identity, which changes nothing.
  public static let identity = Self(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Scales about the centre.
  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Self {
    Self(layout_transform(m: (x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1)))
  }

  /// The part that acts in the plane, as (a, b, c, d, tx, ty); perspective and depth are left out.
  public var affine: (a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    let m = matrix.m
    return (m.0, m.1, m.4, m.5, m.12, m.13)
  }

  /// The sixteen members, m11 first, row by row.
  public var elements: [Double] {
    let m = matrix.m
    return [
      m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15,
    ]
  }

  /// The same transform mirrored in x.
  package var mirrored: Self {
    var m = matrix.m
    // S·M·S with S = diag(−1, 1, 1, 1): the first row and the first column change sign, their
    // common member twice.
    (m.1, m.2, m.3) = (-m.1, -m.2, -m.3)
    (m.4, m.8, m.12) = (-m.4, -m.8, -m.12)
    return Self(layout_transform(m: m))
  }

  /// Equality as numbers: −0 equals 0, NaN equals nothing.
  public static func == (a: Self, b: Self) -> Bool {
    withUnsafeBytes(of: a.matrix) { a in
      withUnsafeBytes(of: b.matrix) { b in
        // Compared as numbers, so that −0 equals 0.
        zip(a.bindMemory(to: Double.self), b.bindMemory(to: Double.self)).allSatisfy { $0 == $1 }
      }
    }
  }
}
