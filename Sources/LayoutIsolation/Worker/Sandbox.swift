// SPDX-License-Identifier: Apache-2.0
//
// How a worker confines itself, step by step, before it loads a plugin.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The confinement of one worker. Three steps, in this order, around the mapping of shared memory:
/// each other order takes away what a later step needs.
///
/// 1. ``limit()``: memory, addresses, descriptors, files, processes, signals.
/// 2. ``stock()``: closures are made, which is impossible later; then no memory that was written may
///    be executed.
/// 3. ``close(images:)``, once it is known which images will run: no capabilities, Landlock, then the
///    filter of system calls. The plugin is loaded under both.
struct Sandbox {
  /// Bytes of memory that may be written.
  let memoryLimit: Int
  /// Bytes of the two areas that are shared with the host.
  let sharedBytes: Int

  /// Queries whose functions a layout, and those that it is made of, can ask for.
  private static let closureCount = 256
  /// Loading a library takes a handful.
  private static let descriptorCount: UInt64 = 64
  /// Addresses for libraries, stack and what is set apart and never touched.
  private static let otherAddresses = 1 << 30

  /// - Returns: 0, or a negated errno.
  func limit() -> Int32 {
    let addresses = UInt64(memoryLimit) + UInt64(sharedBytes + Self.otherAddresses)
    var most = layout_sys_limits(
      data_bytes: UInt64(memoryLimit), address_bytes: addresses, descriptors: Self.descriptorCount,
      file_bytes: 0, has_threads: 0)
    return layout_sys_limit(&most)
  }

  /// - Returns: 0, or a negated errno.
  func stock() -> Int32 {
    guard ClosureStock.fill(Self.closureCount) else { return -ENOMEM }
    // Before Linux 6.3 there is no such mode; the filter denies the same, call by call.
    _ = layout_sys_deny_write_execute()
    Self.warmLibrary()
    layout_sys_forget_own_path()
    return 0
  }

  /// Has the C library ask for what it keeps, while the kernel still answers: its `qsort` looks once at how
  /// much memory the machine has, and sorts in another way when it is told nothing.
  static func warmLibrary() {
    var numbers = [Int32](repeating: 0, count: 1024)
    qsort(&numbers, numbers.count, MemoryLayout<Int32>.size) { _, _ in 0 }
  }

  /// - Throws: `sandbox-unavailable`, naming the part that the kernel lacks or does not give now.
  func close(images: [String]) throws(LayoutError) {
    if let missing = SandboxSupport.ofThisKernel.missingPart { throw missing }
    var failure = layout_sys_no_new_privileges()
    guard failure == 0 else { throw .sandbox(.privileges, failure) }
    failure = layout_sys_drop_capabilities()
    guard failure == 0 else { throw .sandbox(.capabilities, failure) }
    failure = Self.confine(
      to: images + [LoaderCache.path] + images.flatMap(LibrarySearch.files(neededBy:)), nil)
    guard failure == 0 else { throw .sandbox(.landlock, failure) }
    failure = layout_sys_seccomp_confine()
    guard failure == 0 else { throw .sandbox(.filters, failure) }
  }

  /// Lets these files be opened, and what is below `tree` when there is one. 0, or a negated errno.
  static func confine(to files: [String], _ tree: String?) -> Int32 {
    var copies = files.map { UnsafePointer(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return layout_sys_landlock_confine(&copies, UInt32(copies.count), tree)
  }
}

/// The parts that a kernel has of those that a confined worker cannot do without.
struct SandboxSupport: Equatable {
  /// The version of Landlock, or a negated errno.
  var landlock: Int32
  /// 1, or a negated errno.
  var seccomp: Int32

  static var ofThisKernel: SandboxSupport {
    SandboxSupport(
      landlock: layout_sys_landlock_version(), seccomp: layout_sys_seccomp_version())
  }

  /// The error that names what is missing; nil when all is there.
  var missingPart: LayoutError? {
    if landlock < 1 {
      return .sandbox(
        .landlock, landlock,
        found: " (Linux 5.13, and lsm=…,landlock among the kernel's options)")
    }
    if seccomp < 1 { return .sandbox(.filters, seccomp) }
    return nil
  }
}
