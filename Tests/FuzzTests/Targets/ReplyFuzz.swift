// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a worker's answer to any request. The connection that made the request reads
// it.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The host's end of the channel. The answer is there before the request is made. The second byte
/// of an input chooses the request.
final class ReplyFuzz: FuzzTarget {
  static let name = "replies"

  private let areas: AreaPair
  private let file = PluginFile(
    judged: "/p/lib.so", hash: "ab12", note: Samples.note, unloads: true)
  private let defaults = AnswerBuffer()
  private let buffer = AnswerBuffer()

  init() throws {
    areas = try AreaPair(areaBytes: Message.areaBytes)
    try Samples.elementBytes.withUnsafeBytes { try defaults.take(Samples.elementCounts, from: $0) }
  }

  func run(_ input: [UInt8]) throws { _ = try isTaken(input) }

  /// Returns true if the connection accepts the answer, including the layout's own errors.
  ///
  /// - Throws: ``Finding``.
  func isTaken(_ input: [UInt8]) throws -> Bool {
    guard input.count >= 2 else { return false }
    defer { buffer.clear() }
    let call = Self.calls[Int(input[1]) % Self.calls.count]
    let epoch = call.isAboutData ? Samples.shape.epoch : 0
    areas.replies.turn.pointee = 0
    let connection = makeConnection(knowsData: call.isAboutData)
    Message.publish(input.dropFirst(2), in: areas.replies, flags: input[0], epoch: epoch)
    do throws(LayoutError) {
      try call.make(connection, self)
    } catch {
      let isFromPlugin = connection.link.channel.header.kind == WireKind.failed.rawValue
      // A query of the worker counts as a hang here, since there is no time for another message.
      let codes: [LayoutError.Code] = [
        .breach, .answerTooLarge, "worker-hung", "state-too-large",
      ]
      try Finding.expect(codes.contains(error.code) || isFromPlugin, "refused for \(error)")
      return isFromPlugin && !error.endsInstance
    }
    try Self.use(buffer)
    _ = (connection.takeEvents(), connection.takeMarks(), connection.reuseIdentifiers)
    return true
  }

  private func makeConnection(knowsData: Bool) -> WorkerConnection {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = 0
    let log = LayoutLog()
    let link = WorkerLink(areas: areas, options: options, plugin: Samples.note.id, log: log)
    link.childLayouts = Samples.children
    link.rules = NoticeRules(
      Samples.started, children: Samples.children, limits: options.answerLimits)
    let connection = WorkerConnection(
      file: file, link: link, started: Samples.started, options: options, log: log)
    if knowsData { (connection.shape, connection.preparedShape) = (Samples.shape, Samples.shape) }
    return connection
  }

  /// Reads everything that was accepted, as the view does.
  private static func use(_ buffer: AnswerBuffer) throws {
    for index in 0..<buffer.count {
      let record = buffer.records[index]
      try Finding.expect(record.frame.isFinite, "a frame that is not finite was let in")
      let fields = buffer.fields(of: index, in: Samples.layout)
      try Finding.expect(fields.allSatisfy(\.isSound), "a field that is NaN was let in")
    }
  }

  // MARK: Requests

  /// A request as the host makes it.
  private struct Call: Sendable {
    var isAboutData = true
    let make: @Sendable (WorkerConnection, ReplyFuzz) throws(LayoutError) -> Void
  }

  private static let element = layout_element(
    category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 3)

  private static let calls: [Call] = [
    Call(isAboutData: false) { (connection, fuzz) throws(LayoutError) in
      let started = try connection.link.exchange(
        WorkerLink.Request(kind: .start, call: "create")
      ) { (head, _) throws(LayoutError) in
        let started = try head.readStarted()
        try started.check(from: fuzz.file, layout: Samples.layout.id)
        return started
      }
      try QuestionFuzz.askAll(started.layout, in: fuzz.areas)
    },
    Call(isAboutData: false) { (connection, fuzz) throws(LayoutError) in
      try connection.link.exchange(WorkerLink.Request(kind: .inspect, call: "entry")) {
        (head, _) throws(LayoutError) in
        let plugin = try head.readPlugin()
        try plugin.checkReceived(from: fuzz.file)
      }
    },
    Call { (connection, fuzz) throws(LayoutError) in
      let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
      _ = try connection.frame(
        FrameRequest(time: 0, oldBounds: bounds, bounds: bounds), shape: Samples.shape,
        into: fuzz.buffer)
    },
    Call { (connection, fuzz) throws(LayoutError) in
      try connection.attributes(
        in: Rect(x: 0, y: 0, width: 320, height: 480), into: fuzz.buffer)
    },
    Call { (connection, fuzz) throws(LayoutError) in
      try connection.attributes(for: element, into: fuzz.buffer)
    },
    Call { (connection, _) throws(LayoutError) in
      try connection.setProperty(at: 3, to: .number(1))
    },
    Call { (connection, _) throws(LayoutError) in _ = try connection.property(at: 2) },
    Call { (connection, _) throws(LayoutError) in _ = try connection.property(at: 7) },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.scrollTarget(
        proposed: .zero, velocity: .zero, bounds: .zero, afterUpdate: false)
    },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.call(action: 0, arguments: [.number(1)])
    },
    Call { (connection, fuzz) throws(LayoutError) in
      _ = try connection.updateAttributes(.initial, defaults: fuzz.defaults, into: fuzz.buffer)
    },
    Call { (connection, _) throws(LayoutError) in try connection.finalizeUpdates() },
    Call { (connection, _) throws(LayoutError) in try connection.notify(.finalize) },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.reorderingTarget(of: ItemPath(0, 1), at: .zero)
    },
    Call { (connection, fuzz) throws(LayoutError) in
      _ = try connection.reorderingAttributes(of: ItemPath(0, 3), at: .zero, into: fuzz.buffer)
    },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.setPreferredSizes([Samples.preference])
    },
    Call { (connection, _) throws(LayoutError) in _ = try connection.saveState() },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.loadState([1, 2], version: 1)
    },
    Call { (connection, _) throws(LayoutError) in _ = try connection.crossTrack(at: .zero) },
    Call { (connection, _) throws(LayoutError) in
      _ = try connection.crossTarget(3, velocity: 4, ofSection: 2)
    },
    Call { (connection, _) throws(LayoutError) in _ = try connection.children() },
  ]
}
