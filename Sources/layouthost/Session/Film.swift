// SPDX-License-Identifier: Apache-2.0
//
// The frames of a running session for a picture, for a page that plays them, or for an animated
// file.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

// MARK: - Frames

/// Takes the frames of a session at given instants.
final class Film {
  private let session: LiveSession
  /// Seconds, ascending.
  private let times: [Double]
  private(set) var frames: [FilmStrip.Frame] = []

  /// Tolerance in seconds, so that a rounding error does not take a frame of the previous state.
  private static let hair = 1e-6

  init(_ session: LiveSession, times: [Double]) {
    self.session = session
    self.times = times
    session.onClock = { [unowned self] time in take(before: time) }
  }

  /// Runs the steps.
  ///
  /// - Throws: The error of a step, with its number.
  func run(_ steps: [JSONValue]) throws(LayoutError) {
    for (number, step) in steps.enumerated() {
      let (result, isComplete) = session.perform(step)
      guard !isComplete else { continue }
      let error = result["error"]?.object
      throw LayoutError(
        LayoutError.Code(rawValue: error?["code"]?.string ?? "step-failed"),
        "step \(number): \(error?["message"]?.string ?? "failed")")
    }
    take(before: .infinity)
  }

  /// Takes the frames before `end`: the view is unchanged until then.
  private func take(before end: Double) {
    while frames.count < times.count, times[frames.count] < end - Self.hair {
      frames.append(FilmStrip.Frame(session.view, time: times[frames.count]))
    }
  }
}

// MARK: - Moving pictures

/// A file of the frames of a session; its format follows from the ending of its path.
final class MovingPicture {
  private enum Form { case page, webp }

  private let path: String
  private let form: Form
  private let recorder: SessionRecorder
  private var frames: [FilmStrip.Frame] = []
  private var clock = 0.0

  /// The endings of the formats.
  static let endings = [".webp", ".html"]

  /// Returns true when a path ends in one of ``endings``.
  static func isMeant(by path: String) -> Bool { endings.contains(where: path.hasSuffix) }

  /// Refuses the options for pictures that a page cannot follow.
  ///
  /// - Throws: A usage error that names the first of them.
  static func check(_ arguments: Arguments, for path: String) throws(UsageError) {
    guard path.hasSuffix(".html") else { return }
    let options = [ShowOptions.theme, ShowOptions.scale, ShowOptions.outline]
    guard let option = options.first(where: arguments.has) else { return }
    throw UsageError(
      "--\(option.name): a page has both themes, is sharp on every display and has no outlines; "
        + "leave it out, or end \(path) in .webp")
  }

  init(_ path: String, title: String) {
    self.path = path
    form = path.hasSuffix(".html") ? .page : .webp
    recorder = SessionRecorder(title: title)
  }

  /// Takes the frame of the session, which is shown until `time` of its clock.
  func take(_ session: LiveSession, until time: Double, text: String = "") {
    take(session.view, SessionCaption(layout: session.layout.id, text: text), until: time)
  }

  /// Takes the frame of a view, which is shown until `time`, seconds.
  func take(_ view: CollectionView, _ caption: SessionCaption, until time: Double) {
    guard time > clock || frames.isEmpty && recorder.frameCount == 0 else { return }
    let hold = max(time - clock, 0)
    if form == .page {
      recorder.record(view, caption: caption, hold: hold)
    } else {
      frames.append(FilmStrip.Frame(view, time: clock))
    }
    clock = time
  }

  /// Writes the file, and complains of the picture files that are damaged.
  ///
  /// - Returns: Its size, bytes.
  /// - Throws: `picture-size`, `picture-failed` or `output-unwritable`.
  func write(_ options: RenderOptions, on console: Console) throws(LayoutError) -> Int {
    guard form == .webp else {
      let size = try HTMLPlayer.write(recorder, to: path)
      console.complain(of: recorder.pictureFaults)
      return size
    }
    let renderer = Renderer(options)
    let bytes = try WebPAnimation.encode(frames, until: clock, with: renderer)
    try OutputFile.write(bytes, to: path)
    console.complain(of: renderer.pictureFaults)
    return bytes.count
  }
}
