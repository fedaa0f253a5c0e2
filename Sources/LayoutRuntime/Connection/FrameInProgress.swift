// SPDX-License-Identifier: Apache-2.0
//
// A frame that was asked for and whose answer is collected later, between other work.

import LayoutModel

/// The time that a look at something under way may take.
public enum Patience: Sendable {
  /// Takes what is there, and asks the app for answers for about a millisecond; then the caller
  /// goes on with other things and looks again.
  case step
  /// Until it is done.
  case untilDone
}

/// A frame whose answer is still to come. Nothing happens between two looks but in the worker.
///
/// Letting go of one that is under way makes its connection useless until it is restarted.
public protocol FrameInProgress: AnyObject {
  /// Takes what came since the last look, and answers what the layout asks meanwhile.
  ///
  /// - Parameter epoch: Of the data as they are. Questions about older ones are answered as stale.
  /// - Returns: What ``LayoutConnection/frame(_:shape:into:)`` returns, once it is there.
  /// - Throws: What that throws; the same again when it is looked at again.
  func poll(_ patience: Patience, epoch: UInt64) throws(LayoutError) -> FrameOutcome?
}

extension LayoutConnection {
  /// Asks for a frame and returns at once. Where the layout runs in this process, the first look makes
  /// the frame whole.
  ///
  /// - Parameter buffer: Filled by the look that has the outcome.
  /// - Throws: What ended the layout before.
  public func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    FrameAtOnce(connection: self, request: request, shape: shape, buffer: buffer)
  }
}

/// A frame of a layout that cannot be left alone with it.
private final class FrameAtOnce: FrameInProgress {
  private let connection: any LayoutConnection
  private let request: FrameRequest
  private let shape: DataShape
  private let buffer: AnswerBuffer
  private var result: Result<FrameOutcome, LayoutError>?

  init(
    connection: any LayoutConnection, request: FrameRequest, shape: DataShape, buffer: AnswerBuffer
  ) {
    (self.connection, self.request, self.shape, self.buffer) = (connection, request, shape, buffer)
  }

  func poll(_ patience: Patience, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let result { return try result.get() }
    let made = Result { () throws(LayoutError) in
      try connection.frame(request, shape: shape, into: buffer)
    }
    result = made
    return try made.get()
  }
}
