// SPDX-License-Identifier: Apache-2.0
//
// What a live session showed, as a page that plays it or an animated picture, and as a picture
// drawn again.

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
  /// The time by which the film is behind the session's clock, seconds.
  private var delay = 0.0
  /// The step that brought what is on screen.
  private var text = ""
  /// True when time has not passed since the last change.
  private var isStill = true

  /// The time for which a change is shown when the next one comes without time passing, seconds.
  private static let stillSeconds = 0.25
  /// The time for which the last frame is shown, seconds.
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

  /// A step is about to run.
  func begin(_ step: JSONValue) {
    // A step that cannot be read takes no time.
    let seconds = (try? LiveSession.duration(of: [step])) ?? 0
    change(isStill: seconds == 0)
    if seconds == 0 { text = String(step.serialised().prefix(Self.textLimit)) }
  }

  /// Another version of the layout is on screen.
  func noteSwap() {
    change(isStill: true)
    text = "\(session.layout.id) is swapped"
  }

  /// Shows what is on screen for a moment before it is replaced, where no time passes.
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
  /// - Returns: The line that reports it.
  /// - Throws: `picture-size`, `picture-failed` or `output-unwritable`.
  func write(_ options: RenderOptions) throws(LayoutError) -> JSONObject {
    let end = session.clock + Self.endSeconds
    take(until: end)
    let count = try picture.write(options)
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
  /// True when something may have changed since the picture was drawn.
  var isDue = true

  /// - Throws: `unknown-format` when the ending of `path` names none.
  init(_ path: String, _ options: RenderOptions) throws(LayoutError) {
    _ = try PictureFormat(path: path)
    self.path = path
    renderer = Renderer(options)
  }

  /// Draws what the view shows.
  ///
  /// - Returns: The line that reports it, with the error where it could not be drawn: the session goes on.
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
