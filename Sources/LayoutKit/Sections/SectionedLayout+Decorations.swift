// SPDX-License-Identifier: Apache-2.0
//
// The elements of stacked sections besides items: backgrounds and separators, headers and footers.

import LayoutABI

// MARK: - Backgrounds

/// The part of a section behind which its background lies.
public enum SectionBackground: Int, PropertyCases, Sendable {
  /// There is no background.
  case none = 0
  /// The items and the section's inset around them.
  case items
  /// The whole section, with header and footer.
  case section

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["none", "items", "section"] }
}

extension SectionBackground {
  /// Returns the setting of the backgrounds' colour.
  static func fillProperty() -> Property<Int64> {
    Property(
      "sectionBackgroundFill", 0x8080_8020, minimum: 0, maximum: 0xFFFF_FFFF, unit: "0xRRGGBBAA",
      help: "Colour of section backgrounds, red, green, blue and opacity.")
  }

  /// Returns the setting of the backgrounds' corner radius.
  static func cornerRadiusProperty() -> Property<Double> {
    Property(
      "sectionBackgroundCornerRadius", 12.0, minimum: 0, unit: "pt",
      help: "Corner radius of section backgrounds.")
  }
}

extension SectionStack {
  /// Returns the frame of a section's background; nil when there is none, or no room for it.
  /// - Parameter strip: The start and the breadth of the section across.
  func frame(
    of background: SectionBackground, _ section: Int,
    in strip: (start: Double, breadth: Double), inset: Insets
  ) -> Rect? {
    if background == .none { return nil }
    var (start, end) = (records[section].start, records[section].end)
    if background == .items {
      (start, end) = (start + records[section].header, end - records[section].footer)
    }
    let frame = direction.rect(
      along: start, across: strip.start, length: end - start, breadth: strip.breadth
    ).inset(by: inset)
    return frame.isEmpty ? nil : frame
  }
}

extension Answer {
  /// Answers a section's background, below the cells.
  mutating func background(
    _ frame: Rect, of section: Int, kind: UInt16, fill: Int64, cornerRadius: Double
  ) {
    element(.decoration, kind: Int(kind), section, 0, frame, zIndex: -1)
    field(fill)
    field(cornerRadius)
  }
}

// MARK: - Drawing
//
// The decorations of stacked layouts: backgrounds behind sections, and separators between lines.

/// The decorations of a section.
enum SectionDecoration {
  case background, separator

  /// The index in ``SectionedLayout/kinds``.
  var kind: UInt16 { self == .background ? 3 : 4 }
}

extension SectionedLayout {
  /// Answers the section backgrounds and the separators that intersect `rect`.
  /// - Complexity: O(log *n* + the sections and lines that `rect` intersects). Does not allocate.
  public final func decorations(in rect: Rect, into answer: inout Answer) {
    guard let sections, sectionBackground.value != .none || separatorLength != nil
    else { return }
    let span = sections.stack.direction.along(rect)
    // A separator that is thicker than the room between two lines may extend beyond its section.
    let margin = separatorLength ?? 0
    var section = sections.stack.firstSection(reaching: span.start - margin)
    while section < sectionCount, sections.stack.records[section].start <= span.end + margin {
      background(of: section, in: rect, into: &answer)
      if separatorLength != nil { separators(of: section, in: rect, into: &answer) }
      section += 1
    }
  }

  /// Answers a section's background, if there is one and it intersects `rect`.
  final func background(of section: Int, in rect: Rect?, into answer: inout Answer) {
    guard let sections,
      let frame = sections.stack.frame(
        of: sectionBackground.value, section, in: (0, sections.stack.breadth),
        inset: sectionBackgroundInset.value)
    else { return }
    if let rect, !frame.intersects(rect) { return }
    answer.background(
      frame, of: section, kind: SectionDecoration.background.kind,
      fill: sectionBackgroundFill.value, cornerRadius: sectionBackgroundCornerRadius.value)
  }
}

// MARK: - Headers and footers

/// The two elements of a section beside its items.
enum SectionEdge {
  case header, footer

  /// The index in ``SectionedLayout/kinds``.
  var kind: UInt16 { self == .header ? 1 : 2 }
}

extension SectionedLayout {
  /// Answers the headers and footers that intersect `rect`, in their present places.
  /// - Complexity: O(log *n* + the sections that `rect` intersects). Does not allocate.
  public final func supplementaries(in rect: Rect, into answer: inout Answer) {
    guard let sections else { return }
    let span = sections.stack.direction.along(rect)
    var section = sections.stack.firstSection(reaching: span.start)
    // A pinned element never leaves its section, so only these sections can have one here.
    while section < sectionCount, sections.stack.records[section].start <= span.end {
      supplementary(.header, of: section, in: rect, into: &answer)
      supplementary(.footer, of: section, in: rect, into: &answer)
      section += 1
    }
  }

  /// Answers one header or footer, if there is one and it intersects `rect`.
  final func supplementary(
    _ edge: SectionEdge, of section: Int, in rect: Rect?, into answer: inout Answer
  ) {
    guard let sections, sections.stack.length(of: edge, section) > 0 else { return }
    let pins = edge == .header ? pinsHeaders : pinsFooters
    let frame = sections.stack.frame(of: edge, section, pinnedTo: pins ? visible : nil)
    if let rect, !frame.intersects(rect) { return }
    answer.element(
      .supplementary, kind: Int(edge.kind), section, 0, frame,
      zIndex: pins ? VisibleSpan.pinnedZIndex : 0, isPinned: pins)
  }
}
