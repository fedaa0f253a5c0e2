// SPDX-License-Identifier: Apache-2.0
//
// Codes of calls that a collection view refuses, and of child processes that run layouts.

// MARK: The collection view

extension LayoutError.Code {
  /// The view was called from inside one of its frames.
  ///
  /// Remedy: Change the view after the frame, not from a data source, a query or a view during its
  /// filling.
  public static let reentrant: Self = "reentrant"
  /// A touch, a key or a change of the selection came during the handling of another one.
  ///
  /// Remedy: Send it afterwards.
  public static let reentrantTouch: Self = "reentrant-touch"
  /// A callback of the app changed the view repeatedly, each time from inside the previous change.
  ///
  /// Remedy: End the recursion, or change the view later.
  public static let endlessCallback: Self = "endless-callback"
  /// A time is before the current time, or is not a valid time.
  ///
  /// Remedy: Give times that do not decrease, and durations of 0 or more seconds.
  public static let clock: Self = "clock"
  /// A coordinate, an offset or a velocity is not finite.
  ///
  /// Remedy: Check for division by zero before the call.
  public static let notFinite: Self = "not-finite"
  /// There is no item, section or element at a path.
  ///
  /// Remedy: The message gives their number.
  public static let unknownPath: Self = "unknown-path"
  /// There is no such section.
  ///
  /// Remedy: The message gives their number.
  public static let unknownSection: Self = "unknown-section"
  /// There is no item at a path.
  ///
  /// Remedy: Use a path of the current data.
  public static let unknownItem: Self = "unknown-item"
  /// An element is no longer on screen.
  ///
  /// Remedy: Read the tree again.
  public static let unknownElement: Self = "unknown-element"
  /// No view is registered under a reuse identifier.
  ///
  /// Remedy: Register it; the message names similar ones.
  public static let unregisteredIdentifier: Self = "unregistered-identifier"
  /// A layout shows a supplementary kind for which no view is registered.
  ///
  /// Remedy: Register one for the kind before the layout is shown.
  public static let unregisteredKind: Self = "unregistered-kind"
  /// A view was dequeued for another element than the requested one.
  ///
  /// Remedy: Dequeue inside the data source's method, for its path.
  public static let dequeue: Self = "dequeue"
  /// The data source returned a view of another collection view.
  ///
  /// Remedy: Return a view that was dequeued from it.
  public static let foreignView: Self = "foreign-view"
  /// The data source returned one view for two elements.
  ///
  /// Remedy: Dequeue one for each.
  public static let viewInUse: Self = "view-in-use"
  /// The data source returned another view than the one to be reconfigured.
  ///
  /// Remedy: Dequeue the same identifier, or reload the item.
  public static let otherView: Self = "other-view"
  /// The data source has no view for a supplementary element.
  ///
  /// Remedy: Implement the method that the message names.
  public static let noSupplementaryView: Self = "no-supplementary-view"
  /// There are elements to show and no data source.
  ///
  /// Remedy: Set `dataSource`; it is held weakly.
  public static let noDataSource: Self = "no-data-source"
  /// A data source's method threw an error or returned an invalid value.
  ///
  /// Remedy: The message names method and reason.
  public static let dataSource: Self = "data-source"
  /// A view prefers an invalid size.
  ///
  /// Remedy: Return a finite size that is not negative.
  public static let preferredSize: Self = "preferred-size"
  /// An action of the app for assistive technology threw an error.
  ///
  /// Remedy: The message holds it.
  public static let accessibilityAction: Self = "accessibility-action"
  /// A transition to another layout is already running.
  ///
  /// Remedy: Finish or cancel the transition first.
  public static let transitionUnderWay: Self = "transition-under-way"
  /// No interactive transition is running.
  ///
  /// Remedy: Start one first.
  public static let noTransition: Self = "no-transition"
  /// No item is being moved.
  ///
  /// Remedy: Call `beginInteractiveMovement(at:)` first.
  public static let noMovement: Self = "no-movement"
  /// An item cannot be moved to the delegate's target.
  ///
  /// Remedy: Return an existing place.
  public static let invalidTarget: Self = "invalid-target"
  /// No menu is open.
  ///
  /// Remedy: Open one first.
  public static let noMenu: Self = "no-menu"
  /// A section does not scroll across in this layout.
  ///
  /// Remedy: `crossTrack` tells which sections do.
  public static let notAcross: Self = "not-across"
  /// A file has the bytes of the running version.
  ///
  /// Remedy: None is needed.
  public static let sameVersion: Self = "same-version"
  /// The view shows another layout than when a swap began.
  ///
  /// Remedy: Start the swap again.
  public static let overtaken: Self = "overtaken"
  /// A swap was cancelled.
  ///
  /// Remedy: None.
  public static let cancelled: Self = "cancelled"
  /// Data or settings changed too often for a new version to prepare.
  ///
  /// Remedy: Swap at a quieter moment.
  public static let busy: Self = "busy"
}

// MARK: Workers and the sandbox

extension LayoutError.Code {
  /// A worker cannot be started.
  ///
  /// Remedy: The message names the program and the reason.
  public static let workerStart: Self = "worker-start"
  /// A worker ended during a call.
  ///
  /// Remedy: The layout restarts automatically; the crash record that the message names runs the
  /// call again.
  public static let workerDied: Self = "worker-died"
  /// A worker exceeded the last limit of its call and was ended.
  ///
  /// Remedy: Make the layout faster, or raise its limits: `WorkerOptions.deadlines`, in C
  /// `lh_layout_options.deadline`.
  public static let workerHung: Self = "worker-hung"
  /// A worker exceeded the first limit of its call; the last frame stays.
  ///
  /// Remedy: None is needed: the answer is used when it arrives.
  public static let workerLate: Self = "worker-late"
  /// A layout exceeded the first limit of a call, or used most of each of the last seconds. It is a
  /// strike; the answer is shown.
  ///
  /// Remedy: Make the layout faster, or raise its limits: `WorkerOptions.deadlines`, in C
  /// `lh_layout_options.deadline`.
  public static let layoutSlow: Self = "layout-slow"
  /// A worker was ended in a call whose answer was no longer needed.
  ///
  /// Remedy: None: the next frame starts it again.
  public static let workerEnded: Self = "worker-ended"
  /// A message between host and worker is invalid.
  ///
  /// Remedy: The plugin damaged its worker; run `layouthost check` on it.
  public static let wire: Self = "wire"
  /// A message, a file or a list is larger than its limit.
  ///
  /// Remedy: The message names the limit.
  public static let tooLarge: Self = "too-large"
  /// Memory to share with a worker is not available.
  ///
  /// Remedy: Free memory or file descriptors.
  public static let sharedMemory: Self = "shared-memory"
  /// The kernel lacks a part of the sandbox.
  ///
  /// Remedy: Use Linux 5.13 or newer; for plugins that you trust, `--tier worker` or `trust add`.
  public static let sandboxUnavailable: Self = "sandbox-unavailable"
  /// A worker could not confine itself. No plugin is blamed.
  ///
  /// Remedy: Free memory; do not nest sandboxes; the message names the step.
  public static let sandboxFailed: Self = "sandbox-failed"
  /// A process for a check cannot be made.
  ///
  /// Remedy: Free processes, memory or file descriptors.
  public static let checkChild: Self = "check-child"
  /// A process of this program failed.
  ///
  /// Remedy: The message contains its output.
  public static let freshProcess: Self = "fresh-process"
}
