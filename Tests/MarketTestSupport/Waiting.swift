public import Dispatch
import Foundation
public import Testing

/// The limit of every wait: enough for a machine that does much other work, but less than the time limit
/// of a suite and than the silence that `scripts/test` allows.
public let patience = Duration.seconds(200)

private func reportTimeout(_ event: String, _ location: SourceLocation) {
  Issue.record("waited \(patience.components.seconds) s until \(event)", sourceLocation: location)
}

/// Waits until a condition holds, or records what was awaited.
///
/// - Parameters:
///   - event: What is awaited, such as "the question is asked".
///   - holds: The condition, which is checked again and again.
/// - Returns: Whether the condition holds; it does not when the task is canceled, either.
@discardableResult
public func waitUntil(
  _ event: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: () throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now + patience
  while try !holds() {
    if Task.isCancelled { return false }
    guard ContinuousClock.now < end else {
      reportTimeout(event, sourceLocation)
      return false
    }
    await pause()
  }
  return true
}

/// Leaves the processor to what is awaited: a loop that only yields takes it from other tests.
public func pause() async { try? await Task.sleep(for: .milliseconds(1)) }

/// Blocks until a condition holds, or records what was awaited.
///
/// - Returns: Whether the condition holds.
@discardableResult
public func waitUntil(
  _ event: String, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + patience
  while try !holds() {
    guard ContinuousClock.now < end else {
      reportTimeout(event, sourceLocation)
      return false
    }
    usleep(1000)
  }
  return true
}

extension DispatchSemaphore {
  /// Blocks until it was signaled, or records what was awaited.
  public func wait(until event: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .timedOut else {
      return
    }
    reportTimeout(event, sourceLocation)
  }
}

/// Runs `body` on `count` threads at the same time and blocks until all of them have ended.
public func onThreads(
  _ count: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Int) -> Void
) {
  let end = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread.detachNewThread {
      body(number)
      end.signal()
    }
  }
  for number in 0..<count {
    end.wait(until: "\(number + 1) of \(count) threads have ended", sourceLocation: sourceLocation)
  }
}
