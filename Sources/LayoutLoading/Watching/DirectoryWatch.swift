// SPDX-License-Identifier: Apache-2.0
//
// The directories to watch for a path, and the kernel's notices about them.

import Glibc
import LayoutModel

// MARK: - Directories to watch

/// Watches on directories and on their ancestors, so that a directory that appears later, is
/// replaced or is reached by another link is noticed.
struct DirectoryWatch: ~Copyable {
  /// The content of a batch of notices.
  struct Report {
    /// Files that changed, in the order of the notices.
    var touched: [(place: PluginPlace, isOpen: Bool?)] = []
    /// Directories with unknown content: indices in the search path.
    var upset: Set<Int> = []
  }

  /// The reason to watch a directory.
  private enum Role: Equatable {
    /// It is directory number `index` of the search path.
    case content(Int)
    /// The path to number `index` leads through its entry `next`.
    case way(Int, next: String)
  }

  private static let content: Inotify.Mask = [
    .entries, .modified, .closedAfterWriting, .selfDeleted, .selfMoved,
  ]
  private static let ended: Inotify.Mask = [.watchEnded, .unmounted, .selfDeleted, .selfMoved]

  private let inotify: Inotify
  /// Absolute paths; an index is the number of a directory.
  private let paths: [String]
  private var roles: [Int32: [Role]] = [:]

  /// - Parameter paths: The directories, existing or not; relative ones start at the current
  ///   directory.
  init(_ paths: [String]) throws(LayoutError) {
    inotify = try Inotify()
    let current = FileSystem.resolved(".") ?? "/"
    self.paths = paths.map { $0.hasPrefix("/") ? $0 : "\(current)/\($0)" }
  }

  /// Readable when there is something to report.
  var descriptor: Int32 { inotify.descriptor }

  /// Updates the watches to the currently needed ones.
  ///
  /// - Returns: The errors of directories that cannot be watched.
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

  /// From the root down and along every link. The walk repeats until it matches the watched
  /// directories; later changes are then reported. The number of repetitions is limited, in case
  /// links change continuously.
  private mutating func arm(_ index: Int) -> LayoutError? {
    var steps: [PathWalk.Step] = []
    var problem: LayoutError?
    for _ in 0..<8 {
      let walk = PathWalk(paths[index]).steps
      guard !walk.elementsEqual(steps, by: { $0.isLike($1) }) else { break }
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
    case ENOENT, ENOTDIR, ELOOP: return nil  // It does not exist yet; its parent is watched.
    case EACCES where mask == .entries: return nil  // Another user owns it and rarely moves it.
    case ENOSPC:
      return LayoutError(
        .watchUnavailable,
        "\(directory): the kernel refuses another watch; raise fs.inotify.max_user_watches")
    default:
      return LayoutError(
        .watchUnavailable, "\(directory): cannot be watched: \(FileSystem.reason(-watch))")
    }
  }

  /// Takes the notices since the last report, without waiting.
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

  /// Returns true when a writer has the file open; nil when the notice does not tell.
  private static func isOpen(after mask: Inotify.Mask) -> Bool? {
    if mask.contains(.modified) { return true }
    let closed: Inotify.Mask = [.closedAfterWriting, .movedTo, .movedFrom, .deleted]
    return mask.isDisjoint(with: closed) ? nil : false
  }
}

// MARK: - The kernel's notices
//
// The kernel's notices about directories: one inotify descriptor, without any logic.

/// An inotify queue. Closed with the value.
struct Inotify: ~Copyable {
  /// One notice from the kernel (inotify(7)).
  struct Notice {
    /// The watch of the notice; -1 for an overflow.
    var watch: Int32
    /// `IN_…` combined.
    var mask: Mask
    /// The name in the directory; empty for a notice about the directory itself.
    var name: String
  }

  /// `IN_…` bits.
  struct Mask: OptionSet {
    let rawValue: UInt32

    static let modified = Mask(rawValue: UInt32(IN_MODIFY))
    static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
    static let closedAfterWriting = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
    static let created = Mask(rawValue: UInt32(IN_CREATE))
    static let deleted = Mask(rawValue: UInt32(IN_DELETE))
    static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
    static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
    static let selfDeleted = Mask(rawValue: UInt32(IN_DELETE_SELF))
    static let selfMoved = Mask(rawValue: UInt32(IN_MOVE_SELF))
    static let unmounted = Mask(rawValue: UInt32(IN_UNMOUNT))
    static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))
    static let watchEnded = Mask(rawValue: UInt32(IN_IGNORED))

    /// An entry of a directory was created, removed or replaced.
    static let entries: Mask = [.created, .deleted, .movedFrom, .movedTo, .attributes]
  }

  /// Readable when there are notices.
  let descriptor: Int32

  /// - Throws: `watch-unavailable` with the kernel's reason.
  init() throws(LayoutError) {
    // IN_CLOEXEC and IN_NONBLOCK are these by definition.
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw LayoutError(
        .watchUnavailable,
        "the kernel refuses an inotify queue: \(FileSystem.reason()); "
          + "raise fs.inotify.max_user_instances or the limit of open files")
    }
  }

  deinit { close(descriptor) }

  /// Watches a directory; earlier events of interest are kept. A directory has one watch for all
  /// paths to it.
  ///
  /// - Returns: The watch, or a negated errno.
  func watch(_ directory: String, for mask: Mask) -> Int32 {
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    let watch = inotify_add_watch(descriptor, directory, mask.rawValue | flags)
    return watch >= 0 ? watch : -errno
  }

  /// Ends a watch.
  func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Takes the notices in the queue, at most a few thousand, without waiting.
  func read() -> [Notice] {
    var notices: [Notice] = []
    // Aligned for the records, with space for many of them.
    var room = [UInt64](repeating: 0, count: 1 << 13)
    // Bounded, so that a continuous writer cannot block the reader.
    for _ in 0..<16 {
      let count = room.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      room.withUnsafeBytes { notices += Self.parse(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return notices
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> [Notice] {
    let header = MemoryLayout<inotify_event>.size
    var notices: [Notice] = []
    var at = 0
    while at + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = min(bytes.count, at + header + Int(event.len))
      let name = bytes[(at + header)..<end].prefix { $0 != 0 }
      notices.append(
        Notice(
          watch: event.wd, mask: Mask(rawValue: event.mask),
          name: String(decoding: name, as: UTF8.self)))
      at = end
    }
    return notices
  }
}
