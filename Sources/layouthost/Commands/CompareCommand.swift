// SPDX-License-Identifier: Apache-2.0
//
// `layouthost compare`: the frames that two versions of a layout show differently.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

enum CompareCommand: Command {
  static let name = "compare"
  static let drawsText = true
  static let summary = "Run scenarios with two versions of a layout and report different frames"
  static let form = "A.so B.so --scenario FILE"
  static let options: [Option] = [
    scenario, output, limit, ShowOptions.format, ShowOptions.scale, .plugins, .tier, .trustOnce,
    .json,
  ]
  static let notes = """
    FILE contains scenarios, as for probe, or a recorded session. Each runs with A and with B at the
    same time: layouts that are in A or B come from there, all others from the search path. The frame
    after every step is compared, and each frame of a step in which time passes.

    With -o different frames are drawn, as DIR/ID-N-a.png and DIR/ID-N-b.png, or with the ending
    of --format. In DIR/ID-N-diff.png the differences are marked over B: dashed where an element is in
    A, solid where it is in B, and a line between the two.
    The exit code is 0 when no frame differs, otherwise 1.
    """

  private static let scenario = Option("scenario", taking: "FILE", help: "The scenarios")
  private static let output = Option(
    "output", letter: "o", taking: "DIR", help: "The directory for pictures of different frames")
  private static let limit = Option(
    "limit", taking: "N", help: "Draw at most N frames of a scenario (20)")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    guard arguments.operands.count == 2 else {
      throw UsageError("two plugin files are compared, A.so and B.so")
    }
    let limit = try arguments.count(limit, default: 20, in: 0...100_000)
    let scale = try arguments.number(ShowOptions.scale, default: 2, in: 0.1...16)
    let format = try ShowOptions.format(arguments)
    let library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    console.report(problemsOf: library)
    let maker = LayoutMaker(
      library: library, tier: try ShowOptions.tier(arguments),
      trustOnce: arguments.has(.trustOnce), hasDeadlines: false)
    let makers = (
      first: try maker.choosing(arguments.operands[0]),
      second: try maker.choosing(arguments.operands[1])
    )
    let pictures = try arguments.last(output).map {
      try DifferencePictures(folder: $0, format: format, limit: limit, scale: scale)
    }
    var reader = try LineReader(try arguments.required(scenario))
    var (isSame, number) = (true, 0)
    while let json = try reader.nextJSON() {
      let id = json.object?["id"]?.string ?? "\(number)"
      number += 1
      let report = DifferenceReport(id: id, isJSON: arguments.has(.json), console: console)
      let comparison = try LayoutComparison(
        ScenarioPaths.located(json, beside: reader.file), makers: makers)
      try comparison.run { difference in
        try report.print(difference)
        try pictures?.draw(difference, of: id, comparison)
      }
      try report.finish(comparison)
      isSame = isSame && comparison.differenceCount == 0
    }
    if number == 0 {
      throw LayoutError(
        .noScenario, "--scenario: the file holds no scenario; each is a line of JSON")
    }
    return isSame
  }
}

// MARK: - In lines
//
// Frames that differ, in lines.

/// Prints the lines of one scenario.
struct DifferenceReport {
  let id: String
  let isJSON: Bool
  let console: Console
  /// The number of elements of a frame that are printed for people.
  private static let shownCount = 3

  func print(_ difference: FrameDifference) throws(LayoutError) {
    if isJSON { return try console.print(text: json(difference).serialised()) }
    let place = difference.step < 0 ? "" : "step \(difference.step) "
    var parts = difference.others.flatMap(describe)
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

  /// Prints the last line.
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
      + keys.map { key in
        let (first, second) = Excerpt.pair(first[key], second[key])
        return "\(key) \(first) and \(second)"
      }
      .joined(separator: ", ")
  }

  /// Returns the places in which the result of a step differs; at most the first few.
  private func describe(
    _ other: (name: String, first: JSONValue, second: JSONValue)
  ) -> [String] {
    let places = JSONDifference.list(expected: other.first, found: other.second)
    let texts = places.prefix(Self.shownCount).map { place in
      let (first, second) = Excerpt.pair(place.expected, place.found)
      let name = place.path.isEmpty ? other.name : "\(other.name).\(place.path)"
      return "\(name) \(first) and \(second)"
    }
    return texts + (places.count > texts.count ? ["…"] : [])
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

/// The part of two texts that shows their difference.
enum Excerpt {
  /// Characters kept before the first that differs.
  private static let context = 12
  /// Characters shown at most.
  private static let room = 60

  /// Returns both texts cut to the same window. If they do not fit, their common start is dropped,
  /// except for a few characters.
  static func pair(_ first: String, _ second: String) -> (first: String, second: String) {
    guard max(first.count, second.count) > room else { return (first, second) }
    let common = zip(first, second).prefix { $0 == $1 }.count
    let start = common > 2 * context ? common - context : 0
    return (cut(first, from: start), cut(second, from: start))
  }

  /// Returns both values as JSON, cut like texts; a missing value is "nothing".
  static func pair(
    _ first: JSONValue?, _ second: JSONValue?
  ) -> (first: String, second: String) {
    pair(first?.serialised() ?? "nothing", second?.serialised() ?? "nothing")
  }

  private static func cut(_ text: String, from start: Int) -> String {
    let rest = text.dropFirst(start)
    return (start > 0 ? "…" : "") + rest.prefix(room) + (rest.count > room ? "…" : "")
  }
}

// MARK: - In pictures

/// Draws frames that differ: one picture for each version, and one in which the differences are marked.
final class DifferencePictures {
  private let folder: String
  private let format: PictureFormat
  private let limit: Int
  private let renderer: Renderer
  /// The maximum of drawn frames of a scenario.
  private var drawn: (id: String, count: Int) = ("", 0)

  /// - Throws: `output-unwritable` when the directory does not exist and cannot be made.
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
    // An id may hold any character; a file's name may not.
    let name = String(id.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
    let path = "\(folder)/\(name)-\(difference.number)"
    try renderer.render(comparison.views.first, to: "\(path)-a.\(format.rawValue)")
    try renderer.render(comparison.views.second, to: "\(path)-b.\(format.rawValue)")
    let pair = ScenePair(comparison.views.first, comparison.views.second)
    try renderer.render(pair, to: "\(path)-diff.\(format.rawValue)")
  }
}
