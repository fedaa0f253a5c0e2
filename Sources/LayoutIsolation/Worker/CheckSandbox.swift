// SPDX-License-Identifier: Apache-2.0
//
// The sandbox of a process that checks a plugin by calling it directly: a worker's, but for what the rules
// of the check have to do themselves.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The confinement of the children of one check. Made in their parent, which does what is impossible once
/// a child is confined; then each child calls ``confine()`` before it loads the plugin.
///
/// Besides what a worker may do, a child may start threads, open descriptors that lead nowhere else, look
/// at itself in /proc and change what is the process's own, because rules look at all of that.
package struct CheckSandbox: Sendable {
  /// True when refused calls are reported to the parent.
  package var reports: Bool
  private let files: [String]
  private let libraries: Set<String>

  private static let closureCount = 256
  private static let memoryLimit: UInt64 = 2 << 30
  /// Rules lay out a hundred million items, for which a layout may set addresses apart.
  private static let otherAddresses: UInt64 = 1 << 34
  private static let descriptorCount: UInt64 = 256
  /// The size of the file in memory that catches the output.
  private static let fileBytes: UInt64 = 1 << 20

  /// Prepares this process, whose children will be confined.
  ///
  /// - Parameters:
  ///   - image: The copy of the plugin that they load.
  ///   - children: The copies of the plugins of which its layouts may be made.
  /// - Throws: `sandbox-unavailable`, naming the part that the kernel lacks.
  package init(image: String, children: [String] = []) throws(LayoutError) {
    if let missing = SandboxSupport.ofThisKernel.missingPart { throw missing }
    guard ClosureStock.fill(Self.closureCount) else { throw .sandbox(.functions, -ENOMEM) }
    Sandbox.warmLibrary()
    let needed = ([image] + children).map(LibrarySearch.everything(neededBy:))
    files = [image, LoaderCache.path, "/dev/null"] + children + needed.flatMap(\.files)
    libraries = needed.reduce(into: []) { $0.formUnion($1.names) }
    reports = layout_sys_refusals_version() == 1
  }

  /// Confines this process for good.
  ///
  /// - Returns: With ``reports`` the descriptor from which the parent learns of refused calls; it has to
  ///   be closed here before the plugin is loaded. Else nil.
  /// - Throws: `sandbox-unavailable`, naming the step that failed.
  package func confine() throws(LayoutError) -> Int32? {
    forgetEnvironment()
    var most = layout_sys_limits(
      data_bytes: Self.memoryLimit, address_bytes: Self.memoryLimit + Self.otherAddresses,
      descriptors: Self.descriptorCount, file_bytes: Self.fileBytes, has_threads: 1)
    try Self.done(.limits, layout_sys_limit(&most))
    _ = layout_sys_deny_write_execute()
    try Self.done(.privileges, layout_sys_no_new_privileges())
    try Self.done(.capabilities, layout_sys_drop_capabilities())
    try Self.done(.landlock, Sandbox.confine(to: files, "/proc/self"))
    let listener = layout_sys_seccomp_confine_checked(reports ? 1 : 0)
    // Another filter of this process reports to somebody already, and a process has one such listener.
    if reports, listener == -EBUSY {
      try Self.done(.filters, layout_sys_seccomp_confine_checked(0))
      return nil
    }
    try Self.done(.filters, listener)
    return reports ? listener : nil
  }

  /// Returns true when a child may open this file for reading: what it needs to load the
  /// plugin, and what the kernel says of the child itself. The loader looks for a library in
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
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if !HarmlessVariables.contains(text) { names.append(String(text.prefix { $0 != "=" })) }
      next += 1
    }
    for name in names { unsetenv(name) }
  }
}
