// SPDX-License-Identifier: Apache-2.0
//
// The main program of `layout-worker`: the steps before the first message, in the order that works.

import CLayoutSystem
import Glibc
import LayoutModel

/// The child that runs one plugin.
public enum WorkerServer {
  /// Runs a worker until its host lets go of it. The exit code: 0 when it was told to stop, 2 when it
  /// was not started by a host.
  ///
  /// The order is fixed. The parent is tied first, so that nothing below can outlive it. The areas
  /// are mapped and their descriptors closed before a plugin is loaded; a confined worker confines
  /// itself between the two, see ``Sandbox``. The plugin's first instruction runs when all that is
  /// done.
  public static func run(arguments: [String]) -> Int32 {
    guard let arguments = WorkerArguments(arguments.dropFirst()) else {
      return refuse("layout-worker is started by LayoutHost; there is nothing to run by hand")
    }
    guard arguments.wire == Int(WireFormat.version) else {
      // Even to a host of another version, so that it can say which one this is.
      greet(UInt32(WireFormat.version))
      return refuse(
        "layout-worker speaks wire version \(WireFormat.version), its host \(arguments.wire); "
          + "install the two together")
    }
    let tie = layout_sys_die_with_parent(SIGKILL)
    guard tie == 0 else { return refuse(.tie, tie) }
    // The signal comes only for an end after the call.
    guard Int(getppid()) == arguments.parent else { return 0 }
    guard !arguments.isConfined || arguments.memoryLimit > 0 else {
      return refuse("layout-worker: no memory to run a plugin in")
    }
    do {
      let sandbox =
        arguments.isConfined
        ? Sandbox(memoryLimit: arguments.memoryLimit, sharedBytes: 2 * arguments.areaBytes) : nil
      if let failure = sandbox?.limit(), failure != 0 { return refuse(.limits, failure) }
      let channel = try mapAreas(count: arguments.areaBytes)
      if let failure = sandbox?.stock(), failure != 0 { return refuse(.functions, failure) }
      // All that can fail without a plugin has not failed: from here on the plugin may be to blame.
      channel.replies.greet(as: UInt32(WireFormat.version))
      let session = WorkerSession(channel: channel.channel, replies: channel.replies)
      session.sandbox = sandbox
      return session.serve()
    } catch {
      return refuse("layout-worker: \(error.message)")
    }
  }

  /// Says the first word to the host, where there is one. The page of control words is the same in every
  /// version.
  private static func greet(_ word: UInt32) {
    let page = try? SharedArea(
      mapping: WorkerDescriptors.replies, count: WireFormat.messageOffset, writable: true)
    page?.greet(as: word)
  }

  /// Tells the host which step the kernel refused, before any code of a plugin was there to say so.
  private static func refuse(_ step: SetUpStep, _ failure: Int32) -> Int32 {
    greet(SetUpFailure(step: step, code: max(0, -failure)).word)
    return 2
  }

  private static func mapAreas(
    count: Int
  ) throws(LayoutError) -> (channel: Channel, replies: SharedArea) {
    let requests = try SharedArea(
      mapping: WorkerDescriptors.requests, count: count, writable: false)
    let replies = try SharedArea(
      mapping: WorkerDescriptors.replies, count: count, writable: true)
    close(WorkerDescriptors.requests)
    close(WorkerDescriptors.replies)
    return (Channel(outgoing: replies, incoming: requests), replies)
  }

  private static func refuse(_ reason: String) -> Int32 {
    let line = Array((reason + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    return 2
  }
}
