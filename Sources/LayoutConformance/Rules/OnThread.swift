// SPDX-License-Identifier: Apache-2.0
//
// Work on another thread, waited for.

import Glibc

/// Runs `body` on a thread of its own and waits for what comes out.
func onThread<Result>(_ body: () throws(Finding) -> Result) throws(Finding) -> Result {
  try withoutActuallyEscaping(body) { (body) throws(Finding) in
    let work = ThreadWork(body)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work)
    let failure = pthread_create(&thread, nil, runWork, context.toOpaque())
    guard failure == 0 else {
      context.release()
      throw .skipped("this system gives no thread")
    }
    pthread_join(thread, nil)
    guard let outcome = work.take() else { throw .skipped("the thread ended early") }
    return try outcome.get()
  }
}

/// The part of a thread's work that its start routine can call without knowing the type.
private class AnyThreadWork {
  func run() {}
}

private final class ThreadWork<Value>: AnyThreadWork {
  private var body: (() throws(Finding) -> Value)?
  private var outcome: Result<Value, Finding>?

  init(_ body: @escaping () throws(Finding) -> Value) { self.body = body }

  override func run() {
    guard let body else { return }
    do throws(Finding) { outcome = .success(try body()) } catch { outcome = .failure(error) }
    self.body = nil
  }

  /// The outcome, and nothing is held any more.
  func take() -> Result<Value, Finding>? {
    body = nil
    return outcome
  }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<AnyThreadWork>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
