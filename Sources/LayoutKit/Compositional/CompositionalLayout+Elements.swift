// SPDX-License-Identifier: Apache-2.0
//
// The elements of one section: cells, headers, footers, badges, backgrounds.

import LayoutABI

extension CompositionalLayout {
  /// The index of badges in ``kinds``.
  static var badgeKind: UInt16 { 3 }
  static var backgroundKind: UInt16 { 4 }

  // MARK: Cells and badges

  /// Answers the cells of a section that intersect `rect`.
  final func cells(of section: Int, in rect: Rect, into answer: inout Answer) {
    sections?.visitSlots(section, in: rect) { item, slot, origin in
      let frame = slot.frame.offset(by: origin)
      if frame.intersects(rect) { answer.cell(section, item, frame) }
    }
  }

  /// Answers the elements at the sides of a section, and its badges, if they intersect `rect`.
  final func supplementaries(of section: Int, in rect: Rect, into answer: inout Answer) {
    guard let sections else { return }
    boundary(.header, of: section, in: rect, into: &answer)
    boundary(.footer, of: section, in: rect, into: &answer)
    if sections.hasBadges[sections.stack.records[section].place] {
      sections.visitSlots(section, in: rect) { item, slot, origin in
        guard let badge = slot.badge else { return }
        let frame = badge.frame(on: slot.frame.offset(by: origin))
        if frame.intersects(rect) { self.answer(badge, frame, section, item, into: &answer) }
      }
    }
    boundary(.leading, of: section, in: rect, into: &answer)
    boundary(.trailing, of: section, in: rect, into: &answer)
  }

  /// Answers one cell, if it exists.
  final func cell(_ section: Int, _ item: Int, into answer: inout Answer) {
    guard let (slot, origin) = sections?.slot(of: item, section) else { return }
    answer.cell(section, item, slot.frame.offset(by: origin))
  }

  /// Answers one badge, if it exists.
  final func badge(_ section: Int, _ item: Int, into answer: inout Answer) {
    guard let (slot, origin) = sections?.slot(of: item, section), let badge = slot.badge else {
      return
    }
    let frame = badge.frame(on: slot.frame.offset(by: origin))
    self.answer(badge, frame, section, item, into: &answer)
  }

  private func answer(
    _ badge: Badge, _ frame: Rect, _ section: Int, _ item: Int, into answer: inout Answer
  ) {
    answer.element(
      .supplementary, kind: Int(Self.badgeKind), section, item, frame, zIndex: badge.zIndex)
  }

  // MARK: The section's own elements

  /// Answers the element at a side of a section, if there is one and it intersects `rect`. An
  /// element that stays on screen or takes no room is above the items, and so is an element that the
  /// items scroll under.
  final func boundary(
    _ side: BoundarySide, of section: Int, in rect: Rect?, into answer: inout Answer
  ) {
    guard let sections,
      let frame = sections.frame(of: side, section, visible: visible)
    else { return }
    if let rect, !frame.intersects(rect) { return }
    let composition = sections.composition(section)
    let boundary = composition[side]
    let isBeside = side == .leading || side == .trailing
    let isAbove =
      boundary.pins || boundary.overlays || isBeside && composition.scrollsAcross
    answer.element(
      .supplementary, kind: Int(side.kind), section, 0, frame,
      zIndex: isAbove ? VisibleSpan.pinnedZIndex : 0, isPinned: boundary.pins)
  }

  /// Answers a section's background, if there is one and it intersects `rect`. It is behind the items
  /// and the insets around them, as in lists whose headers are outside of the panel, or behind the
  /// whole section.
  final func background(of section: Int, in rect: Rect?, into answer: inout Answer) {
    guard let sections else { return }
    let composition = sections.composition(section)
    guard
      let frame = sections.stack.frame(
        of: composition.background, section, in: sections.room.strip(of: composition),
        inset: composition.backgroundInset)
    else { return }
    if let rect, !frame.intersects(rect) { return }
    answer.background(
      frame, of: section, kind: Self.backgroundKind, fill: sectionBackgroundFill.value,
      cornerRadius: sectionBackgroundCornerRadius.value)
  }
}
