// SPDX-License-Identifier: Apache-2.0
//
// The worker's handling of each kind of request.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

extension WorkerSession {
  func inspect(_ start: StartMessage, _ header: WireHeader) throws(LayoutError) {
    let image = try load(start)
    try reply(header) { $0.write(image.descriptor) }
  }

  func start(_ start: StartMessage, _ header: WireHeader) throws(LayoutError) {
    let image = try load(start)
    let plugin = image.descriptor
    let id = start.layoutID ?? ""
    let descriptor = plugin.layouts[try plugin.index(ofLayout: id)]
    let queries = RemoteQueries(descriptor.queries, channel: channel)
    queries.begin(header, itemCounts: [])
    unsafe layout_sys_store_release_u32(replies.slot, CallMarker.number(.create))
    // The handler runs inside a call of this thread; only its type says otherwise.
    nonisolated(unsafe) let session = self
    let layout = try LiveLayout(
      image: image, layout: id, queries: queries, log: log, limits: start.limits,
      children: finder(of: start), onChildCall: noteChildCall(of: start),
      onDamage: { unsafe session.leave(after: $0) })
    unsafe layout_sys_store_release_u32(replies.slot, CallMarker.none)
    layout.context.onCall = { [replies] in
      unsafe layout_sys_store_release_u32(replies.slot, CallMarker.number($0))
    }
    for setting in start.childSettings.list { layout.keep(setting) }
    served = Served(layout: layout, queries: queries)
    toldExtensions = Judge.knownExtensions.filter { layout.offers($0) }
    let started = StartedMessage(
      pluginID: plugin.id, layout: descriptor, extensions: toldExtensions)
    try reply(header) { $0.write(started) }
  }

  private func load(_ start: StartMessage) throws(LayoutError) -> PluginImage {
    try sandbox?.close(images: [start.imagePath] + start.children.map(\.imagePath))
    sandbox = nil
    unsafe layout_sys_store_release_u32(replies.slot, CallMarker.loading)
    defer { unsafe layout_sys_store_release_u32(replies.slot, CallMarker.none) }
    // By then the file is mapped, or no longer needed.
    defer { if images.isEmpty { close(WorkerDescriptors.image) } }
    return try PluginImage(start.file, at: images.first ?? start.imagePath)
  }

  /// Returns the finder of children among the files that came with the start; nil for a layout
  /// without children.
  private func finder(of start: StartMessage) -> ChildFinder? {
    guard start.file.note?.hasChildren == true else { return nil }
    let library = PluginLibrary(start.children.map(\.file))
    return { [replies, images] id throws(LayoutError) in
      let file = try library.file(forLayout: id)
      guard let index = start.children.firstIndex(where: { $0.file.path == file.path }) else {
        throw LayoutError(.unknownLayout, "there is no layout \"\(id)\"")
      }
      let number = library.layouts.firstIndex(of: id).map { $0 + 1 } ?? 0
      unsafe layout_sys_store_release_u32(
        replies.slot, CallMarker.inChild(number, CallMarker.loading))
      let copies = images.isEmpty ? start.children.map(\.imagePath) : Array(images.dropFirst())
      return try PluginImage(file, at: copies[index])
    }
  }

  /// Returns a function that records the child that a call is in.
  private func noteChildCall(of start: StartMessage) -> (String, Slot) -> Void {
    let layouts = PluginLibrary(start.children.map(\.file)).layouts
    return { [replies] id, slot in
      let number = layouts.firstIndex(of: id).map { $0 + 1 } ?? 0
      unsafe layout_sys_store_release_u32(
        replies.slot, CallMarker.inChild(number, CallMarker.number(slot)))
    }
  }

  func frame(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let (request, news) = unsafe try head.readFrame(epoch: header.epoch, itemCounts: channel.bulk)
    if let told = news.shape { shape = told }
    let served = try begin(header)
    if let bindings = news.bindings {
      try served.queries.bind(bindings)
      bindingRevision = Int(truncatingIfNeeded: bindings.revision)
    }
    // Any mark except that of the viewport may mean that answers changed.
    if news.shape != nil || request.marks & ~LAYOUT_MARK_BOUNDS != 0 { served.queries.forget() }
    let outcome = try served.layout.frame(
      request, shape: shape, revision: bindingRevision, into: buffer)
    try replyWithAnswer(header) { $0.write(outcome) }
  }

  func attributesInRect(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let rect: Rect = try head.read()
    try begin(header).layout.attributes(in: rect, into: buffer)
    try replyWithAnswer(header)
  }

  func attributesForElement(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let element: layout_element = try head.read()
    try begin(header).layout.attributes(for: element, into: buffer)
    try replyWithAnswer(header)
  }

  func scrollTarget(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let proposed: Point = try head.read()
    let velocity: Vector = try head.read()
    let bounds: Rect = try head.read()
    let afterUpdate = try head.readBool()
    let target = try begin(header).layout.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    try reply(header) { head in
      head.write(target != nil)
      if let target { head.write(target) }
    }
  }

  func action(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let index = try head.readCount()
    let arguments = try head.readList { (reader) throws(LayoutError) in try reader.readValue() }
    let value = try begin(header).layout.call(action: index, arguments: arguments)
    try reply(header) { $0.write(value) }
  }

  // MARK: Replies

  /// Returns the layout, and tells it the request that it works for.
  func begin(_ header: WireHeader) throws(LayoutError) -> Served {
    guard let served else { throw .wire("a request before the start") }
    served.queries.begin(header, itemCounts: shape.itemCounts)
    return served
  }

  /// Answers a request; the layout's notices come last.
  func reply(
    _ header: WireHeader, write: (inout WireWriter) -> Void = { _ in }
  ) throws(LayoutError) {
    let notices = takeNotices()
    unsafe try channel.send(
      .done, sequence: header.sequence, epoch: header.epoch,
      head: { head in
        write(&head)
        head.write(notices)
      })
  }

  /// Answers with the content of the buffer, copied behind the head.
  func replyWithAnswer(
    _ header: WireHeader, write: (inout WireWriter) -> Void = { _ in }
  ) throws(LayoutError) {
    let notices = takeNotices()
    unsafe try channel.send(
      .done, sequence: header.sequence, epoch: header.epoch,
      bulkLength: buffer.counts.byteCount,
      bulk: { unsafe buffer.copyElements(to: $0) },
      head: { head in
        write(&head)
        head.write(answerIn: buffer)
        head.write(notices)
      })
  }

  /// Takes the notices since the last reply.
  func takeNotices() -> Notices {
    var notices = Notices()
    notices.log = log.take().entries.map { Notices.Line(level: $0.level, message: $0.message) }
    guard let layout = served?.layout else { return notices }
    notices.events = layout.takeEvents()
    (notices.marks, notices.elements) = layout.takeMarks()
    if layout.reuseIdentifiers != toldIdentifiers {
      toldIdentifiers = layout.reuseIdentifiers
      notices.reuseIdentifiers = toldIdentifiers
    }
    if layout.offerCount > toldExtensions.count {
      notices.offered = Judge.knownExtensions.filter {
        !toldExtensions.contains($0) && layout.offers($0)
      }
      toldExtensions += notices.offered
    }
    if layout.memberRevision != toldMembers {
      toldMembers = layout.memberRevision
      notices.members = layout.members
      let settings = layout.childSettings
      if !settings.list.isEmpty { notices.childSettings = settings }
    }
    return notices
  }
}

// MARK: - Extensions
//
// The worker's handling of each call through an extension table.

extension WorkerSession {
  func updateAttributes(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let end = try head.readEnd()
    unsafe try given.take(
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
    unsafe try channel.send(
      .done, sequence: header.sequence, epoch: header.epoch, bulkLength: bulk.byteCount,
      bulk: { unsafe bulk.copy(to: $0) },
      head: { head in
        head.write(state != nil)
        head.write(notices)
      })
  }

  func loadState(_ head: inout WireReader, _ header: WireHeader) throws(LayoutError) {
    let version: UInt32 = try head.read()
    let isTaken = unsafe try begin(header).layout.loadState([UInt8](channel.bulk), version: version)
    try reply(header) { $0.write(isTaken) }
  }
}
