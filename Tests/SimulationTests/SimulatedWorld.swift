// SPDX-License-Identifier: Apache-2.0
//
// The environment of a simulated session: a clock that advances when it is read or waited for, workers that run when
// the host waits for them, and one fault at a time.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutIsolation

/// Time and processes of a session, on the thread that made it and on those of its workers. Only one of them runs at
/// a time.
final class SimulatedWorld: @unchecked Sendable {
  // Sendable because a semaphore passes control between the threads, and only the running one reads
  // it.

  /// Nanoseconds. Always before the clock of the machine, which decides when a retired worker is
  /// released.
  private(set) var now: Int64 = 1_000_000_000
  private let name: () -> String
  let hasDeadlines: Bool
  /// The strikes so far.
  private(set) var strikes: [Strike] = []
  /// The crash records so far, by their errors.
  private(set) var records: [LayoutError] = []
  /// The workers that ended by faults.
  private(set) var ends: [End] = []
  /// The starts that failed before there was a layout.
  private(set) var failedStarts: [FailedStart] = []
  /// The layouts whose strikes are counted.
  private(set) var supervised: [Supervised] = []
  /// The strikes on record; nil if the plugins are trusted, and never in quarantine.
  private(set) var quarantine: SimulatedQuarantine?
  /// True while a layout is made that is not supervised yet.
  private(set) var isMaking = false
  /// The number of times that the clock was read in the current step.
  private var readCount = 0
  /// False while the clock is stopped.
  var isRunning = true
  private(set) var processes: [SimulatedProcess] = []
  private var orderCount: Int32 = 0
  /// The next fault, and the number of waits of the host before it.
  private var fault: (kind: Fault, after: Int)?
  /// The place of the next tear; nil to choose it at random.
  private var nextTear: TornMessage?
  /// The parts of the last torn message.
  var tornRanges: [TornMessage.Part: Range<Int>] = [:]
  /// The workers that had a fault.
  private(set) var faulty: Set<Int32> = []
  /// The faults that happened.
  private(set) var struck: [Fault] = []
  /// True while workers run although their hosts do not sleep.
  private(set) var isTurning = false
  /// The disk, and its faults.
  let disk = SimulatedDisk()
  /// The files that were opened, and the memory that workers shared with the host.
  let files = OpenFiles()
  /// The memory of workers, and its faults.
  let memory = SimulatedMemory()
  /// True if host and worker waited for each other.
  private(set) var isDeadlocked = false
  private let table = UnsafeMutablePointer<layout_sys_stand_in>.allocate(capacity: 1)
  /// The generator of the faults.
  var dice = SeededGenerator(seed: 0)

  /// - Parameter name: The name of its session.
  /// - Parameter hasDeadlines: True if each kind of call has limits of its own.
  /// - Parameter hasQuarantine: True if plugins are not trusted, so that strikes may put them into quarantine.
  init(
    of name: @autoclosure @escaping () -> String, hasDeadlines: Bool = false,
    hasQuarantine: Bool = false
  ) {
    (self.name, self.hasDeadlines) = (name, hasDeadlines)
    if hasQuarantine { quarantine = try? SimulatedQuarantine() }
    table.initialize(
      to: layout_sys_stand_in(
        context: Unmanaged.passUnretained(self).toOpaque(),
        monotonic_ns: { SimulatedWorld.of($0).tick() },
        futex_wait: { SimulatedWorld.of($0).wait(for: $1, $2, $3) },
        futex_wake: { _, _, _ in 0 },
        pidfd_send_signal: { SimulatedWorld.of($0).signal($1, $2) },
        process_time_ns: { SimulatedWorld.of($0).time(of: $1) },
        memfd_create: { context, _ in SimulatedWorld.of(context).anonymousFile() },
        file_open: { SimulatedWorld.of($0).open($1, $2, $3) },
        file_read: { SimulatedWorld.of($0).disk.read($1, $2, $3) },
        file_write: { SimulatedWorld.of($0).disk.write($1, $2, $3) },
        file_rename: { SimulatedWorld.of($0).disk.rename($1, $2) },
        allocate: { SimulatedWorld.of($0).memory.allocate($1) }))
  }

  deinit { table.deallocate() }

  private func open(
    _ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: mode_t
  ) -> Int32 {
    guard let path, strncmp(path, "/proc/", 6) == 0, let file = open(textAt: String(cString: path))
    else { return files.note(disk.open(path, flags, mode)) }
    return file
  }

  private func open(textAt path: String) -> Int32? {
    guard let text = text(at: path) else { return nil }
    let file = outside { layout_sys_memfd_create("proc") }
    _ = text.withCString { write(file, $0, strlen($0)) }
    lseek(file, 0, SEEK_SET)
    return files.note(file)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SimulatedWorld {
    guard let context else { preconditionFailure("a world without a context") }
    return Unmanaged<SimulatedWorld>.fromOpaque(context).takeUnretainedValue()
  }

  /// Runs code of the host in this world.
  func inside<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    layout_sys_set_stand_in(table)
    defer { layout_sys_set_stand_in(nil) }
    return try body()
  }

  /// Makes calls to the system itself.
  private func outside<Answer>(_ body: () -> Answer) -> Answer {
    layout_sys_set_stand_in(nil)
    defer { layout_sys_set_stand_in(table) }
    return body()
  }

  private func anonymousFile() -> Int32 {
    files.note(memory.file { outside { layout_sys_memfd_create(OpenFiles.name) } })
  }

  // MARK: Time

  /// The time in seconds.
  var seconds: Double { Double(now) / 1e9 }

  /// - Returns: The time, later each time that it is read.
  func tick() -> Int64 {
    if isRunning { now += 100 }
    readCount += 1
    // A thread that reads it so often in one step waits for an event that never comes, and does not
    // sleep.
    precondition(readCount < 20_000_000, "goes round without end: \(name())")
    return now
  }

  /// Begins a step.
  func beginStep() { readCount = 0 }

  func pass(seconds: Double) { now += Int64(seconds * 1e9) }

  // MARK: Workers

  /// The options of workers that run here.
  var options: WorkerOptions {
    var options = WorkerOptions(deadlines: hasDeadlines ? Deadlines() : nil)
    // Only the host and the system can kill a confined worker.
    options.isSandboxed = true
    options.children = Plugins.children
    options.onCrash = { [unowned self] record in
      records.append(record.error)
      return nil
    }
    options.order = { [unowned self] (areas, images) throws(LayoutError) -> any WorkerOrder in
      let process = SimulatedProcess(
        number: 1_000_000_000 + orderCount, areas: areas, images: images, in: self)
      orderCount += 1
      files.note(areas)
      processes.append(process)
      process.start()
      return process
    }
    return options
  }

  /// Makes a worker end in one of its next messages, or signal a part of it.
  func plan(_ torn: TornMessage, after count: Int) {
    nextTear = torn
    fault = (torn.isSignalled ? .tears : .diesWriting, count)
  }

  /// Makes the next fault happen at one of the next waits.
  func plan(_ kind: Fault, after count: Int) { fault = (kind, count) }

  /// Cancels a fault that has not happened if it would change a worker's message.
  func cancelForgery() {
    if let fault, fault.kind.changesMessages { self.fault = nil }
  }

  /// Cancels a fault that has not happened.
  func cancelFault() {
    (fault, nextTear) = (nil, nil)
    disk.cancelFault()
    memory.cancelFailure()
    for process in processes { process.cancelFault() }
  }

  /// Notes that a fault happened. If it ends the worker, the worker ends next.
  func note(_ kind: Fault, of process: SimulatedProcess, isAwaited: Bool = true) {
    struck.append(kind)
    process.lastFault = kind
    faulty.insert(process.number)
    if kind.endsWorker { noteEnd(of: process, isAwaited: isAwaited && !isTurning) }
  }

  /// Notes that a worker ends next.
  func noteEnd(of process: SimulatedProcess, isAwaited: Bool, isByHost: Bool = false) {
    let isSupervised =
      quarantine != nil
      ? !isMaking : supervised.contains { $0.connection?.processID == process.number }
    ends.append(
      End(
        process: process.number, fault: process.lastFault, slot: process.endedSlot,
        isAwaited: isAwaited, isSupervised: isSupervised, isByHost: isByHost))
  }

  /// The number of faults that happened so far.
  var faultCount: Int {
    struck.count + disk.struck.count + memory.struck.count + memory.failedCount
  }

  /// True if any fault has happened so far.
  var hasStruck: Bool { faultCount > 0 }

  /// Ends a worker between two calls.
  func killOne() {
    if let process = processes.last(where: { $0.isRunning }) { kill(process) }
  }

  /// Ends the worker of a layout between two calls.
  func killWorker(of layout: SupervisedConnection) {
    let process = processes.first { $0.isRunning && $0.number == layout.processID }
    if let process { kill(process) }
  }

  /// Ends a worker between two calls as the supervisor does when it used too much.
  func endOneForExcess() {
    // A layout in quarantine, or one that was released, is not told about.
    let told = Set(supervised.compactMap { $0.isBlocked ? nil : $0.connection?.processID })
    let last = processes.last { $0.isRunning && told.contains($0.number) }
    guard let process = last else { return }
    note(.exceeds, of: process)
    // No host waits for it.
    isTurning = true
    process.exceed()
    isTurning = false
  }

  private func kill(_ process: SimulatedProcess) {
    note(.diesBefore, of: process, isAwaited: false)
    process.die(.signalled(SIGKILL))
  }

  /// True if the host accepted an answer to an earlier request for a later one, and let its worker run on.
  var believesOldAnswers: Bool { processes.contains(where: \.isBelievedTwice) }

  /// True if the host took a part of a message for the whole.
  var believesTornAnswers: Bool { processes.contains(where: \.believesTorn) }

  /// Ends the workers whose messages were changed.
  ///
  /// - Returns: True if there was any, also if it has ended already: the host may show what its message said.
  func endTainted() -> Bool {
    let hasTainted = processes.contains(where: \.isDoomed)
    for process in processes where process.isTainted {
      noteEnd(of: process, isAwaited: false)
      process.die(.signalled(SIGKILL))
    }
    return hasTainted
  }

  /// Runs workers that have a message to read, for as long as a host waits without sleeping.
  func turn() {
    isTurning = true
    defer { isTurning = false }
    for process in processes where process.isRunning && process.hasMessage {
      let word = process.word
      _ = wait(for: word, word.pointee, 1_000_000)
    }
  }

  /// Starts a layout in a worker. As in the product, a plugin that ends its worker before there is a layout has a
  /// strike, and the third one puts it into quarantine.
  ///
  /// - Throws: The error of the start; `quarantined` for the third strike.
  func start(_ file: PluginFile, layout id: String) throws -> WorkerConnection {
    isMaking = true
    defer { isMaking = false }
    let start = try WorkerStart(file: file, layout: id, options: options)
    let endCount = ends.count
    do throws(LayoutError) {
      if let worker = try start.poll(.untilDone) { return worker }
      preconditionFailure("a start that was waited for is not done")
    } catch {
      failedStarts.append(
        FailedStart(
          error: error, isPluginFault: start.isPluginFault,
          end: ends.count > endCount ? ends.last : nil))
      guard start.isPluginFault, let quarantine, quarantine.strike(file.hash, at: seconds).isLast
      else { throw error }
      quarantine.quarantine(file.hash, because: error)
      throw Watchdog.quarantined(by: error)
    }
  }

  /// Restarts the worker of a connection automatically, however often it ends.
  func supervise(_ base: WorkerConnection) -> SupervisedConnection {
    let (number, hash) = (supervised.count, base.file.hash)
    let connection = SupervisedConnection(
      base, now: { [unowned self] in seconds },
      onStrike: { [unowned self, unowned base] error in
        strikes.append(Strike(error: error, struck: struck, endCount: ends.count))
        guard let (count, isLast) = quarantine?.strike(hash, at: seconds) else { return nil }
        if isLast {
          supervised[number].isBlocked = true
          supervised[number].requestCount = base.link.counters.requests
        }
        return count
      }, onQuarantine: { [unowned self] in quarantine?.quarantine(hash, because: $0) })
    supervised.append(Supervised(connection: connection))
    return connection
  }

  /// Lets retired workers destroy their layouts, and ends the threads of dead ones.
  func tidy() {
    isTurning = true
    defer { isTurning = false }
    for process in processes where !process.isFinished {
      if process.isSlow { (process.isHung, process.isSlow) = (false, false) }
      if process.isDead {
        process.bury()
      } else if process.hasMessage, !process.isHung {
        process.run()
      }
    }
    processes.removeAll { $0.isFinished }
  }

  /// Ends all workers.
  func end() {
    for process in processes where !process.isFinished { process.bury() }
    processes = []
  }

  // MARK: The kernel's figures of workers

  /// Returns the nanoseconds of processor time that a process has used; -1 after its end.
  func time(of id: Int32) -> Int64 {
    processes.first { $0.number == id && !$0.isDead }?.time.used ?? -1
  }

  /// Returns the text of a file about a process; nil if the process is not in this world.
  private func text(at path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == "proc", let id = Int32(parts[1]),
      let process = processes.first(where: { $0.number == id && !$0.isDead })
    else { return nil }
    switch parts[2] {
    case "stat":
      return "\(id) (layout-worker) \(process.isStarved || process.isHung ? "R" : "S") 1"
    case "schedstat": return "\(process.time.used) \(process.time.waited) 1"
    default: return nil
    }
  }

  // MARK: Calls of the host

  private func signal(_ descriptor: Int32, _ signal: Int32) -> Int32 {
    guard let process = processes.first(where: { $0.number == descriptor }) else { return -ESRCH }
    if !process.isDead { noteEnd(of: process, isAwaited: !isTurning, isByHost: true) }
    process.die(.signalled(signal))
    return 0
  }

  /// Makes the host sleep: the process for which it waits runs.
  private func wait(
    for word: UnsafePointer<UInt32>?, _ expected: UInt32, _ limit: Int64
  ) -> Int32 {
    guard let word, let process = processes.first(where: { $0.owns(word) }) else {
      // Makes the host sleep for a while, without running others.
      turn()
      return timeOut(limit)
    }
    if let fault {
      guard fault.after == 0 else {
        self.fault = (fault.kind, fault.after - 1)
        return resume(process, word, expected, limit)
      }
      self.fault = nil
      if !fault.kind.isMidway { note(fault.kind, of: process) }
      return strike(fault.kind, process, word, expected, limit)
    }
    return resume(process, word, expected, limit)
  }

  private func resume(
    _ process: SimulatedProcess, _ word: UnsafePointer<UInt32>, _ expected: UInt32, _ limit: Int64
  ) -> Int32 {
    if process.isHung || process.isFinished {
      if process.isHung { process.time.used += max(0, limit) }
      return timeOut(limit)
    }
    process.run()
    now += 1_000
    if word.pointee == expected, limit < 0 {
      isDeadlocked = true
      process.die(.signalled(SIGKILL))
    }
    return word.pointee == expected ? timeOut(limit) : 0
  }

  private func timeOut(_ limit: Int64) -> Int32 {
    if limit < 0 { isDeadlocked = true }
    now += max(0, limit)
    return -ETIMEDOUT
  }

  private func strike(
    _ kind: Fault, _ process: SimulatedProcess, _ word: UnsafePointer<UInt32>, _ expected: UInt32,
    _ limit: Int64
  ) -> Int32 {
    switch kind {
    case .diesBefore: process.die(.signalled(SIGKILL))
    case .diesAfter:
      process.run()
      process.die(.signalled(SIGKILL))
    case .crashes: process.die(.signalled(SIGSEGV))
    case .diesInside, .crashesInside:
      process.fault = (kind, Int.random(in: 0...5, using: &dice))
      return resume(process, word, expected, limit)
    case .diesWriting, .tears:
      process.tear = (nextTear ?? TornMessage(isSignalled: kind == .tears, using: &dice), kind)
      nextTear = nil
      return resume(process, word, expected, limit)
    case .hangs, .slows:
      (process.isHung, process.isSlow) = (true, kind == .slows)
      return resume(process, word, expected, limit)
    case .starves:
      let time = min(max(0, limit), 2_000_000_000)
      now += time
      process.time.waited += time
      process.isStarved = true
      return -ETIMEDOUT
    case .forges:
      process.run()
      process.forge(using: &dice)
    case .doubles: process.double()
    case .leaps:
      now += 3_600_000_000_000
      return resume(process, word, expected, limit)
    case .exceeds: preconditionFailure("a fault between two exchanges in one")
    }
    return 0
  }
}
