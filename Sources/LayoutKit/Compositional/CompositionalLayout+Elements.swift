// SPDX-License-Identifier: Apache-2.0
//
// The elements of one section: cells, headers, footers, badges, backgrounds.

import LayoutABI

extension CompositionalLayout {
  /// Their indices in ``kinds``.
  static var badgeKind: UInt16 { 3 }
  static var backgroundKind: UInt16 { 4 }

  /// Pinned elements lie above everything that is not.
  private static var pinnedZIndex: Int32 { 1024 }

  // MARK: Cells and badges

  /// Answers the cells of a section that intersect `rect`.
  final func cells(of section: Int, in rect: Rect, into answer: inout Answer) {
    sections?.visitSlots(section, in: rect) { item, slot, origin in
      let frame = slot.frame.offset(by: origin)
      if frame.intersects(rect) { answer.cell(section, item, frame) }
    }
  }

  /// Answers the headers, footers and badges of a section that intersect `rect`.
  final func supplementaries(of section: Int, in rect: Rect, into answer: inout Answer) {
    guard let sections else { return }
    edge(.header, of: section, in: rect, into: &answer)
    edge(.footer, of: section, in: rect, into: &answer)
    guard sections.hasBadges[sections.stack.records[section].place] else { return }
    sections.visitSlots(section, in: rect) { item, slot, origin in
      guard let badge = slot.badge else { return }
      let frame = badge.frame(on: slot.frame.offset(by: origin))
      if frame.intersects(rect) { self.answer(badgeAt: frame, section, item, into: &answer) }
    }
  }

  /// Answers one cell, if there is one.
  final func cell(_ section: Int, _ item: Int, into answer: inout Answer) {
    guard let (slot, origin) = sections?.slot(of: item, section) else { return }
    answer.cell(section, item, slot.frame.offset(by: origin))
  }

  /// Answers one badge, if there is one.
  final func badge(_ section: Int, _ item: Int, into answer: inout Answer) {
    guard let (slot, origin) = sections?.slot(of: item, section), let badge = slot.badge else {
      return
    }
    let frame = badge.frame(on: slot.frame.offset(by: origin))
    self.answer(badgeAt: frame, section, item, into: &answer)
  }

  private func answer(
    badgeAt frame: Rect, _ section: Int, _ item: Int, into answer: inout Answer
  ) {
    answer.element(
      .supplementary, kind: Int(Self.badgeKind), section, item, frame, zIndex: 1)
  }

  // MARK: The section's own elements

  /// Answers a header or footer, if there is one and it intersects `rect`. It stands between the
  /// section's insets at the sides; pinned, it stays on screen while its section is there.
  final func edge(
    _ edge: SectionEdge, of section: Int, in rect: Rect?, into answer: inout Answer
  ) {
    guard let sections, sections.stack.length(of: edge, section) > 0 else { return }
    let composition = sections.composition(section)
    let pins = edge == .header ? composition.pinsHeader : composition.pinsFooter
    let direction = sections.direction
    let sides = direction.across(composition.insets)
    let whole = sections.stack.frame(of: edge, section, pinnedTo: pins ? visible : nil)
    let frame = direction.rect(
      along: direction.along(whole).start, across: sides.start,
      length: direction.along(whole.size),
      breadth: max(0, direction.across(whole.size) - sides.start - sides.end))
    if let rect, !frame.intersects(rect) { return }
    answer.element(
      .supplementary, kind: Int(edge.kind), section, 0, frame,
      zIndex: pins ? Self.pinnedZIndex : 0)
  }

  /// Answers a section's background, if there is one and it intersects `rect`. It lies behind the items
  /// and the insets around them, as lists with headers outside of their panel have it.
  final func background(of section: Int, in rect: Rect?, into answer: inout Answer) {
    guard let sections, let insets = sections.composition(section).background else { return }
    let record = sections.stack.records[section]
    let whole = sections.direction.rect(
      along: record.start + record.header, across: 0,
      length: record.end - record.footer - record.start - record.header,
      breadth: sections.stack.breadth)
    var frame = whole.inset(by: insets)
    (frame.width, frame.height) = (max(0, frame.width), max(0, frame.height))
    if let rect, !frame.intersects(rect) { return }
    answer.element(
      .decoration, kind: Int(Self.backgroundKind), section, 0, frame, zIndex: -1)
    answer.field(sectionBackgroundFill.value)
    answer.field(sectionBackgroundCornerRadius.value)
  }
}
