// SPDX-License-Identifier: Apache-2.0
//
// The confinement of a worker, and of a process that checks a plugin: step by step before they load
// it.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - A worker

/// The confinement of one worker. It has three steps, in this order, around the mapping of shared
/// memory. In any other order a step would remove what a later step needs.
///
/// 1. ``limit()``: memory, addresses, descriptors, files, processes, signals.
/// 2. ``preallocateClosures()``: makes closures, which is impossible later; then memory that was
///    written can no longer be executed.
/// 3. ``close(images:)``, once the images to run are known: no capabilities, Landlock, then the
///    filter of system calls. The plugin is loaded under both.
struct Sandbox {
  /// The number of bytes of memory that may be written.
  let memoryLimit: Int
  /// The number of bytes of the two areas that are shared with the host.
  let sharedBytes: Int

  /// The number of queries whose functions a layout and the layouts inside it can ask for.
  private static let closureCount = 256
  /// The number of open descriptors. Loading a library takes a few.
  private static let descriptorCount: UInt64 = 64
  /// The bytes of addresses for libraries, stack and memory that is reserved but never used.
  private static let otherAddresses = 1 << 30

  /// - Returns: 0, or a negated errno.
  func limit() -> Int32 {
    let addresses = UInt64(memoryLimit) + UInt64(sharedBytes + Self.otherAddresses)
    var most = layout_sys_limits(
      data_bytes: UInt64(memoryLimit), address_bytes: addresses, descriptors: Self.descriptorCount,
      file_bytes: 0, has_threads: 0)
    return unsafe layout_sys_limit(&most)
  }

  /// - Returns: 0, or a negated errno.
  func preallocateClosures() -> Int32 {
    guard ClosureStock.fill(Self.closureCount) else { return -ENOMEM }
    // Before Linux 6.3 this mode does not exist; the filter denies the same calls one by one.
    _ = layout_sys_deny_write_execute()
    Self.warmLibrary()
    layout_sys_forget_own_path()
    return 0
  }

  /// Makes the C library read the facts that it caches, while the kernel still answers: its `qsort`
  /// asks once how much memory the machine has, and sorts in another way if it gets no answer.
  static func warmLibrary() {
    var numbers = [Int32](repeating: 0, count: 1024)
    unsafe qsort(&numbers, numbers.count, MemoryLayout<Int32>.size) { _, _ in 0 }
  }

  /// - Throws: `sandbox-unavailable`, naming the part that the kernel lacks or refuses now.
  func close(images: [String]) throws(LayoutError) {
    if let missing = SandboxSupport.ofThisKernel.missingPart { throw missing }
    var failure = layout_sys_no_new_privileges()
    guard failure == 0 else { throw .sandbox(.privileges, failure) }
    failure = layout_sys_drop_capabilities()
    guard failure == 0 else { throw .sandbox(.capabilities, failure) }
    failure = Self.confine(
      to: images + [LoaderCache.path] + images.flatMap { LibrarySearch.files(neededBy: $0) }, nil)
    guard failure == 0 else { throw .sandbox(.landlock, failure) }
    failure = layout_sys_seccomp_confine()
    guard failure == 0 else { throw .sandbox(.filters, failure) }
  }

  /// Allows these files to be opened, and all files below `tree` if there is one. Returns 0, or a
  /// negated errno.
  static func confine(to files: [String], _ tree: String?) -> Int32 {
    var copies = unsafe files.map { unsafe UnsafePointer(strdup($0)) }
    defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    return unsafe layout_sys_landlock_confine(&copies, UInt32(copies.count), tree)
  }
}

/// The parts of the kernel that a confined worker needs.
struct SandboxSupport: Equatable {
  /// The version of Landlock, or a negated errno.
  var landlock: Int32
  /// 1, or a negated errno.
  var seccomp: Int32

  static var ofThisKernel: SandboxSupport {
    SandboxSupport(
      landlock: layout_sys_landlock_version(), seccomp: layout_sys_seccomp_version())
  }

  /// The error that names the missing part; nil if none is missing.
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

// MARK: - A check
//
// The sandbox of a process that checks a plugin by calling it directly. It is a worker's sandbox,
// except for calls that the rules of the check have to make themselves.

/// The confinement of the children of one check. It is created in their parent, which prepares what
/// is impossible once a child is confined. Then each child calls ``confine()`` before it loads the
/// plugin.
///
/// In addition to a worker's rights, a child may start threads, open descriptors that reach nothing
/// outside, read its own entries in /proc, and change settings of its own process, because rules
/// check all of these.
package struct CheckSandbox: Sendable {
  /// True when refused calls are reported to the parent.
  package var reports: Bool
  private let files: [String]
  private let libraries: Set<String>

  private static let closureCount = 256
  private static let memoryLimit: UInt64 = 2 << 30
  /// The bytes of addresses beyond the memory limit. Rules lay out a hundred million items, for
  /// which a layout may reserve addresses.
  private static let otherAddresses: UInt64 = 1 << 34
  private static let descriptorCount: UInt64 = 256
  /// The size of the file in memory that catches the output.
  private static let fileBytes: UInt64 = 1 << 20

  /// Prepares this process, whose children will be confined.
  ///
  /// - Parameters:
  ///   - image: The copy of the plugin that they load.
  ///   - children: The copies of the plugins that its layouts may have inside.
  /// - Throws: `sandbox-unavailable`, naming the part that the kernel lacks.
  package init(image: String, children: [String] = []) throws(LayoutError) {
    if let missing = SandboxSupport.ofThisKernel.missingPart { throw missing }
    guard ClosureStock.fill(Self.closureCount) else { throw .sandbox(.functions, -ENOMEM) }
    Sandbox.warmLibrary()
    let needed = ([image] + children).map { LibrarySearch.everything(neededBy: $0) }
    files = [image, LoaderCache.path, "/dev/null"] + children + needed.flatMap(\.files)
    libraries = needed.reduce(into: []) { $0.formUnion($1.names) }
    reports = layout_sys_refusals_version() == 1
  }

  /// Confines this process for good.
  ///
  /// - Returns: With ``reports`` the descriptor from which the parent reads refused calls; it has
  ///   to be closed here before the plugin is loaded. Else nil.
  /// - Throws: `sandbox-unavailable`, naming the step that failed.
  package func confine() throws(LayoutError) -> Int32? {
    forgetEnvironment()
    var most = layout_sys_limits(
      data_bytes: Self.memoryLimit, address_bytes: Self.memoryLimit + Self.otherAddresses,
      descriptors: Self.descriptorCount, file_bytes: Self.fileBytes, has_threads: 1)
    unsafe try Self.done(.limits, layout_sys_limit(&most))
    _ = layout_sys_deny_write_execute()
    try Self.done(.privileges, layout_sys_no_new_privileges())
    try Self.done(.capabilities, layout_sys_drop_capabilities())
    try Self.done(.landlock, Sandbox.confine(to: files, "/proc/self"))
    let listener = layout_sys_seccomp_confine_checked(reports ? 1 : 0)
    // Another filter of this process already reports to a listener, and a process can have only
    // one.
    if reports, listener == -EBUSY {
      try Self.done(.filters, layout_sys_seccomp_confine_checked(0))
      return nil
    }
    try Self.done(.filters, listener)
    return reports ? listener : nil
  }

  /// Returns true if a child may open this file for reading: a file that it needs to load the
  /// plugin, or the kernel's entries about the child itself. The loader looks for a library in
  /// several places.
  package func isReadable(_ path: String) -> Bool {
    files.contains(path) || path.hasPrefix("/proc/self/")
      || libraries.contains(FileSystem.name(of: path))
  }

  private static func done(_ part: SandboxPart, _ result: Int32) throws(LayoutError) {
    if result < 0 { throw .sandbox(part, result) }
  }

  private func forgetEnvironment() {
    var names: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if !HarmlessVariables.contains(text) { names.append(String(text.prefix { $0 != "=" })) }
      unsafe next += 1
    }
    for name in names { unsafe unsetenv(name) }
  }
}
