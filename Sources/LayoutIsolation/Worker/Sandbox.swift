// SPDX-License-Identifier: Apache-2.0
//
// How a worker confines itself, step by step, before it loads a plugin.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

/// The confinement of one worker. Three steps, in this order, around the mapping of shared memory:
/// each other order takes away what a later step needs.
///
/// 1. ``limit()``: memory, addresses, descriptors, files.
/// 2. ``stock()``: closures are made, which is impossible later; then no memory that was written may
///    be executed.
/// 3. ``close(image:)``, once it is known which image will run: no capabilities, Landlock, then the
///    filter of system calls. The plugin is loaded under both.
struct Sandbox {
  /// Bytes of memory that may be written.
  let memoryLimit: Int
  /// Bytes of the two areas that are shared with the host.
  let sharedBytes: Int

  /// Queries whose functions a layout can ask for.
  private static let closureCount = 64
  /// Loading a library takes a handful.
  private static let descriptorCount: UInt64 = 64
  /// Addresses for libraries, stack and what is set apart and never touched.
  private static let otherAddresses = 1 << 30

  /// - Throws: `sandbox-unavailable`.
  func limit() throws(LayoutError) {
    let addresses = UInt64(memoryLimit) + UInt64(sharedBytes + Self.otherAddresses)
    let failure = layout_sys_limit(UInt64(memoryLimit), addresses, Self.descriptorCount, 0)
    guard failure == 0 else { throw .sandbox(.limits, failure) }
  }

  /// - Throws: `sandbox-unavailable`.
  func stock() throws(LayoutError) {
    guard ClosureStock.fill(Self.closureCount) else {
      throw .sandbox(.functions, -ENOMEM)
    }
    // Before Linux 6.3 there is no such mode; the filter denies the same, call by call.
    _ = layout_sys_deny_write_execute()
  }

  /// - Throws: `sandbox-unavailable`, naming the part that the kernel lacks or does not give now.
  func close(image: String) throws(LayoutError) {
    if let missing = SandboxSupport.ofThisKernel.missingPart { throw missing }
    var failure = layout_sys_no_new_privileges()
    guard failure == 0 else { throw .sandbox(.privileges, failure) }
    failure = layout_sys_drop_capabilities()
    guard failure == 0 else { throw .sandbox(.capabilities, failure) }
    failure = Self.confine(to: [image] + Self.libraries())
    guard failure == 0 else { throw .sandbox(.landlock, failure) }
    failure = layout_sys_seccomp_confine()
    guard failure == 0 else { throw .sandbox(.filters, failure) }
  }

  private static func confine(to paths: [String]) -> Int32 {
    var copies = paths.map { UnsafePointer(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return layout_sys_landlock_confine(&copies, UInt32(copies.count))
  }

  /// The directories that libraries were loaded from so far, where those of a plugin are too, and
  /// the loader's own list.
  private static func libraries() -> [String] {
    var directories = ["/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/local/lib"]
    withUnsafeMutablePointer(to: &directories) { directories in
      layout_sys_each_library(
        { path, raw in
          guard let path, let raw else { return }
          let text = String(cString: path)
          guard let end = text.lastIndex(of: "/"), end > text.startIndex else { return }
          let directory = String(text[..<end])
          let known = raw.assumingMemoryBound(to: [String].self)
          if !known.pointee.contains(directory) { known.pointee.append(directory) }
        }, directories)
    }
    return directories
  }
}

/// What a kernel has of the parts that a confined worker cannot do without.
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

/// What a worker is confined with.
enum SandboxPart: String, CaseIterable {
  case limits = "limits of memory and files (setrlimit)"
  case functions = "functions made ahead of time (libffi)"
  case privileges = "processes without new privileges"
  case capabilities = "processes without capabilities"
  case landlock = "Landlock"
  case filters = "filters of system calls (seccomp)"
}

extension LayoutError {
  /// `sandbox-unavailable`
  ///
  /// - Parameter place: Where a kernel has it, in brackets, when this one does not.
  static func sandbox(
    _ part: SandboxPart, _ code: Int32, found place: String = ""
  ) -> LayoutError {
    LayoutError(
      "sandbox-unavailable",
      "this kernel does not give a worker \(part.rawValue)\(place): "
        + "\(String(cString: strerror(-code))); to run the plugin apart but not confined, choose "
        + "--tier worker")
  }
}
