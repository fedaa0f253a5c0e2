// SPDX-License-Identifier: Apache-2.0
//
// The Newtonian sample as sessions: entrance, an item on its spring, a detached item, the limit.

import LayoutJSON
import LayoutLoading
import Testing

import func Foundation.cos
import func Foundation.exp
import func Foundation.sin

@Suite("the Newtonian sample")
struct NewtonianSampleTests {
  private func results(_ id: String) throws -> [JSONObject] {
    let session = try #require(Case.all("newtonian.jsonl").first { $0.testDescription == id })
    return try Probe.results(.object(session.json))
  }

  /// The frames of a result, by identity.
  private func frames(_ result: JSONObject) -> [String: [Double]] {
    var frames: [String: [Double]] = [:]
    for element in result["elements"]?.array?.compactMap(\.object) ?? [] {
      frames[element["id"]?.string ?? "?"] = element["frame"]?.numbers
    }
    return frames
  }

  /// The stretch of a spring of frequency 1 under gravity at rest: g/ω², points.
  private static let sag = 1000 / (4 * Double.pi * Double.pi)

  @Test(
    "C158, C159, C161, C163: no items exist at first, and a new one starts beyond the right edge")
  func entrance() throws {
    let results = try results("newtonian-entrance")
    #expect(results[0]["contentSize"]?.numbers == [400, 700 - 20])
    #expect(results[0]["count"] == 0)
    #expect(frames(results[2]) == ["+1": [400 + 50, 300, 50, 50]])
    // It swings from (140, 0) without end, since only the spring is damped: the spring stays about as long as gravity
    // and the swing stretch it.
    let later = try #require(frames(results[4])["+1"])
    let (dx, dy) = (later[0] + 25 - 140, later[1] + 25)
    let stretched = (dx * dx + dy * dy).squareRoot()
    #expect(stretched > 300 && stretched < 300 + 3 * Self.sag)
    #expect(dy > 0)
  }

  @Test("C160, C162: it oscillates with frequency 1 and damping 0.4 as the closed form says")
  func bob() throws {
    let results = try results("newtonian-bob").filter { $0["elements"] != nil }
    #expect(results.count == 12)
    let (zeta, omega) = (0.4, 2 * Double.pi)
    let damped = omega * (1 - zeta * zeta).squareRoot()
    for (number, result) in results.enumerated() {
      let time = 0.125 * Double(number + 1)
      let wave = cos(damped * time) + zeta * omega / damped * sin(damped * time)
      let want = 300 + Self.sag * (1 - exp(-zeta * omega * time) * wave)
      let found = try #require(frames(result)["0.0"])
      #expect(found[0] == 175)
      #expect(abs(found[1] + 25 - want) < 1e-6, "\(time) s")
    }
  }

  @Test(
    "C164, C166: a detached item falls freely, and two seconds later the app is told to delete it")
  func detach() throws {
    let results = try results("newtonian-detach")
    let start = try #require(frames(results[1])["0.1"])
    for number in 1...4 {
      let (time, now) = (0.1 * Double(number), frames(results[3 + 2 * number]))
      #expect(abs(try #require(now["0.1"])[1] - start[1] - 500 * time * time) < 0.01, "\(time) s")
      #expect(now["0.0"]?[0] == 75)
      #expect(now["0.2"]?[0] == 275)
    }
    func events(_ result: JSONObject) -> [String] {
      result["calls"]?.array?.compactMap(\.string).filter { $0.hasPrefix("delegate event") } ?? []
    }
    #expect(events(results[13]).isEmpty, "1.9 seconds after")
    #expect(events(results[15]) == ["delegate event removed"], "2.025 seconds after")
    #expect(frames(results[17]).keys.sorted() == ["0.0", "0.2"])
  }

  @Test("C165: of twelve items ten are attached")
  func cap() throws {
    let shown = frames(try #require(try results("newtonian-cap").last))
    #expect(Set(shown.keys) == Set((1...10).map { "+\($0)" }))
  }
}
