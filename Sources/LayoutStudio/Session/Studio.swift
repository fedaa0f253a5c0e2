// SPDX-License-Identifier: Apache-2.0
//
// The studio: one live session, the pages that show it, and the files that it follows.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Serves a live session to pages on this machine.
///
/// Everything runs on the thread of ``run(interruption:onAlert:onListening:)``: a page sends a
/// request, the session advances, and the answer contains the changes. Without a request, a page
/// only gets a message that there is something new.
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
  /// Called with each new alert.
  private var onAlert: (LayoutError) -> Void = { _ in }
  /// Incremented when the facts change: layout, properties, files, build, alerts.
  private(set) var revision = 0
  /// True when the layout failed: time stands still until a change.
  var isHalted = false
  /// True while a source of the loop continues a swap.
  var isSteppingSwap = false
  /// The elapsed-time clock at the last tick, seconds.
  var lastTick = 0.0
  /// An error of a file that is held back while a build writes the file.
  var heldBack: StudioAlert?
  /// The build, if there is a command.
  var build: BuildRunner?
  /// The second session.
  var comparison: Comparison?
  /// Earlier versions of the layout, the oldest first.
  var versions: [Counterpart] = []
  /// The last run of the checker.
  var check: RuleCheck?
  /// The strikes and the quarantine of the running file.
  var strikes = StrikeWatch()
  /// The assumed sizes of elements on screen.
  var assumed = AssumedSizes()
  /// The counters of the view at the last kept frame; nil before the first one of a session.
  var keptCounters: FrameCounters?
  /// The steps of a rule that is playing.
  var script: RuleScript?
  /// A started editor that has not ended.
  var editor: ChildCommand?
  /// The start of the present answer on the elapsed-time clock, without the time of its frames.
  var answerStart = 0.0
  /// Picks items to insert, delete and move.
  var knobs = DataKnobs()

  /// The limit of tabs, and of sockets that have not sent the token.
  private static let clientLimit = 32
  /// The limit of steps in a recording: about half an hour of movement without a pause.
  private static let stepLimit = 100_000
  /// The time in which a page must send the token, milliseconds.
  private static let timeLimit = 5_000

  /// Makes a studio that does not listen yet.
  ///
  /// - Throws: The error of the token file, or of the source.
  public init(_ project: any StudioProject, _ options: StudioOptions) throws {
    (self.project, self.options) = (project, options)
    token =
      try options.tokenFile.map { path throws(LayoutError) in try StudioToken(file: path) }
      ?? StudioToken()
    if let command = options.build {
      let build = BuildRunner(command: command)
      // The layout may not exist before the first build.
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
    // No step of a page asks for the trace.
    session.keepsCalls = false
    session.stepLimit = Self.stepLimit
  }

  /// Serves until `interruption` is readable.
  ///
  /// - Parameters:
  ///   - onAlert: Called once with each error that a page shows until it is fixed.
  ///   - onListening: Called with the URL of the page, with the token in its fragment.
  /// - Throws: `studio` when the port cannot be used.
  public func run(
    interruption: CInt, onAlert: @escaping (LayoutError) -> Void = { _ in },
    onListening: (_ url: String) throws -> Void
  ) throws {
    self.onAlert = onAlert
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
    for alert in alerts { onAlert(alert.error) }
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

  /// Replaces the session by another one; the history starts again.
  func replace(_ session: LiveSession) {
    self.session = session
    prepare(session)
    script = nil
    assumed.forget()
    history = SessionHistory()
    keptCounters = nil
    comparison = nil
    isHalted = false
    for client in clients { client.forgetAll() }
  }

  // MARK: Facts

  /// Notes that the facts changed: pages get them with the next answer.
  func factsChanged() {
    revision += 1
    wake()
  }

  /// Adds an entry to the log.
  func say(_ kind: String, _ text: String) {
    log.add(LogEntry(kind: kind, text: text, time: session.clock))
    wake()
  }

  /// Adds an alert, in place of the one from the same source.
  func alert(_ alert: StudioAlert) {
    guard !alerts.contains(alert) else { return }
    alerts.removeAll { $0.source == alert.source }
    alerts.append(alert)
    onAlert(alert.error)
    say(alert.source == .frame ? "crashed" : "refused", alert.text)
    factsChanged()
  }

  /// Removes the alerts from some sources.
  func clear(_ sources: StudioAlert.Source...) {
    guard alerts.contains(where: { sources.contains($0.source) }) else { return }
    alerts.removeAll { sources.contains($0.source) }
    factsChanged()
  }

  /// Tells each page once that there is something new.
  func wake() {
    for client in clients where client.isKnown && !client.isWoken {
      client.isWoken = true
      client.socket.send("{\"type\":\"wake\"}")
    }
  }

  // MARK: Pages

  private func accept(_ socket: StudioSocket) {
    // Any user of the machine can open sockets: the oldest unknown one makes room.
    let unknown = clients.filter { !$0.isKnown }
    if unknown.count >= Self.clientLimit { clients.removeAll { $0 === unknown[0] } }
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
      guard clients.count(where: \.isKnown) < Self.clientLimit else {
        return client.socket.close("too many tabs")
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
// The project of a studio: data, a layout and its files.

/// A layout that the user can choose.
public struct StudioLayout: Equatable, Sendable {
  /// The name of the layout in a session.
  public var name: String
  /// Its id.
  public var id: String
  /// The path of its file.
  public var file: String

  /// Makes a layout from its name, id and file.
  public init(name: String, id: String, file: String) {
    (self.name, self.id, self.file) = (name, id, file)
  }
}

/// The source, the layouts and their files, from the command line.
public protocol StudioProject: AnyObject {
  /// The name of the source, for people.
  var title: String { get }
  /// The layouts that can be chosen now.
  var layouts: [StudioLayout] { get }
  /// A descriptor that is readable when plugin files changed.
  var descriptor: CInt { get }
  /// The factor of text, and of sizes that depend on it. It takes effect at the next ``open()``.
  var textScale: Double { get set }
  /// True when the wanted layout could not be opened and another one replaces it.
  var isWaiting: Bool { get }

  /// Opens a session with the wanted layout, or with another one in its place.
  ///
  /// - Returns: The session, and the error of the wanted layout if another one replaces it.
  /// - Throws: The error of the source.
  func open() throws -> (session: LiveSession, refusal: LayoutError?)

  /// Opens a session of a scenario over the same data; its steps are not run.
  ///
  /// - Throws: The error of the layout that it names.
  func open(_ scenario: JSONObject) throws -> LiveSession

  /// Returns the line that `layouthost probe` prints for a scenario.
  func results(of scenario: String) -> String

  /// Handles events of plugin files, and starts a swap of the layout if its file changed.
  ///
  /// - Returns: The events, as `layouthost session` prints them.
  func follow(_ session: LiveSession) -> [JSONObject]

  /// Continues the swap under way.
  ///
  /// - Returns: The stages completed since the last call.
  func resume(_ session: LiveSession) -> [JSONObject]
}

/// The options of a studio.
public struct StudioOptions: Sendable {
  /// The port on 127.0.0.1; 0 takes a free one.
  public var port = 0
  /// The file with the token, made if it is missing; nil makes a token for this run alone.
  public var tokenFile: String?
  /// The command that builds the layout.
  public var build: String?
  /// The command that opens `{file}` at `{line}` in an editor; nil without one.
  public var editor: String?
  /// True while the view has the size of the window, until the user chooses another size.
  public var fitsWindow = true

  /// Makes options with the defaults.
  public init() {}
}
