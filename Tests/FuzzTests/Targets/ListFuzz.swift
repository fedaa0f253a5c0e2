// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as the lists that decide which files run in which tier: trusted hashes, strikes, the files of an
// installation, and the loader's own list of libraries.

import LayoutModel

@testable import LayoutLoading

/// The readers of lists.
final class ListFuzz: FuzzTarget {
  static let name = "lists"

  private static let hashes = ["a", "0f", "0123456789abcdef"].map {
    String(repeating: $0, count: 64 / $0.utf8.count)
  }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    let hashes = Self.hashes
    let texts = [
      "# mine\n\n\(hashes[0])  # 2026-01-31 /a b.so\r\n\(hashes[1])\n\t\(hashes[2]) # by hand\n",
      "\(hashes[0]) 12.5\n\(hashes[0]) 1e9\n\(hashes[1]) 1769817600.25\n",
      "\(hashes[0])  libFlowPlugin.so\n\(hashes[1]) *layout-worker\n",
    ]
    return texts.map { Array($0.utf8) } + [Self.cache]
  }

  /// A loader's list of two libraries.
  private static var cache: [UInt8] {
    let names = Array("libm.so.6\0/lib/libm.so.6\0".utf8)
    func words(_ values: [UInt64], _ count: Int) -> [UInt8] {
      values.flatMap { value in
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
      }
    }
    let entry = { (processor: UInt64) in
      words([0x0303, 96, 106, 0], 4) + words([processor], 8)
    }
    return Array("glibc-ld.so.cache1.1".utf8) + words([2, UInt64(names.count)], 4)
      + [UInt8](repeating: 0, count: 20) + entry(1 << 62) + entry(0) + names
  }

  func run(_ input: [UInt8]) throws {
    try Self.check(input, codes: ["bad-trust-file"]) { () throws(LayoutError) in
      let list = try TrustList(parsing: input)
      // Control characters in a path are escaped, so texts are compared and not paths.
      return try TrustList(parsing: Array(list.text.utf8)).text == list.text
        && list.entries.allSatisfy { TrustList.isHash($0.hash) && list.contains($0.hash) }
    }
    try Self.check(input, codes: ["bad-bundle-list"]) { () throws(LayoutError) in
      try BundledFiles.parse(input).allSatisfy { !$0.key.isEmpty && TrustList.isHash($0.value) }
    }
    try Self.check(input, codes: ["bad-loader-cache", "truncated"]) { () throws(LayoutError) in
      let cache = try LoaderCache(input)
      return cache.paths(of: "libm.so.6").contains(cache.path(of: "libm.so.6") ?? "")
        || cache.path(of: "libm.so.6") == nil
    }
    let strikes = StrikeStore.parse(input)
    try Finding.expect(
      strikes.count <= StrikeStore.capacity && strikes.allSatisfy { $0.time.isFinite },
      "strikes that are none")
  }

  private static func check(
    _ input: [UInt8], codes: Set<LayoutError.Code>, _ isRight: () throws(LayoutError) -> Bool
  ) throws {
    switch Result(catching: { () throws(LayoutError) in try isRight() }) {
    case .success(let isRight): try Finding.expect(isRight, "a list that is not read as it says")
    case .failure(let error):
      try Finding.expect(codes.contains(error.code), "refused for \(error)")
    }
  }
}
