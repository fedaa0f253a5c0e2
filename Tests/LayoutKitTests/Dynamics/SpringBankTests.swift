// SPDX-License-Identifier: Apache-2.0
//
// Compares many springs with one: the vector code has the same results.

import LayoutKitHosted
import Testing

@Suite("SpringBank")
struct SpringBankTests {
  let law = SpringLaw(damping: 0.8, frequency: 1)

  @Test("each of many springs moves as a single spring does", arguments: [0, 1, 3, 4, 5, 8, 1000])
  func movesAsAlone(_ count: Int) {
    var bank = SpringBank()
    bank.reset(count: count)
    for index in 0..<count { bank.push(index, by: Double(index) - 7.5) }
    let step = law.step(over: 1.0 / 120)
    for _ in 0..<50 { _ = bank.advance(by: step, angularFrequency: law.angularFrequency) }
    for index in 0..<count {
      let want = SpringLawTests.textbook(law, Double(index) - 7.5, 0, at: 50.0 / 120)
      #expect(abs(bank.displacement(at: index) - want.x) < 1e-9)
      #expect(abs(bank.velocity(at: index) - want.v) < 1e-7)
    }
  }

  @Test("the reported energy is that of all springs")
  func energy() {
    var bank = SpringBank()
    bank.reset(count: 6)
    for index in 0..<6 { bank.push(index, by: 10) }
    let omega = law.angularFrequency
    let still = bank.advance(by: law.step(over: 0), angularFrequency: omega)
    #expect(abs(still - 6 * omega * omega * 100) < 1e-6)
    let later = bank.advance(by: law.step(over: 20), angularFrequency: omega)
    #expect(later < 1e-12)
  }

  @Test("C145: a move by the app keeps the velocity")
  func pushKeepsVelocity() {
    var bank = SpringBank()
    bank.reset(count: 1)
    bank.push(0, by: 10)
    _ = bank.advance(by: law.step(over: 0.1), angularFrequency: law.angularFrequency)
    let (place, speed) = (bank.displacement(at: 0), bank.velocity(at: 0))
    bank.push(0, by: 4)
    #expect(bank.displacement(at: 0) == place + 4)
    #expect(bank.velocity(at: 0) == speed && speed != 0)
  }

  @Test("P6: with a length a spring rests at that distance, on the side of its last push")
  func length() {
    var bank = SpringBank()
    bank.reset(count: 3)
    bank.push(0, by: 30, length: 12)
    bank.push(1, by: -1, length: 12)
    _ = bank.advance(by: law.step(over: 60), angularFrequency: law.angularFrequency)
    #expect(abs(bank.displacement(at: 0) - 12) < 1e-9)
    #expect(abs(bank.displacement(at: 1) + 12) < 1e-9)
    #expect(bank.displacement(at: 2) == 0)
    let home = bank.settle()
    #expect(!home)
    #expect((bank.displacement(at: 0), bank.displacement(at: 1)) == (12, -12))
  }

  @Test("a bank that is reused starts at rest")
  func resets() {
    var bank = SpringBank()
    bank.reset(count: 9)
    for index in 0..<9 { bank.push(index, by: 5, length: 2) }
    _ = bank.advance(by: law.step(over: 0.05), angularFrequency: law.angularFrequency)
    bank.reset(count: 6)
    bank.reset(count: 12)
    for index in 0..<12 {
      #expect(bank.displacement(at: index) == 0 && bank.velocity(at: index) == 0)
    }
  }
}
