// SPDX-License-Identifier: Apache-2.0
//
// The studio: one live session, the pages that look at it, and the files that it follows.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Serves a live session to pages on this machine.
///
/// Everything runs on the thread of ``run(interruption:onListening:)``: pages ask, the session advances,
/// and the answer is what changed. Nothing is sent to a page that does not ask, but a word that there is
/// something new.
public final class Studio {
  let project: any StudioProject
  let options: StudioOptions
  let loop = MainLoop()
  private(set) var session: LiveSession
  private(set) var history = SessionHistory()
  private(set) var clients: [StudioClient] = []
  private let token: StudioToken
  private var server: StudioServer?
  var log = StudioLog()
  var alerts: [StudioAlert] = []
  /// Grows when the facts change: layout, properties, files, build, alerts.
  private(set) var revision = 0
  /// True when the layout failed, and time stands still until something changes.
  var isHalted = false
  /// True when a source of the loop goes on with a swap.
  var isSteppingSwap = false
  /// The time of the last tick, by the clock on the wall, seconds.
  var lastTick = 0.0
  /// Something that is wrong with a file while a build writes it.
  var heldBack: StudioAlert?
  /// The build, where there is a command.
  var build: BuildRunner?
  /// The session beside this one.
  var comparison: Comparison?
  /// Versions of the layout that were on screen before, the oldest first.
  var versions: [Counterpart] = []
  /// The last run of the checker.
  var check: RuleCheck?
  /// The strikes and the quarantine of the running file.
  var strikes = StrikeWatch()
  /// The sizes that were assumed of elements on screen.
  var assumed = AssumedSizes()
  /// The steps of a rule that plays.
  var script: RuleScript?
  /// An editor that was started and has not ended.
  var editor: ChildCommand?
  /// The beginning of the answer under way, by the clock on the wall, without the time of its frames.
  var answerStart = 0.0
  /// Picks items to insert, delete and move.
  var knobs = DataKnobs()

  /// Tabs at most, those that said nothing yet included.
  private static let clientLimit = 32
  /// Steps of a recording: about half an hour of movement without a pause.
  private static let stepLimit = 100_000
  /// Milliseconds within which a page has to say the token.
  private static let timeLimit = 5_000

  /// A studio that does not listen yet.
  ///
  /// - Throws: What is wrong with the token file, or with the source.
  public init(_ project: any StudioProject, _ options: StudioOptions) throws {
    (self.project, self.options) = (project, options)
    token =
      try options.tokenFile.map { path throws(LayoutError) in try StudioToken(file: path) }
      ?? StudioToken()
    if let command = options.build {
      let build = BuildRunner(command: command)
      // The layout may not be there before the first build.
      build.runAndWait()
      self.build = build
    }
    let opened = try project.open()
    session = opened.session
    prepare(session)
    if let refusal = opened.refusal { alerts.append(StudioAlert(.open, refusal.json)) }
  }

  private func prepare(_ session: LiveSession) {
    session.isTimed = true
    session.stepLimit = Self.stepLimit
  }

  /// Serves until `interruption` can be read.
  ///
  /// - Parameter onListening: Receives the URL of the page, with the token in its fragment.
  /// - Throws: `studio` when the port cannot be used.
  public func run(
    interruption: CInt, onListening: (_ url: String) throws -> Void
  ) throws {
    let server = StudioServer { [unowned self] in accept($0) }
    self.server = server
    try server.listen(on: options.port)
    loop.whenReadable(interruption) { [unowned self] in
      loop.quit()
      return false
    }
    loop.whenReadable(project.descriptor) { [unowned self] in
      follow()
      return true
    }
    startBuild()
    watchStrikes()
    say("loaded", "\(session.layout.id) is loaded")
    follow()
    try onListening("http://127.0.0.1:\(server.port)/#token=\(token.text)")
    loop.run()
    build?.stop()
    check?.stop()
    editor?.stop()
    server.stop()
    self.server = nil
  }

  /// Puts another session in the place of the one that runs; its history begins anew.
  func replace(_ session: LiveSession) {
    self.session = session
    prepare(session)
    script = nil
    assumed.forget()
    history = SessionHistory()
    comparison = nil
    isHalted = false
    for client in clients { client.forgetAll() }
  }

  // MARK: Facts

  /// The facts changed: pages get them with the next answer.
  func factsChanged() {
    revision += 1
    wake()
  }

  /// Adds an entry to the log.
  func say(_ kind: String, _ text: String) {
    log.add(LogEntry(kind: kind, text: text, time: session.clock))
    wake()
  }

  /// Puts up an alert in place of the one from the same source.
  func alert(_ alert: StudioAlert) {
    guard !alerts.contains(alert) else { return }
    alerts.removeAll { $0.source == alert.source }
    alerts.append(alert)
    say(alert.source == .frame ? "crashed" : "refused", alert.text)
    factsChanged()
  }

  /// Takes down the alerts from some sources.
  func clear(_ sources: StudioAlert.Source...) {
    guard alerts.contains(where: { sources.contains($0.source) }) else { return }
    alerts.removeAll { sources.contains($0.source) }
    factsChanged()
  }

  /// Tells pages that there is something to ask for, once.
  func wake() {
    for client in clients where client.isKnown && !client.isWoken {
      client.isWoken = true
      client.socket.send("{\"type\":\"wake\"}")
    }
  }

  // MARK: Pages

  private func accept(_ socket: StudioSocket) {
    guard clients.count < Self.clientLimit else { return socket.close("too many tabs") }
    let client = StudioClient(socket)
    clients.append(client)
    socket.onClose = { [unowned self, unowned client] in clients.removeAll { $0 === client } }
    socket.onText = { [unowned self, unowned client] text in receive(text, from: client) }
    loop.after(milliseconds: Self.timeLimit) { [weak client] in
      if let client, !client.isKnown { client.socket.close("no token came") }
    }
  }

  private func receive(_ text: String?, from client: StudioClient) {
    guard let text, let request = try? JSONValue(parsing: text).object else {
      return client.socket.close("a message is a JSON object")
    }
    guard client.isKnown else {
      guard request["type"] == "hello", token.matches(request["token"]?.string ?? "") else {
        return client.socket.close("the token is wrong; use the address that the terminal printed")
      }
      client.isKnown = true
      return welcome(client, request)
    }
    guard let id = request["id"]?.integer, let type = request["type"]?.string else {
      return client.socket.close("a request has a type and an id")
    }
    client.isWoken = false
    answer(StudioRequest(id: id, type: type, object: request), from: client)
  }
}

// MARK: - The project
//
// What a studio works on: data, a layout and the files that it comes from.

/// A layout that can be chosen.
public struct StudioLayout: Equatable, Sendable {
  /// The name by which a session finds it.
  public var name: String
  /// Its id.
  public var id: String
  /// The path of its file.
  public var file: String

  /// A layout by its name, id and file.
  public init(name: String, id: String, file: String) {
    (self.name, self.id, self.file) = (name, id, file)
  }
}

/// The source, the layouts and their files, as the command line named them.
public protocol StudioProject: AnyObject {
  /// The name of the source, for people.
  var title: String { get }
  /// The layouts that can be chosen now.
  var layouts: [StudioLayout] { get }
  /// A descriptor that can be read when plugin files changed.
  var descriptor: CInt { get }
  /// The factor of text, and of what is sized by it. It counts from the next ``open()`` on.
  var textScale: Double { get set }
  /// True when the wanted layout could not be opened yet and another stands in for it.
  var isWaiting: Bool { get }

  /// Opens a session with the wanted layout, or with another one that stands in for it.
  ///
  /// - Returns: The session, and the reason why the wanted layout is not in it.
  /// - Throws: What is wrong with the source.
  func open() throws -> (session: LiveSession, refusal: LayoutError?)

  /// Opens a session of a scenario over the same data; steps in it are not run.
  ///
  /// - Throws: What is wrong with the layout that it names.
  func open(_ scenario: JSONObject) throws -> LiveSession

  /// Returns the line that `layouthost probe` prints for a scenario.
  func results(of scenario: String) -> String

  /// Takes what happened to plugin files, and begins to swap the layout where its file changed.
  ///
  /// - Returns: The events, as `layouthost session` prints them.
  func follow(_ session: LiveSession) -> [JSONObject]

  /// Goes on with a swap under way.
  ///
  /// - Returns: The stages behind it since the last time.
  func resume(_ session: LiveSession) -> [JSONObject]
}

/// The options of a studio.
public struct StudioOptions: Sendable {
  /// The port on 127.0.0.1; 0 takes a free one.
  public var port = 0
  /// The file with the token, made when it is not there; nil makes a token for this run alone.
  public var tokenFile: String?
  /// The command that builds the layout.
  public var build: String?
  /// The command that opens `{file}` at `{line}` in an editor; nil where there is none.
  public var editor: String?
  /// True when the size of the view is that of the window, until somebody chooses another.
  public var fitsWindow = true

  /// Options with the defaults.
  public init() {}
}
