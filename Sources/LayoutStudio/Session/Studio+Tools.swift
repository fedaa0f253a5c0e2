// SPDX-License-Identifier: Apache-2.0
//
// Comparisons, checks, and exports of a session.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

extension Studio {
  /// The limit of kept earlier versions of the running layout.
  private static let versionLimit = 8

  /// The candidates for a comparison with the session: earlier versions, the newest first, then other layouts.
  var counterparts: [Counterpart] {
    let id = session.layout.id
    let others = project.layouts.filter { $0.id != id }.map {
      Counterpart(name: $0.name, title: $0.id)
    }
    let now = Self.title(of: session.file, id)
    return versions.reversed().filter { $0.title != now } + others
  }

  /// Keeps a version of the running layout that is about to be replaced.
  func keepVersion(_ file: PluginFile, of id: String) {
    // The image is a copy of the bytes, which stays when the file is written again.
    guard let copy = try? ImageStore().place(file) else { return }
    let name = "\(copy)#\(id)"
    versions.removeAll { $0.name == name }
    versions.append(Counterpart(name: name, title: Self.title(of: file, id)))
    if versions.count > Self.versionLimit { versions.removeFirst() }
  }

  private static func title(of file: PluginFile, _ id: String) -> String {
    "\(id), version \(file.hash.prefix(8))"
  }

  /// Starts or ends a comparison.
  func compare(_ request: StudioRequest) {
    let choices = counterparts
    guard let index = request.count("with", in: 0...10_000), choices.indices.contains(index) else {
      if comparison != nil { say("compare", "the comparison has ended") }
      comparison = nil
      return factsChanged()
    }
    do {
      comparison = try Comparison(
        choices[index], beside: session, number: history.numbers.upperBound - 1, in: project)
      say("compare", "beside \(choices[index].title)")
    } catch {
      comparison = nil
      let error = (error as? LayoutError)?.json ?? ["message": .string("\(error)")]
      alert(StudioAlert(.compare, error, stage: "compare"))
    }
    for client in clients { client.forgetSecond() }
    factsChanged()
  }

  /// Starts the checker on the file of the layout.
  func startCheck() {
    guard check?.isRunning != true else { return }
    check = RuleCheck(session.file)
    guard check != nil else { return }
    say("check", "checking \(FileSystem.name(of: session.file.path))")
    factsChanged()
    loop.every(milliseconds: 50) { [weak self] in
      guard let self, let check else { return false }
      if check.poll() { return true }
      let broken = check.results.count { $0.outcome == "BROKEN" }
      say(
        "check",
        broken == 0
          ? "\(counted(check.results.count, "rule")) asked, none is broken"
          : "\(counted(broken, "rule")) broken: "
            + check.results.filter { $0.outcome == "BROKEN" }.map(\.rule).joined(separator: ", "))
      factsChanged()
      return false
    }
  }

  /// Starts to play the inputs of a broken rule.
  func playRule(_ request: StudioRequest) {
    guard let rule = request.object["rule"]?.string,
      let script = RuleScript(rule, in: session.view)
    else { return say("refused", "this rule is about nothing that can be seen") }
    self.script = script
    say("rule", "playing what \(rule) asks")
  }

  /// Opens the source again with another text size; manual changes stay.
  func scaleText(_ request: StudioRequest) {
    guard let scale = request.number("scale", in: 0.5...4), scale != project.textScale else {
      return
    }
    let before = project.textScale
    project.textScale = scale
    do {
      let opened = try project.open()
      let old = session
      replace(opened.session)
      run(Carried(from: old, with: opened.session).steps)
      let percent = Int((scale * 100).rounded())
      say("loaded", "text at \(percent) %")
    } catch {
      project.textScale = before
      say("refused", "the source cannot be opened with this text: \(error)")
    }
    factsChanged()
  }

  /// Sends the session as a scenario, or as the results of running it again.
  func sendRecording(to client: StudioClient, _ request: StudioRequest) {
    let recording = session.recording
    let text = JSONValue.object(recording).serialised()
    let isTest = request.object["test"]?.bool == true
    let expected = isTest ? project.results(of: text) : nil
    reply(to: client, request.id) { json in
      json.key("text")
      json.string(text + "\n")
      guard let expected else { return }
      json.key("expected")
      json.string(expected + "\n")
    }
  }

  /// Sends the session as a page that plays it.
  func sendPlayer(to client: StudioClient, _ request: StudioRequest) {
    let text = Result { try history.player(title: project.title, layout: session.layout.id) }
    reply(to: client, request.id) { json in
      switch text {
      case .success(let text):
        json.key("text")
        json.string(text)
      case .failure(let error):
        json.key("refusal")
        json.string("\(error)")
      }
    }
  }

  /// Sends the last seconds of the session as an animated WebP.
  func sendFilm(to client: StudioClient, _ request: StudioRequest) {
    let isDark = request.object["theme"]?.string == Theme.Kind.dark.rawValue
    let bytes = Result { try history.film(theme: isDark ? .dark : .light, scale: client.scale) }
    reply(to: client, request.id) { json in
      switch bytes {
      case .success(let bytes):
        json.key("data")
        json.string(Base64.encode(bytes))
      case .failure(let error):
        json.key("refusal")
        json.string("\(error)")
      }
    }
  }
}
