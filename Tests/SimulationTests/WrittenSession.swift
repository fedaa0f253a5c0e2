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
  private var looks: [(stepCount: Int, act: String, screen: [String])] = []

  /// Starts to record the calls of a view.
  init(_ view: CollectionView, layout id: String) throws {
    recorder = try ScenarioRecorder(view, layout: id)
  }

  /// Records the screen.
  func look(after act: String) {
    let count = recorder.steps.count { $0.keys["commit"] == nil }
    looks.append((count, act, recorder.view.screen))
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
      let screen = session.view.screen
      guard let line = zip(screen, look.screen).first(where: { $0 != $1 }) ?? nil else {
        try require(
          screen.count == look.screen.count, Self.rule,
          "\(screen.count) lines, not \(look.screen.count), after \(look.act)")
        continue
      }
      let steps = scenario.steps[max(0, next - 3)..<next].map { $0.serialised() }
      throw Violation(
        rule: Self.rule,
        detail: "\(line.0), not \(line.1), after \(look.act), by \(steps.joined(separator: "; "))")
    }
  }
}

extension CollectionView {
  /// The visible state, without the contents of views. Numbers are exact to the bit.
  fileprivate var screen: [String] {
    let tracks = (0..<numberOfSections).map(crossOffset(ofSection:))
    return [
      "offset \(contentOffset), clock \(clock), content \(contentSize), tracks \(tracks)",
      "moving \(isMoving), animating \(isAnimating)",
      "\(collectionViewLayout.id) to \(transitionLayout?.id ?? "none"), \(transitionProgress)",
      "selected \(indexPathsForSelectedItems)", "held \(String(describing: interactiveMovement))",
    ]
      + visibleElements.map { element in
        let isSelected = (element.view as? Cell)?.isSelected == true
        return "\(element.attributes) at \(element.pixels), leaving \(element.isLeaving), "
          + "looks selected \(isSelected)"
      }.sorted()
  }
}
