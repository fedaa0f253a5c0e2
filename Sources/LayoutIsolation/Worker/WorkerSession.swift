// SPDX-License-Identifier: Apache-2.0
//
// The main program of `layout-worker`: the steps before the first message, and the loop that takes
// requests, runs them on the one instance and answers.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - The program

/// The child process that runs one plugin.
public enum WorkerServer {
  /// Runs a worker until its host releases it. Returns the exit code: 0 if it was told to stop, 2
  /// if it was not started by a host.
  ///
  /// The order is fixed. First the worker is tied to its parent, so that it cannot outlive it. The
  /// areas are mapped and their descriptors closed before a plugin is loaded; a confined worker
  /// confines itself between the two, see ``Sandbox``. Only after that the plugin's first
  /// instruction runs.
  public static func run(arguments: [String]) -> Int32 {
    guard let arguments = WorkerArguments(arguments.dropFirst()) else {
      return refuse("layout-worker is started by LayoutHost; there is nothing to run by hand")
    }
    guard arguments.wire == Int(WireFormat.version) else {
      // A host of another version gets the greeting too, so that it can name this worker's version.
      greet(UInt32(WireFormat.version))
      return refuse(
        "layout-worker speaks wire version \(WireFormat.version), its host \(arguments.wire); "
          + "install the two together")
    }
    let tie = layout_sys_die_with_parent(SIGKILL)
    guard tie == 0 else { return refuse(.tie, tie) }
    // The kernel sends the signal only if the parent ends after the call.
    guard Int(getppid()) == arguments.parent else { return 0 }
    guard !arguments.isConfined || arguments.memoryLimit > 0 else {
      return refuse("layout-worker: no memory to run a plugin in")
    }
    do {
      let sandbox =
        arguments.isConfined
        ? Sandbox(memoryLimit: arguments.memoryLimit, sharedBytes: 2 * arguments.areaBytes) : nil
      if let failure = sandbox?.limit(), failure != 0 { return refuse(.limits, failure) }
      let channel = try mapAreas(count: arguments.areaBytes)
      if let failure = sandbox?.preallocateClosures(), failure != 0 {
        return refuse(.functions, failure)
      }
      // Every step that can fail without a plugin has succeeded: from here on the plugin may be at
      // fault.
      channel.replies.greet(as: UInt32(WireFormat.version))
      let session = WorkerSession(channel: channel.channel, replies: channel.replies)
      session.sandbox = sandbox
      return session.serve()
    } catch {
      return refuse("layout-worker: \(error.message)")
    }
  }

  /// Writes the greeting for the host, if there is one. The page of control words is the same in
  /// every version.
  private static func greet(_ word: UInt32) {
    let page = try? SharedArea(
      mapping: WorkerDescriptors.replies, count: WireFormat.messageOffset, writable: true)
    page?.greet(as: word)
  }

  /// Tells the host the step that the kernel refused, before any code of a plugin could write such
  /// a report.
  private static func refuse(_ step: SetUpStep, _ failure: Int32) -> Int32 {
    greet(SetUpFailure(step: step, code: max(0, -failure)).word)
    return 2
  }

  private static func mapAreas(
    count: Int
  ) throws(LayoutError) -> (channel: Channel, replies: SharedArea) {
    let requests = try SharedArea(
      mapping: WorkerDescriptors.requests, count: count, writable: false)
    let replies = try SharedArea(
      mapping: WorkerDescriptors.replies, count: count, writable: true)
    close(WorkerDescriptors.requests)
    close(WorkerDescriptors.replies)
    return (Channel(outgoing: replies, incoming: requests, givesBack: true), replies)
  }

  private static func refuse(_ reason: String) -> Int32 {
    let line = Array((reason + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    return 2
  }
}

// MARK: - The loop

/// One plugin and one layout of it, served over one channel.
///
/// The instance is the same `LiveLayout` that a host has in its own process, with its queries
/// answered over the channel. That is why the answers agree bit for bit.
final class WorkerSession {
  let channel: Channel
  let replies: SharedArea
  let buffer = AnswerBuffer()
  /// The attributes that the host handed over for the layout to change.
  let given = AnswerBuffer()
  var served: Served?
  /// The data that the host sent last.
  var shape = DataShape()
  /// The revision of the bindings that the host sent last.
  var bindingRevision = 0
  /// The reuse identifiers that the host was told last.
  var toldIdentifiers: [String?] = []
  /// The extensions that the host was told.
  var toldExtensions: [String] = []
  /// The layouts inside that the host was told last, by ``LiveLayout/memberRevision``.
  var toldMembers = 0
  let log = LayoutLog()
  /// The confinement of a worker before it loads a plugin; nil for a worker without confinement,
  /// and once it is done.
  var sandbox: Sandbox?
  /// The header of the current request.
  private var header = WireHeader(.stop, sequence: 0, epoch: 0)

  /// A live layout and the pages from which its queries are answered.
  struct Served {
    let layout: LiveLayout
    let queries: RemoteQueries
  }

  /// The paths of the plugin's copy and of its children's copies; empty if they were given as open
  /// files.
  let images: [String]

  init(channel: Channel, replies: SharedArea, images: [String] = []) {
    (self.channel, self.replies, self.images) = (channel, replies, images)
  }

  /// Serves requests until the host releases the worker. Returns the exit code.
  func serve() -> Int32 {
    while true {
      guard channel.wait() == .message else { return 1 }
      do {
        let kind = try channel.receive()
        if kind == .stop {
          // Destroys the layout while there is still a host that can end a `destroy` that hangs.
          served = nil
          return 0
        }
        try answer(kind)
      } catch {
        // The host broke the format, so no message can be sent to it.
        return 3
      }
    }
  }

  /// Runs one request. A failure of the request is sent as an answer; only a broken exchange
  /// throws.
  func answer(_ kind: WireKind) throws(LayoutError) {
    header = channel.header
    do throws(LayoutError) {
      try run(kind, header)
    } catch {
      guard error.code != .wire else { throw error }
      try fail(error, takeNotices())
    }
  }

  private func fail(_ error: LayoutError, _ notices: Notices) throws(LayoutError) {
    unsafe try channel.send(
      .failed, sequence: header.sequence, epoch: header.epoch,
      head: { head in
        head.write(error)
        head.write(notices)
      })
  }

  /// Ends the worker after the plugin wrote past the end of its room: no memory here can be trusted
  /// any more, but the host can still be told the reason.
  func leave(after damage: MemoryDamage) -> Never {
    let error = LayoutError(
      .breach, "it wrote behind the room for \(damage.array) (rule: memory)", plugin: damage.plugin,
      call: damage.call)
    try? fail(error, Notices())
    // The host ends a worker after a breach. If the worker exited first, it might end before the
    // host reads the message.
    sleep(5)
    _exit(4)
  }

  private func run(_ kind: WireKind, _ header: WireHeader) throws(LayoutError) {
    var head = channel.head
    switch kind {
    case .start: try start(head.readStart(), header)
    case .inspect: try inspect(head.readStart(), header)
    case .setProperty: try setProperty(&head, header)
    case .property: try property(&head, header)
    case .frame: try frame(&head, header)
    case .attributesInRect: try attributesInRect(&head, header)
    case .attributesForElement: try attributesForElement(&head, header)
    case .scrollTarget: try scrollTarget(&head, header)
    case .action: try action(&head, header)
    case .updateAttributes: try updateAttributes(&head, header)
    case .finalizeUpdates: try finalizeUpdates(header)
    case .notify: try notify(&head, header)
    case .reorderingTarget: try reorderingTarget(&head, header)
    case .reorderingAttributes: try reorderingAttributes(&head, header)
    case .preferredSizes: try preferredSizes(&head, header)
    case .saveState: try saveState(header)
    case .loadState: try loadState(&head, header)
    case .crossTrack: try crossTrack(&head, header)
    case .crossTarget: try crossTarget(&head, header)
    case .stop, .done, .failed, .askMany, .askOne, .answer:
      throw .wire("a request of kind \(kind)")
    }
  }
}

// MARK: - Properties

extension WorkerSession {
  func setProperty(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    switch try head.readWhose() {
    case .own:
      let (index, value) = (try head.readCount(), try head.readValue())
      try begin(header).layout.setProperty(at: index, to: value)
    case .child:
      let setting = try head.readChildSetting()
      try begin(header).layout.set(setting)
    case .kept:
      let settings = try head.readList { (reader) throws(LayoutError) in
        try reader.readChildSetting()
      }
      let layout = try begin(header).layout
      for setting in settings { layout.keep(setting) }
    }
    try reply(header)
  }

  func property(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    guard try head.readWhose() == .own else {
      let children = try begin(header).layout.children()
      return try reply(header) { $0.write(each: children) { $0.write($1) } }
    }
    let index = try head.readCount()
    let value = try begin(header).layout.property(at: index)
    try reply(header) { $0.write(value) }
  }
}
