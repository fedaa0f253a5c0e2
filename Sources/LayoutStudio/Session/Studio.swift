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
  private var token: StudioToken
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

  /// The limit of tabs, and of sockets that have not proved that they know the token.
  private static let clientLimit = 32
  /// The limit of steps in a recording: about half an hour of movement without a pause.
  private static let stepLimit = 100_000
  /// The time in which a page must prove that it knows the token, milliseconds.
  private static let timeLimit = 5_000

  /// Makes a studio that does not listen yet.
  ///
  /// - Parameter build: The build of the layout, which has run once: before that the layout may not
  ///   exist.
  /// - Throws: The error of the token file, or of the source.
  public init(
    _ project: any StudioProject, _ options: StudioOptions, build: BuildRunner? = nil
  ) throws {
    (self.project, self.options, self.build) = (project, options, build)
    token =
      try options.tokenFile.map { path throws(LayoutError) in try StudioToken(file: path) }
      ?? StudioToken()
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
    // That of a file is the secret of all studios that share it.
    if options.tokenFile != nil { token = token.bound(to: server.port) }
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
      if let client, !client.isKnown { client.socket.close("no proof of the token came") }
    }
  }

  private func receive(_ text: String?, from client: StudioClient) {
    guard let text, let request = try? JSONValue(parsing: text).object else {
      return client.socket.close("a message is a JSON object")
    }
    guard client.isKnown else { return admit(client, request) }
    guard let id = request["id"]?.integer, let type = request["type"]?.string else {
      return client.socket.close("a request has a type and an id")
    }
    client.isWoken = false
    answer(StudioRequest(id: id, type: type, object: request), from: client)
  }

  /// Takes a challenge, which is answered with a proof and another challenge, and then the proof of
  /// the page. Neither side sends the token, and the page says nothing else before it has a proof.
  private func admit(_ client: StudioClient, _ request: JSONObject) {
    if request["type"] == "challenge", client.nonce == nil,
      let nonce = request["nonce"]?.string, StudioToken.isWellFormed(nonce)
    {
      // Another token is 128 random bits too.
      let own = StudioToken().text
      client.nonce = own
      let proof = token.proof(of: .studio, for: nonce)
      return client.socket.send(#"{"type":"proof","proof":"\#(proof)","nonce":"\#(own)"}"#)
    }
    guard request["type"] == "hello", let nonce = client.nonce,
      token.proves(request["proof"]?.string ?? "", of: .page, for: nonce)
    else {
      return client.socket.close("the token is wrong; use the address that the terminal printed")
    }
    guard clients.count(where: \.isKnown) < Self.clientLimit else {
      return client.socket.close("too many tabs")
    }
    client.isKnown = true
    welcome(client, request)
  }
}
