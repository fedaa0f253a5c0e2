// SPDX-License-Identifier: Apache-2.0
//
// Where one element goes and how it looks there: what a layout answers, as a value for apps.

import LayoutABI
import LayoutModel

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

  /// A checked record with what it points at in its answer.
  package init(_ record: layout_attributes, kinds: KindTable, words: PayloadWords) {
    self.record = record
    // Indices into an answer mean nothing outside it.
    self.record.transform = 0
    self.record.payload = 0
    self.kinds = kinds
    self.words = words
  }

  /// Cell, supplementary element or decoration.
  public var category: ElementCategory { ElementCategory(rawValue: record.category) ?? .cell }
  /// The kind's name, such as "header".
  public var kind: String { kinds.kinds[Int(record.kind)].name }
  /// The place in the data; of a section's header or footer, the section and 0.
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

  /// Larger is nearer to the viewer; equal ones keep the order of their paths.
  public var zIndex: Int {
    get { Int(record.z_index) }
    set { record.z_index = Int32(clamping: newValue) }
  }

  /// Laid out, but not shown.
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
      && a.record.flags == b.record.flags && a.kind == b.kind && a.words == b.words
  }
}
