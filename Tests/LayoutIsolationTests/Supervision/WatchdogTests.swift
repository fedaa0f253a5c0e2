// SPDX-License-Identifier: Apache-2.0
//
// Strikes, pauses and quarantine, with a clock that the test sets.

import LayoutIsolation
import Testing

@Suite("Watchdog")
struct WatchdogTests {
  @Test("three strikes within ten minutes are the limit, two and an old one are not")
  func strikes() {
    var dog = Watchdog()
    dog.strike(at: 0)
    dog.strike(at: 300)
    #expect(dog.state == .running)
    dog.strike(at: 600)
    #expect(dog.state == .running && dog.strikes == [300, 600], "the first one has expired")
    dog.strike(at: 899)
    #expect(dog.state == .quarantined)
    dog.ended(at: 900)
    dog.restarted()
    #expect(dog.state == .quarantined)
  }

  @Test("strikes of the same hash elsewhere count, and delay restarts")
  func onRecord() {
    var dog = Watchdog()
    dog.strike(at: 0, onRecord: 2)
    dog.ended(at: 0)
    #expect(dog.state == .waiting(until: 0.1))
    dog.restarted()
    dog.shown()
    dog.strike(at: 1, onRecord: 3)
    #expect(dog.state == .quarantined && dog.strikes == [0, 1])
  }

  @Test("a trusted plugin is never in quarantine, and its restarts are delayed")
  func trusted() {
    var dog = Watchdog()
    for time in 0..<5 {
      dog.strike(at: Double(time), onRecord: nil)
      dog.ended(at: Double(time))
    }
    #expect(dog.strikes.count == 5 && dog.state == .waiting(until: 4.8))
  }

  @Test("kills from outside are not blamed on the plugin, up to a number of kills")
  func kills() {
    var dog = Watchdog()
    func kill(at time: Double, canKillItself: Bool, isShown: Bool) -> Bool {
      let isBelieved = dog.killed(at: time, canKillItself: canKillItself)
      dog.ended(at: time)
      dog.restarted()
      if isShown { dog.shown() }
      return isBelieved
    }
    // In the sandbox, as long as a frame is shown in between.
    let sandboxed = (0..<20).map { kill(at: Double($0), canKillItself: false, isShown: true) }
    #expect(sandboxed.allSatisfy { $0 })
    let never = (0..<5).map { _ in kill(at: 30, canKillItself: false, isShown: false) }
    #expect(never == [true, true, true, false, false])
    dog = Watchdog()
    let plain = (0..<5).map { _ in kill(at: 0, canKillItself: true, isShown: true) }
    #expect(plain == [true, true, true, false, false])
    #expect(kill(at: 601, canKillItself: true, isShown: true))
  }

  @Test("restarts that fail make no kill from outside less credible")
  func killsAmongFailedRestarts() {
    var dog = Watchdog()
    var believed: [Bool] = []
    for time in 0..<5 {
      if time == 4 { dog.shown() }
      believed.append(dog.killed(at: Double(time), canKillItself: false))
      for _ in 0..<3 { dog.ended(at: Double(time)) }
    }
    #expect(believed == [true, true, true, false, true])
  }

  @Test("the first restarts follow at once, later ones wait longer and longer, up to five seconds")
  func pauses() {
    var dog = Watchdog()
    var pauses: [Double] = []
    for _ in 0..<12 {
      dog.ended(at: 100)
      guard case .waiting(let until) = dog.state else { break }
      pauses.append(((until - 100) * 1000).rounded() / 1000)
      dog.restarted()
    }
    #expect(pauses == [0, 0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5, 5])
  }

  @Test("a good frame in between removes the delay of the next restart, and a strike does not")
  func shown() {
    var dog = Watchdog()
    for _ in 0..<5 { dog.ended(at: 0) }
    dog.shown()
    dog.ended(at: 1)
    #expect(dog.state == .waiting(until: 1))
    dog.restarted()
    dog.strike(at: 2)
    dog.strike(at: 3)
    dog.shown()
    dog.ended(at: 3)
    #expect(dog.state == .waiting(until: 3.1))
  }
}
