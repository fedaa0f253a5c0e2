// SPDX-License-Identifier: Apache-2.0
//
// Codes of layouts, their tables and their calls.

// MARK: Layouts: tables, calls, queries

extension LayoutError.Code {
  /// No plugin found offers the layout.
  ///
  /// Remedy: The message lists the known layouts; add the plugin's directory to the search path.
  public static let unknownLayout: Self = "unknown-layout"
  /// The plugin does not support a host with this ABI.
  ///
  /// Remedy: Rebuild it against the headers of this host.
  public static let abiRefused: Self = "abi-refused"
  /// A table is shorter than required by the version of the contract that the plugin names.
  ///
  /// Remedy: Set `struct_size` to the size of the table as compiled.
  public static let tableTooShort: Self = "table-too-short"
  /// A table breaks a rule of the contract.
  ///
  /// Remedy: The message names the member and the rule.
  public static let badTable: Self = "bad-table"
  /// A reserved member of a table is not zero, or an unknown flag is set.
  ///
  /// Remedy: Start tables from zeros; if the member has a meaning in newer headers, use a newer
  /// host.
  public static let reservedUsed: Self = "reserved-used"
  /// A required function of a layout is null.
  ///
  /// Remedy: Set the slot that the message names.
  public static let slotMissing: Self = "slot-missing"
  /// The plugin requires an extension that this host does not have.
  ///
  /// Remedy: Use a newer host, or a version of the plugin that does not require it.
  public static let unknownExtension: Self = "unknown-extension"
  /// A layout got a query before it had prepared.
  ///
  /// Remedy: Show a frame first.
  public static let notPrepared: Self = "not-prepared"
  /// A value does not fit its use.
  ///
  /// Remedy: The message names the use, the value and the allowed values.
  public static let badValue: Self = "bad-value"
  /// The layout has no such property.
  ///
  /// Remedy: The message names similar ones; `layouthost info` lists all.
  public static let unknownProperty: Self = "unknown-property"
  /// A property was given a value of another type.
  ///
  /// Remedy: The message names the type of the property.
  public static let propertyType: Self = "property-type"
  /// An enumeration has no such case.
  ///
  /// Remedy: The message lists the cases.
  public static let unknownCase: Self = "unknown-case"
  /// A number is outside of a property's range.
  ///
  /// Remedy: The message names the range.
  public static let outOfRange: Self = "out-of-range"
  /// The layout has no such query.
  ///
  /// Remedy: The message lists its queries.
  public static let unknownQuery: Self = "unknown-query"
  /// An answer has other arguments or another result type than the query.
  ///
  /// Remedy: Bind a closure with the types that the message names.
  public static let querySignature: Self = "query-signature"
  /// The app's answer to a query threw an error.
  ///
  /// Remedy: Fix the answer; the message names query, path and error.
  public static let queryFailed: Self = "query-failed"
  /// There is no such action.
  ///
  /// Remedy: The message names similar ones.
  public static let unknownAction: Self = "unknown-action"
  /// An action was called with other arguments than it takes.
  ///
  /// Remedy: The message names the types.
  public static let actionSignature: Self = "action-signature"
  /// The layout has no kind of this name.
  ///
  /// Remedy: The message names similar ones; `layouthost info` lists all.
  public static let unknownKind: Self = "unknown-kind"
  /// A new version cannot read the state of the old one.
  ///
  /// Remedy: Swap cold, or give the new version a reader for the old schema.
  public static let stateSchema: Self = "state-schema"
  /// A layout's state is larger than the limit of the host.
  ///
  /// Remedy: Save less: leave out values that can be computed again.
  public static let stateTooLarge: Self = "state-too-large"
  /// There is no memory for an answer.
  ///
  /// Remedy: Ask for less at a time.
  public static let outOfMemory: Self = "out-of-memory"
  /// An argument is out of its range.
  ///
  /// Remedy: The message names argument and range.
  public static let invalidArgument: Self = "invalid-argument"
  /// Another collection view shows the layout.
  ///
  /// Remedy: Make a new instance for each view.
  public static let layoutInUse: Self = "layout-in-use"
  /// A layout broke a rule of the contract; it gets no further call.
  ///
  /// Remedy: Run `layouthost check` on the plugin: the message names the call and the rule.
  public static let breach: Self = "breach"
  /// A layout refused an argument (`LAYOUT_ERROR_ARGUMENT`).
  ///
  /// Remedy: The message contains the layout's reason.
  public static let layoutArgument: Self = "layout-argument"
  /// A layout says that a call came at the wrong time (`LAYOUT_ERROR_CONTEXT`).
  ///
  /// Remedy: The message contains the layout's reason.
  public static let layoutContext: Self = "layout-context"
  /// A layout failed (`LAYOUT_ERROR_FAILED`).
  ///
  /// Remedy: The message contains the layout's reason.
  public static let layoutFailed: Self = "layout-failed"
  /// A layout had no memory (`LAYOUT_ERROR_MEMORY`).
  ///
  /// Remedy: Show less data, or raise the memory limit of workers.
  public static let layoutOutOfMemory: Self = "layout-out-of-memory"
  /// A layout reports that a query is about stale data (`LAYOUT_ERROR_STALE`).
  ///
  /// Remedy: Ask again after the next frame.
  public static let layoutStale: Self = "layout-stale"
  /// A layout does not support a call (`LAYOUT_ERROR_UNSUPPORTED`).
  ///
  /// Remedy: Check first that it offers the extension.
  public static let layoutUnsupported: Self = "layout-unsupported"
  /// A layout may not open this child, or no further child.
  ///
  /// Remedy: The message names the rule.
  public static let childRefused: Self = "child-refused"
  /// An answer exceeds a limit; the host shows nothing of it.
  ///
  /// Remedy: The message names count and limit; an app raises it in
  /// `WorkerOptions.answerLimits`.
  public static let answerTooLarge: Self = "answer-too-large"
}
