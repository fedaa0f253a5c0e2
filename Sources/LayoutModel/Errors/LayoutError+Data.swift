// SPDX-License-Identifier: Apache-2.0
//
// Codes of data and of their sources.

// MARK: Data: batches, snapshots, sources

extension LayoutError.Code {
  /// A batch does not fit the counts of the data.
  ///
  /// Remedy: State every change once, in the block that changes the data.
  public static let invalidUpdate: Self = "invalid-update"
  /// The block of a batch threw an error.
  ///
  /// Remedy: The message contains it; nothing has changed.
  public static let updateBlock: Self = "update-block"
  /// A batch began inside the block of another batch.
  ///
  /// Remedy: State every change in one block.
  public static let nestedUpdate: Self = "nested-update"
  /// A snapshot holds an identity twice.
  ///
  /// Remedy: Give each section and item a unique identity.
  public static let duplicateIdentity: Self = "duplicate-identity"
  /// A snapshot has no such identity.
  ///
  /// Remedy: Append it first.
  public static let unknownIdentity: Self = "unknown-identity"
  /// A snapshot cannot be shown: the view is gone or has another data source.
  ///
  /// Remedy: Keep the view and its data source.
  public static let notTheDataSource: Self = "not-the-data-source"
  /// An argument names no source of data.
  ///
  /// Remedy: Give `unicode`, a folder, a `.csv`, `.jsonl` or SQLite file.
  public static let unknownSource: Self = "unknown-source"
  /// A file or folder of data cannot be read.
  ///
  /// Remedy: Check that it exists and that you may read it.
  public static let sourceUnreadable: Self = "source-unreadable"
  /// A file of data breaks its format.
  ///
  /// Remedy: The message names line and column.
  public static let sourceMalformed: Self = "source-malformed"
  /// A source holds nothing to show.
  ///
  /// Remedy: Give another file or query.
  public static let sourceEmpty: Self = "source-empty"
  /// A source has more than can be shown.
  ///
  /// Remedy: The message names the limit.
  public static let sourceTooLarge: Self = "source-too-large"
  /// A database was changed by another program while it was read.
  ///
  /// Remedy: Read it again.
  public static let sourceChanged: Self = "source-changed"
  /// A source cannot answer.
  ///
  /// Remedy: The message contains the reason.
  public static let sourceFailed: Self = "source-failed"
  /// A query of SQL is refused.
  ///
  /// Remedy: The message contains SQLite's reason.
  public static let badQuery: Self = "bad-query"
  /// Unicode has no block of this name.
  ///
  /// Remedy: The message names similar ones.
  public static let unknownBlock: Self = "unknown-block"
  /// A picture has more pixels than can be drawn, or none.
  ///
  /// Remedy: The message names the limits.
  public static let pictureSize: Self = "picture-size"
  /// A picture cannot be drawn.
  ///
  /// Remedy: The message contains the reason.
  public static let pictureFailed: Self = "picture-failed"
  /// The name of a file does not tell its format.
  ///
  /// Remedy: End it in one that the message lists, such as `.png`.
  public static let unknownFormat: Self = "unknown-format"
  /// An output file cannot be written.
  ///
  /// Remedy: Check its directory, your rights and the free space on the disk.
  public static let outputUnwritable: Self = "output-unwritable"
  /// A file of data is beyond a limit.
  ///
  /// Remedy: The message names the limit; an app raises it in `SourceLimits`.
  public static let sourceLimit: Self = "source-limit"
}
