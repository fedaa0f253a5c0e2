// SPDX-License-Identifier: Apache-2.0
//
// What a worker does for each call through an extension table.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension WorkerSession {
  func updateAttributes(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let end = try head.readEnd()
    try given.take(
      try head.readAnswerCounts(bulkLength: channel.bulk.count), from: channel.bulk)
    buffer.clear()
    let isAnswered = try begin(header).layout.updateAttributes(
      end, defaults: given, into: buffer)
    try replyWithAnswer(header) { $0.write(isAnswered) }
  }

  func finalizeUpdates(_ header: WireHeader) throws(LayoutError) {
    try begin(header).layout.finalizeUpdates()
    try reply(header)
  }

  func notify(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let notice = try head.readNotice()
    try begin(header).layout.notify(notice)
    try reply(header)
  }

  func reorderingTarget(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let (path, position) = try head.readDrag()
    let target = try begin(header).layout.reorderingTarget(of: path, at: position)
    try reply(header) { head in
      head.write(target != nil)
      if let target {
        head.write(count: target.section)
        head.write(count: target.item)
      }
    }
  }

  func reorderingAttributes(
    _ head: inout WireReader, _ header: WireHeader
  ) throws(LayoutError) {
    let (path, position) = try head.readDrag()
    buffer.clear()
    let isAnswered = try begin(header).layout.reorderingAttributes(
      of: path, at: position, into: buffer)
    try replyWithAnswer(header) { $0.write(isAnswered) }
  }

  func preferredSizes(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let preferences = try head.readList { (reader) throws(LayoutError) in
      try reader.readPreference()
    }
    let marks = try begin(header).layout.setPreferredSizes(preferences)
    try reply(header) { head in
      head.write(marks != nil)
      if let marks { head.write(marks) }
    }
  }

  func crossTrack(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let point: Point = try head.read()
    let track = try begin(header).layout.crossTrack(at: point)
    try reply(header) { head in
      head.write(track != nil)
      if let track { head.write(track) }
    }
  }

  func crossTarget(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let (section, proposed) = (try head.readCount(), try head.read() as Double)
    let target = try begin(header).layout.crossTarget(
      proposed, velocity: try head.read(), ofSection: section)
    try reply(header) { head in
      head.write(target != nil)
      if let target { head.write(target) }
    }
  }

  func saveState(_ header: WireHeader) throws(LayoutError) {
    let state = try begin(header).layout.saveState()
    let notices = takeNotices()
    let bulk = state.map(BulkLoad.bytes) ?? .none
    try channel.send(
      .done, sequence: header.sequence, epoch: header.epoch, bulkLength: bulk.byteCount,
      bulk: { bulk.copy(to: $0) },
      head: { head in
        head.write(state != nil)
        head.write(notices)
      })
  }

  func loadState(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let version: UInt32 = try head.read()
    let isTaken = try begin(header).layout.loadState([UInt8](channel.bulk), version: version)
    try reply(header) { $0.write(isTaken) }
  }
}
