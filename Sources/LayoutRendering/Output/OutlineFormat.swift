// SPDX-License-Identifier: Apache-2.0
//
// The formats that hold outlines, and the Cairo surface that writes each.

import CCairo
import LayoutModel

/// A format whose text and shapes stay sharp at any size.
enum OutlineFormat {
  case svg, pdf

  /// The lengths that a side may have, points. A page of more than 200 inches is none that a reader
  /// has to open (ISO 32000-1, annex C.2).
  var sides: ClosedRange<Double> {
    switch self {
    case .svg: 1...1e6
    case .pdf: 1...14_400
    }
  }

  /// A surface that writes into `sink`, which the caller keeps alive; a point is its unit.
  func surface(_ sink: ByteSink, _ size: Size) -> OpaquePointer {
    switch self {
    case .svg:
      let surface: OpaquePointer = cairo_svg_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // A point is a pixel of the page that shows the file; Cairo's own unit is a third larger.
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      return surface
    case .pdf:
      let surface: OpaquePointer = cairo_pdf_surface_create_for_stream(
        ByteSink.write, sink.reference, size.width, size.height)
      // Else it holds the time of day, and the same scene never gives the same bytes.
      cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
      return surface
    }
  }
}
