// SPDX-License-Identifier: Apache-2.0
//
// The content of PDF files: the page, the text, the fonts.

import CCairo
import Foundation
import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutRendering

@Suite("PDF")
struct PDFTests {
  private func file(_ scene: Scene = Scenes.mixed) throws -> PDFText {
    PDFText(try Renderer().encode(scene, as: .pdf))
  }

  @Test("a page is as large as the viewport, a point for a point, at any offset")
  func page() throws {
    let box = Rect(x: 500, y: 9_000, width: 412.5, height: 233)
    let pdf = try file(Scene([], viewport: box))
    #expect(pdf.text.hasPrefix("%PDF-1.") && pdf.text.hasSuffix("%%EOF\n"))
    #expect(pdf.text.firstMatch(of: /\/MediaBox \[ 0 0 412\.5 233 \]/) != nil)
    #expect(pdf.text.contains("/Count 1"), "one page")
    #expect(pdf.text.firstMatch(of: /\/CreationDate \((D:)?19700101/) != nil, "not the time of day")
  }

  @Test("text is text in embedded fonts, and drawings are not pictures")
  func textAndFonts() throws {
    let pdf = try file()
    #expect(pdf.text.contains("/FontFile"))
    #expect(pdf.text.contains("/ToUnicode"))
    #expect(!pdf.text.contains("/Subtype /Image"))
    let empty = try file(Scene([], viewport: Scenes.mixed.viewport))
    #expect(!empty.text.contains("/FontFile"))
    // Text is shown between BT and ET, and the page's stream is compressed.
    #expect(pdf.streams.contains { $0.contains("BT\n") && $0.contains("ET\n") })
    #expect(!empty.streams.contains { $0.contains("BT\n") })
  }

  @Test("another program finds the words", .enabled(if: PDFText.hasReader))
  func extracted() throws {
    let path = try Files.directory() + "/scene.pdf"
    try Renderer().render(Scenes.mixed, to: path)
    let words = try Command.run(["pdftotext", path, "-"]).output
    for word in ["Greek", "135 characters", "RIGHTWARDS", "plain"] {
      #expect(words.contains(word), "\(word) in \(words)")
    }
  }
}

/// A PDF file as text, and the content of its compressed streams.
struct PDFText {
  /// A byte for a character.
  let text: String
  /// The inflated streams, in the order of the file.
  let streams: [String]

  init(_ bytes: [UInt8]) {
    text = Self.latin(bytes)
    var streams: [String] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: Array("stream\n".utf8)),
      let end = rest[start.upperBound...].firstRange(of: Array("endstream".utf8))
    {
      if let data = Self.inflated(Array(rest[start.upperBound..<end.lowerBound])) {
        streams.append(Self.latin(data))
      }
      rest = rest[end.upperBound...]
    }
    self.streams = streams
  }

  static let hasReader = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/pdftotext")
  }

  private static func latin(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var data = [UInt8](repeating: 0, count: 4 << 20)
    var count = uLong(data.count)
    guard uncompress(&data, &count, bytes, uLong(bytes.count)) == Z_OK else { return nil }
    return Array(data.prefix(Int(count)))
  }
}
