package import Messages
import Synchronization

/// A message that is worked out in the background and shown above the prompt.
package final class Notice: Sendable {
  private enum State {
    case pending
    case ready(Message)
    /// There is no message, or it was taken.
    case done
  }

  private let compute: @Sendable () async -> Message?
  private let state = Mutex(State.pending)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// - Parameter compute: returns the message, or nil for none. It runs after `start()`.
  package init(_ compute: @escaping @Sendable () async -> Message?) { self.compute = compute }

  /// Starts the work; later calls do nothing.
  package func start() {
    task.withLock { task in
      guard task == nil else { return }
      task = Task { [compute, weak self] in
        let message = await compute()
        self?.finish(message)
      }
    }
  }

  package func cancel() { task.withLock { $0?.cancel() } }

  /// Whether the work goes on, or a message was not taken yet.
  var isPending: Bool { state.withLock { if case .done = $0 { false } else { true } } }

  private func finish(_ message: Message?) {
    state.withLock { $0 = message.map(State.ready) ?? .done }
  }

  /// The message, at the first call after it is ready; nil otherwise.
  func take() -> Message? {
    state.withLock { state in
      guard case .ready(let message) = state else { return nil }
      state = .done
      return message
    }
  }
}
