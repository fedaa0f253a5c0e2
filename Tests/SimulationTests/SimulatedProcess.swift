// SPDX-License-Identifier: Apache-2.0
//
// A worker in a simulated world: the worker's real loop on another thread, which runs only while the host waits
// for it.

import CLayoutSystem
import Dispatch
import Foundation
import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Synchronization

@testable import LayoutIsolation

/// A worker process that is a thread, and ends where the seed says.
///
/// A thread cannot be ended during a plugin's call as a process can. So a dead one runs on in areas that the host
/// does not read any more, and its queries get an empty answer, until its loop ends; then its memory is freed.
final class SimulatedProcess: WorkerOrder, @unchecked Sendable {
  // Sendable because the semaphores let only one of the two threads run at a time.

  let number: Int32
  let areas: AreaPair
  /// The copies of the plugin and of its children.
  private let images: [String]
  unowned let world: SimulatedWorld
  private let handle: WorkerProcess
  let toWorker = DispatchSemaphore(value: 0)
  let toHost = DispatchSemaphore(value: 0)
  private(set) var isDead = false
  private(set) var isFinished = false
  var isHung = false
  /// True if the hang has an end.
  var isSlow = false
  /// Nanoseconds of processor time, and of waiting for a processor.
  var time = (used: Int64(0), waited: Int64(0))
  /// True while it is ready and gets no processor.
  var isStarved = false
  /// True if the next turn is its last, since the answer is not to its query.
  var isDoomed = false
  /// The header of its last message, for any fault on the way.
  private var sent = WireHeader(.done, sequence: 0, epoch: 0)
  /// The tear of its next message.
  var tear: (message: TornMessage, fault: SimulatedWorld.Fault)?
  /// The fault in one of its next calls of the plugin, and the number of calls before it.
  var fault: (kind: SimulatedWorld.Fault, after: Int)?
  /// The fault that ended it in such a call.
  var ending: SimulatedWorld.Fault?
  /// The last of its faults.
  var lastFault: SimulatedWorld.Fault?
  /// The slot of the plugin in which it ended.
  var endedSlot: Slot?
  /// The loop on its thread, and true once the calls of its plugin are watched.
  var session: WorkerSession?
  var isWatched = false
  /// True if a part of its message was signalled, and the last turn of the host's area before that.
  var torn: (turn: UInt32, isAwaited: Bool)?
  /// True if the host took a part of a message for the whole.
  var isBelievedTorn = false
  private let table = UnsafeMutablePointer<layout_sys_stand_in>.allocate(capacity: 1)

  init(number: Int32, areas: AreaPair, images: [String], in world: SimulatedWorld) {
    (self.number, self.areas, self.images, self.world) = (number, areas, images, world)
    handle = WorkerProcess(id: number, descriptor: number, replies: areas.replies)
    // Both use the only processor, so neither spins for the other.
    for area in [areas.requests, areas.replies] {
      layout_sys_store_release_u32(area.processor, layout_sys_processor())
    }
    table.initialize(
      to: layout_sys_stand_in(
        context: Unmanaged.passUnretained(self).toOpaque(),
        monotonic_ns: { SimulatedProcess.of($0).world.tick() },
        futex_wait: { context, _, _, _ in SimulatedProcess.of(context).sleep() },
        futex_wake: { _, _, _ in 0 },
        pidfd_send_signal: { _, _, _ in 0 },
        process_time_ns: { SimulatedProcess.of($0).world.time(of: $1) },
        memfd_create: { _, _ in -ENOSYS },
        file_open: {
          let world = SimulatedProcess.of($0).world
          return world.files.note(world.disk.open($1, $2, $3))
        },
        file_read: { SimulatedProcess.of($0).world.disk.read($1, $2, $3) },
        file_write: { SimulatedProcess.of($0).world.disk.write($1, $2, $3) },
        file_rename: { SimulatedProcess.of($0).world.disk.rename($1, $2) },
        allocate: { SimulatedProcess.of($0).world.memory.allocate($1) }))
  }

  deinit { table.deallocate() }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SimulatedProcess {
    guard let context else { preconditionFailure("a process without a context") }
    return Unmanaged<SimulatedProcess>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: Start

  var process: WorkerProcess? { handle }

  func wait() throws(LayoutError) -> WorkerProcess { handle }

  func cancel() { die(.signalled(9)) }

  // MARK: Turns, on the host's thread

  /// True until it has ended or hangs.
  var isRunning: Bool { !isDead && !isFinished && !isHung }

  /// The word on which the host sleeps for its messages.
  var word: UnsafePointer<UInt32> { UnsafePointer(areas.replies.turn) }

  func owns(_ word: UnsafePointer<UInt32>) -> Bool {
    word == self.word || word == UnsafePointer(areas.replies.greeting)
  }

  /// Runs its loop on another thread until that waits for a message.
  func start() {
    WorkerThread.run { self.main() }
    toHost.wait()
  }

  /// Runs it until it waits again.
  func run() {
    guard !isFinished else { return }
    if isDoomed, !isDead { return endDoomed() }
    isStarved = false
    time.used += 1_000
    noteRequest()
    let turn = layout_sys_load_acquire_u32(areas.replies.turn)
    let before = tear == nil ? [] : TornMessage.copy(of: areas.replies.message)
    toWorker.signal()
    toHost.wait()
    if let ending, !isDead { return endInCall(by: ending) }
    sent = header
    let hasSent = layout_sys_load_acquire_u32(areas.replies.turn) != turn && !isDead
    if hasSent, let tear { return end(by: tear.message, tear.fault, before: before) }
    if hasSent { said.got(header) }
    if isFinished, !isDead {
      said.write()
      handle.note(.exited(0))
    }
  }

  /// The words of its trace with the host.
  var said = ExchangeTrace()

  private func noteRequest() {
    guard hasMessage, !isDead else { return }
    let message = areas.requests.message
    let status = message.load(fromByteOffset: WireFormat.headOffset, as: layout_status.self)
    said.sent(message.load(as: WireHeader.self), isStale: status == LAYOUT_ERROR_STALE)
  }

  /// True if the host has sent a message that it has not read.
  var hasMessage: Bool { layout_sys_load_acquire_u32(areas.requests.turn) != seen }
  var seen: UInt32 = 0

  /// Ends it now, as seen from the host.
  func die(_ end: ProcessEnd) {
    guard !isDead, !isFinished else { return }
    isDead = true
    noteRequest()
    said.died()
    said.write()
    handle.note(end)
  }

  /// Ends it now because it used too much, as the supervisor does.
  func exceed() { handle.kill(for: .memory(bytes: 3 << 30, limit: 2 << 30)) }

  /// Runs the thread of a dead worker to its end.
  func bury() {
    die(.exited(0))
    while !isFinished { run() }
    // Its last messages were not sent to a host.
    areas.replies.markEnded()
  }

  // MARK: Its thread

  private func main() {
    layout_sys_set_stand_in(table)
    areas.replies.greet(as: UInt32(WireFormat.version))
    serve()
    layout_sys_set_stand_in(nil)
    isFinished = true
    toHost.signal()
  }

  private func serve() {
    let channel = Channel(outgoing: areas.replies, incoming: areas.requests, givesBack: true)
    let session = WorkerSession(channel: channel, replies: areas.replies, images: images)
    self.session = session
    _ = session.serve()
    self.session = nil
  }

  private func sleep() -> Int32 {
    watchCalls()
    seen = layout_sys_load_acquire_u32(areas.requests.turn)
    toHost.signal()
    toWorker.wait()
    if isDead { answerNobody() }
    return 0
  }

  /// Answers a query of a dead worker with nothing, and any reply with the end.
  private func answerNobody() {
    let channel = Channel(outgoing: areas.requests, incoming: areas.replies)
    if [WireKind.askOne, .askMany].contains(WireKind(rawValue: sent.kind)) {
      try? channel.send(
        .answer, sequence: sent.sequence, epoch: sent.epoch,
        head: {
          $0.write(LAYOUT_UNANSWERED)
          $0.write(LAYOUT_ANSWERED_NONE)
          $0.write(false)
        })
    } else {
      try? channel.send(.stop, sequence: 0, epoch: 0)
    }
  }

  // MARK: Messages

  var header: WireHeader { areas.replies.message.load(as: WireHeader.self) }

  /// Changes bits of its message.
  func forge(using dice: inout SeededGenerator) {
    let header = header
    let length =
      WireFormat.aligned(WireFormat.headOffset + Int(header.headLength)) + Int(header.bulkLength)
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let place = Int.random(in: 0..<length, using: &dice)
      areas.replies.message[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    }
    isDoomed = true
    said.spoil()
  }

  /// True if its message was changed, and no part of it may be used.
  var isTainted: Bool { isDoomed && !isDead }

  /// True if it repeated an answer for a later request, and is still running although the host read that. A host that
  /// releases it need not have read that, and one that only looks now and then has read it before its next request.
  var isBelievedTwice: Bool {
    guard let repeated, !isDead, !isLetGo else { return false }
    return repeated.isAwaited || request.sequence != repeated.sequence
  }
  /// The request to which it repeated the answer to an earlier one, and true if the host waited for it.
  private var repeated: (sequence: UInt64, isAwaited: Bool)?

  private var request: WireHeader { areas.requests.message.load(as: WireHeader.self) }

  /// True if the host's last message ends it.
  var isLetGo: Bool {
    hasMessage && request.kind == WireKind.stop.rawValue
  }

  /// Signals a further message, which is the same one. A query that comes twice in one request has the same answer;
  /// any other message is out of turn.
  func double() {
    if request.sequence != header.sequence {
      repeated = (request.sequence, isAwaited: !world.isTurning)
    }
    let turn = areas.replies.turn
    layout_sys_store_release_u32(turn, layout_sys_load_acquire_u32(turn) &+ 1)
    isDoomed = true
    said.spoil()
  }
}

// MARK: - Threads

/// A thread that runs one worker after the other, since the kernel takes long to make and to end one.
private final class WorkerThread: @unchecked Sendable {
  // Sendable because only the thread that took it from `idle` writes the work, and a semaphore hands that over.

  private static let idle = Mutex<[WorkerThread]>([])
  private let hasWork = DispatchSemaphore(value: 0)
  private var work: (@Sendable () -> Void)?

  /// Runs `work` on an idle thread, or on a new one.
  static func run(_ work: @escaping @Sendable () -> Void) {
    let thread = idle.withLock { $0.popLast() } ?? WorkerThread()
    thread.work = work
    thread.hasWork.signal()
  }

  private init() {
    Thread.detachNewThread { self.runAll() }
  }

  private func runAll() {
    while true {
      hasWork.wait()
      work?()
      work = nil
      Self.idle.withLock { $0.append(self) }
    }
  }
}
