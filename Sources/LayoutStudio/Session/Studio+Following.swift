// SPDX-License-Identifier: Apache-2.0
//
// New versions of plugin files, from saving to the screen.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

extension Studio {
  /// Milliseconds in which the watcher reports a file that a build has written.
  private static let settling = 1000

  /// Handles events of plugin files.
  func follow() {
    if project.isWaiting { return openAgain() }
    for line in project.follow(session) { note(line) }
    stepSwap()
  }

  /// Tries again to open the layout that could not be opened.
  func openAgain() {
    _ = project.follow(session)
    guard let opened = try? project.open() else { return }
    heldBack = nil
    if let refusal = opened.refusal { return judge(StudioAlert(.open, refusal.json)) }
    let viewportSize = session.view.viewportSize
    replace(opened.session)
    clear(.open)
    run([
      ["do": "resize", "container": [.number(viewportSize.width), .number(viewportSize.height)]]
    ])
    say("loaded", "\(session.layout.id) is loaded")
    factsChanged()
  }

  /// Continues the swap under way, between the frames.
  private func stepSwap() {
    guard session.isSwapping, !isSteppingSwap else { return }
    isSteppingSwap = true
    keepVersion(session.file, of: session.layout.id)
    loop.every(milliseconds: 1) { [unowned self] in
      for line in project.resume(session) { note(line) }
      if session.isSwapping { return true }
      isSteppingSwap = false
      return false
    }
  }

  /// Logs an event of the follower in words.
  private func note(_ line: JSONObject) {
    if let event = line["event"]?.string {
      let path = line["path"]?.string ?? ""
      switch event {
      case "problem", "changed", "added":
        heldBack = nil
        if let error = line["error"]?.object {
          judge(StudioAlert(.swap, error, stage: "judge"))
        } else if line["hash"]?.string == session.file.hash, !session.isSwapping {
          // What was refused is undone: the file is the version on screen again, and nothing is swapped.
          clear(.swap)
        }
      default: say("file", "\(path) \(event)")
      }
      return factsChanged()
    }
    switch line["answer"]?.string {
    case "accepted": accept(line)
    case "refused":
      let error = line["error"]?.object ?? JSONObject()
      // A swap that gave way to a newer version is no error.
      if error["code"]?.string == LayoutError.Code.cancelled.rawValue { break }
      let refusal = StudioAlert(.swap, error, stage: line["stage"]?.string)
      if refusal.stage == "judge" { judge(refusal) } else { alert(refusal) }
    default: break
    }
  }

  /// Shows an alert about a file, unless a build is about to write it again.
  private func judge(_ found: StudioAlert) {
    if build?.state == .running { heldBack = found } else { alert(found) }
  }

  /// Shows the alert if the error is still there a moment after the build.
  private func releaseHeldBack() {
    loop.after(milliseconds: Self.settling) { [weak self] in
      guard let self, let found = heldBack, build?.state != .running else { return }
      heldBack = nil
      alert(found)
    }
  }

  private func accept(_ line: JSONObject) {
    isHalted = false
    assumed.forget()
    heldBack = nil
    alerts.removeAll { [.swap, .frame, .open].contains($0.source) }
    run([])
    let time = line["milliseconds"]?.double.map { " in \(Int($0.rounded())) ms" } ?? ""
    var text = "\(session.layout.id) is swapped\(time)"
    let lost = (line["notCarriedOver"]?.array ?? []).compactMap(\.string)
    if !lost.isEmpty { text += "; not carried over: " + lost.joined(separator: ", ") }
    say("swapped", text)
    factsChanged()
  }

  // MARK: The build

  /// Starts the build, or starts to watch the sources for the first time.
  func startBuild(isForced: Bool = false) {
    guard let build else { return }
    build.onChange = { [unowned self] in noteBuild() }
    build.follow(on: loop)
    if isForced { build.start() } else { noteBuild() }
  }

  private func noteBuild() {
    guard let build else { return }
    switch build.state {
    case .running: say("build", "building")
    case .succeeded(let seconds):
      releaseHeldBack()
      clear(.build)
      say("build", "built in \(Self.text(seconds)) s")
      if project.isWaiting { openAgain() }
    case .failed(let seconds):
      releaseHeldBack()
      let problem = build.problem
      alert(StudioAlert(.build, message: problem.text, file: problem.file, line: problem.line))
      say("build", "the build failed after \(Self.text(seconds)) s")
    case .idle: break
    }
    factsChanged()
  }

  static func text(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
