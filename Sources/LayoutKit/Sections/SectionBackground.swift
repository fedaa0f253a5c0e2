// SPDX-License-Identifier: Apache-2.0
//
// The backgrounds of sections: what they lie behind, their look, and the answer of one.

import LayoutABI

/// The part of a section behind which its background lies.
public enum SectionBackground: Int, PropertyCases, Sendable {
  /// There is no background.
  case none = 0
  /// The items and the section's inset around them.
  case items
  /// The whole section, header and footer too.
  case section

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["none", "items", "section"] }
}

extension SectionBackground {
  /// The setting of the backgrounds' colour.
  static func fillProperty() -> Property<Int64> {
    Property(
      "sectionBackgroundFill", 0x8080_8020, minimum: 0, maximum: 0xFFFF_FFFF, unit: "0xRRGGBBAA",
      help: "Colour of section backgrounds, red, green, blue and opacity.")
  }

  /// The setting of the backgrounds' corner radius.
  static func cornerRadiusProperty() -> Property<Double> {
    Property(
      "sectionBackgroundCornerRadius", 12.0, minimum: 0, unit: "pt",
      help: "Corner radius of section backgrounds.")
  }
}

extension SectionStack {
  /// The frame of a section's background; nil when there is none, or no room for it.
  /// - Parameter strip: Where the section starts across, and how broad it is.
  func frame(
    of background: SectionBackground, _ section: Int,
    in strip: (start: Double, breadth: Double), inset: Insets
  ) -> Rect? {
    if background == .none { return nil }
    let record = records.start + section
    var (start, end) = (record.pointee.start, record.pointee.end)
    if background == .items {
      (start, end) = (start + record.pointee.header, end - record.pointee.footer)
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
