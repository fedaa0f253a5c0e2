// SPDX-License-Identifier: Apache-2.0
//
// A session that is recorded while it runs, and replayed from the recording.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

@testable import LayoutScenarios

/// The journal of a session, and the screen after each of its steps.
final class WrittenSession {
  private let recorder: ScenarioRecorder
  /// The number of steps that were recorded by then and do not change, the action, and the screen.
  private var looks: [(stepCount: Int, act: String, screen: Screen)] = []

  /// Starts to record the calls of a view.
  init(_ view: CollectionView, layout id: String) throws {
    recorder = try ScenarioRecorder(view, layout: id)
  }

  /// Records the screen.
  func look(after act: String) {
    let count = recorder.steps.count { $0.keys["commit"] == nil }
    looks.append((count, act, Screen(recorder.view)))
  }

  /// Ends the recording, and replays the session from the text alone.
  ///
  /// - Throws: ``Violation`` at the first step after which the screen differs.
  func replay(of name: String) throws(Violation) {
    let text = JSONValue.object(recorder.recording).serialised()
    recorder.stop()
    let world = SimulatedWorld(of: "the replay of \(name)")
    var violation: Violation?
    world.inside {
      do { try show(text, in: world) } catch {
        violation = error as? Violation ?? Violation(rule: Self.rule, detail: "\(error)")
      }
      world.end()
    }
    if let violation { throw violation }
  }

  private static let rule = "the journal replays"

  private func show(_ text: String, in world: SimulatedWorld) throws {
    let scenario = try LayoutScenarios.Scenario(try JSONValue(parsing: text))
    var maker = LayoutMaker(library: Plugins.all)
    maker.options = world.options
    let session = try ScenarioSession(scenario, maker: maker)
    var (next, count) = (0, 0)
    for look in looks {
      while count < look.stepCount {
        let step = scenario.steps[next]
        // The preparation of a swap is recorded before the actions during it, after it has ended.
        if step.object?["commit"] == nil { count += 1 }
        do { _ = try session.perform(step, number: next) } catch {
          throw Violation(
            rule: Self.rule, detail: "\(error) in \(step.serialised()), in \(look.act)")
        }
        world.turn()
        next += 1
      }
      let screen = Screen(session.view)
      if screen.isSame(as: look.screen) { continue }
      let (lines, wanted) = (screen.lines, look.screen.lines)
      guard let line = zip(lines, wanted).first(where: { $0 != $1 }) else {
        try require(
          lines.count == wanted.count, Self.rule,
          "\(lines.count) lines, not \(wanted.count), after \(look.act)")
        continue
      }
      let steps = scenario.steps[max(0, next - 3)..<next].map { $0.serialised() }
      throw Violation(
        rule: Self.rule,
        detail: "\(line.0), not \(line.1), after \(look.act), by \(steps.joined(separator: "; "))")
    }
  }
}

/// The visible state of a view, without the contents of views. It is compared by its numbers, and made into texts only
/// where these differ.
private struct Screen {
  private struct Element {
    let attributes: LayoutAttributes
    let pixels: Rect
    let isLeaving: Bool
    let looksSelected: Bool

    func isSame(as other: Self) -> Bool {
      attributes == other.attributes && isLeaving == other.isLeaving
        && looksSelected == other.looksSelected && pixels.bits == other.pixels.bits
        && attributes.frame.bits == other.attributes.frame.bits
    }

    var line: String {
      "\(attributes) at \(pixels), leaving \(isLeaving), looks selected \(looksSelected)"
    }
  }

  private let (offset, contentSize): (Point, Size)
  private let (clock, progress): (Double, Double)
  private let tracks: [Double]
  private let (isMoving, isAnimating): (Bool, Bool)
  private let (layout, next): (String, String?)
  private let selected: [ItemPath]
  private let held: [ItemPath]
  private let elements: [Element]

  init(_ view: CollectionView) {
    (offset, contentSize, clock) = (view.contentOffset, view.contentSize, view.clock)
    tracks = (0..<view.numberOfSections).map(view.crossOffset(ofSection:))
    (isMoving, isAnimating) = (view.isMoving, view.isAnimating)
    (layout, next) = (view.collectionViewLayout.id, view.transitionLayout?.id)
    progress = view.transitionProgress
    selected = view.indexPathsForSelectedItems
    held = view.interactiveMovement.map { [$0.source, $0.target] } ?? []
    elements = view.visibleElements.map {
      Element(
        attributes: $0.attributes, pixels: $0.pixels, isLeaving: $0.isLeaving,
        looksSelected: ($0.view as? Cell)?.isSelected == true)
    }
  }

  private var numbers: [UInt64] {
    ([offset.x, offset.y, contentSize.width, contentSize.height, clock, progress] + tracks)
      .map(\.bitPattern)
  }

  func isSame(as other: Self) -> Bool {
    numbers == other.numbers && (isMoving, isAnimating) == (other.isMoving, other.isAnimating)
      && (layout, next) == (other.layout, other.next) && selected == other.selected
      && held == other.held && elements.elementsEqual(other.elements) { $0.isSame(as: $1) }
  }

  /// The state as texts. The order of elements that leave is not part of it.
  var lines: [String] {
    [
      "offset \(offset), clock \(clock), content \(contentSize), tracks \(tracks)",
      "moving \(isMoving), animating \(isAnimating)",
      "\(layout) to \(next ?? "none"), \(progress)", "selected \(selected)", "held \(held)",
    ] + elements.map(\.line).sorted()
  }
}

extension Rect {
  fileprivate var bits: SIMD4<UInt64> {
    SIMD4(x.bitPattern, y.bitPattern, width.bitPattern, height.bitPattern)
  }
}
