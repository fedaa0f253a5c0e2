// SPDX-License-Identifier: Apache-2.0
//
// The functions behind the host table: they find the context and check that the call is legal.

import LayoutABI
import LayoutModel

/// Returns the table of a context's services.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> layout_host {
  var table = layout_host.sized()
  table.abi = LAYOUT_ABI
  table.context = context
  table.query = { HostContext.inCall($0)?.functions(of: $1) }
  table.section_count = { UInt32(clamping: HostContext.inCall($0)?.counts.sectionCount ?? 0) }
  table.item_count = { HostContext.inCall($0)?.counts[$1] ?? 0 }
  table.register_decoration = {
    HostContext.inCall($0)?.registerDecoration($1, $2) ?? notInCall
  }
  table.register_reuse = { HostContext.inCall($0)?.registerReuse($1, $2) ?? notInCall }
  table.map_paths = { HostContext.inCall($0)?.mapPaths($1, $2, $3) ?? notInCall }
  table.invalidate = { HostContext.inCall($0)?.invalidate($1) }
  table.log = { HostContext.anywhere($0)?.writeLog($1, $2) }
  table.set_error = { raw, text in
    guard let host = HostContext.inCall(raw) else { return }
    host.errorText = String(repairing: text, toBytes: host.limits.textBytes)
  }
  table.post_event = { HostContext.inCall($0)?.postEvent($1, $2, $3) ?? notInCall }
  table.extension = { HostContext.inCall($0)?.offer($1) }
  return table
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
