// SPDX-License-Identifier: Apache-2.0
//
// Files that are closed for writing in every process before a test continues.

import Glibc
import LayoutModel

/// The writing of files that are watched or run directly afterwards.
///
/// A child that another test starts has a copy of every descriptor until it runs its program. Until
/// then the kernel reports no close to watchers, and refuses to run the file (`ETXTBSY`).
public enum Writing {
  /// Opens a file for writing, made if it does not exist; no program that is started inherits it.
  ///
  /// - Parameter flags: Of `open`, beside `O_WRONLY`, `O_CREAT` and `O_CLOEXEC`.
  public static func open(_ path: String, _ flags: Int32 = 0) throws(LayoutError) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  /// Writes all the bytes at the current position of the descriptor.
  public static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(LayoutError) {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw failure("descriptor \(descriptor)") }
  }

  /// Closes a file that was open for writing, and returns after no process has it open for writing.
  public static func close(_ descriptor: Int32) throws(LayoutError) {
    let reader = Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { throw failure("descriptor \(descriptor)") }
    defer { Glibc.close(reader) }
    Glibc.close(descriptor)
    // The kernel gives a lease for reading while no process can write. A file system without leases cannot tell.
    var tries = 60_000
    while fcntl(reader, setLease, Int32(F_RDLCK)) != 0, errno == EAGAIN, tries > 0 {
      usleep(1000)
      tries -= 1
    }
    // Released before a copy of `reader` in a child can keep it: it would block the next process that opens the file.
    _ = fcntl(reader, setLease, Int32(F_UNLCK))
  }

  /// Makes or overwrites a whole file.
  public static func put(_ bytes: ArraySlice<UInt8>, at path: String) throws(LayoutError) {
    let descriptor = try open(path, O_TRUNC)
    try write(bytes, to: descriptor)
    try close(descriptor)
  }

  /// `F_SETLEASE`, which glibc declares for `_GNU_SOURCE` only.
  private static let setLease: Int32 = 1024

  private static func failure(_ what: String) -> LayoutError {
    LayoutError("test-file", "\(what): \(String(cString: strerror(errno)))")
  }
}
