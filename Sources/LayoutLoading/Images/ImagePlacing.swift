// SPDX-License-Identifier: Apache-2.0
//
// Copying a plugin to where it is loaded from, on a thread of its own.

import CLayoutSystem
import LayoutModel
import Synchronization

/// A copy on its way into an ``ImageStore``. Reading, hashing and writing a few megabytes takes
/// milliseconds, which a frame that is due does not have.
public final class ImagePlacing: @unchecked Sendable {
  // Sendable because all is immutable but `outcome`, which has a lock, and the word `done`.

  private let file: PluginFile
  private let store: ImageStore
  private let outcome = Mutex<Result<String, LayoutError>?>(nil)
  /// Becomes 1 with the outcome; who waits sleeps on it.
  private let done = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  /// Begins. Where no thread can be made the copy is made at once.
  public init(_ file: PluginFile, in store: ImageStore = ImageStore()) {
    (self.file, self.store) = (file, store)
    done.initialize(to: 0)
    QuietThread.run("layout-images") { self.run() }
  }

  deinit { done.deallocate() }

  /// The path of the copy, once it is there.
  ///
  /// - Throws: What ``ImageStore/place(_:)`` throws.
  public var path: String? {
    get throws(LayoutError) { try outcome.withLock { $0 }?.get() }
  }

  /// Waits for the copy.
  ///
  /// - Throws: What ``ImageStore/place(_:)`` throws.
  public func wait() throws(LayoutError) -> String {
    while true {
      if let path = try path { return path }
      _ = layout_sys_futex_wait(done, 0, -1)
    }
  }

  private func run() {
    let result = Result { () throws(LayoutError) in try store.place(file) }
    outcome.withLock { $0 = result }
    layout_sys_store_release_u32(done, 1)
    _ = layout_sys_futex_wake(done, UInt32.max)
  }
}
