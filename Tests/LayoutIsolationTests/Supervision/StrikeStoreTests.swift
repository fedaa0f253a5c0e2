// SPDX-License-Identifier: Apache-2.0
//
// Strikes on disk: by hash, for ten minutes, from all processes.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import Synchronization
import Testing

@testable import LayoutIsolation

@Suite("Strikes on record")
struct StrikeStoreTests {
  private let home: TemporaryDirectory
  private let store: QuarantineStore
  private let hash = String(repeating: "a", count: 64)
  private let other = String(repeating: "b", count: 64)

  init() throws {
    home = try TemporaryDirectory()
    store = QuarantineStore(environment: Environment(["XDG_STATE_HOME": home.path]))
  }

  @Test("they are counted by hash and expire after ten minutes")
  func window() throws {
    let strikes = store.strikes
    #expect(try strikes.add(hash, at: 1000, window: 600) == 1)
    #expect(try strikes.add(other, at: 1001, window: 600) == 1)
    #expect(try strikes.add(hash, at: 1300, window: 600) == 2)
    #expect(try strikes.add(hash, at: 1600, window: 600) == 2, "the first one has expired")
    #expect(try strikes.add(hash, at: 1500, window: 600) == 2, "the clock was set back")
    // After a lift the hash has no strikes, and other hashes keep theirs.
    #expect(try strikes.add(other, at: 1501, window: 600) == 2)
    _ = try store.lift(hash)
    #expect(try strikes.add(hash, at: 1502, window: 600) == 1)
    #expect(try strikes.add(other, at: 1503, window: 600) == 3)
  }

  @Test("the file stays small, and an invalid line is left out")
  func bounded() throws {
    let path = try #require(store.strikes.path)
    _ = try store.strikes.add(other, at: 5, window: 600)
    let line = "\(hash) 10.0\n"
    let text = "\(other)\nnot a hash 7\n\(hash) nan\n" + String(repeating: line, count: 3000)
    try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600, isDurable: false)
    #expect(try store.strikes.add(hash, at: 11, window: 600) == StrikeStore.capacity)
    #expect(try FileSystem.contents(of: path).bytes.count <= StrikeStore.capacity * 80)
  }

  @Test("none is lost when many processes write at once")
  func together() async throws {
    let (strikes, hash) = (store.strikes, hash)
    let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask { try (0..<10).map { _ in try strikes.add(hash, at: 100, window: 600) } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...80))
  }

  @Test("a foreign lock on the directory blocks no call, and no strike is lost")
  func locked() throws {
    let strikes = store.strikes
    _ = try strikes.add(hash, at: 900, window: 600)
    let directory = FileSystem.parent(of: try #require(strikes.path))
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let writer = StrikeWriter()
    let start = SupervisedConnection.monotonicTime()
    // A strike that another process wrote meanwhile is not counted as new.
    let text = "\(hash) 900.0\n\(hash) 1009.0\n"
    try FileSystem.replace(
      try #require(strikes.path), with: Array(text.utf8), mode: 0o600, isDurable: false)
    let counts = (1...3).map {
      writer.strike(hash, at: 1000 + Double($0), window: 600, in: strikes, onFailure: { _ in })
    }
    writer.quarantine(hash, because: "it crashed", in: store, onFailure: { _ in })
    #expect(SupervisedConnection.monotonicTime() - start < 5)
    #expect(counts == [2, 3, 4])
    #expect(!writer.flush(within: 0.05), "they wait for the lock")
    close(descriptor)
    #expect(writer.flush(within: 60))
    #expect(try strikes.add(hash, at: 1010, window: 600) == 6)
    #expect(try store.read().contains(hash))
    // Strikes that are written are counted once.
    #expect(writer.strike(hash, at: 1011, window: 600, in: strikes, onFailure: { _ in }) == 7)
    #expect(writer.flush(within: 60))
    #expect(writer.strike(other, at: 1012, window: 600, in: strikes, onFailure: { _ in }) == 1)
    #expect(writer.flush(within: 60))
  }

  @Test("a failure to write is reported")
  func unwritable() throws {
    let nowhere = QuarantineStore(environment: Environment([:]))
    let told = Mutex<[LayoutError]>([])
    let writer = StrikeWriter()
    let count = writer.strike(
      hash, at: 1, window: 600, in: nowhere.strikes,
      onFailure: { error in told.withLock { $0.append(error) } })
    #expect(count == 1 && writer.flush(within: 60))
    #expect(told.withLock { $0.map(\.code) } == ["no-home"])
  }

  @Test("an overrun below a second is given in milliseconds")
  func spans() {
    func spent(_ nanoseconds: Int64) -> String { CallTime.seconds(nanoseconds) }
    #expect(
      [8_200_000, 999_499_999, 999_500_000, 28_440_000_000].map(spent)
        == ["8 ms", "999 ms", "1.0 s", "28.4 s"])
  }
}
