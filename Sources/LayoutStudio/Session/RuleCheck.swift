// SPDX-License-Identifier: Apache-2.0
//
// The checker on the file of the layout, beside the session, and the inputs of its rules as steps
// to watch.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering

// MARK: - The check

/// A run of `layouthost check` on one file.
final class RuleCheck {
  /// The result of one rule.
  struct Result {
    var rule: String
    /// kept, BROKEN or skipped.
    var outcome: String
    var reason: String
  }

  /// SHA-256 of the checked file.
  let hash: String
  private let child: ChildCommand
  private(set) var results: [Result] = []
  private(set) var isRunning = true

  private static let outputLimit = 1 << 20

  /// Starts the check; nil when the process cannot be started.
  init?(_ file: PluginFile) {
    hash = file.hash
    guard let program = FileSystem.target(of: "/proc/self/exe"),
      let child = ChildCommand(
        [program, "check", file.path, "--json"], outputLimit: Self.outputLimit)
    else { return nil }
    self.child = child
  }

  /// Returns false once the check has ended.
  func poll() -> Bool {
    guard child.poll() != nil else { return true }
    isRunning = false
    let lines = String(decoding: child.output, as: UTF8.self).split(separator: "\n")
    results = lines.compactMap { line in
      guard let object = try? JSONValue(parsing: String(line)).object else { return nil }
      if let error = object["error"]?.object {
        return Result(
          rule: "check", outcome: "BROKEN", reason: error["message"]?.string ?? "failed")
      }
      guard let rule = object["rule"]?.string, let outcome = object["outcome"]?.string else {
        return nil
      }
      return Result(rule: rule, outcome: outcome, reason: object["reason"]?.string ?? "")
    }
    return false
  }

  func stop() { child.stop() }

  func write(to json: inout JSONText) {
    json.object { json in
      json.key("running")
      json.bool(isRunning)
      json.key("hash")
      json.string(hash)
      json.key("results")
      json.array { json in
        for result in results {
          json.array { json in
            json.string(result.rule)
            json.string(result.outcome)
            json.string(result.reason)
            json.bool(RuleScript.isVisible(result.rule))
          }
        }
      }
    }
  }
}

// MARK: - Steps to watch

/// Steps in groups: one group runs, time passes, and the next group follows.
struct RuleScript {
  private(set) var groups: [[JSONValue]]
  /// The session's time of the next group, seconds.
  private var due = -Double.infinity

  /// Seconds between two groups.
  private static let pause = 0.5

  /// True after every group has run.
  var isDone: Bool { groups.isEmpty }

  /// Makes the steps for a rule; nil for a rule without a visible effect, such as one about the
  /// file or its memory.
  init?(_ rule: String, in view: CollectionView) {
    let scene = RuleScene(view)
    guard let groups = scene.groups(for: rule), !groups.isEmpty else { return nil }
    self.groups = groups
  }

  /// Returns true when a rule has a visible effect.
  static func isVisible(_ rule: String) -> Bool { RuleScene.kind(of: rule) != nil }

  /// Returns the steps that are due.
  mutating func next(at time: Double) -> [JSONValue] {
    guard time >= due, !groups.isEmpty else { return [] }
    due = time + Self.pause
    return groups.removeFirst()
  }
}

/// The session in which a script plays.
private struct RuleScene {
  private let viewportSize: Size
  private let content: Size
  private let offset: Point
  private let section: Int?
  private let itemCount: Int
  private let isRightToLeft: Bool

  /// The kind of change in a rule.
  enum Kind {
    case scrolling, emptying, resizing, extremes, direction, updates, reload, properties, flinging
  }

  /// The kinds by the beginning of a rule's name; the first match counts.
  private static let kinds: [(prefix: String, kind: Kind)] = [
    ("container-", .extremes), ("resize-", .resizing), ("direction-", .direction),
    ("data-", .emptying), ("update-", .updates), ("property-waits", .properties),
    ("property-ends", .properties), ("target-", .flinging), ("dynamics-", .flinging),
    ("rect-", .scrolling), ("scroll-", .scrolling), ("single-", .scrolling), ("frame", .scrolling),
    ("content-", .scrolling), ("paths-", .scrolling), ("no-dup", .scrolling),
    ("alpha-", .scrolling), ("cells-", .scrolling), ("kinds-", .scrolling),
    ("transforms-", .scrolling), ("fields-", .scrolling), ("flags-", .scrolling),
    ("queries-", .scrolling), ("marks-", .resizing), ("prepare-", .reload),
    ("error-leaves", .reload), ("capacity-", .resizing), ("same-", .reload),
  ]

  static func kind(of rule: String) -> Kind? {
    kinds.first { rule.hasPrefix($0.prefix) }?.kind
  }

  init(_ view: CollectionView) {
    (viewportSize, content, offset) = (view.viewportSize, view.contentSize, view.contentOffset)
    section = view.indexPathsForVisibleItems.first?.section
    itemCount = section.map { view.numberOfItems(inSection: $0) } ?? 0
    isRightToLeft = view.isRightToLeft
  }

  func groups(for rule: String) -> [[JSONValue]]? {
    switch Self.kind(of: rule) {
    case .scrolling: scrolling
    case .emptying: emptying
    case .resizing:
      [
        [resize(viewportSize.width / 2, viewportSize.height)],
        [resize(viewportSize.width, viewportSize.height / 2)],
        [resize(viewportSize.width, viewportSize.height)],
      ]
    case .extremes:
      [
        [resize(0, 0)], [resize(1, viewportSize.height)], [resize(1e9, 1e9)],
        [resize(viewportSize.width, viewportSize.height)],
      ]
    case .direction:
      [[direction(!isRightToLeft)], [direction(isRightToLeft)]] + scrolling
    case .updates: updates
    case .reload: [[["do": "reload"]], [["do": "restart"]]]
    case .properties: [[["do": "reload"]]]
    case .flinging:
      [
        [["do": "release", "velocity": [3000, 3000]]],
        [["do": "release", "velocity": [-3000, -3000]]],
      ]
    case nil: nil
    }
  }

  /// From one end to the other, and back to the start.
  private var scrolling: [[JSONValue]] {
    let far = Point(
      x: max(0, content.width - viewportSize.width), y: max(0, content.height - viewportSize.height)
    )
    var places = (0...4).map { part -> Point in
      let share = Double(part) / 4
      return Point(x: far.x * share, y: far.y * share)
    }
    places.append(offset)
    return places.map { [["do": "scroll", "to": [.number($0.x), .number($0.y)]]] }
  }

  private var updates: [[JSONValue]] {
    guard let section, itemCount > 1 else { return [] }
    let path: (Int) -> JSONValue = { [.integer(Int64(section)), .integer(Int64($0))] }
    let size: JSONValue = [80, 80]
    return [
      [batch([["insert": path(0), "size": size], ["insert": path(1), "size": size]])],
      [batch([["move": [path(0), path(itemCount - 1)]]])],
      [batch([["move": [path(itemCount - 1), path(0)]]])],
      [batch([["delete": path(0)], ["delete": path(1)]])],
    ]
  }

  private var emptying: [[JSONValue]] {
    guard let section, itemCount > 0 else { return [] }
    // Of a large section, the number of items that a person can follow.
    let count = min(itemCount, 200)
    let paths = (0..<count).map {
      JSONValue.array([.integer(Int64(section)), .integer(Int64($0))])
    }
    return [
      [batch(paths.map { ["delete": $0] })],
      [batch(paths.map { ["insert": $0, "size": [80, 80]] })],
    ]
  }

  private func batch(_ operations: [JSONValue]) -> JSONValue {
    ["do": "batch", "ops": .array(operations)]
  }

  private func resize(_ width: Double, _ height: Double) -> JSONValue {
    ["do": "resize", "container": [.number(width), .number(height)]]
  }

  private func direction(_ isRightToLeft: Bool) -> JSONValue {
    ["do": "configure", "direction": .string(isRightToLeft ? "rtl" : "ltr")]
  }
}
