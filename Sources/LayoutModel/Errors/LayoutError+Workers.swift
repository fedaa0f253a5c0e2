// SPDX-License-Identifier: Apache-2.0
//
// Codes of child processes that run layouts.

// MARK: Workers and the sandbox

extension LayoutError.Code {
  /// A worker cannot be started.
  ///
  /// Remedy: The message names the program and the reason.
  public static let workerStart: Self = "worker-start"
  /// A worker ended in a call.
  ///
  /// Remedy: The layout is restarted by itself; the crash record that the message names runs
  /// the call again.
  public static let workerDied: Self = "worker-died"
  /// A worker was not done within the last limit of its call and was ended.
  ///
  /// Remedy: Make the layout faster, or raise `WorkerOptions.deadlines`.
  public static let workerHung: Self = "worker-hung"
  /// A worker was not done within the first limit of its call; the last frame stays.
  ///
  /// Remedy: None is needed now: the answer is taken when it comes.
  public static let workerLate: Self = "worker-late"
  /// A layout took beyond the first limit of a call, or most of each of the last seconds. It is a strike; the
  /// answer is shown.
  ///
  /// Remedy: Make the layout faster, or raise `WorkerOptions.deadlines`.
  public static let layoutSlow: Self = "layout-slow"
  /// A worker was ended in a call that nobody waited for any more.
  ///
  /// Remedy: None: the next frame starts it again.
  public static let workerEnded: Self = "worker-ended"
  /// A message between host and worker is malformed.
  ///
  /// Remedy: The plugin damaged its worker; run `layouthost check` on it.
  public static let wire: Self = "wire"
  /// A message, a file or a list is larger than its limit.
  ///
  /// Remedy: The message names the limit.
  public static let tooLarge: Self = "too-large"
  /// Memory to share with a worker cannot be had.
  ///
  /// Remedy: Free memory or descriptors.
  public static let sharedMemory: Self = "shared-memory"
  /// The kernel lacks a part of the sandbox.
  ///
  /// Remedy: Use Linux 5.13 or newer; for plugins that you trust, `--tier worker` or `trust add`.
  public static let sandboxUnavailable: Self = "sandbox-unavailable"
  /// A worker could not confine itself. No plugin is to blame.
  ///
  /// Remedy: Free memory; do not nest sandboxes; the message names the step.
  public static let sandboxFailed: Self = "sandbox-failed"
  /// A process for a check cannot be made.
  ///
  /// Remedy: Free processes, memory or descriptors.
  public static let checkChild: Self = "check-child"
  /// A process of this program failed.
  ///
  /// Remedy: The message holds its words.
  public static let freshProcess: Self = "fresh-process"
}
