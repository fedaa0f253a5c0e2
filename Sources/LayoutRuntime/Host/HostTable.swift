// SPDX-License-Identifier: Apache-2.0
//
// The functions behind the host table: they find the context and check that the call is legal.

import LayoutABI
import LayoutModel

/// The table of a context's services.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> layout_host {
  layout_host(
    struct_size: UInt32(MemoryLayout<layout_host>.size), abi: LAYOUT_ABI, context: context,
    query: { HostContext.inCall($0)?.functions(of: $1) },
    section_count: { UInt32(clamping: HostContext.inCall($0)?.counts.sectionCount ?? 0) },
    item_count: { HostContext.inCall($0)?.counts[$1] ?? 0 },
    register_decoration: { HostContext.inCall($0)?.registerDecoration($1, $2) ?? notInCall },
    register_reuse: { HostContext.inCall($0)?.registerReuse($1, $2) ?? notInCall },
    map_paths: { HostContext.inCall($0)?.mapPaths($1, $2, $3) ?? notInCall },
    invalidate: { HostContext.inCall($0)?.invalidate($1) },
    log: { HostContext.anywhere($0)?.writeLog($1, $2) },
    set_error: { raw, text in
      HostContext.inCall(raw)?.errorText = String(repairing: text)
    },
    post_event: { HostContext.inCall($0)?.postEvent($1, $2, $3) ?? notInCall },
    extension: { _, _ in nil })
}

private let notInCall: layout_status = LAYOUT_ERROR_CONTEXT

extension HostContext {
  /// The context behind the first argument of a slot. The host outlives the instance, so the
  /// pointer is whole as long as the plugin hands back what it was given.
  static func anywhere(_ raw: UnsafeMutableRawPointer?) -> HostContext? {
    raw.map { Unmanaged<HostContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The same for a slot that is legal only while the host is inside a call on this thread.
  static func inCall(_ raw: UnsafeMutableRawPointer?) -> HostContext? {
    guard let context = anywhere(raw), context.isInCall else { return nil }
    return context
  }
}
