// SPDX-License-Identifier: Apache-2.0
//
// Strikes on disk: by hash, for ten minutes, from all processes.

import LayoutLoading
import LayoutModel
import LayoutTesting
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

  @Test("they are counted by hash and forgotten after ten minutes")
  func window() throws {
    let strikes = store.strikes
    #expect(try strikes.add(hash, at: 1000, window: 600) == 1)
    #expect(try strikes.add(other, at: 1001, window: 600) == 1)
    #expect(try strikes.add(hash, at: 1300, window: 600) == 2)
    #expect(try strikes.add(hash, at: 1600, window: 600) == 2, "the first one is forgotten")
    #expect(try strikes.add(hash, at: 1500, window: 600) == 2, "the clock was set back")
    // Lifted, the bytes start anew, and others keep theirs.
    #expect(try strikes.add(other, at: 1501, window: 600) == 2)
    _ = try store.lift(hash)
    #expect(try strikes.add(hash, at: 1502, window: 600) == 1)
    #expect(try strikes.add(other, at: 1503, window: 600) == 3)
  }

  @Test("the file stays small, and a line that says nothing is left out")
  func bounded() throws {
    let path = try #require(store.strikes.path)
    _ = try store.strikes.add(other, at: 5, window: 600)
    let line = "\(hash) 10.0\n"
    let text = "\(other)\nnot a hash 7\n\(hash) nan\n" + String(repeating: line, count: 3000)
    try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600, isDurable: false)
    #expect(try store.strikes.add(hash, at: 11, window: 600) == StrikeStore.capacity)
    #expect(try FileSystem.contents(of: path).bytes.count <= StrikeStore.capacity * 80)
  }

  @Test("none is lost when many note theirs at once")
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

  @Test("an overrun is told in milliseconds below a second")
  func spans() {
    func spent(_ nanoseconds: Int64) -> String { CallTime.seconds(nanoseconds) }
    #expect(
      [8_200_000, 999_499_999, 999_500_000, 28_440_000_000].map(spent)
        == ["8 ms", "999 ms", "1.0 s", "28.4 s"])
  }
}
