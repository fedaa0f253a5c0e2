// SPDX-License-Identifier: Apache-2.0
//
// The output of a live session: a page that plays it or an animated picture, and a picture that is
// redrawn.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

// MARK: - Films

/// Records a live session from step to step.
final class SessionFilm {
  private let path: String
  private let picture: MovingPicture
  private let session: LiveSession
  /// The time that the film has added to the session's clock, seconds.
  private var delay = 0.0
  /// The step that caused the present frame.
  private var text = ""
  /// True when time has not passed since the last change.
  private var isStill = true

  /// The display time of a change that is followed by another one at the same instant, seconds.
  private static let stillSeconds = 0.25
  /// The display time of the last frame, seconds.
  private static let endSeconds = 0.5
  private static let textLimit = 120

  /// - Throws: A usage error when the ending of `path` is neither `.html` nor `.webp`.
  init(_ path: String, _ session: LiveSession, source: String) throws(UsageError) {
    guard MovingPicture.isMeant(by: path) else {
      throw UsageError("--output: end \(path) in .html or .webp; --picture draws still pictures")
    }
    (self.path, self.session) = (path, session)
    picture = MovingPicture(path, title: "\(session.layout.id), \(source)")
    session.onClock = { [unowned self] time in take(until: time) }
  }

  /// Prepares for a step that is about to run.
  func begin(_ step: JSONValue) {
    // An invalid step takes no time.
    let seconds = (try? LiveSession.duration(of: [step])) ?? 0
    change(isStill: seconds == 0)
    if seconds == 0 { text = String(step.serialised().prefix(Self.textLimit)) }
  }

  /// Notes that another version of the layout is on screen.
  func noteSwap() {
    change(isStill: true)
    text = "\(session.layout.id) is swapped"
  }

  /// Adds display time for the present frame before it is replaced, if no time passes.
  private func change(isStill: Bool) {
    if isStill, self.isStill {
      delay += Self.stillSeconds
      take(until: session.clock)
    }
    self.isStill = isStill
  }

  private func take(until time: Double) { picture.take(session, until: time + delay, text: text) }

  /// Writes the file.
  ///
  /// - Returns: The line for the written file.
  /// - Throws: `picture-size`, `picture-failed` or `output-unwritable`.
  func write(_ options: RenderOptions, on console: Console) throws(LayoutError) -> JSONObject {
    let end = session.clock + Self.endSeconds
    take(until: end)
    let count = try picture.write(options, on: console)
    return JSONObject([
      .init("event", "film"), .init("path", .string(path)), .init("seconds", .number(end + delay)),
      .init("bytes", .integer(Int64(count))),
    ])
  }
}

// MARK: - Pictures

/// Keeps a picture file up to date.
final class SessionPicture {
  private let path: String
  private let renderer: Renderer
  /// True when something may have changed since the last drawing.
  var isDue = true

  /// - Throws: `unknown-format` when the ending of `path` names none.
  init(_ path: String, _ options: RenderOptions) throws(LayoutError) {
    _ = try PictureFormat(path: path)
    self.path = path
    renderer = Renderer(options)
  }

  /// Draws the view.
  ///
  /// - Returns: The line for the drawing, with the error if it failed: the session continues.
  func draw(_ view: CollectionView) -> JSONObject {
    isDue = false
    let start = Meter.now
    var line = JSONObject([.init("event", "picture"), .init("path", .string(path))])
    do throws(LayoutError) {
      try renderer.render(view, to: path)
      line["milliseconds"] = .number(Meter.milliseconds(since: start))
    } catch {
      line["error"] = .object(error.json)
    }
    return line
  }
}
