// SPDX-License-Identifier: Apache-2.0
//
// The messages between a host and a worker, in the words of Tests/Models/exchange.pml.

import CLayoutSystem
import Glibc
import LayoutABI

import class Foundation.ProcessInfo

@testable import LayoutIsolation

/// The frames that were requested from one worker, from its start to its end.
///
/// A line of words, each with the number of the frame and the rank of its data: `request,1,0` `question,1,0`
/// `answer,1,0` `stale,1,0` `reply,1,0` `failed,1,0` `death,0,0`. `Tools/model --traces FILE` checks that the model
/// allows this sequence. Other requests are not part of the model.
struct ExchangeTrace {
  private var words: [String] = []
  /// The frames requested so far, by the numbers of their requests.
  private var frames: [UInt64: Int] = [:]
  private var epochs: [UInt64: Int] = [:]
  /// True from the request of a frame to its end.
  private var isInFrame = false
  /// False if a fault changed a message.
  private var isTrue = true

  /// Ends the trace: its further messages are not used.
  mutating func spoil() { isTrue = false }

  /// Records a message of the host.
  mutating func sent(_ header: WireHeader, isStale: Bool) {
    switch WireKind(rawValue: header.kind) {
    case .frame:
      isInFrame = true
      frames[header.sequence] = frames.count + 1
      if epochs[header.epoch] == nil { epochs[header.epoch] = epochs.count }
      add("request", header)
    case .answer: add(isStale ? "stale" : "answer", header, about: 0)
    default: isInFrame = false
    }
  }

  /// Records a message of the worker.
  mutating func got(_ header: WireHeader) {
    switch WireKind(rawValue: header.kind) {
    case .askOne, .askMany: add("question", header)
    case .done: end("reply", header)
    case .failed: end("failed", header)
    default: break
    }
  }

  private mutating func end(_ word: String, _ header: WireHeader) {
    add(word, header)
    isInFrame = false
  }

  /// Records its end. Between two frames that is no word: for the host it is as if it ended with the next request.
  mutating func died() {
    if isTrue, isInFrame { words.append("death,0,0") }
    isInFrame = false
  }

  private mutating func add(_ word: String, _ header: WireHeader, about epoch: Int? = nil) {
    guard isInFrame, isTrue else { return }
    let rank = epoch ?? epochs[header.epoch] ?? 255
    words.append("\(word),\(frames[header.sequence] ?? 0),\(rank)")
  }

  // MARK: Output

  private static let path = ProcessInfo.processInfo.environment["LAYOUTHOST_SIMULATE_TRACES"]

  /// Adds the line to the file of the environment variable.
  func write() {
    guard let path = Self.path, !words.isEmpty, let file = fopen(path, "a") else { return }
    fputs(words.joined(separator: " ") + "\n", file)
    fclose(file)
  }
}
