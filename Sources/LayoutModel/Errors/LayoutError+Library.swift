// SPDX-License-Identifier: Apache-2.0
//
// Codes of the C library's own.

// MARK: The C library

extension LayoutError.Code {
  /// An object is null or was freed, or is of another type.
  ///
  /// Remedy: Use an object from its making to its freeing.
  public static let noObject: Self = "no-object"
  /// Another thread is inside a call with the same view or layout.
  ///
  /// Remedy: Use a view from one thread at a time; `lh_view_post` hands work to its thread.
  public static let wrongThread: Self = "wrong-thread"
  /// A pointer that must not be null is.
  ///
  /// Remedy: The message names the argument.
  public static let nullArgument: Self = "null-argument"
  /// A table does not say its size.
  ///
  /// Remedy: Start from `LH_TABLE(type)`, or set `struct_size` to its sizeof.
  public static let badTableSize: Self = "bad-table-size"
  /// The session is not being written down.
  ///
  /// Remedy: Call `lh_view_start_recording` first.
  public static let notRecording: Self = "not-recording"
  /// A callback of the app failed.
  ///
  /// Remedy: The message holds its words.
  public static let callbackFailed: Self = "callback-failed"
}
