// SPDX-License-Identifier: Apache-2.0
//
// A layout in a worker on its way: the process first, then the layout in it.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Starts a worker and makes a layout in it, without anybody having to wait: look at it between other
/// work. Letting go of one that is under way ends its process.
public final class WorkerStart {
  /// The parts of a connection.
  struct Started {
    let link: WorkerLink
    let message: StartedMessage
  }

  private enum Way {
    case process(LinkStart)
    case layout(WorkerLink)
    case ended
  }

  private let file: PluginFile
  private let layoutID: String
  private let options: WorkerOptions
  private let log: LayoutLog
  private let paths: HiddenPaths
  /// The ids of layouts that the layout may be made of.
  private let childLayouts: [String]
  private var way: Way
  /// True when the layout's own doing ended the start: its constructors, its entry or its `create`.
  public private(set) var isToBlame = false
  /// True when somebody waits for it: under deadlines the plugin has ``Deadlines/opening`` then. Set
  /// before the first look.
  public var isAwaited = false

  /// Orders a process, and returns at once.
  ///
  /// - Parameter image: The copy in the image store, where it was placed a moment ago; nil places it.
  /// - Throws: `not-installed` when there is no `layout-worker`, `worker-start`, or what
  ///   ``ImageStore/place(_:)`` throws.
  public init(
    file: PluginFile, layout id: String, image: String? = nil,
    options: WorkerOptions = WorkerOptions(deadlines: nil), log: LayoutLog = LayoutLog()
  ) throws(LayoutError) {
    (self.file, layoutID, self.options, self.log) = (file, id, options, log)
    let path = if let image { image } else { try ImageStore().place(file) }
    let children = ChildFiles(for: file, from: options.children)
    paths = HiddenPaths(file, image: path, children: children)
    childLayouts = children.layouts
    way = .process(
      try LinkStart(
        images: [path] + children.images, options: options, plugin: file.note?.id, log: log))
  }

  /// Takes what came since the last look.
  ///
  /// - Returns: The layout, once it is there; nil before and afterwards.
  /// - Throws: What ``WorkerConnection/init(file:layout:options:log:)`` throws.
  public func poll(_ patience: Patience) throws(LayoutError) -> WorkerConnection? {
    try advance(patience).map {
      WorkerConnection(
        file: file, link: $0.link, started: $0.message, options: options, log: log)
    }
  }

  func advance(_ patience: Patience) throws(LayoutError) -> Started? {
    do throws(LayoutError) {
      if case .process(let start) = way, let link = try start.poll(patience) {
        link.childLayouts = childLayouts
        let request = WorkerLink.Request(kind: .start, call: "create", isAwaited: isAwaited)
        try link.begin(request) {
          $0.write(paths.message(layout: layoutID, limits: options.answerLimits))
        }
        way = .layout(link)
      }
      guard case .layout(let link) = way, try link.look(patience) else { return nil }
      let started = Started(link: link, message: try collect(link))
      way = .ended
      return started
    } catch {
      if case .layout(let link) = way { isToBlame = link.isToBlame || error.endsInstance }
      way = .ended
      let error = paths.restore(error)
      throw options.keeping(
        CrashRecord(
          file: file, layout: layoutID, isSandboxed: options.isSandboxed, error: error,
          instance: nil), of: error)
    }
  }

  private func collect(_ link: WorkerLink) throws(LayoutError) -> StartedMessage {
    try link.collect { (head, _) throws(LayoutError) in
      let started = try head.readStarted()
      try started.check(from: file, layout: layoutID)
      link.rules = NoticeRules(started, limits: options.answerLimits)
      return started
    }
  }

  /// The layout, however long it takes.
  func wait() throws(LayoutError) -> Started {
    guard let started = try advance(.untilDone) else {
      preconditionFailure("a start that was waited for is not done")
    }
    return started
  }
}
