// SPDX-License-Identifier: Apache-2.0
//
// The disk of a simulated session: the machine's own, with a fault at one of the calls.

import Glibc

/// A disk that forwards calls to the system, or makes them fail.
///
/// Only calls on plugins fail: the directory that a view follows, and the copies that are loaded. Some other files,
/// such as those of the loader, are read once in a process, for all sessions.
final class SimulatedDisk {
  /// A fault of a file.
  enum Fault: String, CaseIterable {
    /// A file does not exist when it is opened.
    case isMissing
    /// The process has no descriptor left.
    case noDescriptor
    /// The disk cannot be read.
    case unreadable
    /// The disk is full.
    case full
    /// A file cannot be renamed.
    case noName
    /// The followed file is truncated, replaced or removed between two calls.
    case isCut, isReplaced, isWithdrawn
  }

  private enum Call { case open, read, write, rename }

  /// The next fault, and the number of calls before it.
  private var fault: (kind: Fault, after: Int)?
  /// The files of plugins that are open.
  private var own: Set<Int32> = []
  /// A closure that changes the followed file.
  var onFault: ((Fault) -> Void)?
  /// The faults that happened.
  private(set) var struck: [Fault] = []

  /// Makes the next fault happen at one of the next calls.
  func plan(_ kind: Fault, after count: Int) { fault = (kind, count) }

  /// Cancels a fault that has not happened.
  func cancelFault() { fault = nil }

  private static func isOwn(_ path: UnsafePointer<CChar>) -> Bool {
    strstr(path, "/layouthost/images/") != nil || strstr(path, SimulatedFolder.mark) != nil
  }

  /// - Returns: The reason for which a call fails; 0 if it succeeds.
  private func strike(_ call: Call) -> Int32 {
    guard let (kind, count) = fault else { return 0 }
    guard Self.calls(of: kind).contains(call) else { return 0 }
    guard count == 0 else {
      fault = (kind, count - 1)
      return 0
    }
    fault = nil
    struck.append(kind)
    switch kind {
    case .isMissing: return ENOENT
    case .noDescriptor: return EMFILE
    case .unreadable: return EIO
    case .full: return ENOSPC
    case .noName: return EROFS
    case .isCut, .isReplaced, .isWithdrawn:
      onFault?(kind)
      return 0
    }
  }

  private static func calls(of kind: Fault) -> [Call] {
    switch kind {
    case .isMissing, .noDescriptor: [.open]
    case .unreadable: [.read]
    case .full: [.write]
    case .noName: [.rename]
    case .isCut, .isReplaced, .isWithdrawn: [.open, .read]
    }
  }

  // MARK: Calls

  func open(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: mode_t) -> Int32 {
    guard let path else { return -EFAULT }
    let isOwn = Self.isOwn(path)
    let failure = isOwn ? strike(.open) : 0
    guard failure == 0 else { return -failure }
    let file = Glibc.open(path, flags | O_CLOEXEC, mode)
    guard file >= 0 else { return -errno }
    if isOwn { own.insert(file) } else { own.remove(file) }
    return file
  }

  func read(_ file: Int32, _ into: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    let failure = own.contains(file) ? strike(.read) : 0
    guard failure == 0 else { return -Int(failure) }
    let result = Glibc.read(file, into, count)
    return result < 0 ? -Int(errno) : result
  }

  func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    let failure = own.contains(file) ? strike(.write) : 0
    // A disk that is about to be full writes a part first.
    let result = Glibc.write(file, bytes, failure == 0 ? count : count / 2)
    return failure != 0 ? -Int(failure) : result < 0 ? -Int(errno) : result
  }

  func rename(_ from: UnsafePointer<CChar>?, _ to: UnsafePointer<CChar>?) -> Int32 {
    guard let from, let to else { return -EFAULT }
    let failure = Self.isOwn(to) ? strike(.rename) : 0
    guard failure == 0 else { return -failure }
    return Glibc.rename(from, to) == 0 ? 0 : -errno
  }
}
