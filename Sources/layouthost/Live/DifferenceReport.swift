// SPDX-License-Identifier: Apache-2.0
//
// Frames that differ, in lines and in pictures.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// The lines of one scenario.
struct DifferenceReport {
  let id: String
  let isJSON: Bool
  let console: Console
  /// People are told so many elements of a frame.
  private static let shownCount = 3

  func print(_ difference: FrameDifference) throws(LayoutError) {
    if isJSON { return try console.print(text: json(difference).serialised()) }
    let place = difference.step < 0 ? "" : "step \(difference.step) "
    var parts = difference.others.map { "\($0.name) \(cut($0.first)) and \(cut($0.second))" }
    let elements = difference.elements
    if !elements.isEmpty {
      parts.append(
        "\(elements.count) of \(counted(difference.elementCount, "element")): "
          + elements.prefix(Self.shownCount).map(describe).joined(separator: "; ")
          + (elements.count > Self.shownCount ? "; …" : ""))
    }
    try console.print(
      "\(id): frame \(difference.number), \(place)(\(difference.action)), \(short(difference.time)) s: "
        + parts.joined(separator: "; "))
  }

  /// The last line.
  func finish(_ comparison: LayoutComparison) throws(LayoutError) {
    let (count, different) = (comparison.frameCount, comparison.differenceCount)
    if isJSON {
      return try console.print(
        text: JSONValue.object(
          JSONObject([
            .init("id", .string(id)), .init("frames", .integer(Int64(count))),
            .init("different", .integer(Int64(different))),
          ])
        ).serialised())
    }
    try console.print(
      different == 0
        ? "\(id): the same in all \(counted(count, "frame"))"
        : "\(id): \(different) of \(counted(count, "frame")) differ")
  }

  private func describe(_ element: FrameDifference.Element) -> String {
    guard let first = element.first else { return "\(element.name) in B only" }
    guard let second = element.second else { return "\(element.name) in A only" }
    let keys = first.keys.filter { first[$0] != second[$0] }
    return "\(element.name) "
      + keys.map { "\($0) \(cut(first[$0] ?? .null)) and \(cut(second[$0] ?? .null))" }
      .joined(separator: ", ")
  }

  /// Text that fits on a line with others.
  private func cut(_ value: JSONValue) -> String {
    let text = value.serialised()
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  private func json(_ difference: FrameDifference) -> JSONValue {
    var object = JSONObject([
      .init("id", .string(id)), .init("frame", .integer(Int64(difference.number))),
      .init("step", .integer(Int64(difference.step))), .init("do", .string(difference.action)),
      .init("time", .number(difference.time)),
    ])
    for other in difference.others { object[other.name] = [other.first, other.second] }
    object["elements"] = .array(
      difference.elements.map {
        [$0.first.map(JSONValue.object) ?? .null, $0.second.map(JSONValue.object) ?? .null]
      })
    return .object(object)
  }
}

/// Draws frames that differ, one picture for each version.
final class DifferencePictures {
  private let folder: String
  private let format: PictureFormat
  private let limit: Int
  private let renderer: Renderer
  /// Frames drawn of a scenario.
  private var drawn: (id: String, count: Int) = ("", 0)

  /// - Throws: `output-unwritable` when there is no such directory and none can be made.
  init(folder: String, format: PictureFormat, limit: Int, scale: Double) throws(LayoutError) {
    self.folder = folder
    self.format = format
    self.limit = limit
    renderer = Renderer(RenderOptions(scale: scale, outline: true, theme: Theme(.light)))
    try makeFolder(folder)
  }

  func draw(
    _ difference: FrameDifference, of id: String, _ comparison: LayoutComparison
  ) throws(LayoutError) {
    if drawn.id != id { drawn = (id, 0) }
    guard drawn.count < limit else { return }
    drawn.count += 1
    // An id is anything; a file's name is not.
    let name = String(id.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
    let path = "\(folder)/\(name)-\(difference.number)"
    try renderer.render(comparison.views.first, to: "\(path)-a.\(format.rawValue)")
    try renderer.render(comparison.views.second, to: "\(path)-b.\(format.rawValue)")
  }
}
