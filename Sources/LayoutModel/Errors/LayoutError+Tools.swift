// SPDX-License-Identifier: Apache-2.0
//
// Codes of the C library, of scenarios and of the command.

// MARK: The C library

extension LayoutError.Code {
  /// An object is null or was freed, or is of another type.
  ///
  /// Remedy: Use an object only between its creation and its release.
  public static let noObject: Self = "no-object"
  /// Another thread is inside a call with the same view or layout.
  ///
  /// Remedy: Use a view from one thread at a time; `lh_view_post` passes work to its thread.
  public static let wrongThread: Self = "wrong-thread"
  /// A required pointer is null.
  ///
  /// Remedy: The message names the argument.
  public static let nullArgument: Self = "null-argument"
  /// A table does not contain its size.
  ///
  /// Remedy: Start from `LH_TABLE(type)`, or set `struct_size` to its sizeof.
  public static let badTableSize: Self = "bad-table-size"
  /// The session is not being recorded.
  ///
  /// Remedy: Call `lh_view_start_recording` first.
  public static let notRecording: Self = "not-recording"
  /// A callback of the app failed.
  ///
  /// Remedy: The message contains its reason.
  public static let callbackFailed: Self = "callback-failed"
}

// MARK: Scenarios and the command

extension LayoutError.Code {
  /// A scenario lacks a key.
  ///
  /// Remedy: Add it; the message names the place.
  public static let missingKey: Self = "missing-key"
  /// A scenario has a key that is unknown in its place.
  ///
  /// Remedy: The message lists the known keys.
  public static let unknownKey: Self = "unknown-key"
  /// There is no step of this name.
  ///
  /// Remedy: The message names similar ones.
  public static let unknownStep: Self = "unknown-step"
  /// A file or folder exists already.
  ///
  /// Remedy: Choose another name, or remove it.
  public static let exists: Self = "exists"
  /// A file of the examples is missing.
  ///
  /// Remedy: Run the command in a checkout, or reinstall.
  public static let example: Self = "example"
  /// The demonstration failed.
  ///
  /// Remedy: The message names the step.
  public static let demo: Self = "demo"
  /// A benchmark gave no measurement.
  ///
  /// Remedy: The message contains its output.
  public static let badBenchmark: Self = "bad-benchmark"
  /// No file descriptor is free.
  ///
  /// Remedy: Raise `ulimit -n`.
  public static let noDescriptor: Self = "no-descriptor"
  /// A comparison has no scenario.
  ///
  /// Remedy: Give `--scenario FILE`, in which each line is a scenario.
  public static let noScenario: Self = "no-scenario"
  /// An argument or a name is not UTF-8.
  ///
  /// Remedy: Rename the file.
  public static let badArgument: Self = "bad-argument"
  /// /proc is not mounted.
  ///
  /// Remedy: Mount it: `mount -t proc proc /proc`.
  public static let noProc: Self = "no-proc"
  /// The studio cannot serve its page, or use its token.
  ///
  /// Remedy: Choose another port or token file, as the message says.
  public static let studio: Self = "studio"
}
