// SPDX-License-Identifier: Apache-2.0
//
// Functions of base.h.

import CLayoutHost
import Glibc
import LayoutModel

@c @implementation
public func lh_version() -> UInt32 {
  UInt32(LH_VERSION_MAJOR) << 16 | UInt32(LH_VERSION_MINOR)
}

@c @implementation
public func lh_error_new(
  _ code: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?
) -> OpaquePointer? {
  func mended(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
  return Handles.name(
    ErrorBox(LayoutError(LayoutError.Code(rawValue: mended(code)), mended(message))))
}

@c @implementation
public func lh_error_free(_ error: OpaquePointer?) { Handles.free(error, ErrorBox.self) }

@c @implementation
public func lh_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.code.bytes
}

@c @implementation
public func lh_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.message.bytes
}

@c @implementation
public func lh_error_remedy(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.remedy.bytes
}

@c @implementation
public func lh_error_plugin(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.plugin?.bytes
}

@c @implementation
public func lh_error_call(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.call?.bytes
}

@c @implementation
public func lh_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }
