// SPDX-License-Identifier: Apache-2.0
//
// Which directories have to be watched so that a path is, and what their notices mean for it.

import Glibc
import LayoutModel

/// Watches on directories and on the way to each, so that one that appears later, is replaced or is
/// reached by another link is noticed.
struct DirectoryWatch: ~Copyable {
  /// The content of a batch of notices.
  struct Report {
    /// Files that were touched, in the order of the notices.
    var touched: [(place: PluginPlace, isOpen: Bool?)] = []
    /// Directories that may have other content than anybody knows: numbers in the search path.
    var upset: Set<Int> = []
  }

  /// The reason for which a directory is watched.
  private enum Role: Equatable {
    /// It is directory number `index` of the search path.
    case content(Int)
    /// The way to number `index` leads through its entry `next`.
    case way(Int, next: String)
  }

  private static let content: Inotify.Mask = [
    .entries, .modified, .closedAfterWriting, .selfDeleted, .selfMoved,
  ]
  private static let ended: Inotify.Mask = [.watchEnded, .unmounted, .selfDeleted, .selfMoved]

  private let inotify: Inotify
  /// Absolute; an index is the number of a directory.
  private let paths: [String]
  private var roles: [Int32: [Role]] = [:]

  /// - Parameter paths: Of directories, there or not; relative ones start at the current directory.
  init(_ paths: [String]) throws(LayoutError) {
    inotify = try Inotify()
    let current = FileSystem.resolved(".") ?? "/"
    self.paths = paths.map { $0.hasPrefix("/") ? $0 : "\(current)/\($0)" }
  }

  /// Readable when there is something to report.
  var descriptor: Int32 { inotify.descriptor }

  /// Makes the watches those that are needed now.
  ///
  /// - Returns: What cannot be watched, and why.
  mutating func arm() -> [LayoutError] {
    let before = roles
    roles = [:]
    var problems: [LayoutError] = []
    for index in paths.indices {
      if let problem = arm(index), !problems.contains(problem) { problems.append(problem) }
    }
    for watch in before.keys where roles[watch] == nil { inotify.unwatch(watch) }
    return problems
  }

  /// From the root down and along every link on the way. The way is walked anew until it is the one
  /// that is watched: what changes after that is reported. Who turns links all the time ends that too.
  private mutating func arm(_ index: Int) -> LayoutError? {
    var steps: [PathWalk.Step] = []
    var problem: LayoutError?
    for _ in 0..<8 {
      let walk = PathWalk(paths[index]).steps
      guard walk != steps else { break }
      steps = walk
      problem = nil
      for step in steps {
        let role = Role.way(index, next: FileSystem.name(of: step.entry))
        problem = watch(step.directory, for: .entries, as: role) ?? problem
      }
    }
    return watch(paths[index], for: Self.content, as: .content(index)) ?? problem
  }

  private mutating func watch(
    _ directory: String, for mask: Inotify.Mask, as role: Role
  ) -> LayoutError? {
    let watch = inotify.watch(directory, for: mask)
    if watch >= 0 {
      if roles[watch]?.contains(role) != true { roles[watch, default: []].append(role) }
      return nil
    }
    switch -watch {
    case ENOENT, ENOTDIR, ELOOP: return nil  // Not there yet; its parent is watched.
    case EACCES where mask == .entries: return nil  // Somebody else's, who will not move it often.
    case ENOSPC:
      return LayoutError(
        .watchUnavailable,
        "\(directory): the kernel gives no further watch; raise fs.inotify.max_user_watches")
    default:
      return LayoutError(
        .watchUnavailable, "\(directory): cannot be watched: \(FileSystem.reason(-watch))")
    }
  }

  /// Takes what happened since the last report, without waiting.
  func report() -> Report {
    var report = Report()
    for notice in inotify.read() {
      if notice.mask.contains(.overflow) { report.upset.formUnion(paths.indices) }
      for role in roles[notice.watch] ?? [] { Self.add(notice, role, to: &report) }
    }
    return report
  }

  private static func add(_ notice: Inotify.Notice, _ role: Role, to report: inout Report) {
    let isEnded = !notice.mask.isDisjoint(with: ended)
    switch role {
    case .way(let index, let next):
      if isEnded || notice.name == next { report.upset.insert(index) }
    case .content(let index):
      if isEnded {
        report.upset.insert(index)
      } else if PluginLibrary.isCandidate(notice.name) {
        let place = PluginPlace(directory: index, name: notice.name)
        report.touched.append((place, isOpen(after: notice.mask)))
      }
    }
  }

  /// Returns true when somebody writes the file; nil when the notice does not tell.
  private static func isOpen(after mask: Inotify.Mask) -> Bool? {
    if mask.contains(.modified) { return true }
    let closed: Inotify.Mask = [.closedAfterWriting, .movedTo, .movedFrom, .deleted]
    return mask.isDisjoint(with: closed) ? nil : false
  }
}
