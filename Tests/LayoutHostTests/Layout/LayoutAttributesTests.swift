// SPDX-License-Identifier: Apache-2.0
//
// The attributes of an element, as a value.

import LayoutABI
import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Layout attributes")
struct LayoutAttributesTests {
  @Test("C36, C37: frame, centre and size are one geometry")
  func geometry() {
    var attributes = LayoutAttributes(forCellAt: ItemPath(1, 2))
    attributes.frame = Rect(x: 10, y: 20, width: 40, height: 60)
    #expect(attributes.center == Point(x: 30, y: 50))
    #expect(attributes.bounds == Rect(x: 0, y: 0, width: 40, height: 60))
    attributes.center = Point(x: 0, y: 0)
    #expect(attributes.frame == Rect(x: -20, y: -30, width: 40, height: 60))
    attributes.size = Size(width: 10, height: 10)
    #expect(attributes.frame == Rect(x: -5, y: -5, width: 10, height: 10))
  }

  @Test("C40: three ways to make one, for three categories")
  func categories() {
    let cell = LayoutAttributes(forCellAt: ItemPath(1, 2))
    let header = LayoutAttributes(forSupplementaryElementOfKind: "header", at: ItemPath(1, 0))
    let line = LayoutAttributes(forDecorationOfKind: "line", at: ItemPath(1, 0))
    #expect([cell, header, line].map(\.category) == [.cell, .supplementary, .decoration])
    #expect([cell, header, line].map(\.kind) == ["cell", "header", "line"])
    #expect(cell.path == ItemPath(1, 2))
    #expect(cell.alpha == 1 && cell.zIndex == 0 && !cell.isHidden && cell.transform == nil)
    #expect(cell.fields.isEmpty)
  }

  @Test(
    "C38, C41: a difference that a view can see makes two attributes unequal",
    arguments: [
      { $0.frame.x = 1 }, { $0.alpha = 0.5 }, { $0.zIndex = -3 }, { $0.isHidden = true },
      { $0.transform = .scale(2, 2) },
    ] as [@Sendable (inout LayoutAttributes) -> Void])
  func equality(_ change: @Sendable (inout LayoutAttributes) -> Void) {
    let original = LayoutAttributes(forCellAt: ItemPath(0, 0))
    var copy = original
    #expect(copy == original)
    change(&copy)
    #expect(copy != original)
    var again = original
    change(&again)
    #expect(copy == again)
  }

  @Test("C41: equal kinds and fields count as equal, from any table or answer")
  func tables() {
    let header = LayoutAttributes(forSupplementaryElementOfKind: "header", at: ItemPath(0, 0))
    let footer = LayoutAttributes(forSupplementaryElementOfKind: "footer", at: ItemPath(0, 0))
    let other = LayoutAttributes(forSupplementaryElementOfKind: "header", at: ItemPath(0, 0))
    #expect(header != footer)
    #expect(header == other)
  }

  /// A kind with a field of each field type: twelve words.
  static let kinds = KindTable([
    KindDescriptor(
      name: "cell", category: .cell,
      fields: zip(
        ["flag", "count", "weight", "style", "spot", "extent", "margin"],
        [ValueType.bool, .integer, .number, .enumeration, .point, .size, .insets]
      ).map { FieldDescriptor(name: $0, help: "", unit: "", type: $1, cases: ["a", "b"]) })
  ])

  private func attributes(_ numbers: [Double]) -> LayoutAttributes {
    let words: [UInt64] = [1, UInt64(bitPattern: -7), numbers[0].bitPattern, 1]
    let all = words + numbers.dropFirst().map(\.bitPattern)
    return all.withUnsafeBufferPointer { words in
      LayoutAttributes(
        layout_attributes(), kinds: Self.kinds, words: PayloadWords(copying: words))
    }
  }

  @Test("C41, C42: custom fields of every type, copied and compared")
  func fields() {
    let original = attributes([0.5, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(
      original.fields.map(\.value) == [
        .bool(true), .integer(-7), .number(0.5), .enumeration(1), .point(Point(x: 1, y: 2)),
        .size(Size(width: 3, height: 4)),
        .insets(Insets(top: 5, left: 6, bottom: 7, right: 8)),
      ])
    #expect(original.field("margin") == original.fields.last?.value)
    #expect(original.field("margins") == nil)
    #expect(original == attributes([0.5, 1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(original != attributes([0.5, 1, 2, 3, 4, 5, 6, 7, 9]))
    #expect(original != attributes([0.25, 1, 2, 3, 4, 5, 6, 7, 8]))
    var copy = original
    copy.transform = .identity
    #expect(copy.fields.map(\.value) == original.fields.map(\.value))
    #expect(original.transform == nil)
  }

  @Test("C45: a 3-D transform by its members and its affine part")
  func transforms() {
    let scale = Transform3D.scale(2, 3, 4)
    #expect(scale.elements == [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1])
    let affine = Transform3D(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(affine.elements == [1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1])
    #expect(affine.affine.a == 1 && affine.affine.c == 3 && affine.affine.ty == 6)
    #expect(Transform3D.identity.affine.d == 1)
  }
}
